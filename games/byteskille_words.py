"""The words of Byteskille: reading a move, and saying to a player why it is not possible now."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.cards import simplify
from games.game import IllegalMove, UnreadableMove

if TYPE_CHECKING:
    from games.byteskille import Byteskille

BUY_INS = 3  #: times a seat may buy in during a game
OFFERS = 3  #: offers a seat may make in a hand
LIVE_FOR_REDEAL = 3  #: chairs that are live when a redeal may be asked for

SINGLE_WORDS = ("keep", "trade", "withdraw", "redeal", "agree", "refuse", "buy", "skip")

_SELL = re.compile(r"(?:sell|offer)(?: (?:my )?card)?(?: (?:for|at))? (\d+)(?: points?)?")
_BUY_CARD = re.compile(r"buy[- ](?:the )?card(?: (?:of|from))?(?: (?:player|seat))? (\d+)")


def read(move: str) -> str:
    """Human spelling → canonical text. Raises UnreadableMove."""
    text = simplify(move)
    if text in SINGLE_WORDS:
        return text
    if text == "re-deal":
        return "redeal"
    if match := _SELL.fullmatch(text):
        return f"sell {int(match[1])}"
    if match := _BUY_CARD.fullmatch(text):
        return f"buy-card {int(match[1])}"
    raise UnreadableMove(
        "In Byteskille you say keep or trade, sell and a price (sell 5), withdraw, buy-card and the number of a player "
        "(buy-card 3), redeal, agree or refuse, buy or skip."
    )


def why_not(game: Byteskille, seat: int, move: str) -> IllegalMove:
    """Why this seat may not make this readable move now."""
    what, _, number = move.partition(" ")
    if what in ("agree", "refuse"):
        return _no_request(game, seat)
    if what in ("buy", "skip"):
        return _no_window(game, seat)
    if game.phase == "buy-in":
        return IllegalMove("The hand is over: first everybody who may buy in says buy or skip.")
    if game.phase == "redeal":
        return IllegalMove("Wait: somebody has asked for a redeal, and the others answer first.")
    if what == "buy-card":
        return _no_purchase(game, seat, int(number) - 1)
    if not game.is_live(seat):
        return IllegalMove("You are out: buy a card that is offered, or buy in before the next hand.")
    if what == "sell":
        return _no_offer(game, seat)
    if what == "withdraw":
        return IllegalMove("You have offered no card.")
    if what == "redeal":
        return _no_redeal(game, seat)
    if game.order.index(game.ring.index(seat)) < game.place:
        return IllegalMove("You have had your turn: now wait for the others.")
    return IllegalMove("It is not your turn yet.")


def _no_request(game: Byteskille, seat: int) -> IllegalMove:
    if game.phase != "redeal":
        return IllegalMove("Nobody has asked for a redeal.")
    if seat == game.asker:
        return IllegalMove("You have asked for the redeal: the others answer.")
    if seat in game.agreed:
        return IllegalMove("You have agreed already.")
    return IllegalMove("Only players who are in decide about a redeal.")


def _no_window(game: Byteskille, seat: int) -> IllegalMove:
    if game.phase != "buy-in":
        return IllegalMove("Buying in is possible between two hands; a card that is offered is bought with buy-card.")
    if game.is_live(seat):
        return IllegalMove("You are in already.")
    if game.may_buy_in(seat):
        return IllegalMove("You have answered already.")
    if game.buy_ins[seat] == BUY_INS:
        return IllegalMove("You have bought in three times: that was the last.")
    return IllegalMove("Buying in costs {price} now, and you cannot cover that.", price=game.buy_in_price(seat))


def _no_purchase(game: Byteskille, seat: int, seller: int) -> IllegalMove:
    if not 0 <= seller < game.seats:
        return IllegalMove("There is no player {number} at this table.", number=seller + 1)
    if seller == seat:
        return IllegalMove("You cannot buy your own card.")
    if not game.may_buy_cards(seat):
        return IllegalMove("You have a card already: only who is out buys one, or the other of the last two.")
    price = game.offers[seller]
    if price is None:
        return IllegalMove("{player} does not offer a card.", player=seller + 1)
    return IllegalMove("That card costs {price}, and you cannot cover that.", price=price)


def _no_offer(game: Byteskille, seat: int) -> IllegalMove:
    if game.offers[seat] is not None:
        return IllegalMove("You offer your card for {price}: withdraw that first.", price=game.offers[seat])
    prices = game.prices()
    if game.made[seat] == OFFERS:
        return IllegalMove("You have made three offers in this hand: that is all.")
    return IllegalMove(
        "A card is offered for one of these prices: {prices}.", prices=", ".join(str(price) for price in prices)
    )


def _no_redeal(game: Byteskille, seat: int) -> IllegalMove:
    if game.live.count(True) != LIVE_FOR_REDEAL:
        return IllegalMove("A redeal is possible only when exactly three are in.")
    if game.redealt:
        return IllegalMove("There has been a redeal in this hand already.")
    if seat in game.asked:
        return IllegalMove("You have asked for a redeal in this hand already.")
    return IllegalMove("It is too late for a redeal: somebody has kept or traded.")
