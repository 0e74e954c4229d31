"""Scenes of every kind that a table can look like, for tests and benchmarks of the pictures."""

from __future__ import annotations

from pictures.codes import KILLE_CODES, RANKS, SUITS
from pictures.scene import (
    Board,
    Card,
    Groups,
    Pawn,
    Pile,
    Pill,
    Played,
    Pot,
    Row,
    Scene,
    Seat,
    Strip,
    Trick,
    back,
    face,
    faces,
    place,
)

NAMES = (
    "Astrid", "Björn", "Kasia", "Oskar", "Linnéa", "Konstantinos", "Zuzanna", "Mateusz", "Oleńka", "Per-Erik",
    "Γιώργος", "Ewa", "Tomasz", "Lo", "Maximilian", "Ingrid", "Åsa", "Stanisław", "Wiktoria", "Ali",
)  # fmt: skip
FRENCH = tuple(rank + suit for rank in RANKS for suit in SUITS)


def seats(count: int, acting: int = 0) -> tuple[Seat, ...]:
    """`count` seats with a line each; one of them is to act."""
    return tuple(Seat(NAMES[i], f"{i} won", colour=i, to_act=i == acting) for i in range(count))


def fishing(layout: int) -> Scene:
    """Two seats, a layout of so many cards, a stock and captured piles."""
    captured = (Pile(12, back("french"), words="12 captured"), Pile(0, back("french"), words="nothing captured"))
    return Scene(
        "navy",
        (
            Seat("Ann", "4 cards", "3", "3 points", to_act=True, at="bottom", pile=captured[0]),
            Seat("Björn", "3 cards", "1", "1 point", at="top", colour=1, pile=captured[1]),
        ),
        (
            Row(faces(*FRENCH[:layout]), words="Layout"),
            Pile(40, back("french"), "Stock", "Stock: 40 cards", at="right"),
        ),
        (
            Pill("Round 1 of 2", at="top-right"),
            Pill("Deal 3 of 6", at="bottom-right"),
            Pill("Björn captures 3♦ and 4♠ with 7♣"),
        ),
    )


def trick(count: int, french: bool = False) -> Scene:
    """`count` seats round a trick to which all but the last have played; the second is winning."""
    deck = FRENCH if french else KILLE_CODES
    cards = tuple(Played(i, face(deck[(i * 5 + 2) % len(deck)])) for i in range(count - 1))
    return Scene(
        "green" if french else "wine",
        seats(count, count - 1),
        (Pot("15", "Pot"), Trick(cards, 1, (count - 1,), "to play")),
        (Pill("Trick 4 of 5", at="top-right"), Pill("Björn is winning")),
    )


def one_card_each(count: int) -> Scene:
    """`count` seats with one card each, most of them face down."""
    cards = tuple((back("kille"),) if i % 4 else (face(KILLE_CODES[i % 21]),) for i in range(count))
    sitting = tuple(
        Seat(NAMES[i], "live", colour=i, to_act=i == 3, marker="D" if i == 1 else "", cards=cards[i])
        for i in range(count)
    )
    return Scene("wine", sitting, (Pot("48", "Pot"), Pile(22, back("kille"), "Talon")), (Pill("Kasia trades"),))


def sequences(count: int) -> Scene:
    """`count` seats in two lines and four suits of thirteen places between."""
    strips = tuple(
        Strip(tuple(face(rank + suit) if 3 <= i <= 9 else place() for i, rank in enumerate(RANKS)), words=suit)
        for suit in SUITS
    )
    return Scene("green", seats(count, 1), strips, (Pill("Pot 14", at="top-right"),), "rows")


def line() -> Scene:
    """Two seats and one sequence of 21 places."""
    slots = tuple(face(code) if 4 <= i <= 17 else place() for i, code in enumerate(KILLE_CODES))
    return Scene("wine", seats(2), (Strip(slots), Pile(6, back("kille"), "Talon"), Pot("8", "Pot", at="centre")))


def board() -> Scene:
    """Four seats beside a board of seven columns and six rows."""
    squares = tuple(place() if i in (8, 10) else face(KILLE_CODES[i * 8 % 21]) for i in range(42))
    sitting = tuple(
        Seat(NAMES[i], f"{i} points", colour=i, to_act=i == 1, cards=faces(*KILLE_CODES[: 3 * i])) for i in range(4)
    )
    pawns = (Pawn(0, 35), Pawn(1, 10), Pawn(2, 6), Pawn(3, 41))
    lies = Board(7, squares, pawns, tuple("abcdefg"), tuple("654321"), (9, 11))
    return Scene("wine", sitting, (lies,), (Pill("Round 3 of 12", at="top-left"), Pill("Björn takes Gök")), "side")


def rows_for_two() -> Scene:
    """Two seats with eight numbered cards each."""

    def eight(start: int, glow: int) -> tuple[Card, ...]:
        return tuple(face(FRENCH[start + i], over=str(i + 1), glow="gold" if i == glow else "") for i in range(8))

    return Scene(
        "navy",
        (
            Seat("Björn", "5 in hand", "31", to_act=True, at="bottom", cards=eight(0, 4)),
            Seat("Kasia", "8 in hand", "24", at="top", colour=1, cards=eight(20, 9)),
        ),
        (Pile(27, back("french"), "Deck"), Pile(9, face("5H"), "Discard")),
        (Pill("Björn attacks", at="bottom-right", tone="gold"),),
    )


def many_in_front(count: int) -> Scene:
    """`count` seats, each with a different number of cards in front of it."""
    sitting = tuple(
        Seat(NAMES[i], "cow · 9 down", colour=i, cards=faces(*KILLE_CODES[: 1 + 2 * i % 13])) for i in range(count)
    )
    return Scene("wine", sitting, (), (Pill("Kasia flips Gök"),))


def battle() -> Scene:
    """Four seats with three stacks each, some cards crossed out."""
    rows = tuple(
        Row(
            tuple(face(FRENCH[(4 * i + number) % 52], struck=i % 3 == 1, veiled=i == 0) for i in range(2 + number % 7)),
            note=str(number),
        )
        for number in range(12)
    )
    return Scene("navy", seats(4), (Groups(rows, 3),), (), "rows")


ALL = {
    **{f"fishing {n}": fishing(n) for n in (0, 4, 13, 30, 40)},
    **{f"trick {n}": trick(n) for n in (2, 3, 5, 8, 14)},
    "trick 4": trick(4, french=True),
    **{f"one card {n}": one_card_each(n) for n in (2, 4, 10, 20)},
    **{f"sequences {n}": sequences(n) for n in (3, 4, 8)},
    "line": line(),
    "board": board(),
    "rows for two": rows_for_two(),
    **{f"in front {n}": many_in_front(n) for n in (4, 10)},
    "battle": battle(),
    "nobody": Scene(),
}
