"""Kierki at the table: twelve deals of tricks, trumps and a lottery, one press a card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from cogs.kierki_deals import DEAL_WORDS, costs, deal_title, legend, reminder, title_of
from cogs.kierki_scene import facts_of, last_trick_scene, phase_of, scene_of, taken
from cogs.layout_scene import SHOWN, by_suit, layout_lines, passed_together, suit_title
from cogs.score_columns import score_columns
from games.cards import SUIT_SIGNS
from games.game import Event
from games.kierki import Kierki, KierkiView
from games.kierki_deals import LOTTERY
from pictures.scene import HandStrip, Scene, faces
from table.presentation import Choice, Menu, Presentation, Show, Stage
from table.words import Words, number, signed


class KierkiTable(Presentation):
    """How Kierki looks and speaks."""

    game = Kierki
    accent = 0x257A58
    limit = 45
    plays_forced = True

    def length(self, seats: int, options: Any) -> int:
        """About four minutes a deal."""
        return 50 if options.length == "full" else 28

    def phase(self, view: Any) -> str:
        """Trick, trumps, call, lottery, or between two deals."""
        return phase_of(view)

    def seconds(self, view: Any) -> int:
        """Trumps may be thought over a little longer."""
        return 75 if view.stock else self.limit

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The picture of this phase."""
        return scene_of(show, self._caption(show.for_picture()))

    def _caption(self, show: Show) -> str:
        """The last thing that happened; the plates of the lottery say who passed since."""
        silent = ("pass", "deal_over") if show.view.deal == LOTTERY else ()
        last = next((event for event in reversed(show.story) if event.kind not in silent), None)
        if last is None:
            return ""
        if last.kind == "deal":
            return self._beginning(show)
        return self.sentence(last, show) or ""

    @staticmethod
    def _beginning(show: Show) -> str:
        """Who begins the deal that was just dealt."""
        view: KierkiView = show.view
        if not view.to_act:
            return ""
        name = show.name(view.to_act[0])
        return (
            show.words.say("{name} names trumps", name=name)
            if view.stock
            else show.words.say("{name} begins", name=name)
        )

    def status(self, show: Show) -> str:
        """Whose turn it is, and what this deal punishes or pays."""
        view: KierkiView = show.view
        words = show.words
        name = show.name(view.to_act[0])
        if view.stock:
            turn = words.say("**{name}** is to name trumps from five cards.", name=name)
        elif view.deal == LOTTERY:
            turn = words.say("**{name}** is to lay a card.", name=name)
        elif view.trick:
            turn = words.say("**{name}** is to play; {suits} were led.", name=name, suits=view.trick[0][1][-1])
        else:
            turn = words.say("**{name}** is to lead to trick {number}.", name=name, number=sum(view.tricks) + 1)
        return f"{turn}\n{self._deal_line(show, reminder(view.deal, words))}"

    @staticmethod
    def _deal_line(show: Show, counts: str) -> str:
        """The deal, what counts in it, and the trumps."""
        view: KierkiView = show.view
        words = show.words
        line = f"{deal_title(view, words)}: {counts}."
        if view.trump is not None:
            line += " " + words.say("Trumps are **{suits}**.", suits=view.trump)
        return line

    def written(self, show: Show) -> str:
        """The table as text."""
        view: KierkiView = show.view
        deal = self._deal_line(show, costs(view.deal, show.words))
        lines = [f"**{self.game.title}** · {deal}", *self._lying(show)]
        lines += [f"{show.name(seat)}: {', '.join(facts_of(show, seat))}" for seat in range(view.seats)]
        return "\n".join(lines)

    @staticmethod
    def _lying(show: Show) -> list[str]:
        """What lies on the table: the trick, the costly cards that are gone, or the layout; or the stock."""
        view: KierkiView = show.view
        words = show.words
        if view.layout is not None:
            return layout_lines(view.layout, words)
        if view.stock:
            return [words.say("Everybody has five cards. Stock: {stock} cards", stock=view.stock)]
        lines = []
        if view.trick:
            played = [words.say("{name} {card}", name=show.name(seat), card=card) for seat, card in view.trick]
            lines.append(words.say("Trick {number}: {names}", number=sum(view.tricks) + 1, names=played))
        if gone := taken(view):
            lines.append(words.say("Taken so far: {cards}", cards=gone))
        return lines

    def last_trick(self, show: Show) -> tuple[str, Scene | None] | None:
        """The last complete trick, also one of the deal before."""
        story = show.story
        end = next((index for index in reversed(range(len(story))) if story[index].kind == "trick"), None)
        if end is None:
            return None
        trick, plays = story[end], [event for event in story[end - 4 : end] if event.kind == "play"]
        deal = next(event["deal"] for event in reversed(story[:end]) if event.kind == "deal")
        title = show.words.say(
            "**Trick {number} of deal {deal}, {title}**",
            number=trick["number"],
            deal=deal,
            title=title_of(deal, show.words),
        )
        said = [self.sentence(event, show) or "" for event in (*plays, trick)]
        caption = self.sentence(trick, show.for_picture()) or ""
        return "\n".join((title, *said)), last_trick_scene(show, plays, trick, deal, caption)

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """A trick that was complete, where the next card or the next deal has already taken it away."""
        story = show.story
        end = next((index for index in reversed(range(since, len(story))) if story[index].kind == "trick"), None)
        if end is None or end + 1 == len(story):
            return ()
        told = end + 2 if story[end + 1].kind == "deal_over" else end + 1
        found = self.last_trick(replace(show, story=story[:told]))
        scene = found[1] if found is not None else None
        return () if scene is None else (Stage(scene, self._trick_sentence(story[end], show), told),)

    # ---- what happened ---------------------------------------------------------------------------------------

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly. Seats passed over one after the other are named together."""
        words = show.words
        facts = event.facts
        name = show.name(facts["seat"]) if "seat" in facts else ""
        if event.kind == "play":
            return words.say("{name} plays {card}.", name=name, card=event["card"])
        if event.kind == "lay":
            return words.say("{name} lays {card}.", name=name, card=event["card"])
        if event.kind == "trick":
            return self._trick_sentence(event, show)
        if event.kind == "pass":
            seats = passed_together(event, show.story)
            if len(seats) > 1:
                return words.say("{names} pass.", names=[show.name(seat) for seat in seats])
            return words.say("{name} passes.", name=show.name(seats[0])) if seats else None
        if event.kind == "trump":
            return words.say("{name} makes {suits} trumps.", name=name, suits=event["suit"])
        if event.kind == "out":
            text = "{name} is out of cards first: {points} points."
            if event["place"] > 1:
                text = "{name} is out of cards second: {points} points."
            return words.say(text, name=name, points=signed(event["points"]))
        if event.kind == "deal":
            return self._deal_sentence(event, show)
        if event.kind == "deal_over":
            brought = [
                words.say("{name} {points}", name=show.name(seat), points=signed(points))
                for seat, points in enumerate(event["points"])
            ]
            if event["deal"] == LOTTERY:
                return words.say("The lottery is over: {names}.", names=brought)
            return words.say("Deal {deal} is over: {names}.", deal=event["deal"], names=brought)
        return None

    @staticmethod
    def _deal_sentence(event: Event, show: Show) -> str:
        words, deal, name = show.words, event["deal"], show.name(event["dealer"])
        counts = costs(deal, words)
        if deal == LOTTERY:
            return words.say("The lottery: {costs}. {name} deals.", costs=counts, name=name)
        title = title_of(deal, words)
        return words.say(
            "Deal {deal}, {title}: {costs}. {name} deals.", deal=deal, title=title, costs=counts, name=name
        )

    @staticmethod
    def _trick_sentence(event: Event, show: Show) -> str:
        words = show.words
        name, trick, points = show.name(event["seat"]), event["number"], event["points"]
        if points == 0:
            return words.say("{name} takes trick {number}.", name=name, number=trick)
        return words.say("{name} takes trick {number}: {points}.", name=name, number=trick, points=signed(points))

    def score_table(self, show: Show) -> str:
        """Every deal's points, the deal that goes on with what it has brought so far, and the totals."""
        view: KierkiView = show.view
        words = show.words
        rows = []
        trumps: dict[int, str] = {}
        for event in show.story:
            if event.kind == "deal":
                trumps[event["deal"]] = ""
            elif event.kind == "trump":
                trumps[max(trumps)] = event["suit"]
            elif event.kind == "deal_over":
                rows.append((str(event["deal"]), [signed(points) for points in event["points"]]))
        if view.outcome is None:
            rows.append((f"{view.deal}…", [signed(points) for points in view.deal_points]))
        rows.append(("=", [number(score) for score in view.scores]))
        names = [show.plain(seat) for seat in range(view.seats)]
        totals = [
            words.say("{name}: **{points}**", name=show.name(seat), points=number(view.scores[seat]))
            for seat in range(view.seats)
        ]
        title = words.say("Points by deal")
        return "\n".join((title, score_columns(names, rows), f"-# {legend(trumps, words)}", *totals))

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do, and what this deal punishes or pays."""
        view: KierkiView = show.view
        words = show.words
        if not view.to_act:
            return words.say("The game is over.")
        if not show.moves:
            said = words.say("Waiting for {name}.", name=show.name(view.to_act[0]))
        elif view.stock:
            said = words.say("**Your turn**: name trumps. Eight more cards follow, then you lead.")
        elif len(show.moves) == 1:
            said = words.say("**Your turn**: only one card may be played. It is played by itself in a moment.")
        elif view.deal == LOTTERY:
            said = words.say("**Your turn**: lay a card.")
        elif view.trick:
            said = words.say("**Your turn**: {suits} were led.", suits=view.trick[0][1][-1])
        else:
            said = words.say("**Your turn**: lead to trick {number}.", number=sum(view.tricks) + 1)
        return f"{said}\n{self._deal_line(show, reminder(view.deal, words))}"

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand, suit by suit; over them what this deal punishes or pays."""
        view: KierkiView = show.view
        cards = by_suit(view.hand or ())
        playable = tuple(index for index, card in enumerate(cards) if card in show.moves)
        pill = show.words.translate(DEAL_WORDS[view.deal].pill)
        if view.trump is not None:
            pill = show.words.say("{costs} · trumps {sign}", costs=pill, sign=SUIT_SIGNS[view.trump])
        return HandStrip(
            faces(*cards),
            "green",
            playable if show.moves and not view.stock else None,
            title=pill,
            words=show.words.say("Your hand"),
        )

    def hand_written(self, show: Show) -> str:
        """The cards in hand, and what lies on the table."""
        view: KierkiView = show.view
        words = show.words
        cards = by_suit(view.hand or ())
        lines = [words.say("Your hand: {cards}", cards=cards) if cards else words.say("Your hand is empty.")]
        if not view.stock and (lying := self._lying(show)):
            lines.append(" · ".join(lying))
        return "\n".join(lines)

    def menu(self, show: Show, path: str) -> Menu:
        """A button for each card that may be played, or for each suit."""
        view: KierkiView = show.view
        words = show.words
        if view.stock:
            return Menu("", tuple(self._call(show, suit) for suit in SHOWN))
        choices = tuple(Choice(words.card(card), move=card, card=card) for card in by_suit(show.moves))
        return Menu("", choices, reason=self._reason(show) if len(choices) < len(view.hand or ()) else "")

    @staticmethod
    def _call(show: Show, suit: str) -> Choice:
        """A suit to make trumps, with how many of the five cards are of it."""
        words = show.words
        held = sum(card[-1] == suit for card in show.view.hand)
        title = suit_title(suit, words)
        label = words.say("{suit_title} {sign} · you hold {held}", suit_title=title, sign=SUIT_SIGNS[suit], held=held)
        return Choice(label, move=f"trump {suit}")

    @staticmethod
    def _reason(show: Show) -> str:
        """Why the other cards may not be played."""
        view: KierkiView = show.view
        if view.deal == LOTTERY:
            return show.words.say("The other cards do not fit the layout yet.")
        if view.trick:
            return show.words.say("You must follow {suits}.", suits=view.trick[0][1][-1])
        return show.words.say("In this deal hearts may be led only from a hand of nothing but hearts.")

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Kierki"),
                words.say("Four players, twelve deals of 13 cards each; ace high. The highest total wins."),
                words.say("### A trick"),
                words.say(
                    "Everybody plays one card in turn. Follow the suit led if you can; else play what you like. The highest "
                    "card of the suit led takes the trick, or the highest trump if there is one. Whoever takes it leads next."
                ),
                words.say("### Deals 1–7: take nothing"),
                words.say(
                    "No trumps; the player left of the dealer leads.\n"
                    "1. **Tricks**: −20 each\n"
                    "2. **Hearts**: −20 each\n"
                    "3. **Queens**: −60 each\n"
                    "4. **Jacks and kings**: −30 each\n"
                    "5. **The king of hearts**: −150\n"
                    "6. **The 7th and the last trick**: −75 each\n"
                    "7. **Everything** above at once: −1300 in all"
                ),
                "",
                words.say(
                    "In deals 2, 5 and 7 you may *lead* a heart only if you hold nothing else. Following with hearts and "
                    "throwing them away is always allowed."
                ),
                words.say(
                    "Example, deal 7: Q♥ K♥ 3♥ and 9♣ cost 20 for the trick, 60 for three hearts, 60 for the queen, 30 "
                    "for the king and 150 for the king of hearts: 320 points."
                ),
                words.say("### Deals 8–11: take all you can"),
                words.say(
                    "Five cards each are dealt; the **dealer** names trumps from these five; then everybody gets eight more. "
                    "The dealer leads. Each trick earns **25**."
                ),
                words.say("### Deal 12: the lottery"),
                words.say(
                    "One card a turn is laid to four rows: a 7 opens its suit, then the next card below (6 5 4 3 2) or "
                    "above (8 9 10 J Q K A). If one of your cards fits you must lay one; if none fits you are passed over. "
                    "The dealer begins. The first empty hand earns **800**, the second **500**, and the game is over."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- One dealer both names trumps and deals on. A suit must be named; one named before may be named again. "
                    "Nobody has to trump.\n"
                    '- The king of hearts need not be thrown at the first chance. Hearts are never "broken".\n'
                    "- The 7th trick is the seventh of the deal.\n"
                    "- An option ends deals 2–5 when the last card that costs is taken; points stay the same.\n"
                    "- In the lottery the ace lies above the king only. Passing costs nothing, and the two players who "
                    "still hold cards earn nothing.\n"
                    "- The short game is deals 1–6 and the lottery.\n"
                    "- A card that is your only choice is played by itself.\n"
                    "- Equal totals share the place."
                ),
            )
        )


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, KierkiTable()))
