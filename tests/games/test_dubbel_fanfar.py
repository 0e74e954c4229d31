"""Dubbel fanfar: each ruling of its page, on hands written out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.cards import KILLE_DECK, KILLE_RANKS
from games.chance import Chance
from games.dubbel_fanfar import HAND, DubbelFanfar, DubbelFanfarOptions, Line
from games.errors import BadSetup, IllegalMove, UnreadableMove
from games.kille_hand import unpack
from tests.support.kille_deal import any_shuffles, check_replay, dealt, play_all, stack, wander

#: Two hands that play a whole line in turn, seat 0 first; both hold a Värdshus for the second.
ODD = "VA 11 9 7 5 3 1 PO KA HU HA 2 4 6"
EVEN = "12 10 8 6 4 2 KR BL GR GO VA 7 9 11"
LINE = "VA 12 11 10 9 8 7 6 5 4 3 2 1 KR PO BL KA GR HU GO HA"
#: Seat 0 plays its last card, which completes the first line, while seat 1 draws six cards.
SHORT = "VA 11 10 9 8 7 6 5 4 3 2 1 HA BL"
LONG = "KA GR HU GO 12 KR PO 12 11 10 9 8 7 VA"
TALON = "KA GR HU GO KR PO"
TO_THE_END = (
    "VA 12 11 KA 10 GR 9 HU 8 GO 7 draw 6 draw 5 draw 4 draw 3 draw 2 draw 1 KR HA PO BL"  # HA is kept for the gap
)


def table(zero: str, one: str, talon: str = "", dealer: int = 1, games: int = 1) -> DubbelFanfar:
    """Seat 0 and seat 1 hold these cards and others; every game is dealt like this."""
    shuffles = [stack((dealer + number) % 2, zero, one, then=talon, each=HAND) for number in range(games)]
    return DubbelFanfar(2, DubbelFanfarOptions(games=games), Chance(dealer=dealer, shuffles=shuffles))


# ---- the deal --------------------------------------------------------------------------------------------------------


def test_both_pay_one_and_get_fourteen_cards_the_non_dealer_first() -> None:
    game = DubbelFanfar(2, None, Chance(dealer=0, shuffles=[KILLE_DECK]))
    assert game.scores == game.net == [-1, -1]
    view = game.view(1)
    assert (view.pot, view.hands, view.talon, view.line, view.lines) == (2, (14, 14), 14, None, 0)
    assert view.hand == KILLE_DECK[0:28:2]
    assert game.view(0).hand == KILLE_DECK[1:28:2]
    assert game.stakes


def test_the_29th_card_is_the_top_of_the_talon() -> None:
    game = DubbelFanfar(2, None, Chance(dealer=0, shuffles=[KILLE_DECK]))
    assert KILLE_DECK[28] == "12"
    assert KILLE_DECK[30:32] == ("VA", "VA")
    play_all(game, "draw draw draw")
    assert game.view(1).drew == ("12", "VA")
    assert game.view(0).drew == ("12",)
    assert game.moves(0) == ["draw"]
    play_all(game, "draw VA 12")


@pytest.mark.parametrize("seats", [1, 3])
def test_two_seats(seats: int) -> None:
    with pytest.raises(BadSetup):
        DubbelFanfar(seats)


@pytest.mark.parametrize(
    ("zero", "one", "dealer", "opens"),
    [
        ("VA", "VA", 1, 0),  # both
        ("VA", "VA", 0, 1),
        ("VA", "9", 0, 0),  # only the dealer
        ("9", "VA VA", 1, 1),
        ("VA", "9", 1, 0),  # only the non-dealer
        ("9", "10", 1, 0),  # nobody
        ("9", "10", 0, 1),
    ],
)
def test_who_opens(zero: str, one: str, dealer: int, opens: int) -> None:
    game = table(zero, one, talon="9 9" if "9" not in zero + one else "", dealer=dealer)
    assert game.to_act == (opens,)
    assert game.view(None).opener == opens
    assert [event.to_json() for event in game.opening] == [
        {"event": "game", "game": 1, "dealer": dealer, "opens": opens, "pot": 2}
    ]


# ---- the line --------------------------------------------------------------------------------------------------------


def test_only_a_vardshus_starts_the_line() -> None:
    game = table("VA 12 KA", "12 KA")
    assert game.moves(0) == ["VA"]
    events = play_all(game, "VA")
    assert [event.to_json() for event in events] == [{"event": "play", "seat": 0, "card": "VA"}]
    assert game.view(None).line == Line("VA", "VA")


def test_the_next_below_and_the_next_above_fit_lower_one_first() -> None:
    game = table("VA 11 GR", "12 KA 11 GR")
    play_all(game, "VA")
    assert game.moves(1) == ["12", "KA"]
    assert game.moves(0) == []
    game.play(1, "KA")
    assert game.moves(0) == ["GR"]
    game.play(0, "GR")
    assert game.view(None).line == Line("VA", "GR")
    assert game.moves(1) == ["12"]


def test_the_one_is_followed_by_krans_and_the_line_ends_at_blare_and_harlekin() -> None:
    game = table(ODD, EVEN)
    play_all(game, "VA 12 11 10 9 8 7 6 5 4 3 2 1")
    assert game.moves(1) == ["KR"]
    play_all(game, "KR PO BL")
    assert game.moves(0) == ["KA"]
    assert game.view(None).line == Line("BL", "VA")


def test_the_second_copy_of_a_rank_in_the_line_waits() -> None:
    game = table("VA VA 1 2 3 4 5 6 7 8 9 10 11 HU", "12 1 2 3 4 5 6 7 8 9 10 11 HA HA")
    play_all(game, "VA")
    game.play(1, "12")
    game.play(0, "11")
    play_all(game, "10 9")
    assert "VA" not in game.moves(1)
    assert game.moves(0) == []
    with pytest.raises(IllegalMove) as refusal:
        game.play(1, "9")
    assert str(refusal.value) == "9 does not fit now. What fits is 8 and Kavall."


def test_a_whole_line_is_turned_away_and_the_turn_goes_on_as_before() -> None:
    game = table(ODD, EVEN)
    events = play_all(game, LINE)
    assert [event.to_json() for event in events[-2:]] == [
        {"event": "play", "seat": 0, "card": "HA"},
        {"event": "line", "number": 1},
    ]
    view = game.view(None)
    assert (view.line, view.lines, view.hands, view.pot) == (None, 1, (3, 4), 2)
    assert game.to_act == (1,)
    assert game.moves(1) == ["VA"]
    game.play(1, "VA")
    assert game.view(None).line == Line("VA", "VA")


def test_a_second_line_that_nobody_can_start_is_drawn_for() -> None:
    game = table(ODD, EVEN.replace("VA", "5"), talon="VA")
    play_all(game, LINE)
    assert game.moves(1) == ["draw"]
    game.play(1, "draw")
    assert game.moves(0) == ["draw"]
    game.play(0, "draw")
    assert game.moves(1) == ["VA"]


# ---- drawing ---------------------------------------------------------------------------------------------------------


def test_who_can_play_must() -> None:
    game = table("VA", "12 KA")
    play_all(game, "VA")
    with pytest.raises(IllegalMove) as refusal:
        game.play(1, "draw")
    assert str(refusal.value) == "You hold a card that fits, so play it: 12 and Kavall."


def test_a_drawn_card_costs_one_and_waits_for_the_next_turn() -> None:
    game = table("VA GR", "BL", talon="KA")
    play_all(game, "VA")
    assert game.moves(1) == ["draw"]
    events = game.play(1, "draw")
    assert [event.to_json() for event in events] == [{"event": "draw", "seat": 1, "drew": True, "pot": 3}]
    assert game.scores == [-1, -2]
    assert game.to_act == (0,)
    view = game.view(1)
    assert "KA" in (view.hand or ())
    assert (view.talon, view.hands, view.drew) == (13, (13, 15), ("KA",))
    assert game.view(0).drew == ()
    assert game.view(None).drew is None


def test_an_empty_talon_still_costs_one() -> None:
    """Both Värdshus are the last two cards of the talon: fourteen draws until both have one, and nothing but draws after."""
    talon = "BL BL PO PO KR KR 1 1 2 2 3 3 VA VA"
    game = table("12 KA 4 5", "12 KA 4 5", talon=talon)
    play_all(game, " ".join(["draw"] * 14))
    assert game.view(None).talon == 0
    assert game.pot == 16
    assert game.moves(0) == ["VA"]
    alone = table("GR HU GO HA 4 5 6 7 8 9 10 11 GR HU", "12 12 KA KA GO HA 4 5 6 7 8 9 10 11", talon=talon)
    play_all(alone, " ".join(["draw"] * 14) + " VA 12 11 10 9 8 7 6 5 4 3 2 1 KR PO BL")
    assert alone.moves(0) == ["draw"]
    before = alone.view(0)
    events = alone.play(0, "draw")
    assert [event.to_json() for event in events] == [{"event": "draw", "seat": 0, "drew": False, "pot": 17}]
    after = alone.view(0)
    assert (after.hand, after.drew) == (before.hand, before.drew)
    assert alone.to_act == (1,)


# ---- the end of a game -----------------------------------------------------------------------------------------------


def test_the_last_card_wins_the_pot_and_one_for_each_card_left_also_when_it_completes_the_line() -> None:
    game = table(SHORT, LONG, talon=TALON)
    events = play_all(game, TO_THE_END)
    assert [event.to_json() for event in events[-3:]] == [
        {"event": "play", "seat": 0, "card": "BL"},
        {"event": "line", "number": 1},
        {"event": "game_over", "game": 1, "seat": 0, "left": 13, "pot": 8, "scores": [20, -20]},
    ]
    view = game.view(None)
    assert (view.line, view.lines, view.pot, view.hands) == (None, 1, 0, (0, 13))
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("games played", (1, 2))
    assert outcome.scores == outcome.net == (20, -20)


def test_payments_are_forced_whatever_is_in_the_purse() -> None:
    shuffle = stack(1, SHORT, LONG, then=TALON, each=HAND)
    game = DubbelFanfar(2, None, Chance(dealer=1, shuffles=[shuffle]), purses=[0, 0])
    play_all(game, TO_THE_END)
    assert game.net == [20, -20]


def test_the_deal_changes_seats_and_a_draw_is_possible() -> None:
    """The same cards, in the second game for the other seat: what one has won the other wins back."""
    shuffles = [stack(1, SHORT, LONG, then=TALON, each=HAND), stack(0, LONG, SHORT, then=TALON, each=HAND)]
    game = DubbelFanfar(2, DubbelFanfarOptions(games=2), Chance(dealer=1, shuffles=shuffles))
    events = play_all(game, TO_THE_END)
    assert events[-1].to_json() == {"event": "game", "game": 2, "dealer": 0, "opens": 1, "pot": 2}
    view = game.view(0)
    assert (view.game_no, view.games, view.dealer, view.lines, view.past, view.drew) == (2, 2, 0, 0, (), ())
    assert (view.hands, view.talon, view.scores) == ((14, 14), 14, (19, -21))
    play_all(game, TO_THE_END)
    assert game.outcome is not None
    assert game.outcome.net == (0, 0)
    assert game.outcome.places == (1, 1)


def test_every_game_ends_within_ninety_six_moves() -> None:
    rng = Random(5)
    lengths = []
    for shuffle in any_shuffles(rng, 30):
        game = DubbelFanfar(2, None, Chance(dealer=0, shuffles=[shuffle]))
        lengths.append(len(wander(game, rng, 200)))
        assert game.outcome is not None
    assert max(lengths) <= DubbelFanfar.longest(2, DubbelFanfarOptions())


# ---- what is refused, and what is done for who is late ---------------------------------------------------------------


def test_the_default_is_the_low_end_then_the_high_end_then_draw() -> None:
    game = table("VA", "12 KA")
    assert game.default(0) == "VA"
    play_all(game, "VA")
    assert game.default(1) == "12"
    game = table("VA", "KA BL")
    play_all(game, "VA")
    assert game.default(1) == "KA"
    game = table("VA", "BL")
    play_all(game, "VA")
    assert game.default(1) == "draw"


READ = "A move is the card you play, such as 7 or Gök, or draw."


@pytest.mark.parametrize(
    ("before", "seat", "move", "kind", "sentence"),
    [
        ("", 1, "KA", IllegalMove, "It is not your turn."),
        ("", 2, "VA", IllegalMove, "There is no such seat at this table."),
        ("", 0, "11", IllegalMove, "A line is started with Värdshus: no other card fits before."),
        ("", 0, "HA", IllegalMove, "You do not hold Harlekin."),
        ("", 0, "draw", IllegalMove, "You hold a card that fits, so play it: Värdshus."),
        ("VA", 1, "BL", IllegalMove, "Blare does not fit now. What fits is 12 and Kavall."),
        ("VA KA", 0, "11", IllegalMove, "11 does not fit now. No card of your hand does: draw."),
        ("VA KA", 0, "GR", IllegalMove, "You do not hold Gris."),
        ("", 0, "pass", UnreadableMove, READ),
        ("", 0, "VAVA", UnreadableMove, READ),
        ("", 0, "7D", UnreadableMove, READ),
    ],
)
def test_what_is_refused_and_why(before: str, seat: int, move: str, kind: type[Exception], sentence: str) -> None:
    game = table("VA 11 1 1 2 2 3 3 4 4 5 5 6 6", "KA BL 7 7 8 8 9 9 10 10 11 GO GO HU")
    play_all(game, before)
    unchanged = game.copy()
    with pytest.raises(kind) as refusal:
        game.play(seat, move)
    assert str(refusal.value) == sentence
    assert game == unchanged


def test_moves_are_read_by_all_their_names() -> None:
    game = table("VA", "12 KA")
    assert [game.read(text) for text in (" DRAW", "inn", "värdshus", "knight", "12")] == [
        "draw",
        "VA",
        "VA",
        "KA",
        "12",
    ]


# ---- what is known ---------------------------------------------------------------------------------------------------


def dealt_again(world: DubbelFanfar) -> tuple[str, ...]:
    """The shuffle of the game that this world is in."""
    hands = [Counter(unpack(hand)) for hand in world.hands]
    seats = [world.opener ^ number & 1 for number in range(len(world.past))]
    for seat, move in zip(seats, world.view(None).past, strict=True):
        if move != "draw":
            hands[seat][move] += 1
    for seat in range(2):
        hands[seat].subtract(world.view(seat).drew or ())
    return dealt(world.dealer, [sorted(hand.elements()) for hand in hands], world.talon)


def test_in_an_imagined_world_everything_seen_was_legal() -> None:
    """The game is played again from the cards imagined: who drew could not play, and the opener opened by right."""
    rng = Random(11)
    for _ in range(60):
        shuffles = any_shuffles(rng, 2)
        dealer = rng.randrange(2)
        game = DubbelFanfar(2, DubbelFanfarOptions(games=2), Chance(dealer=dealer, shuffles=shuffles))
        moves = wander(game, rng, rng.choice([0, 1, 2, 5, 20, 40, 60, 90, 110]))
        for watcher in (None, 0, 1):
            world = DubbelFanfar.imagine(game.view(watcher), rng)
            shuffles[game.game_no - 1] = dealt_again(world)
            check_replay(game, watcher, moves, dealer, shuffles)


def test_a_dealer_who_opens_holds_a_vardshus_and_the_other_none() -> None:
    game = table("9 10", "VA 8", talon="VA", dealer=1)
    both = 0
    for salt in range(60):
        world = DubbelFanfar.imagine(game.view(0), Random(salt))
        assert "VA" in unpack(world.hands[1])
        both += Counter(unpack(world.hands[1]))["VA"] == 2
        assert "VA" not in unpack(DubbelFanfar.imagine(game.view(1), Random(salt)).hands[0])
    assert 5 < both < 35  # 182 of 574


def test_a_non_dealer_who_opens_without_a_vardshus_tells_that_the_dealer_has_none() -> None:
    game = table("9 10", "7 8", talon="VA 11 VA", dealer=1)
    for moves in ("", "draw"):
        play_all(game, moves)
        for salt in range(20):
            world = DubbelFanfar.imagine(game.view(0), Random(salt))
            assert "VA" not in unpack(world.hands[1])


def test_what_a_seat_lacked_when_it_drew_it_can_only_have_drawn() -> None:
    """Seat 1 had neither 12 nor Kavall; then it drew two cards, of which seat 0 knows nothing else."""
    game = table("VA BL BL PO PO KR KR 1 1 2 2 3 3 4", "11 GR GR HU HU GO GO HA HA 10 10 9 9 8", talon="KA 5 12 6")
    play_all(game, "VA draw draw")
    seen = Counter()  # type: Counter[str]
    for salt in range(60):
        hand = Counter(unpack(DubbelFanfar.imagine(game.view(0), Random(salt)).hands[1]))
        assert hand["12"] + hand["KA"] <= 1  # the one card drawn
        seen.update(hand.keys())
    assert {"12", "KA", "GR", "HA"} <= seen.keys()


def test_the_view_counts_what_it_does_not_show() -> None:
    game = table(ODD, EVEN)
    play_all(game, "VA 12 11")
    view = game.view(0)
    assert view.past == ("VA", "12", "11")
    assert view.hand == tuple(sorted((set(ODD.split()) - {"VA", "11"}), key=KILLE_RANKS.index))
    assert view.hands == (12, 13)
    assert game.view(None).hand is None
