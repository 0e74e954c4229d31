"""Fan Tan at the table: four suits that grow from their sevens, a pot, and one press a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import sub
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from cogs.layout_scene import by_suit, layout_lines, layout_rows, passed_together
from cogs.score_columns import score_columns
from games.fan_tan import FanTan, FanTanView, deals_of
from games.game import Event
from games.layout import ends_of
from games.masks import mask_of
from pictures.scene import Element, HandStrip, Pill, Pot, Scene, Seat, faces, place
from table.presentation import Choice, Menu, Presentation, Show, Stage
from table.words import Words, number, signed


class FanTanTable(Presentation):
    """How Fan Tan looks and speaks."""

    game = FanTan
    accent = 0x2E8B57
    limit = 45

    def length(self, seats: int, options: Any) -> int:
        """About four minutes a deal: fifty cards, most of them quickly laid."""
        return 4 * deals_of(seats, options)

    def phase(self, view: Any) -> str:
        """Between two deals the table shows what the last one brought."""
        return "next deal" if is_between_deals(view) else "play"

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The four suits between two lines of seats; before the first card of a further deal, what the last one brought."""
        view: FanTanView = show.view
        words, picture = show.words, show.for_picture()
        before = next((event for event in reversed(show.story) if event.kind == "deal_over"), None)
        between = is_between_deals(view) and before is not None
        brought = gains(show)[-1] if between else ()
        chips = words.plural("Pot: {count} chip", "Pot: {count} chips", view.pot)
        deal = words.say("Deal {deal} of {deals}", deal=view.deal, deals=view.deals)
        elements: list[Element] = [Pot(number(view.pot), deal, f"{chips}, {deal}", at="top-right")]
        if not between:
            elements += layout_rows(view.layout, words)
        pills: list[Pill] = []
        if said := self._caption(picture):
            pills.append(Pill(said, "bottom-right"))
        if between and before is not None:
            pills.append(Pill(self._winning(before, picture), "centre", "gold"))
        return Scene(
            felt="green",
            seats=tuple(self._seat(show, seat, signed(brought[seat]) if between else "") for seat in range(view.seats)),
            elements=tuple(elements),
            pills=tuple(pills),
            seating="rows",
        )

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """The last card of a deal on its layout, before the next deal takes both away."""
        story = show.story
        end = next((index for index in reversed(range(since, len(story))) if story[index].kind == "deal_over"), None)
        if end is None or show.view.outcome is not None:
            return ()
        then = when_the_deal_ended(show, end)
        return (Stage(self.scene(then), self._winning(story[end], then), end + 1),)

    def _seat(self, show: Show, seat: int, brought: str) -> Seat:
        view: FanTanView = show.view
        words = show.words
        cards = words.plural("{count} card", "{count} cards", view.hands[seat])
        passed = seat in view.passed
        return Seat(
            name=show.plain(seat),
            fallbacks=(words.say("Player {number}", number=seat + 1),),
            line=words.say("pass · {cards_held}", cards_held=cards)
            if passed
            else f"{cards} · {number(view.scores[seat])}",
            to_act=seat in view.to_act,
            colour=seat,
            marker="D" if seat == view.dealer else "",
            cards=(place(brought, glow="gold" if brought[0] == "+" else ""),) if brought else (),
            words=f"{show.plain(seat)}: {', '.join(self._facts(show, seat))}",
        )

    @staticmethod
    def _facts(show: Show, seat: int) -> Iterator[str]:
        """What is known of a seat, in words."""
        view: FanTanView = show.view
        words = show.words
        if seat in view.to_act:
            yield words.say("to play")
        yield words.plural("{count} card", "{count} cards", view.hands[seat])
        yield words.say("score {points}", points=number(view.scores[seat]))
        if seat in view.passed:
            yield words.say("passed")
        if seat == view.dealer:
            yield words.say("dealer")
        if is_between_deals(view) and (brought := gains(show)):
            yield words.say("the last deal brought {points}", points=signed(brought[-1][seat]))

    def _caption(self, show: Show) -> str:
        """The last card laid; the plates say who passed since. At a deal's beginning, the deal."""
        last = next((event for event in reversed(show.story) if event.kind in ("lay", "deal_over", "deal")), None)
        if last is None or (last.kind == "deal" and last["deal"] > 1):
            return ""
        return self._winning(last, show) if last.kind == "deal_over" else self.sentence(last, show) or ""

    def status(self, show: Show) -> str:
        """Whose turn it is, and what is in the pot."""
        view: FanTanView = show.view
        words = show.words
        return " ".join(
            (
                words.say("**{name}** is to lay a card.", name=show.name(view.to_act[0])),
                words.say("Deal {deal} of {deals}.", deal=view.deal, deals=view.deals),
                words.plural("{count} chip is in the pot.", "{count} chips are in the pot.", view.pot),
            )
        )

    def written(self, show: Show) -> str:
        """The table as text."""
        view: FanTanView = show.view
        words = show.words
        return "\n".join(
            (
                words.say(
                    "**{title}**, deal {deal} of {deals}", title=self.game.title, deal=view.deal, deals=view.deals
                ),
                *layout_lines(view.layout, words),
                words.plural("Pot: {count} chip", "Pot: {count} chips", view.pot),
                *(f"{show.name(seat)}: {', '.join(self._facts(show, seat))}" for seat in range(view.seats)),
            )
        )

    # ---- what happened ---------------------------------------------------------------------------------------

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly. Seats passed over one after the other are named together, and no reason is given."""
        words = show.words
        if event.kind == "lay":
            return words.say("{name} lays {card}.", name=show.name(event["seat"]), card=event["card"])
        if event.kind == "pass":
            seats = passed_together(event, show.story)
            if not seats:
                return None
            if len(seats) == 1:
                return words.say("{name} passes and pays a chip.", name=show.name(seats[0]))
            return words.say("{names} pass and pay a chip each.", names=[show.name(seat) for seat in seats])
        if event.kind == "deal":
            return words.say("Deal {deal}: {name} deals.", deal=event["deal"], name=show.name(event["dealer"]))
        if event.kind == "deal_over":
            left = [
                words.say("{name} {points}", name=show.name(seat), points=count)
                for seat, count in enumerate(event["left"])
                if count
            ]
            return f"{self._winning(event, show)} {words.say('Cards left: {names}.', names=left)}"
        return None

    @staticmethod
    def _winning(event: Event, show: Show) -> str:
        """Who was out first, and what the pot held."""
        return show.words.plural(
            "{name} is out and takes {count} chip.",
            "{name} is out and takes {count} chips.",
            event["pot"],
            name=show.name(event["seat"]),
        )

    def score_table(self, show: Show) -> str:
        """What every deal brought, then the totals."""
        view: FanTanView = show.view
        rows = [(str(deal), [signed(gain) for gain in brought]) for deal, brought in enumerate(gains(show), 1)]
        if len(rows) == view.deal and view.outcome is None:
            rows[-1] = (f"{view.deal}…", rows[-1][1])
        names = [show.plain(seat) for seat in range(view.seats)]
        totals = [
            show.words.say("{name}: **{points}**", name=show.name(seat), points=number(view.scores[seat]))
            for seat in range(view.seats)
        ]
        return "\n".join((show.words.say("Chips won and paid, deal by deal"), score_columns(names, rows), *totals))

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: FanTanView = show.view
        if show.moves:
            return show.words.say("**Your turn**: lay a card.")
        if not view.to_act:
            return show.words.say("The game is over.")
        return show.words.say("Waiting for {name}.", name=show.name(view.to_act[0]))

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand, suit by suit."""
        cards = by_suit(show.view.hand)
        fitting = tuple(index for index, card in enumerate(cards) if card in show.moves)
        return HandStrip(faces(*cards), "green", fitting if show.moves else None, words=show.words.say("Your hand"))

    def hand_written(self, show: Show) -> str:
        """The cards in hand, and the layout."""
        view: FanTanView = show.view
        cards = by_suit(view.hand or ())
        words = show.words
        return "\n".join(
            (
                words.say("Your hand: {cards}", cards=cards) if cards else words.say("Your hand is empty."),
                " · ".join(layout_lines(view.layout, words)),
            )
        )

    def menu(self, show: Show, path: str) -> Menu:
        """A button for each card that fits."""
        words = show.words
        choices = tuple(Choice(words.card(card), move=card, card=card) for card in by_suit(show.moves))
        fewer = len(choices) < len(show.view.hand)
        return Menu("", choices, reason=words.say("The other cards do not fit the layout yet.") if fewer else "")

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Fan Tan"),
                words.say(
                    "For three to eight players. Empty your hand first: the others pay you for every card they still hold."
                ),
                words.say("### A deal"),
                words.say(
                    "All 52 cards are dealt, one at a time. Everybody pays a chip (the *ante*) to the pot; whoever got "
                    "a card less than others pays one more. The **dealer** begins, then the turn passes to the left."
                ),
                words.say("### Your turn"),
                words.say(
                    "Lay **one** card on the *layout*:\n"
                    "- a **7** opens its suit;\n"
                    "- after it, the card next above or next below what lies there: 6 5 4 3 2 downwards, "
                    "8 9 10 J Q K A upwards. The ace lies above the king only."
                ),
                words.say(
                    "Example: of hearts the 5 to the 9 lie there. Next come the 4♥ or the 10♥; and any 7 whose suit "
                    "is not open yet."
                ),
                words.say(
                    "If one of your cards fits you must lay one, but you choose which: holding back a 7 keeps a suit shut "
                    "for everybody. If none fits, you are passed over and pay a chip to the pot. That happens by itself."
                ),
                words.say("### The end of a deal"),
                words.say(
                    "The first empty hand ends it at once. Everybody else pays a chip for each card left, and the winner "
                    "takes the whole pot. The deal passes to the left."
                ),
                words.say(
                    "After as many deals as there are players the highest score wins. Scores may fall below zero."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "The rulebook has this game only as the last deal of Kierki. On its own it is ours:\n"
                    "- The ante, the chip for a pass, the chip for each card left, and three to eight players.\n"
                    "- The extra chip for a shorter hand is paid even if the ante is 0.\n"
                    "- A dealer without a 7 is passed over and pays like anybody else.\n"
                    "- There is no extra turn for laying a 2 or an ace, and no fine for holding a card back.\n"
                    "- After the last card of a deal nobody is passed over any more; the pot starts each deal empty.\n"
                    "- Chips are this game's score and nothing else: no points of your purse move with them.\n"
                    "- Equal scores share the place."
                ),
            )
        )


def is_between_deals(view: FanTanView) -> bool:
    """Is a further deal dealt, and no card laid yet?"""
    return view.deal > 1 and not any(view.layout.values())


def when_the_deal_ended(show: Show, end: int) -> Show:
    """The table as it was after the last card of a deal, whose `deal_over` is the event at this index of the story."""
    story = show.story[: end + 1]
    start = next(index for index in reversed(range(end)) if story[index].kind == "deal")
    laid = mask_of(event["card"] for event in story[start:] if event.kind == "lay")
    view = replace(
        show.view,
        deal=story[start]["deal"],
        dealer=story[start]["dealer"],
        layout=ends_of(laid),
        hands=story[end]["left"],
        scores=story[end]["scores"],
        passed=(),
        to_act=(),
        pot=0,
    )
    return replace(show, view=view, story=story)


def gains(show: Show) -> list[tuple[int, ...]]:
    """What each deal brought to each seat; the last of them is the deal that goes on, unless no card is laid yet."""
    totals: list[Sequence[int]] = [(0,) * show.view.seats]
    totals += [event["scores"] for event in show.story if event.kind == "deal_over"]
    if show.view.outcome is None and not is_between_deals(show.view):
        totals.append(show.view.scores)
    return [tuple(map(sub, after, before)) for before, after in pairwise(totals)]


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, FanTanTable()))
