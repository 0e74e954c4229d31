"""Djurpark at the table: everybody is an animal, cards are flipped, and a pair is a race to call the right one.

The scene is in cogs/djurpark_scene.py. Nothing here reads `match` or `known` of the view but the reflexes of computers:
what the table shows, and when, is the same whether there is a pair or not.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from cogs.djurpark_scene import ANIMAL_WORDS, animal_word, park_scene
from games.djurpark import ANIMALS, ONE_HAS_ALL, Djurpark, DjurparkView
from games.game import Event
from pictures.scene import HandStrip, Scene
from table.presentation import Choice, Menu, Presentation, Show, Window
from table.words import Words

#: Seconds after a flip was shown: until the next one may be made, and until it comes by itself.
LOCK, WINDOW = 3.0, 6.0

#: One emoji for each animal, all of them old enough for every Discord client.
EMOJI = {
    "cow": "🐄",
    "duck": "🦆",
    "frog": "🐸",
    "owl": "🦉",
    "cat": "🐈",
    "dog": "🐕",
    "horse": "🐎",
    "pig": "🐖",
    "sheep": "🐑",
    "goat": "🐐",
    "rooster": "🐓",
    "bee": "🐝",
    "crow": "🐦",
    "lion": "🦁",
    "wolf": "🐺",
    "elephant": "🐘",
    "donkey": "🐴",
    "mouse": "🐁",
    "snake": "🐍",
    "turkey": "🦃",
}

#: How computers react to a pair: how often they see it in time, and the seconds they need.
REFLEXES = {"easy": (0.4, 2.5, 5.5), "medium": (0.65, 1.8, 4.5), "hard": (0.9, 1.2, 3.5)}


class DjurparkTable(Presentation):
    """How Djurpark looks and speaks."""

    game = Djurpark
    accent = 0x7A2B3F
    limit = 30

    def length(self, seats: int, options: Any) -> int:
        """Six seconds a flip; somebody who calls well has all cards after some 400 of them."""
        return max(5, min(400, int(options.flips)) // 10)

    def phase(self, view: DjurparkView) -> str:
        """Animals, the first flip, a flip that may be called, cards that have just changed hands, or over."""
        if view.phase != "flip" or view.active is not None:
            return view.phase
        return "taken" if view.flips else "first"

    def window(self, view: DjurparkView) -> Window | None:
        """Flips and calls are races; a flip waits for everybody to have looked, and comes by itself at last."""
        if view.phase != "flip":
            return None
        return Window(WINDOW if view.flips else None, LOCK if view.flips else 0.0, ("flip",), ("flip", "call"))

    def reflex(
        self, view: DjurparkView, moves: Sequence[str], level: str, rng: random.Random
    ) -> tuple[float, str] | None:
        """A computer calls a pair that it sees in time; it never calls without one."""
        sees, quickest, slowest = REFLEXES.get(level, REFLEXES["easy"])
        move = "" if view.active is None else f"call {view.animals[view.active]}"
        if not view.match or move not in moves or rng.random() > sees:
            return None
        return rng.uniform(quickest, slowest), move

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """Every seat with its animal and its revealed cards, the card just flipped in gold."""
        picture = show.for_picture()
        last = next((said for event in reversed(show.story) if (said := self.sentence(event, picture))), "")
        return park_scene(show, last)

    def status(self, show: Show) -> str:
        """What everybody may do now."""
        view, words = show.view, show.words
        if view.phase == "animals":
            return words.say("**Choose an animal**, each a different one: {names}.", names=self._without(show))
        if view.phase == "over":
            return words.say("The game is over.")
        name = show.name(view.turn)
        if view.active is not None:
            return words.say(
                "A pair? Call the animal of {active}! **{name}** flips next.", name=name, active=show.name(view.active)
            )
        if view.flips:
            return words.say("The pair was called. **{name}** flips next.", name=name)
        return words.say("**{name}** flips the first card.", name=name)

    @staticmethod
    def _without(show: Show) -> list[str]:
        return [show.name(seat) for seat in show.view.to_act]

    def written(self, show: Show) -> str:
        """The table as text."""
        view: DjurparkView = show.view
        words = show.words
        lines = [
            words.say("**{title}**", title=self.game.title),
            words.say("Flip {flip} of at most {flips}", flip=view.flips, flips=view.options.flips),
        ]
        for seat in range(view.seats):
            facts = []
            if view.animals[seat] is not None:
                facts.append(f"{EMOJI[str(view.animals[seat])]} {animal_word(view.animals[seat], words)}")
            if not view.scores[seat]:
                facts.append(words.say("out"))
            else:
                facts.append(words.plural("{count} card face down", "{count} cards face down", view.down[seat]))
            if view.revealed[seat]:
                facts.append(words.say("revealed: {cards}", cards=view.revealed[seat]))
            if seat == view.active:
                facts.append(words.say("flipped last"))
            if seat in view.called:
                facts.append(words.say("has called"))
            if seat == view.turn:
                facts.append(words.say("flips next"))
            lines.append(f"{show.name(seat)}: {' · '.join(facts)}")
        return "\n".join(lines)

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly. A wrong call is told in the same words, whatever was wrong with it."""
        words = show.words
        if event.kind == "win":
            return words.plural(
                "{names} has the most cards.", "{names} have the most cards.", len(event["seats"]),
                names=[show.name(seat) for seat in event["seats"]],
            )  # fmt: skip
        name = show.name(event["seat"])
        if event.kind == "animal":
            return words.say("{name}: {animal}.", name=name, animal=animal_word(event["animal"], words))
        if event.kind == "flip":
            if event["turned"]:
                return words.say("{name} turns the pile over and flips {card}.", name=name, card=event["card"])
            return words.say("{name} flips {card}.", name=name, card=event["card"])
        if event.kind == "right":
            return self._right(event, show)
        if event.kind == "wrong":
            animal = animal_word(event["animal"], words)
            if not event["paid"]:
                return words.say("{name} calls “{animal}”: wrong.", name=name, animal=animal)
            active = show.name(event["active"])
            return words.say(
                "{name} calls “{animal}”: wrong, a card goes to {active}.", name=name, animal=animal, active=active
            )
        if event.kind == "out":
            return words.say("{name} has no card left and is out.", name=name)
        return None

    @staticmethod
    def _right(event: Event, show: Show) -> str:
        words, count = show.words, len(event["cards"])
        name, animal = show.name(event["seat"]), animal_word(show.view.animals[event["active"]], show.words)
        if event["seat"] == event["active"]:
            return words.plural(
                "{name} calls “{animal}” and keeps {count} card.", "{name} calls “{animal}” and keeps {count} cards.",
                count, name=name, animal=animal,
            )  # fmt: skip
        return words.plural(
            "{name} calls “{animal}” and takes {count} card from {active}.",
            "{name} calls “{animal}” and takes {count} cards from {active}.",
            count, name=name, animal=animal, active=show.name(event["active"]),
        )  # fmt: skip

    def score_table(self, show: Show) -> str:
        """Cards owned, most first."""
        view, words = show.view, show.words
        lines = []
        for seat in sorted(range(view.seats), key=lambda seat: (-view.scores[seat], seat)):
            owned = words.plural("{name}: **{count}** card", "{name}: **{count}** cards", view.scores[seat],
                                 name=show.name(seat))  # fmt: skip
            lines.append(owned if view.scores[seat] else words.say("{name}: out", name=show.name(seat)))
        return "\n".join(lines)

    # ---- what may be done --------------------------------------------------------------------------------------

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """Everything is public. First the animals; then, in a new order after each flip, the calls, and the flip."""
        view, words = show.view, show.words
        if view.phase == "animals":
            free = [animal for animal in ANIMALS if animal not in view.animals]
            return tuple(self._animal(animal, "animal", words) for animal in free)
        calls = [self._animal(animal, "call", words) for animal in order_of_calls(view)]
        heading = words.say("-# {name} flips next:", name=show.name(view.turn)) if calls else ""
        return (*calls, Choice(words.say("Flip"), move="flip", tone="take", heading=heading))

    @staticmethod
    def _animal(animal: str, what: str, words: Words) -> Choice:
        label = animal_word(animal, words).capitalize()
        return Choice(label, move=f"{what} {animal}", emoji=EMOJI[animal])

    def menu(self, show: Show, path: str) -> Menu:
        """The same buttons, as far as the owner may press them."""
        choices = tuple(choice for choice in self.public_choices(show) if choice.move in show.moves)
        return Menu(show.words.say("The same buttons are on the table."), choices)

    def ended(self, show: Show) -> str:
        """That one has everything, or that the flips were used up."""
        view: DjurparkView = show.view
        words = show.words
        if view.outcome is not None and view.outcome.reason == ONE_HAS_ALL:
            return words.say("{name} has every card.", name=show.name(view.outcome.winners[0]))
        return words.say("Flip {flips} was the last, and most cards win.", flips=view.options.flips)

    def task(self, show: Show) -> str:
        """What the owner may do."""
        view, words = show.view, show.words
        if view.phase == "animals":
            if show.moves:
                return words.say("**Choose an animal.** It is what the others call to win your cards.")
            return words.say("Waiting for {names}.", names=self._without(show))
        if not view.scores[show.seat]:
            return words.say("You have no card left: you are out and may watch.")
        if view.turn == show.seat:
            return words.say("**You flip next.** Everything happens on the table.")
        return words.say("Look at the table: at a pair, call the animal of whoever has just flipped.")

    def hand(self, show: Show) -> HandStrip | None:
        """There is nothing to hold: nobody sees face-down cards, and everybody the others."""
        return None

    def hand_written(self, show: Show) -> str:
        """The owner's animal and cards."""
        view, words, seat = show.view, show.words, show.seat
        lines = []
        if view.animals[seat] is not None:
            animal = f"{EMOJI[view.animals[seat]]} **{animal_word(view.animals[seat], words)}**"
            lines.append(words.say("Your animal: {animal}", animal=animal))
        lines.append(words.plural("{count} card face down", "{count} cards face down", view.down[seat]))
        if view.revealed[seat]:
            lines.append(words.say("revealed: {cards}", cards=view.revealed[seat]))
        return "\n".join(lines)

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Djurpark (animal park)"),
                words.say("4 to 10 players, the 42 cards of the Kille deck: 21 ranks, two cards of each."),
                words.say("### The game"),
                words.say(
                    "Everybody chooses an **animal**, each a different one. All cards are dealt into face-down piles. "
                    "In turn each player flips the top card of their pile, and it lies revealed before them with those "
                    "flipped earlier. If your pile is empty when you must flip, your revealed cards are turned over "
                    "first, as they lie."
                ),
                words.say("### A pair"),
                words.say(
                    "If the other card of that rank lies revealed anywhere, call the animal **of the player who has "
                    "just flipped**: whoever presses first takes all revealed cards of that player and puts them under "
                    "their own pile. That player then flips again. You may call your own animal to keep your cards."
                ),
                words.say(
                    "Another animal, or no pair: you pay the top card of your pile to the player who has just flipped "
                    "(nothing, if that is yourself). One call a flip."
                ),
                words.say("Example: Ann, the cow, flips Gök, and a Gök lies before Bo. Quick: **cow**!"),
                words.say(
                    "Without a card you are out. Whoever has all 42 wins; when the flips are used up, whoever has most."
                ),
                words.say("### At this table"),
                words.say(
                    "- The next flip may be made 3 seconds after the last one was shown, and comes by itself after 6, "
                    "pair or not.\n"
                    "- Calls count in the order in which Discord saw them pressed, not in which they arrived here.\n"
                    "- A call that comes after the right one costs nothing.\n"
                    "- The animal buttons change places at every flip."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- A call without a pair costs a card, like a wrong animal.\n"
                    "- Whether there is a pair is settled by the flip, whatever is turned down or paid afterwards.\n"
                    "- A pile is turned over at its owner’s next flip or payment, so its last card can still be matched.\n"
                    "- A pair that nobody calls before the next flip is gone.\n"
                    "- An animal whose player is out can no longer be called."
                ),
            )
        )


def order_of_calls(view: DjurparkView) -> list[str]:
    """The animals that may be called, in the order of their buttons: the same for everybody, and new after each flip.

    Even flips have even permutations and odd flips odd ones, so that no order comes twice in a row.
    """
    if view.active is None:
        return []
    living = [animal for animal, cards in zip(view.animals, view.scores, strict=True) if animal is not None and cards]
    places = list(range(len(living)))
    random.Random(f"{view.dealer} {view.animals} {view.flips}").shuffle(places)
    crossings = sum(before > after for i, before in enumerate(places) for after in places[i + 1 :])
    if len(places) > 1 and crossings % 2 != view.flips % 2:
        places[:2] = places[1::-1]
    return [living[place] for place in places]


__all__ = ["ANIMAL_WORDS", "EMOJI", "DjurparkTable", "order_of_calls", "setup"]


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, DjurparkTable()))
