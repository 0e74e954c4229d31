"""Bluffmäster at the table: a card face down, any rank said of it, and six seconds to believe or to check.

The scene and the history of claims are in cogs/bluffmaster_scene.py. All of it is made from the public view and the
public story: nothing in a true play differs from a bluff until somebody checks.
"""

from __future__ import annotations

from typing import Any

from discord.ext import commands

from cogs.bluffmaster_scene import bluff_scene, history, last_check, state_of
from cogs.building import GameCog
from cogs.kille_cards import deck_in_words
from games.bluffmaster import HAND, NOBODY_PLAYS_HIGHER, Bluffmaster
from games.bluffmaster_view import BluffmasterView
from games.cards import KILLE_DECK, KILLE_RANKS
from games.game import Event
from pictures.scene import HandStrip, Scene, faces
from table.presentation import Choice, Menu, Presentation, Show, Window
from table.words import Words

#: Seconds to believe or check a card, after it was shown.
REACTION = 6.0
#: So many characters of the claims stand under the last picture.
LAST_CLAIMS = 500


class BluffmasterTable(Presentation):
    """How Bluffmäster looks and speaks."""

    game = Bluffmaster
    accent = 0x7A2B3F
    limit = 60
    #: A stop that is the only move, above Harlekin when the card can no longer be checked, tells nothing.
    plays_forced = True

    def length(self, seats: int, options: Any) -> int:
        """A play takes some fifteen seconds with its reaction; more players hold more cards."""
        return 5 + 2 * seats

    def phase(self, view: BluffmasterView) -> str:
        """A leader's turn, a turn with a claim on the table, a reaction, or over."""
        return "lead" if view.phase == "turn" and view.claim is None else view.phase

    def window(self, view: BluffmasterView) -> Window | None:
        """A reaction is short; whoever checks first, checks, also later."""
        if view.phase == "reaction":
            return Window(REACTION, racing=("check",))
        return Window(racing=("check",)) if view.checkable else None

    def still_means(self, move: str, then: BluffmasterView, now: BluffmasterView) -> bool:
        """A check is a check as long as the same card stands, whether its reaction has just ended or not."""
        played_then, played_now = then.pile + len(then.shown), now.pile + len(now.shown)
        return move == "check" and then.checkable and now.checkable and played_then == played_now

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The standing card with its claim, or the card that was just shown, large."""
        picture = show.for_picture()
        checked = last_check(show)
        if checked is not None:
            return bluff_scene(show, self._came_of(checked, picture))
        last = next((said for event in reversed(show.story) if (said := self.sentence(event, picture))), "")
        return bluff_scene(show, last)

    def status(self, show: Show) -> str:
        """What everybody may do now. Computers need no telling: with seven at the table the line would be four."""
        view, words = show.view, show.words
        if view.phase == "over":
            return words.say("The game is over.")
        if view.phase == "reaction":
            people = [seat for seat in view.to_act if not show.names[seat].computer]
            return words.say(
                "**{name}** claims **{card}**. Believe it, or check: {names}?",
                name=show.name(view.owner),
                card=view.claim,
                names=[show.name(seat) for seat in people or view.to_act],
            )
        name = show.name(view.turn)
        if view.claim is None:
            return words.say("**{name}** leads: a card face down, and any claim.", name=name)
        if view.claim == KILLE_RANKS[-1] and view.checkable:
            return words.say(
                "**{name}** is to say stop, or to check: nothing is above {card}.", name=name, card=view.claim
            )
        if view.claim == KILLE_RANKS[-1]:
            return words.say("**{name}** is to say stop: nothing is above {card}.", name=name, card=view.claim)
        return words.say("**{name}** is to claim more than {card}, or to stop.", name=name, card=view.claim)

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly. Who believes is seen at their names."""
        words = show.words
        if event.kind == "deal":
            return words.say("{name} has dealt, and leads.", name=show.name(event["dealer"]))
        if event.kind == "over":
            if not event["losers"]:
                return words.say("Nobody has cards left.")
            names = [show.name(seat) for seat in event["losers"]]
            return words.plural("{names} has cards left.", "{names} have cards left.", len(names), names=names)
        if event.kind == "check":
            return self._check(event, show)
        name = show.name(event["seat"])
        if event.kind == "play":
            return words.say("{name} plays a card: “{card}”.", name=name, card=event["claim"])
        if event.kind == "stop":
            return words.say("{name} stops.", name=name)
        if event.kind == "lead":
            return words.say("{name} leads a new sequence.", name=name)
        if event.kind == "out":
            if event["place"] == 1:
                return words.say("{name} is out first: the Bluffmäster!", name=name)
            return words.say("{name} is out in place {place}.", name=name, place=event["place"])
        return None

    @staticmethod
    def _check(event: Event, show: Show) -> str:
        words = show.words
        checker, owner = show.name(event["seat"]), show.name(event["owner"])
        card, claim = words.card(event["card"]), words.card(event["claim"])
        if event["bluff"]:
            said = words.say(
                "{checker} checks {owner}: {shown}, not {claim}.",
                checker=checker, owner=owner, shown=card, claim=claim,
            )  # fmt: skip
        else:
            said = words.say(
                "{checker} checks {owner}: {claim}, as claimed.", checker=checker, owner=owner, claim=claim
            )
        return " ".join(filter(None, (said, taken(event, show))))

    @staticmethod
    def _came_of(check: Event, show: Show) -> str:
        """A check in few words, for the caption under the cards that it has shown."""
        said = show.words.say("A bluff.") if check["bluff"] else show.words.say("As claimed.")
        return " ".join(filter(None, (said, taken(check, show))))

    def written(self, show: Show) -> str:
        """The table as text."""
        view: BluffmasterView = show.view
        words = show.words
        lines = [words.say("**{title}**", title=self.game.title)]
        if view.claim is not None and view.owner is not None:
            stands = words.say("{name} claims {card}", name=show.name(view.owner), card=view.claim)
            checkable = words.say("may be checked") if view.checkable else words.say("can no longer be checked")
            lines.append(f"{stands} ({checkable})")
        else:
            lines.append(words.say("No claim stands."))
        if (event := last_check(show)) is not None:
            lines.append(self._check(event, show))
        lines.append(words.plural("Talon: {count} card", "Talon: {count} cards", view.talon))
        lines.append(words.plural("{count} played card face down", "{count} played cards face down", view.pile))
        if view.shown:
            lines.append(words.say("Shown by checks: {cards}", cards=view.shown))
        for seat in range(view.seats):
            facts = [words.plural("{count} card in hand", "{count} cards in hand", view.hands[seat])]
            facts += [state_of(view, seat, words)]
            lines.append(f"{show.name(seat)}: {', '.join(filter(None, facts))}")
        return "\n".join(lines)

    def score_table(self, show: Show) -> str:
        """Who is out, in order, and what the others hold; at the end the claims of the whole game."""
        view, words = show.view, show.words
        lines = [
            words.plural(
                "{name}: out in place {place}, **{count}** point",
                "{name}: out in place {place}, **{count}** points",
                view.scores[seat],
                place=place,
                name=show.name(seat),
            )
            for place, seat in enumerate(view.out, 1)
        ]
        for seat in sorted(set(range(view.seats)) - set(view.out)):
            name, count = show.name(seat), view.hands[seat]
            lines.append(
                words.plural("{name}: {count} card in hand", "{name}: {count} cards in hand", count, name=name)
            )
        return "\n".join([*lines, "", history(show, 3000)])

    def ended(self, show: Show) -> str:
        """That nobody wants to play higher, or that there is nobody left to play against."""
        view, words = show.view, show.words
        if view.outcome.reason == NOBODY_PLAYS_HIGHER:
            return words.say(
                "Nobody plays higher than the last card of {name}, who is out.", name=show.name(view.owner)
            )
        left = [show.name(seat) for seat in range(view.seats) if view.hands[seat]]
        return words.say("Only {name} has cards left.", name=left[0]) if left else words.say("Nobody has cards left.")

    def afterword(self, show: Show) -> str:
        """The last claims of the game, and what the cards were; where the others are found."""
        told = history(show, LAST_CLAIMS)
        if told == history(show, 3000):
            return told
        return told + "\n\n" + show.words.say("-# **Scores** lists the claims of the whole game.")

    # ---- the hand --------------------------------------------------------------------------------------------

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """Believe, check and stop hide nothing."""
        view, words = show.view, show.words
        choices = []
        if view.phase == "reaction":
            choices.append(Choice(words.say("Believe"), move="believe", tone="take"))
        elif view.phase == "turn" and view.claim is not None:
            choices.append(Choice(words.say("Stop"), move="stop", tone="say"))
        if view.checkable:
            choices.append(Choice(words.say("Check"), move="check", tone="danger"))
        return tuple(choices)

    def task(self, show: Show) -> str:
        """What the owner must do or may do."""
        view, words = show.view, show.words
        if view.phase == "over":
            return words.say("The game is over.")
        if show.seat in view.out:
            return words.say("You are out, in place {place}.", place=view.out.index(show.seat) + 1)
        if not view.hand:
            return words.say("You have no cards left: you are out as soon as your last card can no longer be checked.")
        if show.seat in view.to_act:
            if view.phase == "reaction":
                return words.say("**Believe it, or check?** {name} claims {card}.",
                                 name=show.name(view.owner), card=view.claim)  # fmt: skip
            if view.claim is None:
                return words.say("**You lead**: play a card face down and claim what you like.")
            if view.claim == KILLE_RANKS[-1]:
                return (
                    words.say("**Your turn**: stop, or check: nothing is above {card}.", card=view.claim)
                    if view.checkable
                    else words.say("**Your turn**: stop, since nothing is above {card}.", card=view.claim)
                )
            return words.say("**Your turn**: play a card and claim more than {card}, or stop.", card=view.claim)
        if show.seat == view.owner and view.checkable:
            return words.say("Your **{card}** stands. The others believe, check, claim more or stop.", card=view.claim)
        if view.phase == "reaction":
            return words.say("The others believe or check.")
        return words.say("Waiting for {name}.", name=show.name(view.turn))

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand."""
        return HandStrip(faces(*show.view.hand), "wine", words=show.words.say("Your hand"))

    def hand_written(self, show: Show) -> str:
        """The cards in hand, and the own ones that lie face down."""
        view, words = show.view, show.words
        lines = [words.say("Your hand: {cards}", cards=view.hand) if view.hand else words.say("Your hand is empty.")]
        if view.played:
            lines.append(words.say("-# You have played face down: {cards}", cards=view.played))
        return "\n".join(lines)

    def menu(self, show: Show, path: str) -> Menu:
        """First the card, then what it is said to be; and stop, believe, check."""
        view, words = show.view, show.words
        if path:
            return self._claims(show, path)
        plays = {move.split()[1] for move in show.moves if move.startswith("play ")}
        choices = [
            Choice(words.say("{card} …", card=card), path=card, card=card)
            for card in dict.fromkeys(view.hand)
            if card in plays
        ]
        choices += [choice for choice in self.public_choices(show) if choice.move in show.moves]
        prompt = words.say("Which card do you play face down?") if plays else ""
        return Menu(prompt, tuple(choices))

    @staticmethod
    def _claims(show: Show, card: str) -> Menu:
        words = show.words
        choices = []
        for claim in KILLE_RANKS:
            move = f"play {card} as {claim}"
            if move in show.moves:
                label = words.say("{card} (true)", card=card) if claim == card else words.card(claim)
                choices.append(Choice(label, move=move, card=claim, tone="take" if claim == card else "lay"))
        above = show.view.claim
        reason = "" if above is None else words.say("only what is above {card}", card=above)
        return Menu(words.say("You play **{card}**. What do you say it is?", card=card), tuple(choices), reason=reason)

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Bluffmäster (master of the bluff)"),
                words.say("3 to 7 players. {deck}", deck=deck_in_words(words)),
                words.say("### The game"),
                words.say(
                    "Six cards each, the rest is the *talon*. The dealer leads: a card **face down**, and any rank "
                    "*claimed* for it, truly or not. In turn, each plays a card and claims something **higher**, or says "
                    "*stop*. Who gets rid of all cards is out, and the first one out is the Bluffmäster; who has cards "
                    "at the end has lost."
                ),
                words.say("### Believe or check"),
                words.say(
                    "After each play the others believe or **check**. Who has believed may still check until the next "
                    "card is played. The card is shown:\n"
                    "- **not what was claimed** (a better card as well): its player takes 3 cards from the talon, the "
                    "claim is void, the one before it stands again;\n"
                    "- **as claimed**: who has checked takes 3 cards.\n"
                    "With an empty talon, whoever was wrong takes one card at random from the hand of the other."
                ),
                words.say(
                    "When all others have stopped, the owner of the standing claim leads anew. A stop is for this turn "
                    "only: after a new play everybody may act again."
                ),
                words.say(
                    "Example: Ann says 7, Bo plays Potta and says 10. Cy checks: Bo takes 3, and Ann’s 7 stands."
                ),
                words.say(
                    "The game ends when all others have stopped and the owner of the standing claim has no cards, or "
                    "when at most one player has cards."
                ),
                words.say("### At this table"),
                words.say(
                    "- You have 6 seconds to believe or check, counted from when the table shows the claim; then you "
                    "believe.\n"
                    "- Several who check at one moment: the one who pressed first.\n"
                    "- Check stays on the table until the next card is played."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- You may always stop, except when you lead; above Harlekin nothing can be claimed.\n"
                    "- A caught opening card: the next player leads.\n"
                    "- The last stop ends the sequence and closes its card: check before.\n"
                    "- You are out when your last card can no longer be checked. Out is out.\n"
                    "- Played cards never come back to a hand."
                ),
            )
        )


def taken(check: Event, show: Show) -> str:
    """Who takes how many cards after a check, and from whose hand where the talon is empty; "" if there are none."""
    words, count, taker = show.words, check["count"], check["taker"]
    if not count:
        return ""
    name = show.name(taker)
    if from_a_hand(check, show):
        giver = check["owner"] if taker == check["seat"] else check["seat"]
        return words.say("{name} takes a card from the hand of {giver}.", name=name, giver=show.name(giver))
    return words.plural("{name} takes {count} card.", "{name} takes {count} cards.", count, name=name)


def from_a_hand(event: Event, show: Show) -> bool:
    """Was this check paid from a hand, because the talon had been used up by those before it?"""
    talon: int = len(KILLE_DECK) - HAND * show.view.seats
    for earlier in show.story:
        if earlier is event:
            break
        if earlier.kind == "check":
            talon -= earlier["count"]
    return talon <= 0


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, BluffmasterTable()))
