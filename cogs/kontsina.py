"""Kontsina at the table: two hands of four, a layout to fish from, one press for most turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from games.cards import rank_of
from games.game import Event
from games.kontsina import DEALS, VALUE, Kontsina, KontsinaView, write_move
from pictures.scene import HandStrip, Pile, Pill, Row, Scene, Seat, back, faces
from table.presentation import Choice, Combine, Menu, Presentation, Show
from table.words import Words

#: So many sets are shown as a button each; more are put together in a select.
SETS_AS_BUTTONS = 15
#: A select of Discord holds so many cards.
SELECT = 25


class KontsinaTable(Presentation):
    """How Kontsina looks and speaks."""

    game = Kontsina
    accent = 0x24507A
    limit = 60

    def length(self, seats: int, options: Any) -> int:
        """Five minutes a round, as two people play it."""
        return 5 * int(options.rounds)

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The layout between two plates with their piles, the stock beside it."""
        view: KontsinaView = show.view
        words, picture = show.words, show.for_picture()
        seats = tuple(
            Seat(
                name=show.plain(seat),
                fallbacks=(words.say("Player {number}", number=seat + 1),),
                line=words.plural("{count} card", "{count} cards", view.hands[seat]),
                badge=str(view.scores[seat]),
                badge_words=words.plural("{count} point", "{count} points", view.scores[seat]),
                to_act=seat in view.to_act,
                colour=seat,
                marker="D" if seat == view.dealer else "",
                pile=Pile(
                    view.captured[seat],
                    back("french") if view.captured[seat] else None,
                    words=words.plural("{count} captured", "{count} captured", view.captured[seat]),
                ),
                at="bottom" if seat == 0 else "top",
            )
            for seat in range(view.seats)
        )
        last = next((said for event in reversed(show.story) if (said := self.sentence(event, picture))), "")
        stock = words.plural("Stock: {count} card", "Stock: {count} cards", view.stock)
        return Scene(
            felt="navy",
            seats=seats,
            elements=(
                Row(faces(*view.layout), words=words.say("Layout")),
                Pile(view.stock, back("french") if view.stock else None, words.say("Stock"), words=stock, at="right"),
            ),
            pills=(
                Pill(words.say("Round {round} of {rounds}", round=view.round, rounds=view.options.rounds), "top-right"),
                Pill(words.say("Deal {deal} of {deals}", deal=view.deal, deals=DEALS), "bottom-right"),
                *((Pill(last, "centre"),) if last else ()),
            ),
        )

    def status(self, show: Show) -> str:
        """Whose turn it is."""
        return show.words.say("**{name}** is to capture or lay a card.", name=show.name(show.view.to_act[0]))

    def written(self, show: Show) -> str:
        """The table as text."""
        view: KontsinaView = show.view
        words = show.words
        lines = [
            words.say(
                "**{title}**, round {round} of {rounds}, deal {deal} of {deals}",
                title=self.game.title,
                round=view.round,
                rounds=view.options.rounds,
                deal=view.deal,
                deals=DEALS,
            ),
            words.say("Layout: {cards}", cards=view.layout) if view.layout else words.say("The layout is empty."),
            words.plural("Stock: {count} card", "Stock: {count} cards", view.stock),
        ]
        for seat in range(view.seats):
            facts = [
                words.plural("{count} point", "{count} points", view.scores[seat]),
                words.plural("{count} card in hand", "{count} cards in hand", view.hands[seat]),
                words.plural("{count} captured", "{count} captured", view.captured[seat]),
            ]
            if seat == view.dealer:
                facts.append(words.say("dealer"))
            if seat in view.to_act:
                facts.append(words.say("to play"))
            lines.append(f"{show.name(seat)}: {', '.join(facts)}")
        return "\n".join(lines)

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        words = show.words
        if event.kind == "lay":
            return words.say("{name} lays {card}.", name=show.name(event["seat"]), card=event["card"])
        if event.kind == "capture":
            return words.say(
                "{name} takes {cards} with {card}.",
                name=show.name(event["seat"]),
                cards=event["taken"],
                card=event["card"],
            )
        if event.kind == "deal" and event["deal"] > 1:
            return words.say("Four new cards each.")
        if event.kind == "round":
            return self._round_sentence(event, show)
        return None

    def _round_sentence(self, event: Event, show: Show) -> str:
        words = show.words
        said = []
        for seat, points in enumerate(event["points"]):
            reasons = []
            if event["cards"][seat] > event["cards"][1 - seat]:
                reasons.append(words.say("most cards"))
            if event["clubs"][seat] > event["clubs"][1 - seat]:
                reasons.append(words.say("most clubs"))
            reasons += [
                words.card(card)
                for card, owner in (("2C", event["two_of_clubs"]), ("10D", event["ten_of_diamonds"]))
                if owner == seat
            ]
            why = f" ({words.listed(reasons)})" if reasons else ""
            said.append(words.say("{name} {points}", name=show.name(seat), points=points) + why)
        return words.say("Round {round}: {names}.", round=event["round"], names=said)

    def score_table(self, show: Show) -> str:
        """The rounds played, then the totals."""
        lines = [self._round_sentence(event, show) for event in show.story if event.kind == "round"]
        if not lines:
            lines = [show.words.say("No round has been counted yet.")]
        return "\n".join([*lines, "", super().score_table(show)])

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: KontsinaView = show.view
        if show.moves:
            return show.words.say("**Your turn**: play one card.")
        if not view.to_act:
            return show.words.say("The game is over.")
        return show.words.say("Waiting for {name}.", name=show.name(view.to_act[0]))

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand."""
        return HandStrip(faces(*show.view.hand), felt="navy", words=show.words.say("Your hand"))

    def hand_written(self, show: Show) -> str:
        """The cards in hand, and the layout they fish from."""
        view: KontsinaView = show.view
        words = show.words
        lines = [words.say("Your hand: {cards}", cards=view.hand) if view.hand else words.say("Your hand is empty.")]
        if view.layout:
            lines.append(words.say("Layout: {cards}", cards=view.layout))
        return "\n".join(lines)

    def menu(self, show: Show, path: str) -> Menu:
        """First every single capture, the sets where a card has only one, and every card to lay; then a card's sets."""
        words = show.words
        if path:
            return self._sets_menu(show, path)
        captures: list[Choice] = []
        for card in show.view.hand:
            singles, sets = captures_of(show.moves, card)
            captures += [self._capture(words, card, move) for move in singles]
            if len(sets) == 1:
                captures.append(self._capture(words, card, sets[0]))
            elif sets:
                label = words.say("{card} takes a set …", card=card)
                captures.append(Choice(label, path=card, card=card, tone="take"))
        lays = [Choice(words.say("Lay {card}", card=card), move=card, card=card) for card in show.view.hand]
        return Menu(words.say("Capture, or lay a card:") if captures else "", (*captures, *lays))

    def _sets_menu(self, show: Show, path: str) -> Menu:
        words = show.words
        card, *within = path.split()
        _, sets = captures_of(show.moves, card)
        sets = [move for move in sets if set(within) <= set(taken_by(move))]
        prompt = words.say("Which cards does {card} take?", card=card)
        if len(sets) <= SETS_AS_BUTTONS or within:
            return Menu(prompt, tuple(self._capture(words, card, move) for move in sets))
        usable = [other for other in show.view.layout if any(other in taken_by(move) for move in sets)]
        if len(usable) > SELECT:
            choices = tuple(
                Choice(words.say("a set with {card}", card=other), path=f"{card} {other}", card=other)
                for other in usable
            )
            return Menu(prompt, choices)
        worth = VALUE[card]
        options = tuple((other, words.card(other)) for other in usable)
        ask = words.say("Choose cards that add up to {worth}", worth=worth)
        return Menu(prompt, combine=Combine(options, 2, len(options), ask))

    def combined(self, show: Show, path: str, cards: Sequence[str]) -> str:
        """The set that was put together; the rules say whether it adds up."""
        return write_move(path, *cards)

    @staticmethod
    def _capture(words: Words, card: str, move: str) -> Choice:
        taken = " + ".join(words.card(other) for other in taken_by(move))
        label = words.say("{card} takes {taken}", card=card, taken=taken)
        return Choice(label, move=move, card=card, tone="take")

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Kontsina"),
                words.say("Two players fish for cards. French deck, an ace counts one."),
                words.say("### A round"),
                words.say(
                    "Each player gets four cards, four more lie face up: the *layout*. The player who did not deal "
                    "begins. When both hands are empty, four more are dealt to each, until the stock is used up."
                ),
                words.say("### Your turn"),
                words.say(
                    "Play one card:\n"
                    "- take **one** card of the same rank (jacks, queens and kings take and are taken only like this), or\n"
                    "- take **one set** of number cards that add up to your card: 7♣ takes 3♦ and 4♠, or\n"
                    "- lay your card on the layout. You may always do that."
                ),
                words.say("What you take, and the card you took it with, goes to your pile."),
                words.say("### Points"),
                words.say(
                    "Most cards **2** · most clubs **1** · the 2♣ **1** · the 10♦ **1**. A tie gives nobody the points."
                ),
                words.say("After an even number of rounds the higher total wins."),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- Cards left on the layout at the end of a round are nobody's (an option gives them to the player "
                    "who took last).\n"
                    "- A capture is one card *or* one set, never both and never two sets.\n"
                    "- If several captures are possible you choose; you need not capture.\n"
                    "- Equal totals are a draw."
                ),
            )
        )


def captures_of(moves: Sequence[str], card: str) -> tuple[list[str], list[str]]:
    """The captures that one card can make: (of a single card, of a set)."""
    own = [move for move in moves if move.startswith(f"{card} x ")]
    singles = [move for move in own if rank_of(taken_by(move)[0]) == rank_of(card)]
    return singles, [move for move in own if move not in singles]


def taken_by(move: str) -> list[str]:
    """The cards that a capture takes."""
    return move.split()[2:]


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, KontsinaTable()))
