"""Battalion at the table: armies composed in private and placed at once, then three battles one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord.ext import commands

from cogs.battalion_draft import cards_of, menu_of, moves_of
from cogs.battalion_scene import allocation_scene, battle_scene, facts_of, field_scene, game_of
from cogs.building import GameCog
from games.battalion import GENERALS, STRENGTH, UNDECIDED, Battalion, BattalionView, Fought
from games.cards import JOKER, SUITS, rank_of
from games.game import Event
from games.options import N_
from pictures.scene import HandStrip, Scene, face, faces
from table.presentation import Menu, Presentation, Show, Stage
from table.words import Words

#: The battle of one kind of general.
BATTLES = {"J": N_("Jacks"), "Q": N_("Queens"), "K": N_("Kings")}


class BattalionTable(Presentation):
    """How Battalion looks and speaks."""

    game = Battalion
    accent = 0x24507A
    limit = 90

    def length(self, seats: int, options: Any) -> int:
        """Some minutes for each army, and the battles."""
        return 3 * seats + 2

    def phase(self, view: BattalionView) -> str:
        """Armies are placed, or the game is over; the battles are stages on the way."""
        return "allocation" if view.outcome is None else "over"

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The generals with the sizes of their stacks; at the end those that stand."""
        view: BattalionView = show.view
        caption = self._last_said(show)
        if view.outcome is not None and view.last is not None:
            return field_scene(show, view.last, caption)
        return allocation_scene(show, caption)

    def _last_said(self, show: Show, told: int | None = None) -> str:
        picture = show.for_picture()
        return next((said for event in reversed(show.story[:told]) if (said := _caption(event, picture))), "")

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """The Jacks, the Queens, the Kings; then the field as it was, if another game is on already."""
        view: BattalionView = show.view
        told = next(
            (number for number in range(len(show.story), since, -1) if show.story[number - 1].kind == "result"), 0
        )
        if not told or view.last is None:
            return ()
        words = show.words
        found = []
        for place in range(len(GENERALS)):
            event = show.story[told - 1 - len(GENERALS) + place]
            status = words.say("The battle of the {battle}.", battle=words.translate(BATTLES[event["general"]]))
            caption = _caption(event, show.for_picture()) or ""
            found.append(Stage(battle_scene(show, event.facts, caption), status, told - len(GENERALS) + place))
        if view.outcome is None:
            scene = field_scene(show, view.last, self._last_said(show, told))
            found.append(Stage(scene, words.say("Level after game {game}.", game=view.last.game), told))
        return tuple(found)

    def status(self, show: Show) -> str:
        """Who is placing an army."""
        view: BattalionView = show.view
        words = show.words
        if view.placing is None:
            return words.say("The game is over.")
        name = f"**{show.name(view.placing)}**"
        if view.placing in view.jokers:
            line = words.say("{name} places ten soldiers, and perhaps a Joker.", name=name)
        else:
            line = words.say("{name} places ten soldiers.", name=name)
        return f"{game_of(words, view.game, view.options.games)}: {line}" if view.game > 1 else line

    def written(self, show: Show) -> str:
        """The table as text."""
        view: BattalionView = show.view
        words = show.words
        lines = [f"**Battalion**, {game_of(words, view.game, view.options.games)}"]
        lines += [
            f"{show.name(seat)} ({words.fact('suits', SUITS[seat])}): {self._army(show, seat)}"
            for seat in range(view.seats)
        ]
        if view.last is not None:
            lines += ["", *self._battles(show, view.last)]
        return "\n".join(lines)

    def _army(self, show: Show, seat: int) -> str:
        """What everybody knows of a seat's army in this game."""
        view: BattalionView = show.view
        words = show.words
        sizes = view.sizes[seat]
        if seat not in view.playing:
            return words.say("not in this game")
        if sizes is not None:
            return _sizes(words, sizes)
        facts = [words.say("is placing") if seat == view.placing else words.say("not placed yet")]
        if seat in view.jokers:
            facts.append(words.say("holds a Joker"))
        return ", ".join(facts)

    def _battles(self, show: Show, fought: Fought) -> list[str]:
        """The three battles of a game with every stack, cancelled soldiers struck out."""
        words = show.words
        lines = [words.say("The battles of game {game}:", game=fought.game)]
        for place in range(len(GENERALS)):
            facts = facts_of(fought, place)
            lines.append(f"**{words.translate(BATTLES[facts['general']])}**")
            for seat, stack in enumerate(facts["stacks"]):
                if stack is not None:
                    lines.append(f"{show.name(seat)}: {self._stack(show, seat, facts)}")
        lines.append(self._generals(show, fought.face_up))
        return lines

    @staticmethod
    def _stack(show: Show, seat: int, facts: Mapping[str, Any]) -> str:
        words = show.words
        cards = [
            f"~~{words.card(card)}~~" if card != JOKER and rank_of(card) in facts["cancelled"] else words.card(card)
            for card in facts["stacks"][seat]
        ]
        kept = words.say("stays") if seat == facts["winner"] else words.say("flipped")
        listed = " ".join(cards) or words.say("nobody")
        general = words.card(facts["general"] + SUITS[seat])
        return f"{listed} = **{facts['totals'][seat]}**, {general} {kept}"

    @staticmethod
    def _generals(show: Show, face_up: tuple[tuple[str, ...] | None, ...]) -> str:
        """How many generals each seat has kept."""
        names = [f"{show.name(seat)} {len(kept)}" for seat, kept in enumerate(face_up) if kept is not None]
        return show.words.say("Generals kept: {names}.", names=names)

    def score_table(self, show: Show) -> str:
        """The generals kept in each game."""
        words = show.words
        results = [event for event in show.story if event.kind == "result"]
        lines = [
            words.say("Game {game}: {kept}", game=event["game"], kept=self._generals(show, event["generals"]))
            for event in results
        ]
        return "\n".join(lines) or words.say("No battle has been fought yet.")

    def last_trick(self, show: Show) -> tuple[str, Scene | None]:
        """The battles that were fought last."""
        view: BattalionView = show.view
        if view.last is None:
            return show.words.say("No battle has been fought yet."), None
        return "\n".join(self._battles(show, view.last)), field_scene(show, view.last, "")

    def trick_label(self, words: Words) -> str:
        """Battles are what one looks back at."""
        return words.say("Battles")

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        words = show.words
        if event.kind == "game":
            first = show.name(event["order"][0])
            if event["game"] == 1:
                return words.say("{name} places an army first.", name=first)
            return words.say(
                "Game {game}: {names} fight again, {name} places first.",
                game=event["game"],
                names=[show.name(seat) for seat in sorted(event["order"])],
                name=first,
            )
        if event.kind == "allocated":
            name = show.name(event["seat"])
            return words.say("{name} has placed: {sizes}.", name=name, sizes=_sizes(words, event["sizes"]))
        if event.kind == "battle":
            return self._battle_sentence(event, show)
        if event.kind == "result":
            said = self._generals(show, event["generals"])
            if len(event["leaders"]) > 1:
                said += " " + words.say("{names} are level.", names=[show.name(seat) for seat in event["leaders"]])
            return said
        return None

    @staticmethod
    def _battle_sentence(event: Event, show: Show) -> str:
        """Totals, what was cancelled, and who keeps the general."""
        words = show.words
        names = [
            words.say("{name} {points}", name=show.name(seat), points=total)
            for seat, total in enumerate(event["totals"])
            if total is not None
        ]
        said = words.say("{battle}: {names}", battle=words.translate(BATTLES[event["general"]]), names=names)
        if event["cancelled"]:
            ranks = words.listed(words.translate(rank) for rank in event["cancelled"])
            said += " " + words.say("(cancelled: {ranks})", ranks=ranks)
        if event["winner"] is None:
            return said + words.say(". Nobody's general stays.")
        return said + words.say(". {name}'s general stays.", name=show.name(event["winner"]))

    def ended(self, show: Show) -> str:
        """That one has more generals than anybody else, or that nobody had after the games that the table allows."""
        view: BattalionView = show.view
        words, outcome = show.words, view.outcome
        assert outcome is not None
        if outcome.reason == UNDECIDED:
            return words.plural(
                "After {count} game without a single winner those who led it share the win.",
                "After {count} games without a single winner those who led the last one share the win.",
                view.game,
            )
        (seat,) = outcome.winners
        return words.plural(
            "{name} has kept {count} general, more than anybody else.",
            "{name} has kept {count} generals, more than anybody else.",
            outcome.scores[seat],
            name=show.name(seat),
        )

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: BattalionView = show.view
        words = show.words
        if show.moves:
            if show.seat in view.jokers:
                return words.say("**Your turn**: place your ten soldiers. The Joker is worth 0: place it, or keep it.")
            return words.say("**Your turn**: place your ten soldiers.")
        if view.placing is None:
            return words.say("The game is over.")
        if show.seat not in view.playing:
            return words.say("The leaders fight again without you.")
        return words.say("Waiting for {name}.", name=show.name(view.placing))

    def hand(self, show: Show) -> HandStrip | None:
        """The soldiers to be placed; once they are, each golden general with its stack."""
        view: BattalionView = show.view
        if show.seat not in view.playing:
            return None
        words, suit = show.words, SUITS[show.seat]
        if view.sizes[show.seat] is None:
            codes = [card if card == JOKER else card + suit for card in cards_of(view)]
            return HandStrip(faces(*codes), felt="navy", words=words.say("Your soldiers"))
        cards = []
        for general in GENERALS:
            cards.append(face(general + suit, glow="gold", words=words.say("general")))
            cards += faces(*(view.stacks or {}).get(general, ()))
        return HandStrip(tuple(cards), felt="navy", words=words.say("Your army"))

    def hand_written(self, show: Show) -> str:
        """The own stacks once they lie there, and what is known of the others."""
        view: BattalionView = show.view
        words = show.words
        lines = []
        for general in GENERALS if view.stacks and any(view.stacks.values()) else ():
            stack = (view.stacks or {})[general]
            total = sum(STRENGTH.get(rank_of(card), 0) for card in stack if card != JOKER)
            cards = " ".join(words.card(card) for card in stack) or words.say("nobody")
            lines.append(f"{words.card(general + SUITS[show.seat])}: {cards} = {total}")
        lines += [f"{show.name(seat)}: {self._army(show, seat)}" for seat in range(view.seats) if seat != show.seat]
        return "\n".join(lines)

    def menu(self, show: Show, path: str) -> Menu:
        """See `cogs.battalion_draft`."""
        return menu_of(show, path)

    def drafted(self, show: Show, draft: str) -> list[str]:
        """All placements of an army, made together."""
        return moves_of(show.view, draft)

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Battalion"),
                words.say(
                    "For two to four. Each has a suit: J, Q and K are the **generals**, ace (1) to 10 the **soldiers**."
                ),
                words.say("### Placing"),
                words.say(
                    "One after another, the seat left of the dealer first, each places all ten soldiers face down with "
                    "the three generals, split as they like; a general may get none. The others see only how many lie "
                    "where. The first to place also holds a **Joker**, worth 0: a card more to puzzle over. With three "
                    "or four players the second holds one, too. It need not be used."
                ),
                words.say("### The battles"),
                words.say(
                    "When all have placed, the Jacks fight, then the Queens, then the Kings. A rank that lies in two or "
                    "more of the stacks is **cancelled**: it counts for none of them. The rest is added up. The highest "
                    "total keeps its general, all others are flipped; if two share the highest, all are flipped."
                ),
                words.say(
                    "Example: 10 9 2 fight 9 8 5. The nines are cancelled: 12 against 13, the second general stays."
                ),
                words.say("### Winning"),
                words.say(
                    "Most generals win. Is the most shared, those who share it fight again with all their cards; the "
                    "next of them places first."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- Only those who share the lead fight again. After the last game that the table allows they share "
                    "the win.\n"
                    "- All ten soldiers must be placed. An empty stack is worth 0; if all totals are equal, 0 too, all "
                    "generals are flipped.\n"
                    "- With three or four, a rank in two stacks is cancelled in every stack that has it. The same rank "
                    "with different generals is not.\n"
                    "- Jokers count as cards, never in totals, and two Jokers cancel nothing.\n"
                    "- If nobody keeps a general, all in that game are level."
                ),
            )
        )


def _sizes(words: Words, sizes: Mapping[str, int]) -> str:
    """How many cards lie with each general: ``J 4, Q 3, K 4``."""
    return ", ".join(f"{words.translate(general)} {sizes[general]}" for general in GENERALS)


def _caption(event: Event, show: Show) -> str | None:
    """What happened, short enough for a picture."""
    words = show.words
    if event.kind == "battle":
        battle = words.translate(BATTLES[event["general"]])
        winner = event["winner"]
        if winner is None:
            return words.say("{battle}: all are flipped", battle=battle)
        return words.say("{battle}: {name} wins", battle=battle, name=show.name(winner))
    if event.kind == "result":
        leaders = event["leaders"]
        names = [show.name(seat) for seat in leaders]
        if len(leaders) > 1:
            return words.say("{names} are level", names=names)
        kept = len(event["generals"][leaders[0]])
        return words.plural("{name} keeps {count} general", "{name} keeps {count} generals", kept, name=names[0])
    if event.kind == "allocated":
        name = show.name(event["seat"])
        return words.say("{name} has placed: {sizes}", name=name, sizes=_sizes(words, event["sizes"]))
    return None


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, BattalionTable()))
