"""One hand of Byteskille: chairs, cards, trading and the showdown. The money round it is in games/byteskille.py.

A card is followed by its *origin*, its place in the shuffled deck (0 = the first card dealt), so that undoing all
trades, and saying what a seat knows, are short. A *place* is a chair's place in the order of dealing and trading.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from games.byteskille_view import PUT_OUT, REFUSING, UNDO, Showdown
from games.cards import KILLE_DECK, STRENGTH
from games.game import Tell
from games.pot import GameWithPot
from games.rows import exchanged, replaced

QUIET = 10  #: hands in a row without an elimination, after which somebody must go out
HARLEKIN = "HA"
KILLING = STRENGTH["GR"]  #: who is worth at least a Gris kills: Gris, Husar, Gök and the untraded Harlekin


class ByteskilleHand(GameWithPot):
    """The part of a game of Byteskille that plays a hand. Everything is a number, a text or a tuple: copies share it.

    By chair: `ring` (the seat sitting there), `live`; `dealer` is a chair. `order` holds the chairs of this hand; by
    place: `origins` (of the card there now; empty between hands) and `givers` (the seat that gave it in a swap);
    `place` is the place whose turn it is. `deck` holds the cards by origin, `sighted` by seat the origins whose faces
    it has seen, `faces` and `swappable` the origins of cards shown to all, and of those asked for that did not refuse.
    """

    phase: str
    hand: int
    dealer: int
    ring: tuple[int, ...]
    live: tuple[bool, ...]
    order: tuple[int, ...]
    place: int
    deck: tuple[str, ...]
    origins: tuple[int, ...]
    givers: tuple[int | None, ...]
    sighted: tuple[frozenset[int], ...]
    faces: frozenset[int]
    swappable: frozenset[int]
    shown: tuple[tuple[int, str], ...]
    dry: int
    showdown: Showdown | None

    # ---- what the game round the hand does -------------------------------------------------------------------

    @abstractmethod
    def void(self, sellers: Iterable[int], tell: Tell) -> None:
        """The offers of these seats no longer stand: the card is another one, dead, or about to be shown."""

    @abstractmethod
    def end_hand(self, tell: Tell) -> None:
        """The cards have been shown, and at least two are live."""

    @abstractmethod
    def win(self, tell: Tell) -> None:
        """One chair is live."""

    # ---- dealing ----------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Shuffle all cards and give each chair of the order one, which only its seat sees. The first is in turn."""
        self.gather()
        self.deck = tuple(self.chance.shuffle(KILLE_DECK))
        self.shown = ()
        self.origins = tuple(range(len(self.order)))
        self.givers = (None,) * len(self.order)
        self.look_at_cards()
        self.ask_place(0)

    def gather(self) -> None:
        """All cards come back, so what was known of them is worth nothing."""
        self.deck = KILLE_DECK
        self.origins = self.givers = ()
        self.sighted = (frozenset(),) * self.seats
        self.faces = self.swappable = frozenset()

    def look_at_cards(self) -> None:
        """Each live seat sees the card on its chair."""
        sighted = list(self.sighted)
        for origin, chair in zip(self.origins, self.order, strict=True):
            if self.live[chair]:
                sighted[self.ring[chair]] |= {origin}
        self.sighted = tuple(sighted)

    def ask(self, phase: str, seats: Sequence[int]) -> None:
        """Put a new question to these seats; whoever answers an earlier one is too late."""
        self.phase = phase
        self.to_act = tuple(seats)
        self.decision = self.ply

    def ask_place(self, place: int) -> None:
        """Keep or trade? asked of the seat at this place in the order."""
        self.place = place
        self.ask("trade", (self.seat_at(place),))

    # ---- trading ----------------------------------------------------------------------------------------------

    def keep(self, tell: Tell) -> None:
        """The seat in turn keeps its card."""
        tell("keep", seat=self.seat_at(self.place))
        self.end_turn(tell)

    def trade(self, tell: Tell) -> None:
        """Ask the chairs later in the order, one after the other, until one does not pass the trade on."""
        for other in range(self.place + 1, len(self.order)):
            card = self.card_at(other)
            if card not in REFUSING:
                self.swap(other, tell)
                break
            self.show(other, tell)
            if card in PUT_OUT:
                self.put_asker_out(tell)
                break
            if card == UNDO:
                self.undo_trades(other, tell)
                break
        else:
            self.draw(tell)
        self.end_turn(tell)

    def swap(self, other: int, tell: Tell) -> None:
        """The seat in turn and the one asked exchange cards; each sees the one it gets and knows the one it gave."""
        place = self.place
        seat, partner = self.seat_at(place), self.seat_at(other)
        given, taken = self.origins[place], self.origins[other]
        self.origins = exchanged(self.origins, place, other)
        self.givers = replaced(replaced(self.givers, place, partner), other, seat)
        self.swappable |= {taken}
        self.sight(seat, taken)
        self.sight(partner, given)
        tell("swap", seat=seat, other=partner)
        self.void((seat, partner), tell)

    def show(self, other: int, tell: Tell) -> None:
        """The one asked shows a card that refuses."""
        partner, card = self.seat_at(other), self.card_at(other)
        self.shown += ((partner, card),)
        self.faces |= {self.origins[other]}
        tell("shown", seat=self.seat_at(self.place), other=partner, card=card)

    def put_asker_out(self, tell: Tell) -> None:
        """The seat in turn is eliminated; its card lies dead on its chair."""
        seat = self.seat_at(self.place)
        self.live = replaced(self.live, self.order[self.place], False)
        self.dry = 0
        tell("out", seats=(seat,))
        self.void((seat,), tell)

    def undo_trades(self, gok: int, tell: Tell) -> None:
        """Every card, a dead one too, goes back to the chair it was dealt to; then none counts as traded."""
        tell("undo", seat=self.seat_at(gok))
        moved = [self.seat_at(place) for place, origin in enumerate(self.origins) if origin != place]
        self.origins = tuple(range(len(self.order)))
        self.givers = (None,) * len(self.order)
        self.look_at_cards()
        self.void(moved, tell)

    def draw(self, tell: Tell) -> None:
        """Nobody is left to ask: the top of the talon, whatever it is, for the old card, which goes under the talon.

        Cards under the talon never come up again: it is larger than the number of chairs.
        """
        place, seat = self.place, self.seat_at(self.place)
        top = max(len(self.order), *(origin + 1 for origin in self.origins))
        self.origins = replaced(self.origins, place, top)
        self.givers = replaced(self.givers, place, None)
        self.sight(seat, top)
        tell("talon", seat=seat)
        self.void((seat,), tell)

    def end_turn(self, tell: Tell) -> None:
        """The next chair decides; after the last the cards are shown. One live chair left ends the game at once."""
        if self.live.count(True) == 1:
            self.win(tell)
        elif self.place + 1 < len(self.order):
            self.ask_place(self.place + 1)
        else:
            self.show_down(tell)

    # ---- the showdown -----------------------------------------------------------------------------------------

    def show_down(self, tell: Tell) -> None:
        """All live chairs show their cards; the lowest go out, as many as kill."""
        self.void(self.ring, tell)
        seats = [self.ring[chair] for chair in self.order]
        cards = [self.deck[origin] for origin in self.origins]
        places = [place for place, chair in enumerate(self.order) if self.live[chair]]
        dead = [place for place, chair in enumerate(self.order) if not self.live[chair]]
        low = [place for place in places if self.is_low(place)]
        values = [0 if place in low else STRENGTH[cards[place]] for place in places]
        must = self.dry >= QUIET
        kills = max(len([value for value in values if value >= KILLING]), int(must))
        losers = [places[index] for index in lowest(values, kills, must)]
        self.showdown = Showdown(
            hand=self.hand,
            cards=tuple([(seats[place], cards[place]) for place in places]),
            low=tuple(sorted([seats[place] for place in low])),
            dead=tuple([(seats[place], cards[place]) for place in dead]),
            killing=kills,
            out=tuple(sorted([seats[place] for place in losers])),
        )
        shown = self.showdown
        tell("showdown", cards=shown.cards, low=shown.low, dead=shown.dead, killing=kills, out=shown.out)
        for place in losers:
            self.live = replaced(self.live, self.order[place], False)
        self.dry = 0 if losers or dead else self.dry + 1
        self.gather()
        if self.live.count(True) == 1:
            self.win(tell)
        else:
            self.end_hand(tell)

    # ---- questions --------------------------------------------------------------------------------------------

    def seat_at(self, place: int) -> int:
        """The seat sitting now on the chair with this place in the order."""
        return self.ring[self.order[place]]

    def card_at(self, place: int) -> str:
        """The card on the chair with this place in the order."""
        return self.deck[self.origins[place]]

    def is_low(self, place: int) -> bool:
        """Is it a Harlekin that came by a trade? No card comes back by trades to the chair it was dealt to."""
        return self.origins[place] != place and self.card_at(place) == HARLEKIN

    def is_live(self, seat: int) -> bool:
        """Is the chair of this seat live?"""
        return self.live[self.ring.index(seat)]

    def live_seats(self) -> list[int]:
        """The seats on live chairs, ascending."""
        return sorted([self.ring[chair] for chair, lives in enumerate(self.live) if lives])

    def sight(self, seat: int, origin: int) -> None:
        """The seat has seen the face of this card."""
        self.sighted = replaced(self.sighted, seat, self.sighted[seat] | {origin})


def lowest(values: Sequence[int], killing: int, must: bool) -> list[int]:
    """Which of the live values, in order, go out: the `killing` lowest, with all that tie with the last of them.

    Never everybody: then the highest stay. `must`: if all are equal, the last goes out; otherwise nobody does.
    """
    if not killing:
        return []
    limit = sorted(values)[min(killing, len(values)) - 1]
    everybody = limit == max(values)
    out = [index for index, value in enumerate(values) if value <= limit and not (everybody and value == limit)]
    return out or ([len(values) - 1] if must else [])
