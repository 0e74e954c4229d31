"""Dubbel fanfar at the table: one line of all ranks with both its ends in sight, and a card or a draw for each turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from cogs.kille_cards import card_choice, deck_in_words, own_cards, own_hand, points_lines
from games.cards import KILLE_RANKS
from games.dubbel_fanfar import DRAW, FEE, DubbelFanfar, DubbelFanfarView
from games.game import Event
from games.kille_hand import RANK
from pictures.scene import Card, HandStrip, Pile, Pill, Pot, Scene, Seat, Strip, back, face, place
from table.presentation import Choice, Menu, Presentation, Show
from table.words import Words, signed

#: What starts a line.
START = "VA"

#: The line lies in three lines of seven ranks, so that a phone shows them large enough.
COLUMNS = 7

#: Names that are too long for an empty place, as they are divided.
HYPHENATED = {"VA": "Värds- hus", "HA": "Harle- kin"}


class DubbelFanfarTable(Presentation):
    """How Dubbel fanfar looks and speaks."""

    game = DubbelFanfar
    accent = 0x8A2B3F
    limit = 45

    def length(self, seats: int, options: Any) -> int:
        """About sixty quick turns a game."""
        return 5 * int(options.games)

    def phase(self, view: Any) -> str:
        """A line that waits for its Värdshus; one that grows; a game that was won, until the next is begun; the end."""
        if view.outcome is not None:
            return "over"
        if view.game_no > 1 and not view.past:
            return "won"
        return "start" if view.line is None else "line"

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The line from Blare to Harlekin between the two players, golden where the next card may lie; talon and pot."""
        view: DubbelFanfarView = show.view
        words = show.words
        talon = words.plural("Talon: {count} card", "Talon: {count} cards", view.talon)
        pot = words.plural("Pot: {count} point", "Pot: {count} points", view.pot)
        number = words.say("Line {line} of 2", line=line_number(view))
        if view.games > 1:
            number = words.say(
                "Game {game} of {games}, line {line}", game=view.game_no, games=view.games, line=line_number(view)
            )
        pills = [Pill(number, "top-right", words=f"{number}. {self._fitting(show)}")]
        if said := self._caption(show.for_picture()):
            won = self.phase(view) in ("won", "over")
            pills.append(Pill(said, "bottom-right", "gold" if won else "plain"))
        return Scene(
            felt="wine",
            seats=tuple(self._seat(show, seat) for seat in range(view.seats)),
            elements=(
                Strip(tuple(self._slots(show)), words=words.say("Line"), columns=COLUMNS),
                Pot(str(view.pot), words.say("Pot"), pot, "right"),
                Pile(view.talon, back("kille"), words.say("Talon"), talon, "right"),
            ),
            pills=tuple(pills),
        )

    @staticmethod
    def _slots(show: Show) -> Iterator[Card]:
        """A place for each rank: the cards that lie, and golden ones for what fits."""
        view: DubbelFanfarView = show.view
        fitting = fits(view)
        for rank, card in enumerate(KILLE_RANKS):
            if view.line is not None and RANK[view.line.low] <= rank <= RANK[view.line.high]:
                yield face(card)
            elif card in fitting and view.outcome is None:
                yield place(HYPHENATED.get(card, show.words.card(card)), glow="gold")
            else:
                yield place()

    def _seat(self, show: Show, seat: int) -> Seat:
        view: DubbelFanfarView = show.view
        words = show.words
        return Seat(
            name=show.plain(seat),
            fallbacks=(words.say("Player {number}", number=seat + 1),),
            line=words.plural("{points} point", "{points} points", abs(view.net[seat]), points=signed(view.net[seat])),
            pile=Pile(view.hands[seat], back("kille")),
            to_act=seat in view.to_act,
            colour=seat,
            marker="D" if seat == view.dealer else "",
            at="bottom" if seat == 0 else "top",
            words=f"{show.plain(seat)}: {', '.join(self._facts(show, seat))}",
        )

    @staticmethod
    def _facts(show: Show, seat: int) -> Iterator[str]:
        """What is known of a seat, in words."""
        view: DubbelFanfarView = show.view
        words = show.words
        if seat in view.to_act:
            yield words.say("to play")
        yield words.plural("{count} card", "{count} cards", view.hands[seat])
        yield words.say("score {points}", points=signed(view.net[seat]))
        if seat == view.dealer:
            yield words.say("dealer")

    def _caption(self, show: Show) -> str:
        """What happened last, in a few words; between two games and at the end who has won."""
        words = show.words
        won = self.phase(show.view) in ("won", "over")
        for event in reversed(show.story):
            if won and event.kind == "game_over":
                points = event["pot"] + event["left"]
                return words.plural(
                    "{name} wins {count} point", "{name} wins {count} points", points, name=show.name(event["seat"])
                )
            if not won and event.kind == "game":
                return words.say("{name} opens.", name=show.name(event["opens"]))
            if not won and event.kind == "line":
                return words.say("The line is complete.")
            if not won:
                return self.sentence(event, show) or ""
        return ""

    def status(self, show: Show) -> str:
        """Whose turn it is, and what fits."""
        view: DubbelFanfarView = show.view
        words, name = show.words, show.name(view.to_act[0])
        fitting = [words.card(card) for card in fits(view)]
        if len(fitting) == 2:
            return words.say(
                "**{name}** is to play {card_low} or {card_high}, or to draw.",
                name=name,
                card_low=fitting[0],
                card_high=fitting[1],
            )
        if must_start(view):
            return words.say("**{name}** is to play {card}.", name=name, card=START)
        return words.say("**{name}** is to play {card}, or to draw.", name=name, card=fits(view)[0])

    def written(self, show: Show) -> str:
        """The table as text."""
        view: DubbelFanfarView = show.view
        words = show.words
        lines = [
            words.say(
                "**{title}**, game {game} of {games}", title=self.game.title, game=view.game_no, games=view.games
            ),
            self._line(show),
            words.plural("Talon: {count} card", "Talon: {count} cards", view.talon),
            words.plural("Pot: {count} point", "Pot: {count} points", view.pot),
            *(f"{show.name(seat)}: {', '.join(self._facts(show, seat))}" for seat in range(view.seats)),
        ]
        return "\n".join(lines)

    @staticmethod
    def _line(show: Show) -> str:
        """The line and what fits it, in words."""
        view: DubbelFanfarView = show.view
        words = show.words
        number = line_number(view)
        if view.line is None:
            lies = words.say("Line {line} of 2: nothing lies there.", line=number)
        else:
            low, high = words.card(view.line.low), words.card(view.line.high)
            if low == high:
                lies = words.say("Line {line} of 2: {card}.", line=number, card=view.line.low)
            else:
                lies = words.say(
                    "Line {line} of 2: {card_low} to {card_high}.", line=number, card_low=low, card_high=high
                )
        return f"{lies} {DubbelFanfarTable._fitting(show)}".strip()

    @staticmethod
    def _fitting(show: Show) -> str:
        """What fits the line now, for everybody to know."""
        if show.view.outcome is not None:
            return ""
        return show.words.say("What fits: {names}.", names=[show.words.card(card) for card in fits(show.view)])

    # ---- what happened ---------------------------------------------------------------------------------------

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        words = show.words
        name = show.name(event["seat"]) if "seat" in event.facts else ""
        match event.kind:
            case "game":
                dealer, opener = show.name(event["dealer"]), show.name(event["opens"])
                if event["opens"] == event["dealer"]:
                    return words.say(
                        "Game {game}: {name} deals and opens, the only one with a {card}.",
                        game=event["game"],
                        name=dealer,
                        card=START,
                    )
                return words.say(
                    "Game {game}: {name} deals, {opener} opens.", game=event["game"], name=dealer, opener=opener
                )
            case "play":
                return words.say("{name} plays {card}.", name=name, card=event["card"])
            case "line":
                return words.say("The line is complete and turned away. The other {card} is next.", card=START)
            case "draw" if event["drew"]:
                return words.say("{name} pays {points} and draws a card.", name=name, points=FEE)
            case "draw":
                return words.say("{name} pays {points}: the talon is empty.", name=name, points=FEE)
            case "game_over":
                return words.plural(
                    "{name} is out and wins the pot of {pot}, and {count} for the card left.",
                    "{name} is out and wins the pot of {pot}, and {count} for the cards left.",
                    event["left"],
                    name=name,
                    pot=event["pot"],
                )
        return None

    def score_table(self, show: Show) -> str:
        """The games won, then the totals."""
        words = show.words
        lines = [
            words.say("Game {game}: {sentence}", game=event["game"], sentence=self.sentence(event, show))
            for event in show.story
            if event.kind == "game_over"
        ]
        if not lines:
            lines = [words.say("No game is over yet.")]
        return "\n".join([*lines, "", *points_lines(show)])

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: DubbelFanfarView = show.view
        words = show.words
        if not view.to_act:
            return words.say("The game is over.")
        if not show.moves:
            return words.say("Waiting for {name}.", name=show.name(view.to_act[0]))
        if show.moves == (DRAW,):
            return words.say("**Your turn**: none of your cards fits, so you draw.")
        return words.say("**Your turn**: play a card.")

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand."""
        return own_hand(show)

    def hand_written(self, show: Show) -> str:
        """The cards in hand, and the line."""
        return f"{own_cards(show)}\n{self._line(show)}"

    def menu(self, show: Show, path: str) -> Menu:
        """At most two cards, or the draw. What fits is said beside the hand; here, why one must play, or draw."""
        words = show.words
        if show.moves == (DRAW,):
            return Menu("", (self._draw(show),), reason=self._lacking(show))
        choices = tuple(card_choice(words, card) for card in show.moves)
        if len(choices) == 2:
            return Menu("", choices, reason=words.say("You hold both cards that fit: play one of them."))
        return Menu("", choices, reason=words.say("You hold {card}, so you may not draw.", card=show.moves[0]))

    @staticmethod
    def _lacking(show: Show) -> str:
        words = show.words
        fitting = fits(show.view)
        if len(fitting) == 1:
            return words.say("You hold no {card}.", card=fitting[0])
        low, high = map(words.card, fitting)
        return words.say("You hold neither {card_low} nor {card_high}.", card_low=low, card_high=high)

    @staticmethod
    def _draw(show: Show) -> Choice:
        words = show.words
        if show.view.talon:
            return Choice(words.say("Pay {points} and draw", points=FEE), move=DRAW)
        return Choice(words.say("Pay {points}, the talon is empty", points=FEE), move=DRAW)

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """The draw, for whoever is to play: refused to those who hold a card that fits, so it tells nothing before."""
        view: DubbelFanfarView = show.view
        return (self._draw(show),) if view.to_act and not must_start(view) else ()

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Dubbel fanfar"),
                words.say("*Double fanfare*, for two players, who gamble for a pot of points. Empty your hand first."),
                deck_in_words(words),
                words.say("### A game"),
                words.say(
                    "Both pay 1 point to the *pot* and get 14 cards; the other 14 are the *talon*. A **Värdshus** starts the "
                    "*line*. After it the next card below its low end fits (12, 11 … 1, Krans, Potta, Blare), and the next "
                    "above its high end (Kavall, Gris, Husar, Gök, Harlekin)."
                ),
                words.say(
                    "Who did not deal opens, except if only the dealer holds a Värdshus. Then the turns alternate."
                ),
                words.say("### Your turn"),
                words.say(
                    "- If you hold a card that fits you must play **one**; with two that fit you choose.\n"
                    "- If you hold none you pay 1 to the pot and **draw** a card from the talon, while there are any. "
                    "It is not played in the same turn."
                ),
                words.say(
                    "Example: the line goes from 9 to Gris. Play 8 or Husar; if you hold neither, pay 1 and draw."
                ),
                words.say(
                    "When all 21 ranks lie there the line is turned away. The other Värdshus starts the second line, made "
                    "of the second copies."
                ),
                words.say("### Who wins"),
                words.say(
                    "Who plays their last card wins at once: the whole pot, and 1 point from the other for each card left in "
                    "that hand. After as many games as agreed, who has won more points is first."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- The bot finds who opens; it tells everybody if the dealer does.\n"
                    "- There is one line at a time: second copies wait until the first line is complete.\n"
                    "- With an empty talon you still pay 1 if nothing fits, and draw nothing.\n"
                    "- Nobody has a Värdshus? There is no new deal: pay and draw until one appears.\n"
                    "- If your last card completes the line you have won, and no new line is started.\n"
                    "- Payments may take you below zero. Equal points after several games are a draw."
                ),
            )
        )


def must_start(view: DubbelFanfarView) -> bool:
    """Does everybody know that a Värdshus comes now? A dealer only opens holding one."""
    return view.opener == view.dealer and not view.past and view.outcome is None


def line_number(view: DubbelFanfarView) -> int:
    """Which line is built: 1 or 2."""
    return min(view.lines + 1, 2)


def fits(view: DubbelFanfarView) -> tuple[str, ...]:
    """The ranks that fit the line now, the lower one first: everybody sees them."""
    if view.line is None:
        return (START,)
    low, high = RANK[view.line.low], RANK[view.line.high]
    return (*KILLE_RANKS[low - 1 : low] * (low > 0), *KILLE_RANKS[high + 1 : high + 2])


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, DubbelFanfarTable()))
