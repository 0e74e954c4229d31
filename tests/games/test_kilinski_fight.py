"""Kilinski's fights: Supports, sums, extra Supports, spoils, the discard and the draws; each ruling on cards written out."""

from __future__ import annotations

from random import Random

import pytest

from games.game import Event, IllegalMove
from games.kilinski import Kilinski
from games.kilinski_fight import add_up
from tests.support.kilinski import HANDS, TABLES, kilinski, run

#: A king against a king with a king each in hand: both sides may add a card, at 20 to 20.
KINGS = ("0 attack 2 2", "0 support KH", "1 support KS")


def kings(**options: int) -> Kilinski:
    return kilinski(deck="AC AD 4C 2H", **options)


# ---- Supports --------------------------------------------------------------------------------------------------------


def test_both_seats_choose_a_support_at_once_and_answer_one_question() -> None:
    game = kilinski()
    question = game.decision
    events = run(game, "0 attack 2 3")
    assert events == [Event("attack", seat=0, positions=(2, 3), bases=("KC", "4D"))]
    assert game.to_act == (0, 1)
    assert game.decision > question
    question = game.decision
    assert game.moves(1) == [f"support {card}" for card in HANDS[1].split()]
    assert run(game, "1 support 7S") == [Event("locked", seat=1)]
    assert game.decision == question
    assert game.to_act == (0,)
    assert game.moves(1) == []
    run(game, "0 support QH")
    assert game.decision > question


def test_positions_and_bases_are_listed_by_seat_whoever_attacks() -> None:
    game = kilinski(dealer=1)
    assert run(game, "1 attack 3 2") == [Event("attack", seat=1, positions=(2, 3), bases=("KC", "4D"))]
    fight = game.view(None).fight
    assert fight is not None
    assert (fight.attacker, fight.positions, fight.bases, fight.sums) == (1, (2, 3), ("KC", "4D"), (10, 4))


def test_a_locked_support_is_hidden_and_cannot_be_changed() -> None:
    game = kilinski()
    run(game, "0 attack 2 3", "1 support 7S")
    for seat in (None, 0):
        view = game.view(seat)
        assert view.locked is None
        assert view.fight is not None
        assert view.fight.locked == (1,)
        assert view.fight.supports == ((), ())
        assert view.hands == (8, 7)
        assert "7S" in view.unseen[0].cards
        assert "7S" not in str(view.fight)
    assert game.view(1).locked == "7S"
    with pytest.raises(IllegalMove, match="Your card is locked and cannot be changed"):
        game.play(1, "support 8S")


def test_a_known_card_may_be_the_face_down_one() -> None:
    game = kilinski()
    run(game, "0 exchange QH", "1 swap 1 2", "0 attack 2 3", "0 support 5C")
    assert game.view(None).known == (("5C",), ())
    worlds = [Kilinski.imagine(game.view(1), Random(salt)) for salt in range(60)]
    assert all("5C" in (*world.hands[0], world.down[0]) for world in worlds)
    assert {world.down[0] == "5C" for world in worlds} == {True, False}
    run(game, "1 support 6S")
    assert game.view(None).known == ((), ())


def test_an_imagined_fight_counts_its_questions_like_the_real_one() -> None:
    game = kilinski()
    run(game, "0 attack 2 3", "1 support 7S")
    world = Kilinski.imagine(game.view(0), Random(1))
    assert world.ply == game.ply
    run(game, "0 support QH")
    run(world, "0 support QH")
    assert world.decision == game.decision


# ---- sums ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacking", "total"),
    [
        ("KC QC", 20),
        ("9C 3C 2C", 14),
        ("AC", 1),
        ("KC AC", 11),  # a lone ace attacks with 1
        ("AC AD", 22),
        ("KC AC AD", 32),
        ("AC AD 2C", 24),
        ("AC AD AH", 33),
    ],
)
def test_the_sum_of_an_attack(attacking: str, total: int) -> None:
    base, *supports = attacking.split()
    assert add_up(0, (base, "5S"), (tuple(supports), ())) == (total, 5)
    assert add_up(1, ("5S", base), ((), tuple(supports))) == (5, total)


@pytest.mark.parametrize(("defending", "total"), [("AC", 11), ("KC AC", 21), ("AC AD", 22), ("JC AC 2C", 23)])
def test_the_sum_of_a_defence(defending: str, total: int) -> None:
    base, *supports = defending.split()
    assert add_up(1, (base, "5S"), (tuple(supports), ())) == (total, 5)


# ---- extra Supports --------------------------------------------------------------------------------------------------


def test_without_a_pair_nobody_adds_and_worth_is_not_rank() -> None:
    game = kilinski()
    events = run(game, "0 attack 5 2", "0 support QH", "1 support JS")  # J + Q against K + J
    assert [event.kind for event in events] == ["locked", "supports", "tie", "draw", "draw"]
    assert events[2] == Event("tie", sums=(20, 20))


def test_one_side_with_a_pair_may_add_a_card_or_has_enough() -> None:
    game = kilinski()
    run(game, "0 attack 2 3", "1 support 7S", "0 support KH")
    assert game.view(None).phase == "extra"
    assert game.to_act == (0,)
    assert game.moves(0) == [*(f"support {card}" for card in HANDS[0].split()[:-1]), "enough"]
    assert game.default(0) == "enough"
    twin = game.copy()
    events = run(game, "0 enough")
    assert events == [Event("said", seat=0, word="enough"), Event("won", seat=0, sums=(20, 11))]
    assert game.view(None).fight.said == (None, None)  # type: ignore[union-attr]  # nobody was asked
    assert run(twin, "0 support 6H") == [
        Event("locked", seat=0),
        Event("supports", supports=(("KH", "6H"), ("7S",)), sums=(26, 11)),
        Event("won", seat=0, sums=(26, 11)),
    ]


def test_an_extra_support_of_the_same_rank_does_not_earn_another_one() -> None:
    game = kilinski((TABLES[0], TABLES[1]), ("6H 7H 8H 9H 10H KS QH KH", "6S 7S 8S 9S 10S JS QS JH"))
    run(game, "0 attack 2 3", "1 support 7S", "0 support KH", "0 support KS")
    assert game.view(None).phase == "spoils"


def test_the_ace_rule_holds_for_extra_supports_too() -> None:
    game = kilinski(hands=("6H 7H 8H 9H 10H AH QH KH", "AS 7S 8S 9S 10S JS QS KS"))
    run(game, *KINGS, "0 more", "1 more", "0 support AH")
    events = run(game, "1 support AS")
    assert events[1] == Event("supports", supports=(("KH", "AH"), ("KS", "AS")), sums=(21, 31))


@pytest.mark.parametrize("attacker", [0, 1])
def test_at_equal_sums_the_attacker_speaks_first(attacker: int) -> None:
    game = kings(dealer=attacker)
    run(game, f"{attacker} attack 2 2", "0 support KH", "1 support KS")
    assert game.view(None).phase == "ask"
    assert game.to_act == (attacker,)
    assert game.moves(attacker) == ["more", "enough"]
    assert game.default(attacker) == "enough"
    assert run(game, f"{attacker} more") == [Event("said", seat=attacker, word="more")]
    assert game.to_act == (1 - attacker,)
    assert game.moves(1 - attacker) == ["more", "enough"]


def test_the_lower_sum_speaks_first() -> None:
    game = kilinski((TABLES[0], TABLES[1]), ("6H 7H 8H 9S 10H JH QH KH", "6S 7S 8S 9H 10S JS QS KS"), dealer=1)
    run(game, "1 attack 2 3", "0 support 9S", "1 support KS")  # K K attacks 9 9
    assert game.to_act == (0,)


def test_enough_twice_ends_it() -> None:
    game = kings()
    assert [event.kind for event in run(game, *KINGS, "0 enough", "1 enough")] == ["said", "tie", "draw", "draw"]


def test_after_one_more_the_other_seat_may_answer_though_it_said_enough() -> None:
    game = kings()
    run(game, *KINGS, "0 enough", "1 more")
    assert game.view(None).phase == "extra"
    assert game.to_act == (1,)
    assert game.moves(1) == [f"support {card}" for card in HANDS[1].split()[:-1]]  # it must
    assert game.default(1) == "support 6S"
    with pytest.raises(IllegalMove, match="You said more"):
        game.play(1, "enough")
    question = game.decision
    assert run(game, "1 support 7S") == [Event("locked", seat=1)]
    assert game.decision > question  # now it is the other seat that is asked
    assert game.to_act == (0,)
    assert game.moves(0) == [*(f"support {card}" for card in HANDS[0].split()[:-1]), "enough"]
    assert game.view(0).locked is None
    twin = game.copy()
    assert run(game, "0 enough")[1:] == [
        Event("supports", supports=(("KH",), ("KS", "7S")), sums=(20, 27)),
        Event("won", seat=1, sums=(20, 27)),
    ]
    assert run(twin, "0 support JH")[1] == Event("supports", supports=(("KH", "JH"), ("KS", "7S")), sums=(30, 27))


def test_the_first_speaker_who_wants_more_must_add_too() -> None:
    game = kings()
    run(game, *KINGS, "0 more", "1 enough")
    assert game.to_act == (0,)
    assert "enough" not in game.moves(0)
    run(game, "0 support 6H")
    assert game.to_act == (1,)
    assert "enough" in game.moves(1)


def test_two_that_want_more_lock_at_the_same_time() -> None:
    game = kings()
    run(game, *KINGS, "0 more", "1 more")
    assert game.to_act == (0, 1)
    assert "enough" not in game.moves(0) + game.moves(1)
    question = game.decision
    run(game, "1 support 7S")
    assert game.decision == question
    assert game.to_act == (0,)
    assert game.view(0).fight.supports == (("KH",), ("KS",))  # type: ignore[union-attr]
    run(game, "0 support 6H")
    assert game.decision > question
    assert game.view(None).fight.sums == (26, 27)  # type: ignore[union-attr]


def test_a_pair_without_another_card_in_hand_adds_nothing() -> None:
    game = kilinski()
    game.deck += game.hands[0][:-1]  # seat 0 is left with its king
    game.hands = (("KH",), game.hands[1])
    run(game, "0 attack 2 3", "0 support KH", "1 support 7S")
    assert game.view(None).phase == "spoils"


# ---- spoils ----------------------------------------------------------------------------------------------------------

#: The king of seat 0 beats the four of seat 1, 20 to 10.
WON = ("0 attack 2 3", "0 support 10H", "1 support 6S")


def test_the_winner_may_take_adjust_or_decline() -> None:
    game = kilinski()
    assert run(game, *WON)[-1] == Event("won", seat=0, sums=(20, 10))
    assert game.to_act == (0,)
    assert sorted(game.moves(0)) == sorted(
        [
            *("take KC", "take 10H", "take 6S"),
            *("adjust 3 10H", "adjust 5 10H", "adjust 4 6S", "adjust 8 6S"),  # 9C JC, 7C 5C
            "decline",
        ]
    )
    assert game.default(0) == "decline"


def test_the_defender_may_win_as_well() -> None:
    game = kilinski(dealer=1)
    run(game, "1 attack 3 2", "0 support 10H", "1 support 6S")
    assert game.to_act == (0,)
    run(game, "0 take 6S")
    assert game.tables[1][2] == "6S"
    assert game.to_act == (0,)  # now for its own turn
    assert game.turn == 2


def test_a_support_goes_in_place_of_the_losers_base_which_is_discarded_last() -> None:
    game = kilinski()
    run(game, *WON)
    assert run(game, "0 take 10H") == [
        Event("take", seat=0, card="10H", replaced="4D"),
        Event("draw", seat=0),
        Event("draw", seat=1),
    ]
    assert game.tables[1] == ("3D", "KD", "10H", "QD", "6D", "JD", "8D", "10D")
    assert game.tables[0] == tuple(TABLES[0].split())
    assert game.discard == ("6S", "4D")


def test_the_own_base_changes_places_with_the_losers() -> None:
    game = kilinski()
    run(game, *WON)
    assert run(game, "0 take KC")[0] == Event("take", seat=0, card="KC", replaced="4D")
    assert game.tables[1][2] == "KC"
    assert game.tables[0][1] == "4D"
    assert game.scores == [2, 3]
    assert game.discard == ("10H", "6S")


def test_adjust_lays_a_support_of_either_side_beside_its_height() -> None:
    game = kilinski()
    run(game, *WON)
    assert run(game, "0 adjust 4 6S")[0] == Event("adjust", seat=0, position=4, card="6S", replaced="7C")
    assert game.tables[0] == ("2C", "KC", "9C", "6S", "JC", "3C", "10C", "5C")
    assert game.discard == ("10H", "7C")


def test_the_winners_base_may_be_adjusted() -> None:
    game = kilinski()
    run(game, "0 attack 2 3", "0 support QH", "1 support 6S")
    run(game, "0 adjust 2 QH")
    assert game.tables[0][1] == "QH"
    assert game.discard == ("6S", "KC")


def test_a_king_and_an_ace_are_no_neighbours() -> None:
    game = kilinski(hands=("6H 7H 8H 9H 10H JH QH KH", "AS 7S 8S 9S 10S JS QS KS"))
    run(game, "0 attack 2 1", "0 support 10H", "1 support AS")
    assert "adjust 1 AS" in game.moves(0)  # the 2
    assert "adjust 2 AS" not in game.moves(0)
    with pytest.raises(IllegalMove, match="The A♠ cannot replace the K♣: they must differ by exactly 1"):
        game.play(0, "adjust 2 AS")


def test_a_frozen_card_is_not_adjusted() -> None:
    game = kilinski(freeze=True)
    run(game, "0 freeze 4", "1 swap 7 8", *WON)
    assert "adjust 8 6S" in game.moves(0)
    with pytest.raises(IllegalMove, match="Your position 4 is frozen"):
        game.play(0, "adjust 4 6S")


def test_supports_are_discarded_in_order_the_attackers_first() -> None:
    game = kings(dealer=1)
    run(game, "1 attack 2 2", "0 support KH", "1 support KS", "1 more", "0 more", "0 support 6H", "1 support 7S")
    run(game, "1 decline")
    assert game.discard == ("KS", "7S", "KH", "6H")
    assert game.view(None).discard_top == "6H"
    assert game.view(None).discarded == ("KS", "7S", "KH", "6H")


def test_the_attacker_draws_first_also_without_a_winner() -> None:
    game = kilinski(deck="AC AD 4C 2H", dealer=1)
    events = run(game, "1 attack 2 2", "0 support 10H", "1 support QS")
    assert events[-3:] == [Event("tie", sums=(20, 20)), Event("draw", seat=1), Event("draw", seat=0)]
    assert "AC" in game.hands[1]
    assert "AD" in game.hands[0]
    assert [len(hand) for hand in game.hands] == [8, 8]


# ---- the empty deck --------------------------------------------------------------------------------------------------


def test_each_single_draw_looks_whether_the_deck_is_empty() -> None:
    game = kilinski(deck="AC")
    game.discard, game.deck = game.deck[1:], game.deck[:1]  # oldest first
    run(game, *WON)
    pile, chance = (*game.discard, "10H", "6S"), game.chance.copy()
    events = run(game, "0 decline")
    assert events[1:] == [Event("draw", seat=0), Event("reshuffle", count=21), Event("draw", seat=1)]
    order = chance.shuffle(pile)
    assert "AC" in game.hands[0]
    assert order[0] in game.hands[1]
    assert game.deck == tuple(order[1:])
    assert game.discard == ()
    assert game.view(None).discard_top is None


def test_a_deck_that_runs_empty_waits_for_the_next_draw() -> None:
    game = kilinski(deck="AC AD")
    game.discard, game.deck = game.deck[2:], game.deck[:2]
    run(game, *WON, "0 decline")
    assert game.deck == ()
    assert len(game.discard) == 20


# ---- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "seat", "move", "sentence"),
    [
        (("0 attack 2 3",), 0, "support 6S", "You do not hold the 6♠"),
        (("0 attack 2 3",), 1, "draw", "Choose a Support: a card from your hand"),
        (("0 attack 2 3",), 0, "enough", "Choose a Support: a card from your hand"),
        (KINGS, 1, "more", "It is not your turn"),
        (KINGS, 0, "support QH", "Say more if you want to add a card, or enough"),
        ((*KINGS, "0 more", "1 more"), 0, "more", "Add a Support from your hand, or say enough"),
        ((*KINGS, "0 more", "1 more"), 0, "support KH", "You do not hold the K♥"),
        (WON, 1, "take 10H", "It is not your turn"),
        (WON, 0, "take 4D", "The 4♦ lies there already: take another card, or decline"),
        (WON, 0, "take QH", "The Q♥ is neither your Base nor a Support of this fight"),
        (WON, 0, "adjust 1 KC", "The K♣ is no Support of this fight"),
        (WON, 0, "adjust 1 6S", "The 6♠ cannot replace the 2♣: they must differ by exactly 1"),
        (WON, 0, "adjust 2 10H", "The 10♥ cannot replace the K♣"),
        (WON, 0, "more", "You won the fight: take, adjust or decline"),
    ],
)
def test_refusals_in_a_fight_say_why(moves: tuple[str, ...], seat: int, move: str, sentence: str) -> None:
    game = kings()
    run(game, *moves)
    before = game.copy()
    with pytest.raises(IllegalMove, match=sentence):
        game.play(seat, move)
    assert game == before
