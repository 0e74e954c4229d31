"""The moves of Kilinski as text: how they are read, which words each phase knows, what a row of cards allows."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations, product

from games.cards import FRENCH_DECK, JOKER, find_french, simplify
from games.game import N_, IllegalMove, UnreadableMove
from games.kilinski_row import POSITIONS, ROW

#: What follows the word of a move: p a position, c a card.
SHAPES = {
    "take": "c",
    "draw": "",
    "swap": "pp",
    "exchange": "c",
    "freeze": "p",
    "attack": "pp",
    "support": "c",
    "more": "",
    "enough": "",
    "adjust": "pc",
    "decline": "",
}
#: The words of each phase; any other word is answered with what the phase asks.
WORDS = {
    "draft": ("take",),
    "turn": ("draw", "swap", "exchange", "freeze", "attack"),
    "support": ("support",),
    "ask": ("more", "enough"),
    "extra": ("support", "enough"),
    "spoils": ("take", "adjust", "decline"),
}
QUESTIONS = {
    "draft": N_("Take a card from the pool."),
    "turn": N_("It is your turn: draw, swap, exchange or attack; freeze, where the table allows it."),
    "support": N_("Choose a Support: a card from your hand."),
    "ask": N_("Say more if you want to add a card, or enough."),
    "extra": N_("Add a Support from your hand, or say enough."),
    "spoils": N_("You won the fight: take, adjust or decline."),
}
#: The moves of a word and a card.
TAKE, EXCHANGE, SUPPORT = ({card: f"{word} {card}" for card in FRENCH_DECK} for word in ("take", "exchange", "support"))
_BETWEEN = re.compile(r"(?:[\s,&→]|->|(?<=\d)-(?=\d)|\b(?:the|and|with|position|positions)\b)+")


def read_move(move: str) -> str:
    """``Attack 3 5``, ``swap 7,3``, ``take the Queen of Hearts`` → ``attack 3 5``, ``swap 3 7``, ``take QH``.

    Raises UnreadableMove for anything that is no move of Kilinski in any phase.
    """
    word, *named = [part for part in _BETWEEN.split(simplify(move)) if part] or [""]
    shape = SHAPES.get(word)
    if shape is None or len(named) != len(shape):
        raise UnreadableMove(
            "A move is a word with its cards or positions: take QH, draw, swap 3 7, exchange 5C, freeze 4, "
            "attack 3 5, support QS, more, enough, adjust 4 2C or decline."
        )
    parts = [read_position(text) if kind == "p" else read_card(text) for kind, text in zip(shape, named, strict=True)]
    if word == "swap":
        parts.sort()
    return " ".join([word, *parts])


def read_position(text: str) -> str:
    """One of the eight positions, else UnreadableMove."""
    if text not in {str(position) for position in POSITIONS}:
        raise UnreadableMove("A position is a number from 1 to 8: the cards of a Table from left to right.")
    return text


def read_card(text: str) -> str:
    """A card of the deck, which has no Joker, else UnreadableMove."""
    card = find_french(text)
    if card is None or card == JOKER:
        raise UnreadableMove("A card is its rank and its suit, such as QH or 10C.")
    return card


@lru_cache(maxsize=4096)
def row_moves(frozen: tuple[int, ...], opposing: tuple[int, ...], may_freeze: bool) -> tuple[str, ...]:
    """The moves of a turn that depend on nothing but the frozen positions: swaps, freezing and attacks."""
    free = [position for position in POSITIONS if position not in frozen]
    targets = [position for position in POSITIONS if position not in opposing]
    swaps = [f"swap {low} {high}" for low, high in combinations(free, 2)]
    freezes = [f"freeze {position}" for position in free] if may_freeze else []
    return (*swaps, *freezes, *(f"attack {own} {target}" for own, target in product(free, targets)))


def refuse_turn(
    word: str,
    named: list[str],
    hand: tuple[str, ...],
    frozen: tuple[int, ...],
    may_freeze: bool,
) -> IllegalMove:
    """Why a turn's move is refused, given the seat's own hand and frozen positions."""
    if word == "draw":
        return IllegalMove("You hold {count} cards: you may draw with seven or fewer.", count=len(hand))
    if word == "freeze" and not may_freeze:
        return IllegalMove("Cards are not frozen at this table.")
    if word == "swap" and named[0] == named[1]:
        return IllegalMove("Swap two different positions.")
    touched = {"exchange": [str(ROW)], "attack": named[:1]}.get(word, named)
    for position in touched:
        if int(position) in frozen:
            return IllegalMove("Your position {position} is frozen.", position=position)
    if word == "exchange":
        return IllegalMove("You do not hold the {card}.", card=named[0])
    return IllegalMove("The opposing position {position} is frozen: it cannot be attacked.", position=named[-1])
