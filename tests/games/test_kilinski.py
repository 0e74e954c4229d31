"""Kilinski: the draft, turns, freezing and the ends of the game; each ruling of the page on cards written out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from games.cards import FRENCH_DECK
from games.game import BadSetup, Chance, Event, IllegalMove, UnreadableMove
from games.kilinski import Kilinski, KilinskiOptions, falling
from games.record import Record
from tests.support.kilinski import HANDS, TABLES, kilinski, run

RECORDS = Path(__file__).parents[1] / "records"
SWAPS = [f"swap {low} {high}" for low in range(1, 9) for high in range(low + 1, 9)]
ATTACKS = [f"attack {own} {other}" for own in range(1, 9) for other in range(1, 9)]


# ---- the draft -------------------------------------------------------------------------------------------------------


def test_the_non_dealer_picks_first_and_the_seats_alternate_until_each_has_eight() -> None:
    game = Kilinski(2, None, Chance(dealer=1, shuffles=[FRENCH_DECK]))
    pool = tuple(FRENCH_DECK[:16])
    assert game.opening == (Event("deal", dealer=1, pool=pool),)
    assert game.view(None).pool == pool
    for number, card in enumerate(pool):
        assert game.to_act == (number % 2,)
        assert game.view(None).deck == 36
        run(game, f"{number % 2} take {card}")
    assert [sorted(table) for table in game.tables] == [sorted(pool[0::2]), sorted(pool[1::2])]
    assert game.view(None).drafted == ((), ())


def test_what_was_picked_is_listed_in_the_order_picked_and_gone_from_the_pool() -> None:
    game = Kilinski(2, None, Chance(dealer=0, shuffles=[FRENCH_DECK]))
    assert run(game, "1 take 9C") == [Event("pick", seat=1, card="9C")]
    run(game, "0 take 3D", "1 take 2C")
    assert game.view(None).drafted == (("3D",), ("9C", "2C"))
    with pytest.raises(IllegalMove, match="The 9♣ is not in the pool"):
        game.play(0, "take 9C")
    with pytest.raises(IllegalMove, match="Take a card from the pool"):
        game.play(0, "swap 1 2")


def test_each_table_is_shuffled_from_the_order_picked_seat_zero_first() -> None:
    game = Kilinski(2, None, Chance(b"seed", dealer=0, shuffles=[FRENCH_DECK]))
    for number, card in enumerate(FRENCH_DECK[:15]):
        run(game, f"{(number + 1) % 2} take {card}")
    chance = game.chance.copy()
    events = run(game, f"0 take {FRENCH_DECK[15]}")
    zero, one = chance.shuffle(FRENCH_DECK[1:16:2]), chance.shuffle(FRENCH_DECK[0:16:2])
    assert events[1] == Event("tables", tables=(zero, one))
    assert game.tables == (tuple(zero), tuple(one))


def test_hands_come_from_the_first_shuffle_in_turn_the_non_dealer_first() -> None:
    game = Kilinski(2, None, Chance(dealer=1, shuffles=[FRENCH_DECK]))
    for number, card in enumerate(FRENCH_DECK[:16]):
        run(game, f"{number % 2} take {card}")
    assert set(game.hands[0]) == set(FRENCH_DECK[16:32:2])
    assert set(game.hands[1]) == set(FRENCH_DECK[17:32:2])
    assert game.deck == FRENCH_DECK[32:]
    assert game.to_act == (1,)  # the dealer has turn 1
    assert game.turn == 1


def test_a_stacked_table_must_hold_the_drafted_cards() -> None:
    game = Kilinski(2, None, Chance(dealer=0, shuffles=[FRENCH_DECK, FRENCH_DECK[:8]]))
    for number, card in enumerate(FRENCH_DECK[:15]):
        run(game, f"{(number + 1) % 2} take {card}")
    with pytest.raises(BadSetup):
        game.play(0, f"take {FRENCH_DECK[15]}")


# ---- the score -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "score"),
    [
        ("QC JC 5C 5D 7C KC AC KD", 25),  # both printed totals: the run from the left end …
        ("JD KH QD JH 10D 9D 8D 7D", 10),  # … which stops for good
        ("KC QC JC 10C KD QD JD 10D", 40),
        ("KC QC JC 10C 9C 8C 7C 6C", 70),
        ("AC KC QC JC 10C 9C 8C 7C", 1),
        ("KC QC 10C 10D 9C 8C 7C 6C", 30),  # equal is not lower
        ("4C 3C 2C AC KC QC JC 10C", 10),
        ("10C JC 9C 8C 7C 6C 5C 4C", 10),
    ],
)
def test_a_table_scores_its_strictly_falling_run_from_position_one(table: str, score: int) -> None:
    assert falling(table.split()) == score


def test_scores_follow_every_change_of_a_table() -> None:
    game = kilinski()
    assert game.scores == [2, 3]
    run(game, "0 swap 1 2")  # K 2 9 …
    assert game.scores == [12, 3]
    assert game.view(None).falling == (12, 3)


# ---- 38 at the start of a turn ---------------------------------------------------------------------------------------

WON = "KC QC JC 8C 9C 2C 3C 4C"  # 38
ALSO_WON = "KD QD JD 10D 9D 8D 2D 3D"  # 59


def test_the_non_dealer_with_38_from_the_draft_wins_only_when_its_turn_starts() -> None:
    game = kilinski((TABLES[1], WON), (HANDS[0], HANDS[1]), dealer=0)
    assert game.outcome is None
    run(game, "0 swap 1 2")
    assert game.outcome is not None
    assert game.outcome.reason == "38 at the start of a turn"
    assert game.outcome.places == (2, 1)
    assert game.view(None).turn == 2
    assert game.view(None).phase == "over"
    assert game.moves(0) == game.moves(1) == []


@pytest.mark.parametrize("dealer", [0, 1])
def test_with_both_at_38_the_seat_whose_turn_starts_first_wins_whatever_the_scores(dealer: int) -> None:
    game = kilinski((WON, ALSO_WON), dealer=dealer)
    assert game.outcome is not None
    assert game.outcome.places == ((1, 2) if dealer == 0 else (2, 1))
    assert game.outcome.scores == (38, 59)
    assert game.turn == 1


def test_37_is_not_enough() -> None:
    game = kilinski(("KC QC JC 7C 9C 2C 3C 4C", TABLES[1]))
    assert game.scores == [37, 3]
    assert game.outcome is None


def test_38_lost_before_the_own_turn_starts_does_not_win() -> None:
    game = kilinski(("QC KC JC 8C AC 2C 3C 4C", "6D 3D 4D QD KD JD 10D 9D"), dealer=0)
    run(game, "0 swap 1 2")  # 39, but it is the other seat's turn
    assert game.scores[0] == 39
    run(game, "1 attack 4 2", "1 support KS", "0 support 6H", "1 take 6H")  # the queen makes way for a six
    assert game.scores[0] == 16
    assert game.outcome is None
    assert game.to_act == (0,)


# ---- turns -----------------------------------------------------------------------------------------------------------


def test_with_eight_in_hand_a_turn_swaps_exchanges_or_attacks() -> None:
    game = kilinski()
    assert sorted(game.moves(0)) == sorted([*SWAPS, *ATTACKS, *(f"exchange {card}" for card in HANDS[0].split())])
    assert game.moves(1) == []
    with pytest.raises(IllegalMove, match="You hold 8 cards"):
        game.play(0, "draw")


def test_a_draw_takes_the_top_of_the_deck_and_ends_the_turn() -> None:
    game = kilinski(deck="AC AD 4C")
    run(game, "0 attack 2 3", "0 support KH", "1 support 6S", "0 support 6H", "0 decline")
    assert [len(hand) for hand in game.hands] == [7, 8]
    run(game, "1 swap 1 2")
    assert "draw" in game.moves(0)
    assert run(game, "0 draw") == [Event("draw", seat=0)]
    assert "4C" in game.hands[0]
    assert game.to_act == (1,)
    assert "draw" not in game.moves(1)


def test_a_swap_changes_two_own_cards_equal_ranks_too() -> None:
    game = kilinski(("2C 5S 9C 7C JC 3C 10C 5C", TABLES[1]))
    assert run(game, "0 swap 2 8") == [Event("swap", seat=0, positions=(2, 8), cards=("5S", "5C"))]
    assert game.tables[0] == ("2C", "5C", "9C", "7C", "JC", "3C", "10C", "5S")
    assert game.tables[1] == tuple(TABLES[1].split())
    assert game.to_act == (1,)


def test_an_exchange_trades_position_eight_for_a_hand_card() -> None:
    game = kilinski()
    assert run(game, "0 exchange QH") == [Event("exchange", seat=0, given="QH", taken="5C")]
    assert game.tables[0][7] == "QH"
    assert game.hands[0] == ("5C", "6H", "7H", "8H", "9H", "10H", "JH", "KH")


# ---- freezing --------------------------------------------------------------------------------------------------------


def test_without_the_option_nothing_freezes() -> None:
    game = kilinski()
    assert not any(move.startswith("freeze") for move in game.moves(0))
    with pytest.raises(IllegalMove, match="not frozen at this table"):
        game.play(0, "freeze 1")


def test_a_frozen_card_counts_but_takes_part_in_nothing() -> None:
    game = kilinski(freeze=True)
    assert run(game, "0 freeze 1") == [Event("freeze", seat=0, position=1, card="2C")]
    run(game, "1 freeze 3", "0 freeze 8", "1 swap 1 2")
    assert game.scores == [2, 13]
    assert game.view(None).frozen == ((1, 8), (3,))
    moves = game.moves(0)
    assert not any(move.startswith("exchange") for move in moves)
    assert not any("1" in move.split()[1:2] or "8" in move.split()[1:2] for move in moves)
    assert not any(move.startswith("swap") and move.endswith(" 8") for move in moves)
    assert not any(move.startswith("attack") and move.endswith(" 3") for move in moves)
    for move, sentence in {
        "swap 1 2": "Your position 1 is frozen",
        "swap 2 8": "Your position 8 is frozen",
        "exchange QH": "Your position 8 is frozen",
        "freeze 8": "Your position 8 is frozen",
        "attack 1 2": "Your position 1 is frozen",
        "attack 2 3": "The opposing position 3 is frozen",
    }.items():
        with pytest.raises(IllegalMove, match=sentence):
            game.play(0, move)


def freeze_all(game: Kilinski, seats: tuple[int, ...]) -> list[Event]:
    """Each of the seats freezes its eight cards, another seat swaps; the events of the last freeze."""
    events: list[Event] = []
    for position in range(1, 9):
        for seat in (0, 1):
            if seat in seats:
                events = run(game, f"{seat} freeze {position}")
            elif game.outcome is None:
                run(game, f"{seat} swap 7 8")
    return events


def test_two_passes_in_a_row_end_the_game_and_the_higher_score_wins() -> None:
    game = kilinski(freeze=True)
    events = freeze_all(game, (0, 1))
    assert events[1:] == [Event("pass", seat=0), Event("pass", seat=1)]
    assert game.outcome is not None
    assert game.outcome.reason == "two passes"
    assert game.outcome.places == (2, 1)
    assert game.view(None).turn == 18  # a pass is a turn


def test_two_passes_with_equal_scores_are_a_draw() -> None:
    game = kilinski((TABLES[0], "2D KD 4D QD 6D JD 8D 10D"), freeze=True)
    freeze_all(game, (0, 1))
    assert game.outcome is not None
    assert game.outcome.places == (1, 1)


def test_a_seat_that_cannot_move_passes_by_itself_and_single_passes_end_nothing() -> None:
    game = kilinski(freeze=True)
    freeze_all(game, (0,))
    for turn in (18, 20, 22):
        assert game.outcome is None
        assert (game.turn, game.to_act) == (turn, (1,))
        assert game.view(None).passed
        assert run(game, "1 swap 7 8")[-1] == Event("pass", seat=0)


def test_with_all_frozen_but_seven_in_hand_a_seat_draws_and_does_not_pass() -> None:
    game = kilinski(freeze=True)
    run(game, "0 attack 2 3", "0 support KH", "1 support 6S", "0 support 6H", "0 decline", "1 swap 7 8")
    freeze_all(game, (0,))
    assert game.moves(0) == ["draw"]
    assert game.default(0) == "draw"
    run(game, "0 draw")
    assert run(game, "1 swap 7 8")[-1] == Event("pass", seat=0)


# ---- the turn limit --------------------------------------------------------------------------------------------------


def swap_to_the_end(game: Kilinski) -> None:
    while game.outcome is None:
        game.play(game.to_act[0], "swap 7 8")


def test_at_the_limit_equal_scores_are_a_draw() -> None:
    game = kilinski((TABLES[0], "2D KD 4D QD 6D JD 8D 10D"), turns=20)
    swap_to_the_end(game)
    assert game.outcome is not None
    assert game.outcome.reason == "turn limit"
    assert game.outcome.places == (1, 1)
    assert game.view(None).turn == 21


def test_the_start_of_a_turn_looks_for_38_before_the_limit() -> None:
    game = kilinski(("QC KC JC 8C AC 2C 3C 4C", TABLES[1]), turns=20)
    for turn in range(1, 20):
        run(game, "0 swap 1 2" if turn == 19 else f"{(turn + 1) % 2} swap 7 8")
    swap_to_the_end(game)
    assert game.outcome is not None
    assert game.outcome.reason == "38 at the start of a turn"
    assert game.view(None).turn == 21


@pytest.mark.parametrize("options", [{"turns": 19}, {"turns": 1001}, {"freeze": 1}])
def test_options_have_bounds(options: dict[str, int]) -> None:
    with pytest.raises(BadSetup):
        KilinskiOptions(**options)


# ---- defaults --------------------------------------------------------------------------------------------------------


def test_the_default_of_the_draft_is_the_highest_card_by_height_then_suit() -> None:
    first = [
        "KC",
        "KH",
        "QS",
        "KD",
        "AS",
        *(card for card in FRENCH_DECK if card not in ("KC", "KH", "QS", "KD", "AS")),
    ]
    game = Kilinski(2, None, Chance(dealer=0, shuffles=[first]))
    picked = [game.default(game.to_act[0])]
    for _ in range(3):
        game.play(game.to_act[0], picked[-1])
        picked.append(game.default(game.to_act[0]))
    assert picked == ["take KH", "take KD", "take KC", "take QS"]


def test_the_default_of_a_turn_changes_as_little_as_it_can() -> None:
    game = kilinski(("2C 5S 9C KS JC 9S KC 5C", TABLES[1]), (HANDS[0], "6S 7S 8S AS 10S JS QS AH"), freeze=True)
    assert game.default(0) == "swap 2 8"  # the first pair of equals: 5 and 5 before 9 and 9
    run(game, "0 freeze 2", "1 freeze 8")
    assert game.default(0) == "swap 3 6"
    assert game.default(0) in game.moves(0)
    run(game, "0 freeze 3")
    assert game.default(1) == "swap 6 7"  # no equals: the two highest that are not frozen
    run(game, "1 swap 6 7", "0 freeze 4", "1 swap 6 7", "0 freeze 5", "1 swap 6 7", "0 freeze 6", "1 swap 6 7")
    run(game, "0 freeze 7", "1 swap 6 7", "0 freeze 8", "1 swap 6 7")
    assert game.default(0) == "freeze 1"


# ---- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("take the Queen of Hearts", "take QH"),
        ("TAKE Q♥", "take QH"),
        ("  Draw ", "draw"),
        ("swap 7,3", "swap 3 7"),
        ("Swap positions 7 and 3", "swap 3 7"),
        ("exchange tc", "exchange 10C"),
        ("freeze position 4", "freeze 4"),
        ("attack 3 → 5", "attack 3 5"),
        ("swap 3-7", "swap 3 7"),
        ("attack 5 3", "attack 5 3"),
        ("Support queen of spades", "support QS"),
        ("adjust 4 with 2♣️", "adjust 4 2C"),
        ("MORE", "more"),
    ],
)
def test_human_spelling(text: str, canonical: str) -> None:
    assert kilinski().read(text) == canonical


@pytest.mark.parametrize(
    "text",
    [
        *(
            "swap 0 1",
            "swap 1 9",
            "swap 1",
            "swap 1 2 3",
            "swap one two",
            "attack 3",
            "attack -1 2",
            "freeze",
            "freeze 12",
        ),
        *("take", "take X", "take joker", "take 14H", "support 5", "adjust 2C 4", "draw 2", "more more", "swap 1 ²⁰"),
    ],
)
def test_what_is_no_move_of_kilinski(text: str) -> None:
    game = kilinski()
    before = game.copy()
    with pytest.raises(UnreadableMove):
        game.play(0, text)
    assert game == before


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (1, "swap 1 2", "It is not your turn"),
        (0, "swap 3 3", "Swap two different positions"),
        (0, "exchange 6S", "You do not hold the 6♠"),
        (0, "exchange 5C", "You do not hold the 5♣"),  # it lies at position 8
        (0, "take QH", "It is your turn: draw, swap, exchange or attack"),
        (0, "support QH", "It is your turn: draw, swap, exchange or attack"),
        (0, "decline", "It is your turn: draw, swap, exchange or attack"),
    ],
)
def test_refusals_of_a_turn_say_why(seat: int, move: str, sentence: str) -> None:
    game = kilinski()
    before = game.copy()
    with pytest.raises(IllegalMove, match=sentence):
        game.play(seat, move)
    assert game == before


# ---- who knows what --------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_the_sizes_of_the_rest() -> None:
    game = kilinski()
    assert game.view(0).hand == tuple(HANDS[0].split())
    assert game.view(1).hand == tuple(HANDS[1].split())
    public = game.view(None)
    assert public.hand is None
    assert (public.hands, public.deck, public.discard, public.discard_top) == ((8, 8), 20, 0, None)
    (unseen,) = public.unseen
    assert len(unseen.cards) == 36
    assert unseen.hands == (8, 8)


def test_an_exchanged_card_is_known_in_the_hand_until_it_leaves_it() -> None:
    game = kilinski()
    run(game, "0 exchange QH", "1 exchange 6S")
    assert game.view(None).known == (("5C",), ("10D",))
    hands = {Kilinski.imagine(game.view(1), Random(salt)).hands[0] for salt in range(20)}
    assert len(hands) > 10
    assert all("5C" in hand and "QH" not in hand for hand in hands)
    run(game, "0 exchange 5C")
    assert game.view(None).known == (("QH",), ("10D",))


@pytest.mark.parametrize(
    ("moves", "spoils", "known"),
    [
        (  # played as a Support, and discarded
            ("0 exchange QH", "1 swap 7 8", "0 attack 2 3", "0 support 5C", "1 support 6S", "0 decline"),
            ("1 attack 3 2", "1 support 7S", "0 support 6H", "0 decline", "7S 6H"),
            ((), ()),
        ),
        (  # given back to position 8, and pushed out of it
            ("0 exchange QH", "1 swap 7 8", "0 exchange 5C"),
            ("1 attack 1 8", "1 support KS", "0 support 6H", "1 take KS", "6H 5C"),
            (("QH",), ()),
        ),
    ],
)
def test_a_card_that_was_known_is_hidden_when_it_comes_back_from_the_deck(
    moves: tuple[str, ...], spoils: tuple[str, ...], known: tuple[tuple[str, ...], ...]
) -> None:
    game = kilinski()
    run(game, *moves)
    game.deck, game.discard = (), (*game.discard, *game.deck)
    *fight, discarded = spoils
    pile = [*game.discard, *discarded.split()]
    game.chance = Chance(shuffles=[["5C", *(card for card in pile if card != "5C")]])
    run(game, *fight)
    assert "5C" in game.hands[1]
    assert game.view(None).known == known
    assert "5C" in game.view(None).unseen[-1].cards


def test_after_a_reshuffle_the_rest_of_the_other_hand_can_be_counted_out() -> None:
    """All 36 hidden cards but the hands have been seen when the discard becomes the deck."""
    game = Record.read(RECORDS.joinpath("kilinski-deck-empty.json").read_text()).replay()
    assert isinstance(game, Kilinski)
    assert len(game.deck) == 0
    assert len(game.discard) == 20
    run(game, "0 attack 3 3", "0 support 10H", "1 support 10S")
    old = (set(game.hands[0]), set(game.hands[1]))
    discarded = {*game.discard, "10H", "10S"}
    assert run(game, "0 decline")[1] == Event("reshuffle", count=22)
    before, fresh = game.view(0).unseen
    assert set(before.cards) == old[0] | old[1]
    assert before.hands == (7, 7)
    assert set(fresh.cards) == discarded
    assert fresh.hands == (1, 1)
    worlds = [Kilinski.imagine(game.view(0), Random(salt)) for salt in range(20)]
    assert all(old[1] < set(world.hands[1]) for world in worlds)
    drawn = {card for world in worlds for card in set(world.hands[1]) - old[1]}
    assert len(drawn) > 5
    assert drawn <= discarded - set(game.hands[0])
    spectators = [Kilinski.imagine(game.view(None), Random(salt)) for salt in range(20)]
    assert len({world.hands[1] for world in spectators}) > 10
    assert all(len(set(world.hands[1]) & discarded) == 1 for world in spectators)
