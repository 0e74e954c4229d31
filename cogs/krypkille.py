"""Krypkille at the table: go high enough or crawl with the lowest card; the lowest card of the last trick wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.ext import commands

from cogs.building import GameCog
from cogs.kille_cards import card_choice, deck_in_words, lead_choice, own_cards, own_hand
from cogs.kille_trick_scene import (
    Best,
    Lying,
    best_of,
    covered_trick,
    highest_card,
    lying,
    taken_last,
    taken_line,
    trick_alone,
    trick_in_words,
    trick_picture,
)
from games.cards import KILLE_DECK
from games.game import Event
from games.krypkille import Krypkille, KrypkilleView
from pictures.scene import HandStrip, Pill, Scene, Seat
from table.presentation import Choice, Menu, Presentation, Show, Stage
from table.words import Words

#: From so many seats on their plates are narrow, and one short fact must do.
NARROW = 9


class KrypkilleTable(Presentation):
    """How Krypkille looks and speaks."""

    game = Krypkille
    accent = 0x8A2B3F
    limit = 45

    def length(self, seats: int, options: Any) -> int:
        """About 42 cards a deal, seven seconds each."""
        return 5 * int(options.deals)

    def phase(self, view: Any) -> str:
        """Tricks that only lead on; the last one, in which the lowest card wins; what decided a deal; the end."""
        if view.outcome is not None:
            return "over"
        if not view.trick and not view.earlier and view.deal > 1:
            return "decided"
        return "last trick" if len(view.earlier) == tricks_of(view) - 1 else "tricks"

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """A card before every seat; gold is what wins: the highest card, in the last trick the lowest."""
        view: KrypkilleView = show.view
        words, phase = show.words, self.phase(view)
        trick = Lying(taken_last(show), True) if phase == "decided" else lying(show)
        pills = [self._number(show)] if phase != "decided" else []
        if view.deals > 1:
            pills.append(Pill(words.say("Deal {deal} of {deals}", deal=view.deal, deals=view.deals), "top-left"))
        if said := self._caption(show.for_picture()):
            pills.append(Pill(said, "centre", "gold" if phase in ("decided", "over") else "plain"))
        seats = tuple(self._seat(show, seat) for seat in range(view.seats))
        return Scene("wine", seats, (trick_picture(trick, show, self._best(view)),), tuple(pills))

    def _number(self, show: Show) -> Pill:
        """Which trick this is; the last one says what counts in it."""
        view: KrypkilleView = show.view
        words = show.words
        number, tricks = self._trick_number(view), tricks_of(view)
        if number == tricks and self.phase(view) != "decided":
            if not view.trick and view.outcome is None:  # the trick before still lies there, won by its highest card
                return Pill(words.say("Next: the last trick"), "top-right", "gold")
            return Pill(words.say("Last trick: lowest wins"), "top-right", "gold")
        return Pill(words.say("Trick {trick} of {tricks}", trick=number, tricks=tricks), "top-right")

    @staticmethod
    def _trick_number(view: KrypkilleView) -> int:
        """The number of the trick that is played or about to be."""
        return min(len(view.earlier) + 1, tricks_of(view))

    def _best(self, view: KrypkilleView) -> Best:
        """What wins the trick that lies on the table."""
        if self.phase(view) == "last trick":
            return "lowest" if view.trick else "highest"
        return "lowest" if self.phase(view) in ("decided", "over") else "highest"

    def _seat(self, show: Show, seat: int) -> Seat:
        view: KrypkilleView = show.view
        words = show.words
        cards = words.plural("{count} card", "{count} cards", view.hands[seat])
        won = words.say("{count} won", count=view.scores[seat])
        line = won if view.scores[seat] or view.seats < NARROW else ""
        if view.deals == 1:
            line = cards if view.outcome is None else ""
        return Seat(
            name=show.plain(seat),
            fallbacks=(words.say("Player {number}", number=seat + 1),),
            line=line,
            to_act=seat in view.to_act,
            colour=seat,
            marker="D" if seat == view.dealer else "",
            words=f"{show.plain(seat)}: {', '.join(self._facts(show, seat))}",
        )

    @staticmethod
    def _facts(show: Show, seat: int) -> Iterator[str]:
        """What is known of a seat, in words."""
        view: KrypkilleView = show.view
        words = show.words
        if seat in view.to_act:
            yield words.say("to play")
        yield words.plural("{count} card", "{count} cards", view.hands[seat])
        if view.deals > 1:
            yield words.plural("{count} deal won", "{count} deals won", view.scores[seat])
        if seat == view.dealer:
            yield words.say("dealer")

    def _caption(self, show: Show) -> str:
        """What happened last, as the picture tells it."""
        kinds = ("deal_over",) if self.phase(show.view) in ("decided", "over") else ("deal", "play", "trick")
        event = next((event for event in reversed(show.story) if event.kind in kinds), None)
        if event is None:
            return ""
        if event.kind == "deal":
            return show.words.say("{name} deals.", name=show.name(event["dealer"]))
        return self.sentence(event, show) or ""

    def status(self, show: Show) -> str:
        """Whose turn it is, and what they may do."""
        view: KrypkilleView = show.view
        words, name = show.words, show.name(view.to_act[0])
        if len(view.earlier) == tricks_of(view) - 1:
            return words.say("**{name}** is to play the last card. The lowest card wins.", name=name)
        number = words.say("Trick {trick} of {tricks}", trick=self._trick_number(view), tricks=tricks_of(view))
        if not view.trick:
            return words.say("**{name}** is to lead any card.", name=name) + f" {number}."
        card = best_of(view.trick)[1]
        return (
            words.say("**{name}** is to play: {card} or higher, or the lowest card.", name=name, card=card)
            + f" {number}."
        )

    def written(self, show: Show) -> str:
        """The table as text."""
        view: KrypkilleView = show.view
        words = show.words
        lines = [
            words.say("**{title}**, deal {deal} of {deals}", title=self.game.title, deal=view.deal, deals=view.deals)
        ]
        lines.append(self._number(show).text)
        if view.trick:
            lines.append(words.say("Trick: {names}", names=[trick_in_words(view.trick, show)]))
        elif cards := taken_last(show):
            lines.append(taken_line(cards, show))
        if view.aside:
            lines.append(words.plural("{count} card lies aside.", "{count} cards lie aside.", view.aside))
        lines += [f"{show.name(seat)}: {', '.join(self._facts(show, seat))}" for seat in range(view.seats)]
        return "\n".join(lines)

    def last_trick(self, show: Show) -> tuple[str, Scene | None] | None:
        """The trick taken last, also the one that decided the deal before."""
        cards = taken_last(show)
        if not cards:
            return None
        view: KrypkilleView = show.view
        words = show.words
        decided = self.phase(view) in ("decided", "over") or not view.last_trick
        seat, card = best_of(cards, "lowest" if decided else "highest")

        def taken(by: Show) -> str:
            if decided:
                return words.say("{name} won the deal with {card}.", name=by.name(seat), card=card)
            return words.say("{name} took it with {card}.", name=by.name(seat), card=card)

        scene = trick_alone(cards, show, taken(show.for_picture()), "lowest" if decided else "highest")
        return f"{taken_line(cards, show)}\n{taken(show)}", scene

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """A trick that was complete, where the next card has already taken it away."""
        return covered_trick(self, show, since)

    # ---- what happened ---------------------------------------------------------------------------------------

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        words = show.words
        match event.kind:
            case "deal":
                return words.plural(
                    "Deal {deal}: {name} deals {count} card to everybody.",
                    "Deal {deal}: {name} deals {count} cards to everybody.",
                    event["each"],
                    deal=event["deal"],
                    name=show.name(event["dealer"]),
                )
            case "play":
                return words.say("{name} plays {card}.", name=show.name(event["seat"]), card=event["card"])
            case "trick":
                name, card = show.name(event["seat"]), highest_card(event["cards"])
                return words.say("{name} takes the trick with {card}.", name=name, card=card)
            case "deal_over":
                return words.say("{name} wins the deal with {card}.", name=show.name(event["seat"]), card=event["card"])
        return None

    def score_table(self, show: Show) -> str:
        """Who won each deal, then how many each has won."""
        view: KrypkilleView = show.view
        words = show.words
        lines = [
            words.say("Deal {deal}: {name}", deal=deal, name=show.name(seat))
            for deal, seat in enumerate(view.winners, 1)
        ]
        if not lines:
            return words.say("No deal has been decided yet.")
        totals = [
            words.plural("{name}: **{count}** deal", "{name}: **{count}** deals", won, name=show.name(seat))
            for seat, won in enumerate(view.scores)
        ]
        return "\n".join([*lines, "", *totals])

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do."""
        view: KrypkilleView = show.view
        words = show.words
        if not view.to_act:
            return words.say("The game is over.")
        if not show.moves:
            return words.say("Waiting for {name}.", name=show.name(view.to_act[0]))
        if len(view.earlier) == tricks_of(view) - 1:
            return words.say("**Your turn**: play your last card. The lowest wins the deal.")
        number = words.say("Trick {trick} of {tricks}", trick=self._trick_number(view), tricks=tricks_of(view))
        ask = words.say("**Your turn**: lead a card.") if not view.trick else words.say("**Your turn**: play a card.")
        return f"{ask} {number}."

    def hand(self, show: Show) -> HandStrip:
        """The cards in hand."""
        return own_hand(show)

    def hand_written(self, show: Show) -> str:
        """The cards in hand, and the trick they are played to."""
        trick = show.view.trick
        lines = [own_cards(show)]
        if trick:
            lines.append(show.words.say("Trick: {names}", names=[trick_in_words(trick, show)]))
        return "\n".join(lines)

    def menu(self, show: Show, path: str) -> Menu:
        """A button for each card: green leads or goes high, blue crawls."""
        view: KrypkilleView = show.view
        words = show.words
        if not view.trick:
            return Menu("", tuple(lead_choice(words, card) for card in show.moves))
        seat, top = best_of(view.trick)
        choices = []
        for card in show.moves:
            if highest_card((card, top)) == card:
                choices.append(card_choice(words, card))
            else:
                choices.append(Choice(words.say("Crawl with {card}", card=card), move=card, card=card))
        reason = ""
        if len(choices) < len(set(view.hand or ())):
            reason = words.say("At least as high as {card} of {name}, or your lowest.", card=top, name=show.name(seat))
        return Menu("", tuple(choices), reason=reason)

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Krypkille"),
                words.say("*Crawl Kille*, for three to fourteen players. Only the very last trick counts."),
                deck_in_words(words),
                words.say("### A deal"),
                words.say(
                    "Everybody gets equally many cards, as many as the deck allows; what is left lies aside unseen. The player "
                    "left of the dealer leads any card. Everybody else in turn plays **one** of these, as they like:\n"
                    "- a card **at least as high as the highest so far** in this trick, or\n"
                    "- the **lowest** card of their hand: they *crawl*."
                ),
                words.say(
                    "The highest card takes the trick, of equal cards the later. Its player leads the next trick."
                ),
                words.say(
                    "Example: 9 is led and Gris follows. You hold Krans, 4, 11 and Gris: play Gris, or crawl with Krans. "
                    "4 and 11 are neither high enough nor your lowest."
                ),
                words.say("### Who wins"),
                words.say(
                    "The **lowest card of the last trick** wins the deal, of equal ones the later. So keep a low card to the end: "
                    "but whoever crawls must give the lowest one away. All other tricks only decide who leads."
                ),
                words.say(
                    "Each deal won is a point. After as many deals as agreed most points win. There are no stakes."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- Fourteen players at most, with three cards each.\n"
                    "- No card has a special effect; the numeral 1 is above Krans, Potta and Blare.\n"
                    "- An equal card is high enough, since the later of equal cards counts as higher.\n"
                    "- You may crawl even if you could go higher.\n"
                    "- In the last trick everybody plays the one card they have; its highest card decides nothing.\n"
                    "- A new deal is led left of its dealer, whoever won the last one.\n"
                    "- Equal points share the place."
                ),
            )
        )


def tricks_of(view: KrypkilleView) -> int:
    """How many tricks a deal has."""
    return len(KILLE_DECK) // view.seats


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, KrypkilleTable()))
