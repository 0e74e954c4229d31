"""Byteskille, or Enkortskille: one card each, traded round the table; the lowest go out, until one player is left.

Source: the Kille rulebook. Kille deck of 42.

Everybody pays `bet` into the pot, once for the game. In each hand every live player gets one card; in turn, beginning
left of the dealer, each keeps it or trades with the next live player, who must trade unless the card held refuses:

* Värdshus, Kavall: shown, and the one after is asked instead,
* Gris, Husar: shown, and the asker is out at once,
* Gök: shown, and every trade of the hand is undone; the asker's turn is spent.

Whoever finds nobody left to ask takes the top card of the talon. When all have decided the cards are shown. Each Gök,
Husar, Gris and untraded Harlekin among them kills: so many of the lowest cards go out, with all that tie. A Harlekin
got by a trade is worth 0 and kills nobody. Who is out may buy in up to three times, before a new hand, or buy the card
of a live player. The last one live takes the pot.

Rulings, where the rulebook is silent:

* Chairs are live, hold cards and have turns; seats have money. A sale exchanges the chairs of two seats.
* Refusing is compulsory and automatic. A Gök undoes also the trade that brought it. A dead card goes back as well, but
  who is out stays out.
* Cards of the talon have no power when they are taken. Trading is never with a chair earlier in the order.
* If all live would go out, those with the highest value stay; if all are equal, nobody goes out.
* After ten hands in a row without an elimination one killing card is counted even if there is none, and if all are
  equal the last live chair in order goes out, until somebody is eliminated.
* Buy-ins are priced by the pot when the window opened. Cards are sold only during trading, at one of four prices, at
  most three offers a seat and hand, one at a time. An offer is void when its seller is out or the card becomes another.
* A redeal may be asked for only with three live and before the first decision, by each seat once a hand, and not again
  after one. Offers stand over a refusal; while answers are awaited there is no selling.
* Payments of one's own will need cover by the purse and what has been won in this game.

Chance: the dealer's chair, then one shuffle of the whole deck for each hand and each redeal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Self

from games.byteskille_hand import ByteskilleHand
from games.byteskille_view import ByteskilleView, imagine_deck
from games.byteskille_words import BUY_INS, LIVE_FOR_REDEAL, OFFERS, read, why_not
from games.cards import KILLE_DECK
from games.dealing import clockwise
from games.game import N_, IllegalMove, Options, Tell, option, silent
from games.rows import exchanged, replaced, without

LAST_LEFT = N_("last player left")
SOLD_TO_LAST = N_("card sold to the last player")


@dataclass(frozen=True)
class ByteskilleOptions(Options):
    """What a table may choose."""

    bet: int = option(2, N_("What everybody pays into the pot at the start."), low=1, high=1000)


class Byteskille(ByteskilleHand):
    """A game of Byteskille: hands (games/byteskille_hand.py), and between and beside them buying in, selling, redeals.

    By seat: `offers` (price or None), `made` (offers in this hand), `buy_ins` (used).
    """

    key = "byteskille"
    title = "Byteskille"
    seats_allowed = tuple(range(2, 21))
    Options = ByteskilleOptions
    stakes = True
    accounts = ("net",)

    offers: tuple[int | None, ...]
    made: tuple[int, ...]
    asker: int | None
    agreed: tuple[int, ...]
    asked: tuple[int, ...]
    redealt: bool
    buy_ins: tuple[int, ...]
    window_pot: int | None

    # ---- the course of the game -------------------------------------------------------------------------------

    def begin(self, tell: Tell) -> None:
        """Everybody pays the bet, covered or not; the dealer's chair is given or drawn; the first hand is dealt."""
        self.pot = 0
        for seat in range(self.seats):
            self.pay(seat, self.options.bet)
        self.hand = self.dry = 0
        self.ring = tuple(range(self.seats))
        self.live = (True,) * self.seats
        self.buy_ins = (0,) * self.seats
        self.window_pot = self.showdown = None
        self.dealer = self.chance.dealer(self.seats)
        self.begin_hand(tell)

    def begin_hand(self, tell: Tell) -> None:
        """One card to each live chair, the dealer's last; they decide in the same order."""
        self.hand += 1
        self.order = tuple([chair for chair in clockwise(self.dealer + 1, self.seats) if self.live[chair]])
        self.offers = (None,) * self.seats
        self.made = (0,) * self.seats
        self.asker, self.agreed, self.asked, self.redealt = None, (), (), False
        self.deal()
        order = tuple([self.ring[chair] for chair in self.order])
        tell("deal", hand=self.hand, dealer=self.ring[self.dealer], order=order)

    def win(self, tell: Tell, reason: str = LAST_LEFT) -> None:
        """The last live seat takes the pot."""
        seat = self.ring[self.live.index(True)]
        pot = self.pot
        self.collect(seat, pot)
        self.scores[seat] = 1
        self.gather()
        self.offers = (None,) * self.seats
        tell("win", seat=seat, pot=pot)
        self.ask("over", ())
        self.finish(reason, [2 - score for score in self.scores])

    # ---- buying in --------------------------------------------------------------------------------------------

    def end_hand(self, tell: Tell) -> None:
        """A buy-in window: who may buy in is asked, at prices by the pot as it is now. If nobody may, there is none."""
        self.window_pot = self.pot
        buyers = [seat for seat in range(self.seats) if self.may_buy_in(seat)]
        if buyers:
            tell("window", pot=self.pot)
            self.ask("buy-in", buyers)
        else:
            self.close_window(tell)

    def may_buy_in(self, seat: int) -> bool:
        """Is this seat out, with a buy-in left that it covers?"""
        return not self.is_live(seat) and self.buy_ins[seat] < BUY_INS and self.covers(seat, self.buy_in_price(seat))

    def buy_in_price(self, seat: int) -> int:
        """Twice the bet, then half the pot at the opening of the window, rounded up, then all of it."""
        pot = self.window_pot or 0
        return (2 * self.options.bet, (pot + 1) // 2, pot)[self.buy_ins[seat]]

    def answer_window(self, seat: int, buys: bool, tell: Tell) -> None:
        """A buyer's chair is live at once. The last answer closes the window."""
        if buys:
            price = self.buy_in_price(seat)
            self.pay(seat, price)
            self.buy_ins = replaced(self.buy_ins, seat, self.buy_ins[seat] + 1)
            self.live = replaced(self.live, self.ring.index(seat), True)
            tell("buy", seat=seat, price=price)
        else:
            tell("skip", seat=seat)
        self.to_act = without(self.to_act, seat)
        if not self.to_act:
            self.close_window(tell)

    def close_window(self, tell: Tell) -> None:
        """The dealer's marker goes one chair left, live or not, and a new hand is dealt."""
        self.window_pot = None
        self.dealer = (self.dealer + 1) % self.seats
        self.begin_hand(tell)

    # ---- selling ----------------------------------------------------------------------------------------------

    def prices(self) -> tuple[int, ...]:
        """What a card may be offered for: 1, the bet, half the pot rounded down, the pot; each once."""
        return prices_by(self.options.bet, self.pot)

    def sell(self, seat: int, price: int, tell: Tell) -> None:
        """Offer the card on the seat's chair, unseen.

        A first offer disturbs nobody's question. A later one does: it has to, or a press on "buy" that was meant for
        the earlier price would pay this one.
        """
        self.offers = replaced(self.offers, seat, price)
        self.made = replaced(self.made, seat, self.made[seat] + 1)
        if self.made[seat] > 1:
            self.ask("trade", self.to_act)
        tell("offer", seat=seat, price=price)

    def withdraw(self, seat: int, tell: Tell) -> None:
        """The offer no longer stands."""
        self.offers = replaced(self.offers, seat, None)
        tell("withdraw", seat=seat)

    def void(self, sellers: Iterable[int], tell: Tell) -> None:
        """The offers of these seats, as far as they have any, no longer stand: the card is another one or dead."""
        for seller in sellers:
            if self.offers[seller] is not None:
                self.offers = replaced(self.offers, seller, None)
                tell("void", seat=seller)

    def may_buy_cards(self, seat: int) -> bool:
        """Is this seat out, or one of the last two?"""
        return not self.is_live(seat) or self.live.count(True) == 2

    def buy_card(self, buyer: int, seller: int, tell: Tell) -> None:
        """The buyer pays the seller, and the two change chairs; if the buyer is the only other live seat, it has won."""
        price = self.offers[seller]
        assert price is not None
        self.offers = replaced(self.offers, seller, None)
        self.pay(buyer, price)
        self.collect(seller, price)
        tell("sold", seat=seller, buyer=buyer, price=price)
        chair = self.ring.index(seller)
        if self.is_live(buyer):
            self.live = replaced(self.live, chair, False)
            self.win(tell, SOLD_TO_LAST)
            return
        self.ring = exchanged(self.ring, chair, self.ring.index(buyer))
        self.sight(buyer, self.origins[self.order.index(chair)])
        if seller in self.to_act:
            self.ask("trade", (buyer,))

    # ---- a redeal ---------------------------------------------------------------------------------------------

    def may_ask_redeal(self, seat: int) -> bool:
        """Three live, nobody has decided, no redeal in this hand yet, and this live seat has not asked in it?"""
        return (
            self.place == 0
            and not self.redealt
            and seat not in self.asked
            and self.live.count(True) == LIVE_FOR_REDEAL
            and self.is_live(seat)
        )

    def ask_redeal(self, seat: int, tell: Tell) -> None:
        """The other two live seats are asked for their consent."""
        self.asker = seat
        self.asked = tuple(sorted((*self.asked, seat)))
        tell("ask", seat=seat)
        self.ask("redeal", [other for other in self.live_seats() if other != seat])

    def answer_redeal(self, seat: int, agrees: bool, tell: Tell) -> None:
        """The first refusal ends the request; the second consent brings a new deal by the same dealer, in this hand."""
        if not agrees:
            self.asker, self.agreed = None, ()
            tell("refuse", seat=seat)
            self.ask_place(0)
            return
        self.agreed = tuple(sorted((*self.agreed, seat)))
        self.to_act = without(self.to_act, seat)
        tell("agree", seat=seat)
        if not self.to_act:
            self.asker, self.agreed, self.redealt = None, (), True
            self.void(self.ring, tell)
            self.deal()
            tell("redeal", dealer=self.ring[self.dealer])

    # ---- moves ------------------------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """What the seat is asked, and during trading what it may do unasked: sell, withdraw, ask for a redeal, buy."""
        asked = seat in self.to_act
        if self.phase == "redeal":
            return ["agree", "refuse"] if asked else []
        if self.phase == "buy-in":
            return ["buy", "skip"] if asked else []
        if self.phase == "over":
            return []
        moves = ["keep", "trade"] if asked else []
        if self.is_live(seat):
            if self.offers[seat] is not None:
                moves.append("withdraw")
            elif self.made[seat] < OFFERS:
                moves += offers_by(self.options.bet, self.pot)
            if self.may_ask_redeal(seat):
                moves.append("redeal")
        if self.may_buy_cards(seat):
            for seller, price in enumerate(self.offers):
                if price is not None and seller != seat and self.covers(seat, price):
                    moves.append(f"buy-card {seller + 1}")
        return moves

    def read(self, move: str) -> str:
        """`sell 5`, `Sell for 5 points` → `sell 5`; `buy card of player 3` → `buy-card 3`; the rest are single words."""
        return read(move)

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """What stands against it: the phase, the turn, being out or in, what was done before, or the price."""
        return why_not(self, seat, move)

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Make a legal move. `ask` counts the questions: each turn, request and window is one, however many answer."""
        self.ply += 1
        what, _, number = move.partition(" ")
        if what == "keep":
            self.keep(tell)
        elif what == "trade":
            self.trade(tell)
        elif what == "sell":
            self.sell(seat, int(number), tell)
        elif what == "withdraw":
            self.withdraw(seat, tell)
        elif what == "buy-card":
            self.buy_card(seat, int(number) - 1, tell)
        elif what == "redeal":
            self.ask_redeal(seat, tell)
        elif what in ("agree", "refuse"):
            self.answer_redeal(seat, what == "agree", tell)
        else:
            self.answer_window(seat, what == "buy", tell)

    advance = apply

    def default(self, seat: int) -> str:
        """Keep, refuse a redeal, skip the window."""
        return {"trade": "keep", "redeal": "refuse", "buy-in": "skip"}[self.phase]

    # ---- what is known ----------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> ByteskilleView:
        """The table; the seat's own card, and the faces it has seen in this hand."""
        asking = self.phase in ("trade", "redeal")
        return ByteskilleView(
            **self.common(seat),
            phase=self.phase,
            hand=self.hand,
            dealer=self.ring[self.dealer],
            ring=self.ring,
            live=tuple(self.live_seats()),
            turn=self.seat_at(self.place) if asking else None,
            pot=self.pot,
            window_pot=self.window_pot,
            buy_ins=self.buy_ins,
            offers=self.offers,
            asker=self.asker,
            agreed=self.agreed,
            shown=self.shown,
            talon=len(KILLE_DECK) - len(self.order),
            dry=self.dry,
            showdown=self.showdown,
            order=self.order,
            origins=self.origins,
            givers=self.givers,
            sighted=tuple(tuple(sorted(origins)) for origins in self.sighted),
            faces=self.faces_of(self.faces),
            swappable=tuple(sorted(self.swappable)),
            made=self.made,
            asked=self.asked,
            redealt=self.redealt,
            **({} if seat is None else self.private_view(seat)),
        )

    def private_view(self, seat: int) -> dict[str, Any]:
        """The private fields of this seat's view."""
        places = range(len(self.origins))
        own = next((place for place in places if self.seat_at(place) == seat and self.is_live(seat)), None)
        gave = [place for place in places if self.givers[place] == seat and place != own]
        return {
            "card": None if own is None else self.card_at(own),
            "low": own is not None and self.is_low(own),
            "gave": tuple((self.seat_at(place), self.card_at(place)) for place in gave),
            "sights": self.faces_of(self.sighted[seat]),
        }

    def faces_of(self, origins: Iterable[int]) -> tuple[tuple[int, str], ...]:
        """(origin, card) of these origins, ascending."""
        return tuple((origin, self.deck[origin]) for origin in sorted(origins))

    def copy(self) -> Self:
        """An independent game in the same state."""
        twin = self.blank()
        twin.pot = self.pot
        twin.__dict__ = self.__dict__.copy()
        return twin

    @classmethod
    def imagine(cls, view: ByteskilleView, rng: Random) -> Self:
        """All moves of cards are public, so only the deck is imagined (games/byteskille_view.py)."""
        world = cls.from_view(view, rng)
        world.phase, world.hand, world.dry, world.pot = view.phase, view.hand, view.dry, view.pot
        world.ring, world.order, world.dealer = view.ring, view.order, view.ring.index(view.dealer)
        world.live = tuple(seat in view.live for seat in view.ring)
        world.place = 0 if view.turn is None else view.order.index(view.ring.index(view.turn))
        world.deck, world.origins, world.givers = imagine_deck(view, rng), view.origins, view.givers
        world.sighted = tuple(frozenset(origins) for origins in view.sighted)
        world.faces = frozenset(origin for origin, _ in view.faces)
        world.swappable, world.shown = frozenset(view.swappable), view.shown
        world.offers, world.made = view.offers, view.made
        world.asker, world.agreed, world.asked, world.redealt = view.asker, view.agreed, view.asked, view.redealt
        world.buy_ins, world.window_pot = view.buy_ins, view.window_pot
        world.showdown = view.showdown
        return world

    def piles(self) -> Iterable[str]:
        """The deck, wherever its cards lie."""
        return self.deck

    @classmethod
    def longest(cls, seats: int, options: ByteskilleOptions) -> int:
        """Eleven hands for each elimination there can be, and so many moves in each."""
        return 11 * (4 * seats - 1) * 11 * seats


def prices_by(bet: int, pot: int) -> tuple[int, ...]:
    """The prices of cards at this bet, with so much in the pot."""
    return tuple(dict.fromkeys((1, bet, pot // 2, pot)))


@lru_cache(maxsize=1024)
def offers_by(bet: int, pot: int) -> tuple[str, ...]:
    """The moves that offer a card for these prices."""
    return tuple([f"sell {price}" for price in prices_by(bet, pot)])
