"""Kilinski at the table: a draft in public, two Tables of eight, and fights shown big, with their sums."""

from __future__ import annotations

from discord.ext import commands

from cogs.building import GameCog
from cogs.kilinski_choices import menu_of, public_choices_of
from cogs.kilinski_scene import draft_scene, fight_scene, high_first, last_fight, run_of, sum_of_run, table_scene
from cogs.kilinski_sentences import ending_of, sentence_of
from games.game import Event
from games.kilinski import GOAL, Kilinski
from games.kilinski_view import KilinskiView
from pictures.scene import HandStrip, Scene, faces
from table.presentation import Choice, Menu, Presentation, Show, Stage
from table.words import Words

#: Marks a frozen card in texts.
FROZEN = "❄"
#: Seconds for a question, by phase.
SECONDS = {"draft": 45, "turn": 90, "support": 60, "ask": 45, "extra": 60, "spoils": 60}


class KilinskiTable(Presentation):
    """How Kilinski looks and speaks."""

    game = Kilinski
    accent = 0x24507A
    minutes = 25

    def seconds(self, view: KilinskiView) -> int:
        """A turn takes the longest thought."""
        return SECONDS.get(view.phase, self.limit)

    def is_break(self, event: Event) -> bool:
        """There is one deal; a fight begins a new picture, too."""
        return event.kind in ("deal", "tables", "attack")

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The draft, the two Tables, or the fight that is going on."""
        view: KilinskiView = show.view
        caption = self._last_said(show)
        if view.phase == "draft":
            return draft_scene(show, caption)
        if view.fight is not None:
            choosing = [seat for seat in view.to_act if view.phase in ("support", "extra")]
            spoils = view.phase == "spoils"
            return fight_scene(show, view.fight, caption, to_choose=choosing, with_tables=spoils)
        return table_scene(show, caption)

    def _last_said(self, show: Show, told: int | None = None) -> str:
        """The last thing that happened, but for cards laid in a fight: the picture shows those."""
        picture = show.for_picture()
        events = (event for event in reversed(show.story[:told]) if event.kind not in ("locked", "supports"))
        return next((said for event in events if (said := self.sentence(event, picture))), "")

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """A fight without a winner is over at once: both sides are shown before it is cleared away."""
        found = []
        for told in range(since + 1, len(show.story) + 1):
            fought = last_fight(show.story[:told]) if show.story[told - 1].kind == "tie" else None
            if fought is not None:
                said = self._last_said(show, told)
                found.append(Stage(fight_scene(show, fought[0], said, past=True), said, told))
        return tuple(found)

    def status(self, show: Show) -> str:
        """Whose turn it is and what they may do; and whether the other one is about to win."""
        view: KilinskiView = show.view
        words = show.words
        if not view.to_act:
            return words.say("The game is over.")
        seat = view.to_act[0]
        name = f"**{show.name(seat)}**"
        if view.phase == "draft":
            return words.say("{name} is to take a card from the pool.", name=name)
        if view.phase == "support" or (view.phase == "extra" and len(view.to_act) == 2):
            names = [f"**{show.name(other)}**" for other in view.to_act]
            return words.say("Cards for the fight, face down: {names} to choose.", names=names)
        if view.phase == "ask":
            return words.say("{name} says whether to add one more card.", name=name)
        if view.phase == "extra":
            if view.fight is not None and view.fight.said[seat] == "more":
                return words.say("{name} is to add a card, face down.", name=name)
            return words.say("{name} may add a card, face down.", name=name)
        if view.phase == "spoils":
            return words.say("{name} has won the fight and may change a Table.", name=name)
        if view.options.freeze:
            line = words.say("{name} is to draw, exchange, swap, freeze or attack.", name=name)
        else:
            line = words.say("{name} is to draw, exchange, swap or attack.", name=name)
        if view.falling[1 - seat] >= GOAL:
            threat = words.say(
                "{name} has {score} and wins next!", name=show.name(1 - seat), score=view.falling[1 - seat]
            )
            return f"{line} {threat}"
        return line

    def written(self, show: Show) -> str:
        """The table as text."""
        view: KilinskiView = show.view
        words = show.words
        lines = [words.say("**{title}**: a run of {goal} at the start of a turn wins.", title="Kilinski", goal=GOAL)]
        if view.phase == "draft":
            lines.append(words.say("Pool: {cards}", cards=high_first(view.pool)))
        else:
            lines.append(
                words.say("Turn {turn} of {turns}", turn=min(view.turn, view.options.turns), turns=view.options.turns)
            )
            lines.append(words.plural("Deck: {count} card", "Deck: {count} cards", view.deck))
            discard = words.plural("Discard: {count} card", "Discard: {count} cards", view.discard)
            on_top = words.say(", {card} on top", card=view.discard_top) if view.discard_top else ""
            lines.append(discard + on_top)
        for seat in (0, 1):
            facts = [words.say("dealer")] if seat == view.dealer else []
            if view.phase != "draft":
                facts.append(words.plural("{count} card in hand", "{count} cards in hand", view.hands[seat]))
            if seat in view.to_act:
                facts.append(words.say("to play"))
            lines.append(", ".join((f"**{show.name(seat)}**", *facts)))
            lines.append(self._cards_before(show, seat))
        return "\n".join([*lines, *self._fight_written(show)])

    def _cards_before(self, show: Show, seat: int) -> str:
        """What lies before a seat: its picks, or its Table with the run in bold and how it is counted."""
        view: KilinskiView = show.view
        words = show.words
        if view.phase == "draft":
            picks = high_first(view.drafted[seat])
            return words.say("picks: {cards}", cards=picks) if picks else words.say("no picks yet")
        table = view.tables[seat]
        run = len(run_of(table))
        cards = [
            words.card(card) + (FROZEN if position in view.frozen[seat] else "")
            for position, card in enumerate(table, 1)
        ]
        text = " ".join(filter(None, (f"**{' '.join(cards[:run])}**", *cards[run:])))
        text = f"{text} · {sum_of_run(table)} = {view.falling[seat]}"
        if view.frozen[seat]:
            positions = words.listed(str(position) for position in view.frozen[seat])
            text += " · " + words.say("frozen {sign}: {positions}", sign=FROZEN, positions=positions)
        return text

    def _fight_written(self, show: Show) -> list[str]:
        view: KilinskiView = show.view
        words, fight = show.words, view.fight
        if fight is None:
            return []
        lines = []
        for seat in (fight.attacker, 1 - fight.attacker):
            cards = (fight.bases[seat], *fight.supports[seat])
            line = words.say(
                "{name} fights with {cards}: {sum}", name=show.name(seat), cards=cards, sum=fight.sums[seat]
            )
            if seat in fight.locked:
                line += words.say(", and a card face down")
            lines.append(line)
        return lines

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        return sentence_of(event, show)

    def ended(self, show: Show) -> str:
        """Who began a turn with enough, or that the turns, or the moves, were used up."""
        return ending_of(show)

    def score_table(self, show: Show) -> str:
        """The runs, and how they are counted."""
        view: KilinskiView = show.view
        words = show.words
        if view.phase == "draft":
            return words.say("The Tables are laid when the draft is over.")
        lines = [words.say("A run of {goal} at the start of your turn wins.", goal=GOAL)]
        lines += [f"{show.name(seat)}: **{view.falling[seat]}** ({sum_of_run(view.tables[seat])})" for seat in (0, 1)]
        return "\n".join(lines)

    def last_trick(self, show: Show) -> tuple[str, Scene | None]:
        """The last fight that is over."""
        story = show.story
        ends = [told for told, event in enumerate(story, 1) if event.kind in ("tie", "take", "adjust", "decline")]
        fought = last_fight(story[: ends[-1]]) if ends else None
        if fought is None:
            return show.words.say("Nobody has attacked yet."), None
        fight, start = fought
        said = [self.sentence(event, show) for event in story[start : ends[-1]] if event.kind != "locked"]
        return "\n".join(filter(None, said)), fight_scene(show, fight, self._last_said(show, ends[-1]), past=True)

    def trick_label(self, words: Words) -> str:
        """Fights are what one looks back at."""
        return words.say("Last fight")

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: KilinskiView = show.view
        words = show.words
        if not show.moves:
            return self._waiting(show)
        if view.phase == "draft":
            return words.say("**Your turn**: take a card. Your eight will be shuffled into a row.")
        if view.phase == "turn":
            if view.falling[1 - show.seat] >= GOAL:
                return words.say(
                    "**Your turn**: {name} has {score} and wins next turn, unless you break that run.",
                    name=show.name(1 - show.seat),
                    score=view.falling[1 - show.seat],
                )
            return words.say("**Your turn**: one of these.")
        if view.phase == "spoils":
            return words.say("**You have won the fight.**")
        if view.phase == "ask":
            return words.say("**A pair**: do you add one more card?")
        if view.phase == "extra" and "enough" in show.moves:
            return words.say("**A fight**: you may add one more card, face down.")
        return words.say("**A fight**: choose a card, face down. It cannot be changed.")

    @staticmethod
    def _waiting(show: Show) -> str:
        view: KilinskiView = show.view
        words = show.words
        if not view.to_act:
            return words.say("The game is over.")
        name = show.name(view.to_act[0])
        if view.locked:
            return words.say("Your {card} lies face down. Waiting for {name}.", card=view.locked, name=name)
        return words.say("Waiting for {name}.", name=name)

    def hand(self, show: Show) -> HandStrip | None:
        """The hand, with the card that lies face down; in the draft what was picked."""
        view: KilinskiView = show.view
        words = show.words
        if view.phase == "draft":
            picks = faces(*high_first(view.drafted[show.seat]))
            return HandStrip(picks, felt="navy", words=words.say("Your picks")) if picks else None
        locked = (view.locked,) if view.locked else ()
        held = view.hand or ()
        chosen = (len(held),) if locked else ()
        return HandStrip(faces(*held, *locked), felt="navy", chosen=chosen, words=words.say("Your hand"))

    def hand_written(self, show: Show) -> str:
        """The hand, both Tables, and the fight that is going on."""
        view: KilinskiView = show.view
        words = show.words
        lines = [words.say("Your hand: {cards}", cards=view.hand)] if view.hand else []
        lines.append(words.say("You: {text}", text=self._cards_before(show, show.seat)))
        lines.append(f"{show.name(1 - show.seat)}: {self._cards_before(show, 1 - show.seat)}")
        return "\n".join([*lines, *self._fight_written(show)])

    def menu(self, show: Show, path: str) -> Menu:
        """See `cogs.kilinski_choices`."""
        return menu_of(show, path)

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """The pool, a draw, more or enough, and the spoils hide nothing."""
        return public_choices_of(show)

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Kilinski"),
                words.say(
                    "For two. Each has a row of eight cards, the *Table*, and a hand. Suits never matter; the king is "
                    "highest, the ace lowest."
                ),
                words.say("### The goal"),
                words.say(
                    "Your Table scores the **falling run** that begins at its left end: cards count as long as each is "
                    "lower than the one before it. K, Q, J and 10 count 10, the ace 1. Who **begins a turn with 38** or "
                    "more has won. Example: Q J 5 5 7 K A K scores 10 + 10 + 5 = 25; the second 5 is not lower."
                ),
                words.say("### The draft"),
                words.say(
                    "Sixteen cards lie face up; you pick in turn, the dealer second. Your eight are shuffled into your "
                    "Table, positions 1 to 8. Then each gets eight cards in hand, and the dealer begins."
                ),
                words.say("### Your turn: one of these"),
                words.say(
                    "- **Draw** a card, if you hold seven or fewer.\n"
                    "- **Swap** two cards of your Table.\n"
                    "- **Exchange** the card at position 8 for one of your hand.\n"
                    "- **Attack** a card of the other Table with one of yours.\n"
                    "- **Freeze** one of your cards for good, if the table plays with that option."
                ),
                words.say("### The fight"),
                words.say(
                    "Both cards stay where they are, and both players add a card from the hand, face down. The higher "
                    "sum wins. An ace counts 11 in defence; in attack 1, but 11 each if there are two. Whose first card "
                    "has the same rank as the fighting card may add one more."
                ),
                words.say(
                    "The winner may put an added card, or the own fighting card, in place of the **loser's** fighting "
                    "card; or put an added card in place of a card of the **own** Table that is exactly one step higher "
                    "or lower; or change nothing. Then both draw a card, the attacker first. Example: 7 attacks J, a 5 is "
                    "added to the 7 and a Q to the J: 12 to 20, the defender wins."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- Only the run from the left end counts, as both printed examples have it.\n"
                    "- 38 straight from the draft wins, too, at the start of that player's turn.\n"
                    "- The loser's own fighting card is no prize: it lies there already.\n"
                    "- If both may add one more, the lower sum speaks first (equal: the attacker). Who said enough may "
                    "still answer a card with a card. Nobody adds more than two.\n"
                    "- An empty deck is replaced by the shuffled discard.\n"
                    "- A frozen card counts, but cannot be swapped, exchanged or replaced, and neither attacks nor is "
                    "attacked. Who cannot move passes; two passes in a row end the game.\n"
                    "- After the last turn the higher score wins; equal scores are a draw."
                ),
            )
        )


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, KilinskiTable()))
