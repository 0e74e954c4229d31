"""Byteskille: the stake, the deal, trading and the showdown, on hands written out."""

from __future__ import annotations

import pytest

from games.byteskille import Byteskille, ByteskilleOptions
from games.chance import Chance
from games.game import BadSetup, Event, UnreadableMove
from tests.support.byteskille import all_keep, all_skip, cards, deck, run, table, told

#: Two hands in which nobody goes out, for two seats: the second is dealt in the other order.
QUIET = ("5 9", "12 4")


# ---- the stake and the deal ------------------------------------------------------------------------------------------


def test_everybody_pays_the_bet_once_covered_or_not() -> None:
    game = table(3, "3 4 GO", bet=7, purses=(0, 6, 100))
    assert game.net == [-7, -7, -7]
    assert game.pot == 21
    all_keep(game)
    all_skip(game)
    assert game.hand == 2
    assert game.net == [-7, -7, -7]


def test_a_card_each_from_the_left_of_the_dealer_whose_own_is_last() -> None:
    game = Byteskille(4, None, Chance(dealer=1, shuffles=[deck("5 6 7 8")]))
    assert cards(game) == ["7", "8", "5", "6"]
    assert game.opening == (Event("deal", hand=1, dealer=1, order=(2, 3, 0, 1)),)
    assert game.to_act == (2,)
    assert game.view(None).talon == 38


def test_the_marker_goes_to_the_next_chair_though_nobody_live_sits_there() -> None:
    game = table(4, "3 9 9 GO", "5 6 7")
    events = all_keep(game)
    assert told(events, "showdown")[0]["out"] == (0,)
    events = run(game, "skip")
    assert events[-1] == Event("deal", hand=2, dealer=0, order=(1, 2, 3))
    run(game, "keep", "keep")
    assert run(game, "3 trade")[0].kind == "talon"


@pytest.mark.parametrize("bet", [0, 1001, -2, True, "2"])
def test_bets_that_are_not_allowed(bet: object) -> None:
    with pytest.raises(BadSetup):
        ByteskilleOptions(bet=bet)  # type: ignore[arg-type]


# ---- trading ---------------------------------------------------------------------------------------------------------


def test_a_swap_is_seen_by_the_two_only() -> None:
    game = table(4, "7 9 3 10")
    before = game.view(2)
    assert run(game, "0 trade") == [Event("swap", seat=0, other=1)]
    assert cards(game) == ["9", "7", "3", "10"]
    assert game.view(0).gave == ((1, "7"),)
    assert game.view(1).gave == ((0, "9"),)
    assert (game.view(2).card, game.view(2).gave, game.view(2).sights) == (before.card, (), before.sights)
    assert game.to_act == (1,)


def test_a_card_given_is_known_until_it_moves_on() -> None:
    game = table(4, "7 9 3 10")
    run(game, "0 trade", "1 trade")
    assert game.view(0).gave == ()
    assert game.view(1).gave == ((0, "9"), (2, "7"))


def test_a_card_is_kept() -> None:
    game = table(3, "7 9 3")
    assert run(game, "0 keep") == [Event("keep", seat=0)]
    assert cards(game) == ["7", "9", "3"]
    assert game.to_act == (1,)


def test_inn_and_knight_are_shown_and_pass_the_trade_on() -> None:
    game = table(4, "3 VA KA 9")
    assert run(game, "0 trade") == [
        Event("shown", seat=0, other=1, card="VA"),
        Event("shown", seat=0, other=2, card="KA"),
        Event("swap", seat=0, other=3),
    ]
    assert game.view(None).shown == ((1, "VA"), (2, "KA"))
    assert cards(game) == ["9", "VA", "KA", "3"]


@pytest.mark.parametrize("card", ["GR", "HU"])
def test_pig_and_hussar_put_the_asker_out_whose_card_is_dead(card: str) -> None:
    game = table(4, f"3 {card} 5 9")
    events = run(game, "0 trade")
    assert events == [Event("shown", seat=0, other=1, card=card), Event("out", seats=(0,))]
    assert cards(game) == [None, card, "5", "9"]
    assert game.view(None).live == (1, 2, 3)
    shown = told(all_keep(game), "showdown")[0]
    assert shown["dead"] == ((0, "3"),)
    assert (shown["killing"], shown["out"]) == (1, (2,))


def test_a_dead_killing_card_does_not_kill() -> None:
    game = table(4, "GO HU 5 9")
    run(game, "0 trade")
    assert told(all_keep(game), "showdown")[0]["killing"] == 1


def test_who_is_left_alone_by_a_trade_wins_at_once() -> None:
    game = table(2, "3 GR")
    events = run(game, "0 trade")
    assert events[-1] == Event("win", seat=1, pot=4)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.places, game.outcome.net) == ("last player left", (2, 1), (-2, 2))
    assert game.view(None).showdown is None
    assert game.pot == 0


def test_a_cuckoo_undoes_all_trades_and_nobody_gets_a_second_turn() -> None:
    game = table(4, "2 7 GO 8")
    run(game, "0 trade")
    assert cards(game) == ["7", "2", "GO", "8"]
    events = run(game, "1 trade")
    assert events == [Event("shown", seat=1, other=2, card="GO"), Event("undo", seat=2)]
    assert cards(game) == ["2", "7", "GO", "8"]
    assert game.view(0).gave == game.view(1).gave == ()
    assert game.to_act == (2,)


def test_a_cuckoo_undoes_also_the_trade_that_brought_it() -> None:
    game = table(4, "GO VA 5 8")
    run(game, "0 trade")
    assert cards(game) == ["5", "VA", "GO", "8"]
    run(game, "1 trade")
    assert cards(game) == ["GO", "VA", "5", "8"]


def test_a_dead_card_goes_back_too_and_who_is_out_stays_out() -> None:
    game = table(5, "2 7 HU 5 GO")
    run(game, "0 trade", "1 trade")
    assert game.view(None).live == (0, 2, 3, 4)
    run(game, "2 keep", "3 trade")
    assert cards(game) == ["2", None, "HU", "5", "GO"]
    shown = told(all_keep(game), "showdown")[0]
    assert shown["dead"] == ((1, "7"),)
    assert shown["cards"] == ((0, "2"), (2, "HU"), (3, "5"), (4, "GO"))
    assert (shown["killing"], shown["out"]) == (2, (0, 3))


def test_undone_trades_make_a_harlekin_high_and_killing_again() -> None:
    game = table(4, "HA 5 GO 9")
    run(game, "0 trade")
    assert game.view(1).low is True
    run(game, "1 trade")
    assert (game.view(0).card, game.view(0).low) == ("HA", False)
    shown = told(all_keep(game), "showdown")[0]
    assert (shown["killing"], shown["low"], shown["out"]) == (2, (), (1, 3))


def test_if_all_behind_pass_the_trade_on_the_top_of_the_talon_comes() -> None:
    game = table(3, "3 VA KA 12")
    assert [event.kind for event in run(game, "0 trade")] == ["shown", "shown", "talon"]
    assert cards(game) == ["12", "VA", "KA"]


def test_the_last_in_order_draws_from_the_talon_and_asks_nobody_earlier() -> None:
    game = table(3, "9 8 2 12 GO")
    run(game, "0 keep", "1 keep")
    events = run(game, "2 trade")
    assert events[0] == Event("talon", seat=2)
    assert game.view(None).showdown.cards == ((0, "9"), (1, "8"), (2, "12"))


def test_two_seats_may_draw_and_the_second_gets_the_next_card() -> None:
    game = table(3, "3 VA KA 12 11 10")
    run(game, "0 trade")
    assert cards(game) == ["12", "VA", "KA"]
    run(game, "1 trade")
    assert cards(game) == ["12", "11", "KA"]
    assert game.view(None).talon == 39


def test_a_card_of_the_talon_has_no_power_when_it_is_taken() -> None:
    game = table(3, "7 9 5 GO")
    run(game, "0 trade", "1 keep")
    events = run(game, "2 trade")
    assert [event.kind for event in events[:2]] == ["talon", "showdown"]
    shown = events[1]
    assert shown["cards"] == ((0, "9"), (1, "7"), (2, "GO"))
    assert (shown["killing"], shown["out"]) == (1, (1,))


# ---- the showdown ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "killing", "out"),
    [
        ("9 8 VA 3", 0, ()),
        ("9 8 GR 3", 1, (3,)),
        ("HA 8 9 3", 1, (3,)),
        ("HA GO 9 3", 2, (2, 3)),
        ("HA HU 3 3", 2, (2, 3)),
        ("GR 5 3 3", 1, (2, 3)),
        ("GR HU 1 5 5", 2, (2, 3, 4)),
        ("GR HU GO 1 5 6 7", 3, (3, 4, 5)),
        ("GR HU GO HA KR 7 8 9 10", 4, (4, 5, 6, 7)),
        ("1 KR GO", 1, (1,)),
    ],
)
def test_the_lowest_go_out_as_many_as_kill_with_all_that_tie(hand: str, killing: int, out: tuple[int, ...]) -> None:
    game = table(len(hand.split()), hand)
    all_keep(game)
    shown = game.view(None).showdown
    assert (shown.killing, shown.out, shown.low, shown.dead) == (killing, out, (), ())


def test_a_killing_card_protects_nobody() -> None:
    game = table(3, "GR HU 12")
    all_keep(game)
    assert game.view(None).showdown.out == (0, 2)
    assert game.outcome is not None


def test_if_all_would_go_out_the_highest_stay() -> None:
    game = table(4, "GO HU GO GR")
    all_keep(game)
    assert game.view(None).showdown.killing == 4
    assert game.view(None).showdown.out == (1, 3)


def test_if_all_are_equal_nobody_goes_out() -> None:
    game = table(2, "GO GO")
    events = all_keep(game)
    assert told(events, "showdown")[0]["out"] == ()
    assert told(events, "window") == []
    assert (game.hand, game.view(None).dry) == (2, 1)


def test_a_traded_harlekin_is_worth_nothing_and_kills_nobody() -> None:
    game = table(4, "HA 5 BL 9")
    run(game, "0 trade")
    shown = told(all_keep(game), "showdown")[0]
    assert (shown["low"], shown["killing"], shown["out"]) == ((1,), 0, ())
    game = table(4, "HA 5 BL GR")
    run(game, "0 trade")
    assert told(all_keep(game), "showdown")[0]["out"] == (1,)


def test_two_traded_harlekins_tie() -> None:
    game = table(5, "HA 5 HA 6 GR")
    run(game, "0 trade", "1 keep", "2 trade")
    shown = told(all_keep(game), "showdown")[0]
    assert (shown["low"], shown["out"]) == ((1, 3), (1, 3))


def test_after_ten_hands_without_an_elimination_one_kills() -> None:
    game = table(2, *QUIET * 5, "6 8")
    for _ in range(10):
        all_keep(game)
    assert (game.hand, game.view(None).dry) == (11, 10)
    all_keep(game)
    assert (game.view(None).showdown.killing, game.view(None).showdown.out) == (1, (0,))


def test_and_if_all_are_equal_then_the_last_in_order_goes_out() -> None:
    game = table(2, *QUIET * 5, "6 6")
    for _ in range(11):
        all_keep(game)
    assert (game.view(None).showdown.killing, game.view(None).showdown.out) == (1, (1,))
    assert game.outcome is not None


def test_the_guard_does_not_keep_the_highest_in_against_more_killing_cards() -> None:
    game = table(2, *QUIET * 5, "GR GO")
    for _ in range(11):
        all_keep(game)
    assert (game.view(None).showdown.killing, game.view(None).showdown.out) == (2, (0,))


def test_an_elimination_ends_the_dry_spell() -> None:
    game = table(3, "5 9 7", "3 HU 9")
    all_keep(game)
    assert game.view(None).dry == 1
    run(game, "1 trade")
    assert game.view(None).dry == 0
    all_keep(game)
    assert game.view(None).dry == 0


def test_an_elimination_in_trading_is_enough() -> None:
    game = table(3, "5 9 7", "3 HU HU")
    all_keep(game)
    run(game, "1 trade")
    all_keep(game)
    assert (game.view(None).showdown.out, game.view(None).dry) == ((), 0)


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (" Keep ", "keep"),
        ("TRADE", "trade"),
        ("Re-deal", "redeal"),
        ("sell for 05 points", "sell 5"),
        ("Offer my card at 12", "sell 12"),
        ("buy card of player 3", "buy-card 3"),
        ("buy-card 03", "buy-card 3"),
        ("sell ７", "sell 7"),
    ],
)
def test_moves_are_read_as_people_write_them(text: str, move: str) -> None:
    assert table(2, "3 4").read(text) == move


@pytest.mark.parametrize("text", ["sell", "sell -5", "sell 5.5", "buy-card", "buy 3", "keep it", ""])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(UnreadableMove):
        table(2, "3 4").play(0, text)
