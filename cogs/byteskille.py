"""Byteskille at the table: one card each, kept or traded round the table, sold, bought back in; the last one in wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from discord.ext import commands

from cogs.building import GameCog
from cogs.byteskille_scene import (
    buy_in_price,
    facts,
    latest,
    picture,
    result_facts,
    showdown_picture,
)
from cogs.byteskille_story import bought, decided, look_again, people, power, sentence, showdown_of, who, who_buys, why
from cogs.kille_cards import deck_in_words, points_lines
from games.byteskille import SOLD_TO_LAST, Byteskille
from games.byteskille_hand import QUIET
from games.byteskille_view import ByteskilleView, Showdown
from games.byteskille_words import BUY_INS, OFFERS
from games.game import Event
from pictures.scene import HandStrip, Scene, faces
from table.presentation import Choice, Menu, Presentation, Show, Stage, Window
from table.words import Words

#: Seconds for keep or trade, for an answer to a request, for the window before a hand.
SECONDS: Final = {"trade": 45, "redeal": 30, "buy-in": 20}
#: The last in order decides no sooner than so many seconds after the one before, so that a card can still be sold.
PAUSE: Final = 5
#: So many offers have a button each on the public message; the hand has them all.
OFFERS_IN_PUBLIC: Final = 12
#: The scores tell of so many hands.
HANDS_TOLD: Final = 15


class ByteskilleTable(Presentation):
    """How Byteskille looks and speaks."""

    game = Byteskille
    accent = 0x8A2B3F
    limit = 45

    def length(self, seats: int, options: Any) -> int:
        """About one player in seven goes out in a hand, and a decision takes some eight seconds."""
        return 4 + seats

    def seconds(self, view: Any) -> int:
        """More for a card than for an answer."""
        return SECONDS.get(view.phase, self.limit)

    def window(self, view: Any) -> Window | None:
        """Buying in is open for a short while, and who lets it pass has missed nothing; the last decision waits."""
        if view.phase == "buy-in":
            return Window(seconds=SECONDS["buy-in"])
        if view.phase == "trade" and place_of_turn(view) == len(view.order) - 1:
            return Window(lock=PAUSE, locked=("keep", "trade"))
        return None

    def still_means(self, move: str, then: Any, now: Any) -> bool:
        """Of the same cards on the same chairs: who decides has the same turn, who sells the same card, and who buys
        the same card at the same price with its turn used or not, as it was. Others decide and offer meanwhile.
        """
        cards_then, cards_now = ((view.phase, view.hand, view.redealt, view.ring, view.origins) for view in (then, now))
        if then.phase != "trade" or cards_then != cards_now:
            return False
        if move.startswith("buy-card "):
            seller = int(move.split()[1]) - 1
            if not 0 <= seller < len(then.offers) or then.offers[seller] != now.offers[seller]:
                return False
            return has_decided(then, seller) == has_decided(now, seller)
        if move in ("keep", "trade"):
            return bool(then.turn == now.turn)
        return move == "withdraw" or move.startswith("sell ")

    # ---- the table -------------------------------------------------------------------------------------------

    def scene(self, show: Show) -> Scene:
        """The cards before the seats; after a showdown, who goes out and why."""
        return picture(show)

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """Before the next hand its showdown is shown, which without a window nobody would have seen, and a window may
        have closed at once; with who has bought in.
        """
        dealt = next((at for at in range(len(show.story) - 1, since, -1) if show.story[at].kind == "deal"), None)
        if latest(show.view) is not None or dealt is None:
            return ()
        hand = _hands(show.story[:dealt])
        for told in range(dealt - 1, -1, -1):
            event = show.story[told]
            if event.kind == "showdown":
                result, back = showdown_of(event, hand), bought(show.story[told:dealt])
                status = " ".join(filter(None, (self._result(show, result), who_buys(back, show))))
                return (Stage(showdown_picture(show, result, back), status, dealt),)
        return ()

    def last_trick(self, show: Show) -> tuple[str, Scene | None] | None:
        """The latest showdown."""
        result = show.view.showdown
        if result is None:
            return None
        return self._result(show, result), showdown_picture(show, result)

    def trick_label(self, words: Words) -> str:
        """What the button of the latest showdown says."""
        return words.say("Showdown")

    @staticmethod
    def _result(show: Show, result: Showdown) -> str:
        hand = show.words.say("Showdown of hand {hand}.", hand=result.hand)
        return f"{hand} {why(result, show)} {who(result, show)}"

    def status(self, show: Show) -> str:
        """Whose turn it is; what is on sale stands over the buttons."""
        view: ByteskilleView = show.view
        words = show.words
        asked = [f"**{name}**" for name in people(view.to_act, show)]
        if view.phase == "redeal":
            asker = show.name(view.asker) if view.asker is not None else ""
            return words.say("{name} asks for a redeal. Do you agree, {names}?", name=asker, names=asked)
        if view.phase == "buy-in":
            return words.say("Players who are out may buy in before the next hand: {names}.", names=asked)
        name = show.name(view.to_act[0])
        partner = asked_next(view)
        if partner is not None:
            return words.say("**{name}** is to keep or trade with {other}.", name=name, other=show.name(partner))
        if place_of_turn(view) < len(view.order) - 1:
            return words.say("**{name}** is to keep or trade with the talon.", name=name)
        return words.say("**{name}**, the last in this hand, is to keep or trade with the talon.", name=name)

    def written(self, show: Show) -> str:
        """The table as text."""
        view: ByteskilleView = show.view
        words = show.words
        lines = [
            words.say("**{title}**, hand {hand}", title=self.game.title, hand=view.hand),
            words.plural("Pot: {count} point", "Pot: {count} points", view.pot),
        ]
        result = latest(view)
        if result is not None and view.phase in ("buy-in", "over"):
            lines.append(f"{why(result, show)} {who(result, show)}")
            told = {seat: result_facts(show, result, seat) for seat in view.ring}
        else:
            if view.origins:
                lines.append(words.plural("Talon: {count} card", "Talon: {count} cards", view.talon))
            turns = decided(show.story)
            told = {seat: facts(show, seat, turns) for seat in view.ring}
        if view.dry:
            lines.append(
                words.plural(
                    "Hands in a row in which nobody went out: {count} of {quiet}",
                    "Hands in a row in which nobody went out: {count} of {quiet}",
                    view.dry,
                    quiet=QUIET,
                )
            )
        lines.append(words.say("Round the table, clockwise:"))
        for seat in view.ring:
            facts_of_seat = ", ".join((*told[seat], *self._buy_ins(show, seat)))
            lines.append(f"- {show.name(seat)}" + (f": {facts_of_seat}" if facts_of_seat else ""))
        return "\n".join(lines)

    @staticmethod
    def _buy_ins(show: Show, seat: int) -> Iterator[str]:
        used = show.view.buy_ins[seat]
        if used:
            yield show.words.say("bought in {used} of {all} times", used=used, all=BUY_INS)

    def sentence(self, event: Event, show: Show) -> str | None:
        """What happened, plainly."""
        return sentence(event, show)

    def score_table(self, show: Show) -> str:
        """What each has won or paid, who is in, and what the latest hands brought."""
        view: ByteskilleView = show.view
        words = show.words
        lines = [words.say("Points won and paid; {pot} are in the pot:", pot=view.pot)]
        for seat, line in enumerate(points_lines(show)):
            marks = [words.say("in") if seat in view.live else words.say("out"), *self._buy_ins(show, seat)]
            lines.append(f"{line} · {', '.join(marks)}")
        hands = []
        number = 0
        for event in show.story:
            number += event.kind == "deal"
            if event.kind == "showdown" and event["out"]:
                result = showdown_of(event, number)
                hands.append(words.say("Hand {hand}:", hand=number) + f" {why(result, show)} {who(result, show)}")
            elif event.kind == "out":
                names = [show.name(seat) for seat in event["seats"]]
                hands.append(words.say("Hand {hand}: {names} out in trading.", hand=number, names=names))
        if hands:
            lines += ["", *hands[-HANDS_TOLD:]]
        return "\n".join(lines)

    def ended(self, show: Show) -> str:
        """That all the others are out, or that a card was sold to the only one who was still in beside its seller."""
        outcome = show.view.outcome
        name = show.name(outcome.winners[0])
        if outcome.reason == SOLD_TO_LAST:
            return show.words.say("{name} bought the card of the only other player who was still in.", name=name)
        return show.words.say("All the others are out.")

    # ---- the hand --------------------------------------------------------------------------------------------

    def task(self, show: Show) -> str:
        """What the owner must do, or may."""
        view: ByteskilleView = show.view
        words, own = show.words, show.seat
        if not view.to_act:
            return words.say("The game is over.")
        if own in view.to_act:
            return self._asked(show)
        waiting = words.say("Waiting for {names}.", names=people(view.to_act, show))
        if own in view.live:
            return waiting
        if view.phase == "buy-in":
            return f"{words.say('You are out.')} {waiting}"
        return f"{words.say('You are out: buy a card that is offered, or buy in before the next hand.')} {waiting}"

    @staticmethod
    def _asked(show: Show) -> str:
        view: ByteskilleView = show.view
        words = show.words
        if view.phase == "redeal":
            asker = show.name(view.asker) if view.asker is not None else ""
            return words.say("**Your turn**: {name} asks for a redeal. Do you agree?", name=asker)
        if view.phase == "buy-in":
            price = buy_in_price(view, show.seat)
            ask = words.say("**Your turn**: do you buy in for {price}?", price=price)
            left = BUY_INS - view.buy_ins[show.seat] - 1
            if not left:
                return f"{ask} {words.say('It is your last time.')}"
            more = words.plural(
                "After that you can do so once more.", "After that you can do so {count} times more.", left
            )
            return f"{ask} {more}"
        partner = asked_next(view)
        if partner is not None:
            return words.say("**Your turn**: keep your card, or trade with {name}.", name=show.name(partner))
        ask = words.say("**Your turn**: keep your card, or trade with the talon.")
        if place_of_turn(view) < len(view.order) - 1:
            return ask
        return f"{ask} {words.say('You are the last: for {seconds} seconds cards can still be sold.', seconds=PAUSE)}"

    def hand(self, show: Show) -> HandStrip | None:
        """The one card."""
        card = show.view.card
        return None if card is None else HandStrip(faces(card), "wine", words=show.words.say("Your card"))

    def hand_written(self, show: Show) -> str:
        """The card, what it does, how it came here, and cards that the owner knows elsewhere."""
        view: ByteskilleView = show.view
        words = show.words
        if view.card is None:
            return words.say("You have no card.")
        lines = [look_again(show)]
        what = power(words, view.card, bool(view.low))
        lines.append(f"{words.say('Your card: **{card}**.', card=view.card)} {what}".rstrip())
        for seat, card in view.gave or ():
            lines.append(words.say("{name} has {card}, which you gave away.", name=show.name(seat), card=card))
        price = view.offers[show.seat]
        if price is not None:
            lines.append(words.say("You offer your card, unseen, for {price}.", price=price))
        return "\n".join(line for line in lines if line)

    def menu(self, show: Show, path: str) -> Menu:
        """Keep or trade, and what is possible beside. Prices have no step of their own: a hand is often over a moment
        later, and a step is of its question.
        """
        choices = [choice for move in show.moves for choice in self._choices(show, move)]
        prices = [int(move.split()[1]) for move in show.moves if move.startswith("sell ")]
        sales = [seat for seat, _ in offered(show.view) if f"buy-card {seat + 1}" in show.moves]
        return Menu("", (*choices, *price_choices(show, prices), *sale_choices(show, sales)))

    @staticmethod
    def _choices(show: Show, move: str) -> Iterator[Choice]:
        """The button of one move; none for prices and cards on sale, which come last."""
        view: ByteskilleView = show.view
        words = show.words
        if move == "keep":
            yield Choice(words.say("Keep {card}", card=view.card), move=move, card=view.card)
        elif move == "withdraw":
            yield Choice(words.say("Offer it no more"), move=move, tone="danger")
        elif move == "redeal":
            yield Choice(words.say("Ask for a redeal"), move=move, tone="say")
        elif move == "buy":
            yield Choice(words.say("Buy in for {price}", price=buy_in_price(view, show.seat)), move=move, tone="take")
        elif not move.startswith(("sell ", "buy-card ")):
            yield public_choice(show, move)

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """Keep and trade, answers, and cards on sale: for whoever is asked or may buy; the rules refuse the others."""
        view: ByteskilleView = show.view
        moves = {"trade": ["keep", "trade"], "redeal": ["agree", "refuse"], "buy-in": ["buy", "skip"]}.get(
            view.phase, []
        )
        somebody_may_buy = len(view.live) == 2 or len(view.live) < view.seats
        sales = offered(view)[:OFFERS_IN_PUBLIC] if view.phase == "trade" and somebody_may_buy else []
        return (*(public_choice(show, move) for move in moves), *sale_choices(show, [seat for seat, _ in sales]))

    def rules_page(self, words: Words) -> str:
        """The rules in own words."""
        return "\n".join(
            (
                words.say("## Byteskille"),
                words.say("Two to twenty players, one card each. The last one who is in wins the pot."),
                deck_in_words(words),
                words.say("### A hand"),
                words.say(
                    "At the start everybody pays the bet into the *pot*, once for the whole game. In each hand everybody "
                    "who is in gets one card. From the dealer's left each player **keeps** it or **trades** it, unseen, "
                    "with the next player. That player must trade, unless the card refuses:"
                ),
                words.say(
                    "- **Värdshus** or **Kavall**: it is shown, and the next one is asked instead.\n"
                    "- **Gris** or **Husar**: it is shown, and whoever asked is out.\n"
                    "- **Gök**: it is shown, and all trades of this hand are undone.\n"
                    "Whoever finds nobody left to ask, such as the dealer, takes the top card of the talon."
                ),
                words.say("### Showdown"),
                words.say(
                    "Each Gök, Husar, Gris and each Harlekin that was *not* traded kills: so many of the lowest cards go "
                    "out, with all that are equal. Example: one Husar, and the lowest cards are Potta, Potta, 3: both "
                    "Potta go out. With a Gök as well, they are still the two lowest, so 3 stays in. "
                    "A Harlekin that came by a trade is worth 0, below Blare, and kills nobody."
                ),
                words.say("### Back in, and out of it"),
                words.say(
                    "- **Buying in**: before a new hand, whoever is out may buy in, three times in a game: for twice the "
                    "bet, then half the pot, then the whole pot.\n"
                    "- **Selling**: while cards are traded, offer your card, unseen, for a price. Whoever is out may buy "
                    "it: you change places, and you are out. Of the last two, one can sell to the other, who wins.\n"
                    "- **Redeal**: when three are in, before the first decision, one may ask for it and both others must agree."
                ),
                words.say("### How this bot reads the rulebook"),
                words.say(
                    "- Refusing is compulsory and goes by itself. A Gök undoes also the trade that brought it; whoever is "
                    "out stays out, and nobody decides twice.\n"
                    "- A card from the talon has no power when it is taken. Nobody trades with a player who has decided before.\n"
                    "- If all would go out, the highest stay; if all are equal, nobody goes out.\n"
                    "- After 10 hands in which nobody went out, the lowest goes out without a killing card; if all are "
                    "equal, the last in order.\n"
                    "- A card is offered for 1, the bet, half the pot or the pot, three times a hand. The offer is void when "
                    "the card becomes another one.\n"
                    "- Prices of the second and third buy-in go by the pot before the first one buys.\n"
                    "- The last to decide does so five seconds after the one before, so that a card can still be sold."
                ),
            )
        )


def place_of_turn(view: ByteskilleView) -> int:
    """The place in the order of the seat whose keep or trade is next; past the end if there is none."""
    return len(view.order) if view.turn is None else view.order.index(view.ring.index(view.turn))


def has_decided(view: ByteskilleView, seat: int) -> bool:
    """Has the turn of the chair on which this seat sits been used in this hand?"""
    chair = view.ring.index(seat)
    return chair in view.order and view.order.index(chair) < place_of_turn(view)


def asked_next(view: ByteskilleView) -> int | None:
    """The seat that a trade asks first: the next live one later in the order; None: only the talon is left."""
    later = [view.ring[chair] for chair in view.order[place_of_turn(view) + 1 :]]
    return next((seat for seat in later if seat in view.live), None)


def offered(view: ByteskilleView) -> list[tuple[int, int]]:
    """Seats that offer their card, and the price; the cheapest first."""
    return sorted(
        ((seat, price) for seat, price in enumerate(view.offers) if price is not None), key=lambda offer: offer[::-1]
    )


def price_choices(show: Show, prices: Sequence[int]) -> Iterator[Choice]:
    """A button for each price at which the owner may offer the card, under a heading that says to whom."""
    words = show.words
    left = OFFERS - show.view.made[show.seat]
    heading = words.plural(
        "-# Sell your card, unseen: the buyer is in, and you are out. One offer left:",
        "-# Sell your card, unseen: the buyer is in, and you are out. {count} offers left:",
        left,
    )
    for price in prices:
        yield Choice(words.say("For {price}", price=price), move=f"sell {price}", tone="say", heading=heading)
        heading = ""


def public_choice(show: Show, move: str) -> Choice:
    """The button of a move that hides nothing."""
    view: ByteskilleView = show.view
    words = show.words
    if move == "trade":
        partner = asked_next(view)
        label = (
            words.say("Trade with the talon")
            if partner is None
            else words.say("Trade with {name}", name=show.plain(partner))
        )
        return Choice(label, move=move, tone="take")
    simple = {
        "keep": Choice(words.say("Keep"), move=move),
        "agree": Choice(words.say("Agree"), move=move, tone="take"),
        "refuse": Choice(words.say("Refuse"), move=move, tone="danger"),
        "buy": Choice(words.say("Buy in"), move=move, tone="take"),
        "skip": Choice(words.say("Stay out"), move=move, tone="say"),
    }
    return simple[move]


def sale_choices(show: Show, sellers: Sequence[int]) -> Iterator[Choice]:
    """A button for each card on sale, under a heading that says what buying means."""
    words = show.words
    heading = words.say("Cards on sale, unseen. Whoever buys one changes places with the seller:")
    for seat in sellers:
        label = words.say("{name} for {price}", name=show.plain(seat), price=show.view.offers[seat])
        yield Choice(label, move=f"buy-card {seat + 1}", tone="take", heading=heading)
        heading = ""


def _hands(story: Sequence[Event]) -> int:
    """How many hands have been dealt."""
    return sum(event.kind == "deal" for event in story)


async def setup(bot: commands.Bot) -> None:
    """Load the game."""
    await bot.add_cog(GameCog(bot, ByteskilleTable()))
