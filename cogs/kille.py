"""Kille at the table: join, exchange or fold with the pot in sight, then three tricks for a third of it each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from cogs.kille_cards import card_choice, deck_in_words, own_cards, own_hand, points_lines
from cogs.kille_scene import facts_of, gains, phase_of, pot_of, scene_of, talon_in_words, trick_on_table
from cogs.kille_trick_scene import (
    best_of,
    covered_trick,
    highest_card,
    taken_last,
    taken_line,
    trick_alone,
    trick_in_words,
)
from cogs.score_columns import score_columns
from games.game import Event
from games.kille import ANTE, HAND, Kille, KilleView
from pictures.scene import HandStrip, Scene
from table.presentation import Choice, Menu, Presentation, Show, Stage
from table.words import Words, number, signed

#: What the caption of the picture may tell, by phase.
CAPTIONS = {
    "decide": ("hand", "decide"),
    "tricks": ("start", "play", "trick"),
    "shares": ("trick", "walkover"),
}


class KilleTable(Presentation):
    """How Kille looks and speaks."""

    game = Kille
    accent = 0x8A2B3F
    limit = 45

    def length(self, seats: int, options: Any) -> int:
        """A hand takes a decision and three cards of everybody, about six seconds each."""
        return max(5, round(seats * int(options.rounds) * seats * (1 + HAND) / 10))

    def seconds(self, view: Any) -> int:
        """A decision is worth more thought than a card."""
        return 60 if view.share is None else self.limit

    def phase(self, view: Any) -> str:
        """Decisions; tricks; what a hand brought, until somebody has decided in the next one; the end."""
        return phase_of(view)

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The packets on offer and the talon; then the tricks; between two hands the last trick and what they won."""
        return scene_of(show, self._caption(show.for_picture()))

    def _caption(self, show: Show) -> str:
        """What happened last, as the picture tells it; at the end who has won."""
        view: KilleView = show.view
        if view.outcome is not None:
            return show.words.say("First: {names}", names=self._each(show, view.net, view.outcome.winners))
        kinds = CAPTIONS[phase_of(view)]
        event = next((event for event in reversed(show.story) if event.kind in kinds), None)
        if event is None:
            return ""
        if event.kind == "hand":  # its number and the pot stand beside it
            return show.words.say("{name} deals.", name=show.name(event["dealer"]))
        return self.sentence(event, show) or ""

    def status(self, show: Show) -> str:
        """Whose turn it is, and what they may do."""
        view: KilleView = show.view
        words, name = show.words, show.name(view.to_act[0])
        if view.share is None:
            doing = {
                (True, True): words.say("**{name}** is to join, exchange or fold.", name=name),
                (True, False): words.say("**{name}** is to join or exchange.", name=name),
                (False, True): words.say("**{name}** is to join or fold.", name=name),
                (False, False): words.say("**{name}** can only join.", name=name),
            }[bool(view.talon), view.may_fold]
            return f"{doing} {words.plural('{count} point is in the pot.', '{count} points are in the pot.', view.pot)}"
        if view.trick:
            card = best_of(view.trick)[1]
            doing = words.say(
                "**{name}** is to play: {card} or higher, or else the highest card.", name=name, card=card
            )
        else:
            doing = words.say("**{name}** is to lead.", name=name)
        return f"{doing} {self._at_stake(show)}"

    @staticmethod
    def _at_stake(show: Show) -> str:
        """Which trick this is, and what it pays."""
        view: KilleView = show.view
        return show.words.plural(
            "Trick {trick} of {tricks} for {count} point.",
            "Trick {trick} of {tricks} for {count} points.",
            view.share or 0,
            trick=sum(view.tricks) + 1,
            tricks=HAND,
        )

    def written(self, show: Show) -> str:
        """The table as text."""
        view: KilleView = show.view
        words = show.words
        lines = [
            words.say(
                "**{title}**, hand {hand} of {hands}", title=self.game.title, hand=view.hand_no, hands=view.hands_total
            ),
            pot_of(show).words,
        ]
        trick = trick_on_table(show)
        if view.share is None:
            lines.append(talon_in_words(show))
        if trick is not None and trick.complete:
            lines += [taken_line(trick.cards, show)] if trick.cards else []
        elif trick is not None:
            lines.append(words.say("Trick: {names}", names=[trick_in_words(trick.cards, show)]))
        lines += [f"{show.name(seat)}: {', '.join(facts_of(show, seat))}" for seat in range(view.seats)]
        return "\n".join(lines)

    def last_trick(self, show: Show) -> tuple[str, Scene | None] | None:
        """The trick taken last, also of the hand before."""
        cards = taken_last(show)
        if not cards:
            return None
        words = show.words
        seat, card = best_of(cards)
        scene = trick_alone(cards, show, words.say("{name} took it with {card}.", name=show.plain(seat), card=card))
        said = words.say("{name} took it with {card}.", name=show.name(seat), card=card)
        return f"{taken_line(cards, show)}\n{said}", scene

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """A trick that was complete, where the next card or decision has already taken it away."""
        return covered_trick(self, show, since)

    # ---- what happened ---------------------------------------------------------------------------------------

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        words = show.words
        name = show.name(event["seat"]) if "seat" in event.facts else ""
        match event.kind:
            case "hand":
                dealer = show.name(event["dealer"])
                return words.say(
                    "Hand {hand}: {name} deals and pays {ante}. Pot {pot}.",
                    hand=event["hand"],
                    name=dealer,
                    ante=ANTE,
                    pot=event["pot"],
                )
            case "decide":
                decided = {
                    "join": words.say("{name} is in.", name=name),
                    "exchange": words.say("{name} exchanges.", name=name),
                    "fold": words.say("{name} folds.", name=name),
                }
                return decided[event["decision"]]
            case "walkover":
                return words.plural(
                    "Nobody else is in: {name} takes {count} point.",
                    "Nobody else is in: {name} takes {count} points.",
                    event["points"],
                    name=name,
                )
            case "start":
                return words.plural("Each trick pays {count} point.", "Each trick pays {count} points.", event["share"])
            case "play":
                return words.say("{name} plays {card}.", name=name, card=event["card"])
            case "trick":
                return words.plural(
                    "{name} takes the trick with {card}: {count} point.",
                    "{name} takes the trick with {card}: {count} points.",
                    event["points"],
                    name=name,
                    card=highest_card(event["cards"]),
                )
            case "no_trick":
                return words.say("{name} has no trick and pays {points}.", name=name, points=event["points"])
            case "shareout":
                points = event["points"]
                seats = [seat for seat, count in enumerate(points) if count]
                return words.say("The tricks share what was paid: {names}.", names=self._each(show, points, seats))
            case "hand_over":
                scores = self._each(show, event["scores"], range(show.view.seats))
                return words.say("After hand {hand}: {names}.", hand=event["hand"], names=scores)
        return None

    @staticmethod
    def _each(show: Show, points: Sequence[int], seats: Sequence[int]) -> list[str]:
        """The names on some seats, each with its points."""
        words = show.words
        return [words.say("{name} {points}", name=show.name(seat), points=signed(points[seat])) for seat in seats]

    def score_table(self, show: Show) -> str:
        """The account: what every hand brought to each seat and left in the pot, then the totals."""
        view: KilleView = show.view
        words = show.words
        over = [event for event in show.story if event.kind == "hand_over"]
        rows = [
            (str(event["hand"]), [*map(signed, brought), number(event["pot"])])
            for event, brought in zip(over, gains(show), strict=True)
        ]
        if view.outcome is None:
            before = over[-1]["scores"] if over else (0,) * view.seats
            going = [signed(now - then) for now, then in zip(view.scores, before, strict=True)]
            rows.append(("…", [*going, number(view.pot)]))
        names = [*(show.plain(seat) for seat in range(view.seats)), words.say("pot")]
        return "\n".join(
            (
                words.say("Points won and paid, hand by hand, and what the pot held then:"),
                score_columns(names, rows),
                *points_lines(show),
            )
        )

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: KilleView = show.view
        words = show.words
        if not view.to_act:
            return words.say("The game is over.")
        if not show.moves:
            if view.decisions[show.seat] == "fold":
                return words.say("You have folded. Waiting for {name}.", name=show.name(view.to_act[0]))
            return words.say("Waiting for {name}.", name=show.name(view.to_act[0]))
        if view.share is None:
            return words.plural(
                "**Your turn**: are you in? {count} point is in the pot.",
                "**Your turn**: are you in? {count} points are in the pot.",
                view.pot,
            )
        ask = words.say("**Your turn**: lead a card.") if not view.trick else words.say("**Your turn**: play a card.")
        return f"{ask} {self._at_stake(show)}"

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand."""
        return own_hand(show, to_play=show.view.share is not None)

    def hand_written(self, show: Show) -> str:
        """The cards in hand, those put away, and the trick they are played to."""
        view: KilleView = show.view
        words = show.words
        lines = [own_cards(show)]
        if view.gave:
            lines.append(words.say("You have put away: {cards}", cards=view.gave))
        if view.trick:
            lines.append(words.say("Trick: {names}", names=[trick_in_words(view.trick, show)]))
        return "\n".join(lines)

    def menu(self, show: Show, path: str) -> Menu:
        """The decisions; or a button for each card that may be played."""
        view: KilleView = show.view
        words = show.words
        if view.share is None:
            return Menu("", self._decisions(show), reason=" ".join(self._impossible(show)))
        if not view.trick:
            return Menu("", tuple(card_choice(words, card) for card in show.moves))
        seat, top = best_of(view.trick)
        high = highest_card((top, show.moves[0])) == show.moves[0]
        reason = ""
        if not high:
            reason = words.say("None of your cards is as high as {card}: you must play the highest.", card=top)
        elif len(show.moves) < len(set(view.hand or ())):
            name = show.name(seat)
            reason = words.say("You must play at least as high as {card}, which {name} played.", card=top, name=name)
        return Menu(
            "", tuple(card_choice(words, card, "take" if high else "lay") for card in show.moves), reason=reason
        )

    @staticmethod
    def _decisions(show: Show) -> tuple[Choice, ...]:
        """What may be decided: the same for everybody who may, so it hides nothing."""
        view: KilleView = show.view
        words = show.words
        choices = [Choice(words.say("Join"), move="join", tone="take")]
        if view.talon:
            choices.append(Choice(words.say("Exchange all three"), move="exchange"))
        if view.may_fold:
            choices.append(Choice(words.say("Fold"), move="fold", tone="danger"))
        return tuple(choices)

    @staticmethod
    def _impossible(show: Show) -> Iterator[str]:
        view: KilleView = show.view
        words = show.words
        if not view.may_fold:
            yield words.say("Nobody may fold: only the dealer's {points} points are in the pot.", points=ANTE)
        if not view.talon:
            yield words.say("The talon is gone: somebody has exchanged.")

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """The decisions, for whoever is asked."""
        return self._decisions(show) if show.view.share is None and show.view.to_act else ()

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Kille"),
                words.say("For three to eight players, who gamble for a pot of points."),
                deck_in_words(words),
                words.say("### A hand"),
                words.say(
                    "The dealer pays 3 points to the *pot*. Everybody gets three cards, and three lie face down: the *talon*. "
                    "From the dealer's left each player decides once:\n"
                    "- **join** with the own cards,\n"
                    "- **exchange** all three, unseen, for the talon and join with those, or\n"
                    "- **fold** and be out of this hand. Nobody may fold while the pot holds only the dealer's 3."
                ),
                words.say("If only one player is in, the whole pot is theirs without play."),
                words.say("### Three tricks"),
                words.say(
                    "The first player in, left of the dealer, leads any card. The others must play a card **at least as "
                    "high as the highest so far** if they have one; if not, their **highest** card. The highest card takes "
                    "the trick, of equal ones the later, and its player leads the next."
                ),
                words.say(
                    "Example: 9 is led and the next player lays Gris. You hold 11, Gris and Gök: play Gris, which is as "
                    "high and later, or Gök, but not 11."
                ),
                words.say("### Points"),
                words.say(
                    "Every trick pays a third of the pot. Who is in and takes no trick pays 3 for the next hand's pot. The deal "
                    "passes to the left; after everybody has dealt as often as agreed, who has won most is first."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- No card has a special effect; the numeral 1 is above Krans.\n"
                    '- "As high" is measured by the highest card so far, not by the card led.\n'
                    "- Only one player may exchange in a hand; an option lets others take in turn what was put away. Who has "
                    "exchanged cannot fold. You may exchange when nobody may fold.\n"
                    "- If all others have folded the last player is not asked. A dealer who folds leaves the 3 in the pot.\n"
                    "- Who folded, or took the pot without play, pays nothing for having no trick.\n"
                    "- After the last hand those payments are shared by the tricks of that hand, so that the pot is empty.\n"
                    "- Payments may take you below zero. Equal points share the place."
                ),
            )
        )


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, KilleTable()))
