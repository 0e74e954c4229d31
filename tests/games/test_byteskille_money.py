"""Byteskille: buying in, selling a card, redeals, and which of these put a new question, on hands written out."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.byteskille import Byteskille
from games.game import Event, IllegalMove
from tests.support.byteskille import all_keep, all_skip, cards, run, table, told

#: Seat 0 goes out of every hand, as long as all three are dealt in and keep.
SEAT_0_OUT = ("2 9 HU", "9 HU 2", "HU 2 9", "2 9 HU")


def optional(game: Byteskille, seat: int, *beginnings: str) -> list[str]:
    """The moves of a seat that begin with one of these."""
    return [move for move in game.moves(seat) if move.startswith(beginnings)]


# ---- buying in -------------------------------------------------------------------------------------------------------


def test_the_three_prices_of_buying_in() -> None:
    game = table(3, *SEAT_0_OUT, bet=1)
    paid = []
    for _ in range(3):
        all_keep(game)
        paid.append(run(game, "0 buy")[0]["price"])
    assert paid == [2, 3, 8]  # twice the bet; half of 5, rounded up; all of 8
    assert (game.pot, game.net[0]) == (16, -14)
    all_keep(game)
    assert (game.view(None).buy_ins, game.phase) == ((3, 0, 0), "trade")
    assert game.view(None).live == (1, 2)


def test_a_buyer_is_live_at_once_and_is_dealt_a_card() -> None:
    game = table(3, "2 9 HU", "9 HU 2")
    all_keep(game)
    assert (game.to_act, game.view(None).window_pot, game.view(None).turn) == ((0,), 6, None)
    assert cards(game) == [None, None, None]
    events = run(game, "0 buy")
    assert events == [Event("buy", seat=0, price=4), Event("deal", hand=2, dealer=0, order=(1, 2, 0))]
    assert cards(game) == ["2", "9", "HU"]
    assert game.view(None).window_pot is None


def test_who_skips_may_buy_in_later() -> None:
    game = table(3, "2 9 HU", "9 8")
    all_keep(game)
    assert run(game, "0 skip")[0] == Event("skip", seat=0)
    assert game.view(None).live == (1, 2)
    all_keep(game)
    assert game.moves(0) == ["buy", "skip"]


def test_the_window_waits_for_all_who_may_in_any_order_and_puts_one_question() -> None:
    game = table(4, "HU 2 2 9")
    all_keep(game)
    assert game.to_act == (1, 2)
    question = game.decision
    run(game, "2 skip")
    assert (game.to_act, game.decision) == ((1,), question)
    run(game, "1 buy")
    assert game.decision > question


def test_without_cover_there_is_no_window() -> None:
    game = table(3, "2 9 HU", "5 6", purses=(5, 2, 2))
    events = all_keep(game)
    assert told(events, "window") == []
    assert (game.hand, game.phase) == (2, "trade")
    game = table(3, "2 9 HU", purses=(6, 2, 2))
    all_keep(game)
    assert game.to_act == (0,)


# ---- selling ---------------------------------------------------------------------------------------------------------


def test_a_card_may_have_one_of_four_prices() -> None:
    assert optional(table(3, "3 4 5"), 2, "sell") == ["sell 1", "sell 2", "sell 3", "sell 6"]
    assert optional(table(3, "3 4 5", bet=1), 2, "sell") == ["sell 1", "sell 3"]
    assert optional(table(3, "3 4 5", bet=7), 2, "sell") == ["sell 1", "sell 7", "sell 10", "sell 21"]


def test_one_offer_at_a_time_and_three_in_a_hand() -> None:
    game = table(2, "3 4", "5 6")
    for price in (1, 2, 4):
        run(game, f"1 sell {price}")
        assert game.view(None).offers == (None, price)
        assert optional(game, 1, "sell", "withdraw") == ["withdraw"]
        run(game, "1 withdraw")
    assert optional(game, 1, "sell", "withdraw") == []
    all_keep(game)
    assert len(optional(game, 1, "sell")) == 3


def one_out(*rest: str, purses: tuple[int, ...] | None = None) -> Byteskille:
    """Four seats of which seat 0 is out; the cards of seats 1, 2, 3 are 10, 11 and PO unless said otherwise."""
    game = table(4, "2 9 9 HU", *(rest or ("10 11 PO",)), purses=purses)
    all_keep(game)
    all_skip(game)
    return game


def test_who_is_out_buys_card_chair_and_the_turn_to_come() -> None:
    game = one_out()
    run(game, "3 sell 4", "1 keep")
    assert game.moves(0) == ["buy-card 4"]
    assert optional(game, 1, "buy-card") == optional(game, 2, "buy-card") == []
    assert run(game, "0 buy-card 4") == [Event("sold", seat=3, buyer=0, price=4)]
    view = game.view(None)
    assert (view.ring, view.live, view.offers) == ((3, 1, 2, 0), (0, 1, 2), (None,) * 4)
    assert (view.pot, view.buy_ins, game.net) == (8, (0, 0, 0, 0), [-6, -2, -2, 2])
    assert cards(game) == ["PO", "10", "11", None]
    run(game, "2 keep")
    assert game.to_act == (0,)


def test_a_turn_that_is_used_stays_used() -> None:
    game = one_out()
    run(game, "1 sell 1", "1 keep", "0 buy-card 2")
    assert game.to_act == (2,)
    assert cards(game) == ["10", None, "11", "PO"]
    run(game, "2 keep", "3 keep")
    assert game.view(None).showdown.cards == ((0, "10"), (2, "11"), (3, "PO"))
    assert game.to_act == (1,)


def test_the_seat_in_turn_may_sell_and_the_buyer_decides() -> None:
    game = one_out()
    question = game.decision
    run(game, "1 sell 1")
    assert game.decision == question
    run(game, "0 buy-card 2")
    assert game.to_act == (0,)
    assert game.decision > question


def test_the_dealers_marker_belongs_to_the_chair() -> None:
    game = one_out("5 6 7", "3 4 5")
    assert game.view(None).dealer == 0
    run(game, "3 sell 1", "0 buy-card 4")
    assert game.view(None).dealer == 3
    all_keep(game)
    all_skip(game)
    assert game.view(None).dealer == 1
    assert run(game, "2 keep", "0 keep", "1 keep")[-1].kind == "window"


def test_a_low_harlekin_stays_low_when_it_is_sold() -> None:
    game = one_out("HA 11 PO")
    run(game, "1 trade", "2 sell 1", "0 buy-card 3")
    assert (game.view(0).card, game.view(0).low) == ("HA", True)
    assert game.view(1).gave == ((0, "HA"),)
    assert game.view(2).low is False


def test_who_was_put_out_in_this_hand_may_buy_and_the_seller_sits_with_the_dead_card() -> None:
    game = table(4, "3 HU 8 9")
    run(game, "0 trade", "2 sell 8", "0 buy-card 3")
    assert cards(game) == ["8", "HU", None, "9"]
    shown = told(all_keep(game), "showdown")[0]
    assert shown["dead"] == ((2, "3"),)
    assert shown["out"] == (0,)
    assert game.to_act == (0, 2)


def test_a_buyer_needs_cover() -> None:
    game = one_out(purses=(5, 9, 9, 9))
    assert game.moves(0) == []
    run(game, "3 sell 4")
    assert game.moves(0) == []
    run(game, "2 sell 2")
    assert game.moves(0) == ["buy-card 3"]


def test_what_was_won_by_a_sale_counts_as_cover() -> None:
    game = table(4, "3 HU 8 9", purses=(9, 9, 2, 9))
    run(game, "0 trade", "2 sell 4", "0 buy-card 3", "3 sell 4")
    assert game.net == [-6, -2, 2, -2]
    assert game.moves(2) == ["buy-card 4"]


def test_of_two_live_the_other_may_buy_and_wins_the_pot_at_once() -> None:
    game = table(3, "2 9 HU", "5 6")
    all_keep(game)
    run(game, "0 skip", "2 sell 3")
    assert game.moves(0) == optional(game, 1, "buy-card") == ["buy-card 3"]
    events = run(game, "1 buy-card 3")
    assert events == [Event("sold", seat=2, buyer=1, price=3), Event("win", seat=1, pot=6)]
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.places) == ("card sold to the last player", (2, 1, 2))
    assert game.net == [-2, 1, 1]
    assert game.view(None).live == (1,)


def test_of_two_live_one_may_also_sell_to_who_is_out() -> None:
    game = table(3, "2 9 HU", "5 6")
    all_keep(game)
    run(game, "0 skip", "2 sell 3", "0 buy-card 3")
    assert game.outcome is None
    assert game.view(None).live == (0, 1)


def test_a_sale_is_no_elimination() -> None:
    game = one_out("5 6 7", "5 6 7")
    assert game.view(None).dry == 0
    run(game, "3 sell 1", "0 buy-card 4")
    all_keep(game)
    assert game.view(None).dry == 1


# ---- offers that become void -----------------------------------------------------------------------------------------


def voided(events: list[Event]) -> list[int]:
    return [event["seat"] for event in told(events, "void")]


def test_an_offer_stands_while_its_card_is_kept_or_shown() -> None:
    game = table(4, "3 VA 7 9")
    run(game, "0 sell 1", "0 keep", "1 sell 1", "1 keep")
    assert game.view(None).offers == (1, 1, None, None)
    game = table(4, "3 VA 7 9")
    run(game, "1 sell 1", "0 trade")
    assert game.view(None).offers == (None, 1, None, None)


def test_a_swap_voids_the_offers_of_both() -> None:
    game = table(3, "3 4 5")
    run(game, "0 sell 1", "1 sell 1", "2 sell 1")
    assert voided(run(game, "0 trade")) == [0, 1]
    assert game.view(None).offers == (None, None, 1)


def test_a_draw_and_being_out_void_an_offer() -> None:
    game = table(3, "3 VA KA 9")
    run(game, "0 sell 1", "1 sell 1")
    assert voided(run(game, "0 trade")) == [0]
    game = table(3, "3 HU 9")
    run(game, "0 sell 1", "1 sell 1")
    assert voided(run(game, "0 trade")) == [0]


def test_an_undo_voids_the_offers_of_cards_that_go_back() -> None:
    game = table(5, "2 7 GO 8 9")
    run(game, "0 trade", "0 sell 1", "2 sell 1", "3 sell 1")
    assert voided(run(game, "1 sell 1", "1 trade")) == [0, 1]
    assert game.view(None).offers == (None, None, 1, 1, None)


def test_the_showdown_voids_all_offers() -> None:
    game = table(3, "3 4 5", "3 4 5")
    run(game, "0 sell 1", "2 sell 1")
    assert voided(all_keep(game)) == [0, 2]


# ---- a redeal --------------------------------------------------------------------------------------------------------


def test_a_redeal_by_consent_of_the_other_two() -> None:
    game = table(3, "5 6 7", "GO 9 BL")
    assert run(game, "1 redeal") == [Event("ask", seat=1)]
    assert (game.phase, game.to_act, game.view(None).asker) == ("redeal", (0, 2), 1)
    assert (game.view(None).turn, game.view(0).card) == (0, "5")
    run(game, "2 agree")
    assert (game.view(None).agreed, game.to_act) == ((2,), (0,))
    assert run(game, "0 agree") == [Event("agree", seat=0), Event("redeal", dealer=2)]
    assert cards(game) == ["GO", "9", "BL"]
    view = game.view(None)
    assert (view.hand, view.dealer, view.phase, view.turn) == (1, 2, "trade", 0)
    assert (view.asker, view.agreed) == (None, ())
    assert not any(optional(game, seat, "redeal") for seat in range(3))


def test_a_redeal_voids_offers_and_does_not_bring_new_ones() -> None:
    game = table(3, "5 6 7", "GO 9 BL")
    for _ in range(2):
        run(game, "1 sell 3", "1 withdraw")
    run(game, "1 sell 3", "0 redeal", "1 agree")
    events = run(game, "2 agree")
    assert [event.kind for event in events] == ["agree", "void", "redeal"]
    assert optional(game, 1, "sell") == []


def test_the_first_refusal_ends_the_request_and_offers_stand() -> None:
    game = table(3, "5 6 7")
    run(game, "1 sell 3", "1 redeal")
    assert game.moves(0) == game.moves(2) == ["agree", "refuse"]
    assert game.moves(1) == []
    run(game, "0 agree", "2 refuse")
    assert (game.phase, game.to_act, cards(game)) == ("trade", (0,), ["5", "6", "7"])
    assert game.view(None).offers == (None, 3, None)
    assert (game.view(None).asker, game.view(None).agreed) == (None, ())


def test_each_seat_asks_once_a_hand() -> None:
    game = table(3, "5 6 7", "5 6 7")
    for seat in (1, 0, 2):
        run(game, f"{seat} redeal", "refuse")
        assert optional(game, seat, "redeal") == []
    all_keep(game)
    assert all(optional(game, seat, "redeal") for seat in range(3))


def test_a_redeal_needs_three_live_and_no_decision_yet() -> None:
    assert optional(table(4, "5 6 7 8"), 0, "redeal") == []
    assert optional(table(2, "5 6"), 0, "redeal") == []
    game = one_out()
    assert [seat for seat in range(4) if optional(game, seat, "redeal")] == [1, 2, 3]
    run(game, "1 keep")
    assert not any(optional(game, seat, "redeal") for seat in range(4))


def test_three_live_once_the_hand_has_begun_are_too_late() -> None:
    game = table(4, "3 HU 8 9")
    run(game, "0 trade")
    assert len(game.view(None).live) == 3
    assert not any(optional(game, seat, "redeal") for seat in range(4))


# ---- questions -------------------------------------------------------------------------------------------------------


def test_what_others_do_unasked_leaves_the_question_of_the_seat_in_turn_as_it_is() -> None:
    game = one_out()
    question = game.decision
    run(game, "3 sell 4", "2 sell 1", "2 withdraw", "0 buy-card 4")
    assert game.decision == question


def test_a_new_price_is_a_new_question_so_that_no_late_press_pays_it() -> None:
    game = one_out()
    run(game, "3 sell 1")
    seen = game.decision
    run(game, "3 withdraw", "3 sell 8")
    assert game.moves(0) == ["buy-card 4"]
    assert game.decision > seen


def test_each_turn_and_request_is_a_new_question_and_an_answer_of_two_is_not() -> None:
    game = table(3, "5 6 7", "5 6 7")
    decisions = [game.decision]
    for move in ("0 redeal", "1 agree", "2 refuse", "0 keep", "1 trade", "2 keep"):
        run(game, move)
        decisions.append(game.decision)
    assert [later > earlier for earlier, later in pairwise(decisions)] == [
        *(True, False, True),
        *(True, True, True),
    ]


def test_defaults() -> None:
    game = table(3, "2 9 HU")
    assert game.default(0) == "keep"
    run(game, "1 redeal")
    assert [game.default(0), game.default(2)] == ["refuse", "refuse"]
    run(game, "refuse")
    all_keep(game)
    assert game.default(0) == "skip"


# ---- refusals --------------------------------------------------------------------------------------------------------

OUT = "You are out: buy a card that is offered, or buy in before the next hand."


@pytest.mark.parametrize(
    ("before", "move", "sentence"),
    [
        ((), "2 keep", "It is not your turn yet."),
        (("1 keep",), "1 trade", "You have had your turn: now wait for the others."),
        ((), "0 keep", OUT),
        ((), "0 sell 1", OUT),
        ((), "0 redeal", OUT),
        ((), "1 sell 5", "A card is offered for one of these prices: 1, 2, 4, 8."),
        (("1 sell 4",), "1 sell 1", "You offer your card for 4: withdraw that first."),
        ((), "1 withdraw", "You have offered no card."),
        ((), "0 buy-card 5", "There is no player 5 at this table."),
        ((), "0 buy-card 0", "There is no player 0 at this table."),
        ((), "0 buy-card 1", "You cannot buy your own card."),
        ((), "0 buy-card 2", "Player 2 does not offer a card."),
        (("2 sell 8",), "0 buy-card 3", "That card costs 8, and you cannot cover that."),
        (("2 sell 8",), "1 buy-card 3", "only who is out buys one, or the other of the last two."),
        ((), "0 buy", "a card that is offered is bought with buy-card."),
        ((), "1 agree", "Nobody has asked for a redeal."),
        (("1 redeal",), "1 agree", "You have asked for the redeal: the others answer."),
        (("1 redeal", "2 agree"), "2 refuse", "You have agreed already."),
        (("1 redeal",), "0 agree", "Only players who are in decide about a redeal."),
        (("1 redeal",), "1 keep", "Wait: somebody has asked for a redeal, and the others answer first."),
        (("1 redeal", "refuse"), "1 redeal", "You have asked for a redeal in this hand already."),
        (("1 redeal", "agree", "agree"), "2 redeal", "There has been a redeal in this hand already."),
        (("1 keep",), "2 redeal", "It is too late for a redeal: somebody has kept or traded."),
        (("1 keep", "2 keep", "3 keep"), "3 buy", "You are in already."),
        (("1 keep", "2 keep", "3 keep"), "3 sell 1", "first everybody who may buy in says buy or skip."),
    ],
)
def test_refusals_say_why_and_change_nothing(before: tuple[str, ...], move: str, sentence: str) -> None:
    game = one_out("10 11 HU", "7 8", purses=(9, 9, 9, 9))
    run(game, *before)
    twin = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        run(game, move)
    assert str(refusal.value).endswith(sentence)
    assert game == twin


def test_refusals_of_buying_in() -> None:
    game = table(4, "HU 2 2 9", purses=(9, 9, 2, 9))
    all_keep(game)
    with pytest.raises(IllegalMove, match="Buying in costs 4 now, and you cannot cover that"):
        run(game, "2 buy")
    game = table(4, "HU 2 2 9")
    all_keep(game)
    run(game, "1 skip")
    with pytest.raises(IllegalMove, match="You have answered already"):
        run(game, "1 buy")
    game = table(4, "2 9 9 HU", "9 9 HU 2", "9 HU 2 9", "HU 2 2 9")
    for _ in range(3):
        all_keep(game)
        run(game, "0 buy")
        all_skip(game)
    all_keep(game)
    with pytest.raises(IllegalMove, match="You have bought in three times: that was the last"):
        run(game, "0 buy")


def test_a_fourth_offer_is_refused() -> None:
    game = table(2, "3 4")
    for _ in range(3):
        run(game, "1 sell 1", "1 withdraw")
    with pytest.raises(IllegalMove, match="You have made three offers in this hand"):
        run(game, "1 sell 1")


def test_a_redeal_with_two_live_is_refused() -> None:
    with pytest.raises(IllegalMove, match="only when exactly three are in"):
        run(table(2, "3 4"), "0 redeal")
