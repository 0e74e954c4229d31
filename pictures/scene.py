"""What a picture of a table shows, as frozen data: no game words, no pixels, every text already translated.

A `Scene` has *seats* (the name plates), *elements* (what lies on the felt) and *pills* (short texts). Each says where
it goes with a named place; the drawing decides sizes and pixels, so one scene works for any number of cards. Equal
scenes hash equally and make equal pictures.

Places (`At`):

* ``top`` ``bottom`` – a line across the table next to the seats of that side; ``left`` ``right`` – a column there;
* ``centre`` – the middle; its elements stand one line each, in their order, except that neighbouring piles and pots
  share a line;
* ``top-left`` ``top-right`` ``bottom-left`` ``bottom-right`` – the corners, for pills and a pot. Where many seats need
  the corners themselves (seven and more), these stand in the middle.

A card that is face down is `back(deck)`: the scene itself never holds a hidden card, so neither picture, alt text nor
file name can give one away.

Example: a fishing game for two, before the second play of a deal::

    Scene(
        felt="navy",
        seats=(
            Seat("Ann", line="4 cards", badge="3", badge_words="3 points", at="bottom", to_act=True, colour=0,
                 pile=Pile(12, back("french"), words="12 captured")),
            Seat("Björn", line="3 cards", badge="1", badge_words="1 point", at="top", colour=1,
                 pile=Pile(0, back("french"), words="nothing captured")),
        ),
        elements=(
            Row(faces("8C", "8D", "5S", "3H"), words="Layout"),
            Pile(40, back("french"), caption="Stock", words="Stock: 40 cards", at="right"),
        ),
        pills=(
            Pill("Round 1 of 2", at="top-right"),
            Pill("Deal 3 of 6", at="bottom-right"),
            Pill("Björn lays 3♥", at="centre"),
        ),
    )
"""

from dataclasses import dataclass
from typing import Literal

from pictures.codes import Deck, deck_of

Felt = Literal["navy", "green", "wine"]
At = Literal["top", "bottom", "left", "right", "centre", "top-left", "top-right", "bottom-left", "bottom-right"]
Side = Literal["top", "bottom", "left", "right"]
Glow = Literal["", "gold", "red"]
Tone = Literal["plain", "gold", "red"]
Seating = Literal["around", "rows", "side"]
Colours = Literal["four", "colour-blind", "two"]


@dataclass(frozen=True, slots=True)
class Look:
    """How one reader wants pictures: ``four`` suit colours, ``colour-blind`` (four, told apart by lightness) or ``two``."""

    colours: Colours = "four"


@dataclass(frozen=True, slots=True)
class Card:
    """One card, one card back or one empty place. Make it with `face`, `back` or `place`.

    `code` "" and `deck` None is an empty place with `text` in it; `code` "" with a deck is a card back. `over` and
    `under` are short texts above and below the card (a position, a total). `glow` gold: winning or to choose, red:
    losing. `veiled` dims the card, `struck` crosses it out, `marker` is a badge of one or two characters on it. `words`
    says in the alt text what glow, veil or marker mean ("attacks").
    """

    code: str = ""
    deck: Deck | None = None
    text: str = ""
    over: str = ""
    under: str = ""
    glow: Glow = ""
    veiled: bool = False
    struck: bool = False
    marker: str = ""
    words: str = ""

    def __post_init__(self) -> None:
        if self.code and deck_of(self.code) != self.deck:
            raise ValueError(f"{self.code} is no card of the deck {self.deck}")


def face(
    code: str,
    *,
    over: str = "",
    under: str = "",
    glow: Glow = "",
    veiled: bool = False,
    struck: bool = False,
    marker: str = "",
    words: str = "",
) -> Card:
    """A card face up: ``face("10D")``, ``face("GO", glow="gold")``. Raises ValueError for an unknown code."""
    return Card(code, deck_of(code), "", over, under, glow, veiled, struck, marker, words)


def faces(*codes: str) -> tuple[Card, ...]:
    """Plain cards face up, in this order."""
    return tuple(face(code) for code in codes)


def back(
    deck: Deck,
    *,
    over: str = "",
    under: str = "",
    glow: Glow = "",
    veiled: bool = False,
    marker: str = "",
    words: str = "",
) -> Card:
    """A card face down: nothing but its deck is known to the picture."""
    return Card("", deck, "", over, under, glow, veiled, False, marker, words)


def backs(deck: Deck, count: int) -> tuple[Card, ...]:
    """`count` plain cards face down."""
    return (back(deck),) * count


def place(text: str = "", *, over: str = "", under: str = "", glow: Glow = "", words: str = "") -> Card:
    """An outlined empty place for a card, with a short text in it ("to play", "out")."""
    return Card("", None, text, over, under, glow, words=words)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards lying on each other: how many, and `top`, the card or back one sees (None: an empty outline).

    `words` is the whole phrase for the alt text ("Stock: 40 cards"); without it one is made from caption and count.
    With `count` None no number is shown.
    """

    count: int | None
    top: Card | None = None
    caption: str = ""
    words: str = ""
    at: At = "centre"


@dataclass(frozen=True, slots=True)
class Pot:
    """Coins with an amount, written as it shall be read ("12"). `words`: the alt text, else caption and amount."""

    amount: str
    caption: str = ""
    words: str = ""
    at: At = "top-left"


@dataclass(frozen=True, slots=True)
class Row:
    """Cards side by side. They wrap to more lines and shrink, at last overlap, but ranks stay readable.

    `caption` is written before or over the row; `words` names the row in the alt text (default: the caption).
    `note` is a text after the row (a total). `small` rows give way to the others: they are about half as high.
    `overlap` allows French cards to lie fanned at once (a stack whose order matters).
    """

    cards: tuple[Card, ...]
    caption: str = ""
    words: str = ""
    note: str = ""
    small: bool = False
    overlap: bool = False
    at: At = "centre"


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows set out like a table of `columns` columns, read line by line; each row keeps its own caption and note."""

    rows: tuple[Row, ...]
    columns: int
    at: At = "centre"


@dataclass(frozen=True, slots=True)
class Strip:
    """Cards in fixed slots of one sequence (a suit from 2 to ace, a line of 21 ranks), empty slots as `place`.

    Strips that follow each other keep their slots in columns. `columns` > 0 breaks a long strip after so many slots.
    """

    slots: tuple[Card, ...]
    caption: str = ""
    words: str = ""
    columns: int = 0
    at: At = "centre"


@dataclass(frozen=True, slots=True)
class Played:
    """A card of a trick with the index of its seat in `Scene.seats`."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards played to a trick, in order. `winner` glows gold; `to_play` (seats) get an outlined place saying `text`."""

    cards: tuple[Played, ...]
    winner: int | None = None
    to_play: tuple[int, ...] = ()
    text: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn on a board: the index of its seat and the index of its square in `Board.squares`."""

    seat: int
    square: int


@dataclass(frozen=True, slots=True)
class Board:
    """Squares in reading order from the top left, `columns` a row, each a card or an empty place (`place()`).

    `column_names` and `row_names` (from the top) are the coordinates. `reachable` squares get a gold outline.
    """

    columns: int
    squares: tuple[Card, ...]
    pawns: tuple[Pawn, ...] = ()
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()
    reachable: tuple[int, ...] = ()
    words: str = ""
    at: At = "centre"


Element = Row | Pile | Pot | Trick | Strip | Groups | Board


@dataclass(frozen=True, slots=True)
class Seat:
    """A name plate and what lies in front of it.

    `name` and `fallbacks`: the first one the font can write is shown, without the characters it lacks (user name, then
    "Player 3"). `line` is the small text under the name, `badge` a number beside it (`badge_words`: the same for the
    alt text, "3 points"). `to_act` glows gold, `out` is greyed. `colour` (0, 1, 2 …) is the colour of disc and pawn.
    `marker` is one or two characters in a small gold disc (the dealer's "D"). `pile` lies beside the plate, `cards` in
    front of it. `at` fixes the side; None: by order, clockwise, the first of up to four seats at the
    bottom, of more at the top left. `words`: the whole alt
    text of the seat, if the one made from the parts does not do.
    """

    name: str
    line: str = ""
    badge: str = ""
    badge_words: str = ""
    to_act: bool = False
    out: bool = False
    colour: int = 0
    marker: str = ""
    pile: Pile | None = None
    cards: tuple[Card, ...] = ()
    at: Side | None = None
    fallbacks: tuple[str, ...] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Pill:
    """A short text in a rounded field: in a corner, or at ``centre`` as the caption (what happened last).

    `icon` is a suit ("H") drawn before the text.
    """

    text: str
    at: At = "centre"
    tone: Tone = "plain"
    icon: Literal["", "C", "D", "H", "S"] = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything one picture of a table shows.

    `seating`: ``around`` – on the four sides, 5 to 20 seats in a ring, each with its trick card before it; ``rows`` –
    all seats in lines at the top and bottom, so that the middle has the whole width (sequences); ``side`` – all seats
    in a column on the right, up to six with their cards (boards).
    """

    felt: Felt = "green"
    seats: tuple[Seat, ...] = ()
    elements: tuple[Element, ...] = ()
    pills: tuple[Pill, ...] = ()
    seating: Seating = "around"


@dataclass(frozen=True, slots=True)
class HandStrip:
    """One player's own cards, in order. Their places mean nothing, so they are not numbered: numerals over cards that
    are numerals themselves would mislead.

    `playable`: indices of the cards that may be played, the others are veiled; None: no difference. `chosen`: indices
    of the cards picked so far (glow). `title` is a line over the cards. `words` replaces the alt text's first word
    ("Your hand").
    """

    cards: tuple[Card, ...]
    felt: Felt = "green"
    playable: tuple[int, ...] | None = None
    chosen: tuple[int, ...] = ()
    title: str = ""
    words: str = ""
