"""Djurpark: every ruling of the page, on piles written out."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from games.cards import KILLE_DECK
from games.djurpark import ANIMALS, Djurpark, DjurparkOptions
from games.game import BadSetup, Chance, Event, IllegalMove, UnreadableMove
from games.record import Record

RECORDS = Path(__file__).parent.parent / "records"

# The last cards of ten piles of four and five; after four laps all but the first two piles are used up.
TEN = [
    "BL PO KR 1 7",
    "BL PO KR 1 8",
    "2 3 4 5",
    "2 3 4 7",
    "6 9 10 11",
    "6 9 10 11",
    "8 5 12 VA",
    "12 VA KA GR",
    "KA GR HU GO",
    "HU GO HA HA",
]


def stacked(piles: list[str]) -> list[str]:
    """The shuffle that deals these piles (the first card on top) to seats 0, 1, …; the rest is filled, lowest first."""
    seats = len(piles)
    deck: list[str | None] = [None] * 42
    for seat, pile in enumerate(piles):
        for place, card in enumerate(pile.split()):
            deck[seat + seats * place] = card
    rest = list((Counter(KILLE_DECK) - Counter(filter(None, deck))).elements())
    return [card or rest.pop(0) for card in deck]


def park(*piles: str, flips: int = 600) -> Djurpark:
    """Seat 0 flips first; the seats are cow, duck, frog, owl, cat, dog, horse, pig, sheep, goat."""
    seats = len(piles)
    chance = Chance(dealer=seats - 1, shuffles=[stacked(list(piles))])
    game = Djurpark(seats, DjurparkOptions(flips=flips), chance)
    for seat in range(seats):
        game.play(seat, f"animal {ANIMALS[seat]}")
    return game


def run(game: Djurpark, *moves: str) -> list[Event]:
    """Make moves such as "0 flip"; the events of the last one."""
    events: list[Event] = []
    for move in moves:
        seat, text = move.split(" ", 1)
        events = game.play(int(seat), text)
    return events


def flip(game: Djurpark, times: int) -> None:
    for _ in range(times):
        game.play(game.to_act[0], "flip")


def after_four_laps() -> Djurpark:
    game = park(*TEN)
    flip(game, 40)
    return game


# ---- animals and the deal --------------------------------------------------------------------------------------------


def test_all_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer_the_first_on_top() -> None:
    deck = list(KILLE_DECK)
    game = Djurpark(5, None, Chance(dealer=1, shuffles=[deck]))
    assert game.view(None).down == (8, 8, 9, 9, 8)
    assert game.scores == [8, 8, 9, 9, 8]
    for seat in range(5):
        game.play(seat, f"animal {ANIMALS[seat]}")
    assert game.to_act == (2,)
    assert [run(game, f"{seat} flip")[0]["card"] for seat in (2, 3, 4, 0, 1, 2)] == ["BL", "BL", "PO", "PO", "KR", "KR"]


def test_the_dealer_is_drawn_and_a_wrong_one_refused() -> None:
    assert Djurpark(4, None, Chance(b"a", dealer=2)).dealer == 2
    with pytest.raises(BadSetup):
        Djurpark(4, None, Chance(dealer=4))
    with pytest.raises(BadSetup):
        Djurpark(3)


def test_animals_are_chosen_by_all_at_once_each_animal_once_as_one_question() -> None:
    game = Djurpark(4, None, Chance(dealer=3))
    question = game.decision
    assert game.to_act == (0, 1, 2, 3)
    assert run(game, "2 animal snake") == [Event("animal", seat=2, animal="snake")]
    assert game.to_act == (0, 1, 3)
    assert game.moves(2) == []
    assert "animal snake" not in game.moves(0)
    assert len(game.moves(0)) == 19
    run(game, "0 animal cow", "3 animal owl")
    assert game.decision == question
    assert game.view(None).phase == "animals"
    run(game, "1 animal turkey")
    assert game.decision == question + 1
    assert game.view(None).phase == "flip"
    assert game.view(None).animals == ("cow", "turkey", "snake", "owl")
    assert game.to_act == (0,)


def test_the_default_animal_is_another_one_for_each_seat_and_comes_from_what_is_free() -> None:
    game = Djurpark(4)
    chosen = []
    for seat in range(4):
        chosen.append(game.default(seat))
        game.play(seat, chosen[-1])
    # 7th of 20; 14th of 19; 21 mod 18 = 3rd of 18; 28 mod 17 = 11th of 17, counted from 0.
    assert chosen == ["animal pig", "animal elephant", "animal owl", "animal lion"]
    assert game.default(game.to_act[0]) == "flip"


# ---- flips -----------------------------------------------------------------------------------------------------------


def test_the_next_living_seat_flips_and_no_event_tells_a_match() -> None:
    game = park("7", "GO", "7", "HU")
    run(game, "0 flip", "1 flip")
    assert run(game, "2 flip") == [Event("flip", seat=2, card="7", turned=False)]
    assert game.to_act == (3,)
    view = game.view(None)
    assert (view.turn, view.active, view.flips) == (3, 2, 3)
    assert view.revealed == (("7",), ("GO",), ("7",), ())
    assert view.down == (10, 10, 9, 10)


def test_no_calls_before_the_first_flip_and_after_each_flip_for_all_match_or_not() -> None:
    game = park("7", "GO", "7", "HU")
    assert [game.moves(seat) for seat in range(4)] == [["flip"], [], [], []]
    calls = ["call cow", "call duck", "call frog", "call owl"]
    run(game, "0 flip")
    assert [game.moves(seat) for seat in range(4)] == [calls, ["flip", *calls], calls, calls]
    run(game, "1 flip", "2 flip")
    assert [game.moves(seat) for seat in range(4)] == [calls, calls, calls, ["flip", *calls]]


def test_an_empty_pile_is_turned_over_as_a_block_at_the_next_flip() -> None:
    game = after_four_laps()
    flip(game, 2)
    assert game.view(None).down[2] == 0
    assert game.view(None).revealed[2] == ("2", "3", "4", "5")
    assert run(game, "2 flip") == [Event("flip", seat=2, card="2", turned=True)]
    assert game.view(None).revealed[2] == ("2",)
    flip(game, 9)
    assert run(game, "2 flip") == [Event("flip", seat=2, card="3", turned=False)]


def test_cards_turned_down_just_before_a_flip_no_longer_match_it() -> None:
    game = park("7 BL BL PO 7", *[""] * 9)
    flip(game, 41)
    assert game.view(None).revealed[0] == ("7", "BL", "BL", "PO", "7")
    flip(game, 9)
    assert run(game, "0 flip") == [Event("flip", seat=0, card="7", turned=True)]
    assert run(game, "1 call cow")[0].kind == "wrong"


def test_a_seat_with_one_card_flips_it_again_and_again() -> None:
    game = park(*TEN)
    run(game, "0 flip", "3 call dog", "1 flip", "3 call dog", "2 flip", "3 call dog")
    assert game.scores[3] == 1
    assert run(game, "3 flip") == [Event("flip", seat=3, card="7", turned=False)]
    flip(game, 9)
    assert run(game, "3 flip") == [Event("flip", seat=3, card="7", turned=True)]
    flip(game, 9)
    assert run(game, "3 flip") == [Event("flip", seat=3, card="7", turned=True)]


# ---- right calls -----------------------------------------------------------------------------------------------------


def test_a_right_call_takes_the_flippers_revealed_cards_under_the_callers_pile_and_the_flipper_flips_again() -> None:
    game = park("BL 7", "PO 8", "KR 9", "7 HA")
    flip(game, 4)
    assert run(game, "0 flip", "2 call cow") == [Event("right", seat=2, active=0, cards=("BL", "7"))]
    view = game.view(None)
    assert view.revealed == ((), ("PO",), ("KR",), ("7",))  # the matching card of seat 3 stays
    assert view.known[2][-2:] == ("BL", "7")  # the first revealed uppermost
    assert game.scores == [9, 11, 12, 10]
    assert game.to_act == (0,)
    assert (view.turn, view.active, view.called) == (0, None, ())
    assert [game.moves(seat) for seat in range(4)] == [["flip"], [], [], []]


def test_the_flippers_own_earlier_card_matches_too() -> None:
    game = park("7 7", "PO", "KR", "HA")
    flip(game, 5)
    assert run(game, "3 call cow") == [Event("right", seat=3, active=0, cards=("7", "7"))]


def test_the_active_seat_may_call_its_own_animal_right() -> None:
    game = park("7", "GO", "7", "HU")
    flip(game, 3)
    assert run(game, "2 call frog") == [Event("right", seat=2, active=2, cards=("7",))]
    assert game.view(None).known[2] == (None,) * 9 + ("7",)
    assert game.to_act == (2,)
    assert game.scores == [11, 11, 10, 10]


def test_the_owner_of_the_matched_card_is_the_wrong_animal() -> None:
    game = park("7", "GO", "7", "HU")
    flip(game, 3)
    assert run(game, "3 call cow")[0].kind == "wrong"


def test_a_match_nobody_called_before_the_next_flip_is_gone() -> None:
    game = park("7", "GO", "7", "HU")
    flip(game, 4)
    assert run(game, "0 call frog")[0].kind == "wrong"
    assert run(game, "1 call owl")[0].kind == "wrong"
    assert game.view(None).revealed == (("7",), ("GO",), ("7",), ("HU",))
    assert game.to_act == (0,)


def test_a_last_card_lies_open_until_its_owner_flips_or_pays_and_can_be_matched() -> None:
    game = after_four_laps()
    assert game.view(None).down[3] == 0
    run(game, "0 flip")  # the other 7 is seat 3's last card
    right = Event("right", seat=5, active=0, cards=("BL", "PO", "KR", "1", "7"))
    assert run(game, "5 call cow") == [right, Event("out", seat=0)]


def test_a_match_is_settled_when_flipped_though_a_wrong_caller_turns_the_matching_card_down() -> None:
    game = after_four_laps()
    run(game, "0 flip")
    wrong = Event("wrong", seat=3, active=0, animal="goat", paid=1, turned=True)
    assert run(game, "3 call goat") == [wrong]
    assert game.view(None).revealed[3] == ()
    assert run(game, "4 call cow")[0].kind == "right"


# ---- wrong calls -----------------------------------------------------------------------------------------------------


def test_a_wrong_call_pays_the_top_card_unseen_to_the_bottom_of_the_flippers_pile() -> None:
    game = park("7 1", "GO HA", "KR", "HU")
    run(game, "0 flip")
    assert run(game, "1 call cow") == [Event("wrong", seat=1, active=0, animal="cow", paid=1, turned=False)]
    assert game.scores == [12, 10, 10, 10]
    assert game.view(None).down == (11, 10, 10, 10)
    assert run(game, "1 flip")[0]["card"] == "HA"  # the GO was paid
    while len(game.down[0]) > 1:  # seat 0 goes through its own cards first, then comes the paid one
        game.play(game.to_act[0], "flip")
    flip(game, (0 - game.to_act[0]) % 4)
    assert run(game, "0 flip")[0]["card"] == "GO"


def test_a_wrong_caller_without_a_pile_turns_its_revealed_cards_first_and_pays_the_first_of_them() -> None:
    game = after_four_laps()
    run(game, "0 flip")
    assert run(game, "9 call goat") == [Event("wrong", seat=9, active=0, animal="goat", paid=1, turned=True)]
    view = game.view(None)
    assert view.known[9] == ("GO", "HA", "HA")
    assert view.revealed[9] == ()
    assert view.known[0] == ("HU",)


def test_the_flipper_pays_nothing_for_its_own_wrong_call_but_has_used_it() -> None:
    game = after_four_laps()
    flip(game, 2)
    assert run(game, "1 call cow") == [Event("wrong", seat=1, active=1, animal="cow", paid=0, turned=False)]
    assert run(game, "2 call cow")[0]["paid"] == 1
    assert game.scores[1] == 6
    assert game.moves(1) == []
    assert game.view(None).called == (1, 2)


def test_one_call_a_flip_and_others_may_still_call() -> None:
    game = park("7", "GO", "7", "HU")
    flip(game, 3)
    run(game, "3 call owl", "1 call cow")
    assert game.view(None).called == (1, 3)
    assert game.moves(1) == []
    assert game.moves(3) == ["flip"]
    assert run(game, "0 call frog")[0].kind == "right"


def test_calls_on_one_flip_do_not_make_each_other_stale_but_a_flip_and_a_right_call_do() -> None:
    game = park("7", "GO", "7", "HU")
    flip(game, 2)
    question = game.decision
    run(game, "2 flip")
    assert game.decision == question + 1
    run(game, "3 call owl", "1 call cow")
    assert game.decision == question + 1
    run(game, "0 call frog")
    assert game.decision == question + 2
    with pytest.raises(IllegalMove, match="wait for the next flip"):
        run(game, "2 call frog")
    run(game, "2 flip")
    assert game.decision == question + 3


# ---- out, and the end ------------------------------------------------------------------------------------------------


def test_losing_everything_to_the_right_call_is_out_and_the_next_living_seat_flips() -> None:
    game = park("8", "9", "10", "1 2 3 7", "", "", "", "", "", "7")
    run(game, "0 flip", "3 call dog", "1 flip", "3 call dog", "2 flip", "3 call dog", "3 flip")
    flip(game, 6)
    assert game.view(None).revealed[9] == ("7",)
    flip(game, 3)
    run(game, "3 flip")
    assert run(game, "5 call owl") == [Event("right", seat=5, active=3, cards=("7",)), Event("out", seat=3)]
    assert game.to_act == (4,)
    assert game.moves(3) == []
    run(game, "4 flip")
    assert game.moves(3) == []
    assert "call owl" not in game.moves(5)
    with pytest.raises(IllegalMove, match="Nobody who is still in the game is the owl"):
        run(game, "5 call owl")
    with pytest.raises(IllegalMove, match="you are out"):
        run(game, "3 call cat")
    flip(game, 8)
    assert game.to_act == (4,)  # seat 3 is passed over


def test_a_wrong_call_with_the_last_card_is_out_and_the_next_living_seat_flips_instead() -> None:
    game = park(*TEN)
    run(game, "0 flip", "3 call dog", "1 flip", "3 call dog", "2 flip", "3 call dog", "3 flip")
    flip(game, 9)
    assert (game.active, game.to_act) == (2, (3,))
    wrong = Event("wrong", seat=3, active=2, animal="dog", paid=1, turned=True)
    question = game.decision
    assert run(game, "3 call dog") == [wrong, Event("out", seat=3)]
    assert game.to_act == (4,)
    assert game.view(None).turn == 4
    assert game.decision == question  # the other calls on this flip are still open
    assert "call owl" not in game.moves(5)
    assert "call frog" in game.moves(5)


def test_a_seat_with_all_cards_wins_at_once() -> None:
    game = park("7", "GO", "7", "HU")
    events: list[Event] = []
    own = {1: "call duck", 2: "call frog", 3: "call owl"}
    while game.outcome is None:
        game.play(game.to_act[0], "flip")
        for seat, animal in own.items():
            if game.active == 0 and game.scores[seat]:  # everybody pays seat 0, whenever it flips
                events = game.play(seat, animal)
    assert [event.kind for event in events] == ["wrong", "out", "win"]
    assert events[-1] == Event("win", seats=(0,))
    assert game.scores == [42, 0, 0, 0]
    assert game.outcome.reason == "one player has every card"
    assert game.outcome.places == (1, 2, 2, 2)
    assert game.to_act == ()
    assert all(game.moves(seat) == [] for seat in range(4))
    view = game.view(None)
    assert (view.phase, view.turn, view.active, view.called) == ("over", None, None, ())


def test_a_right_call_can_win_too() -> None:
    *_, (game, events) = Record.read((RECORDS / "djurpark-game-of-4.json").read_text()).steps()
    assert [event.kind for event in events] == ["right", "out", "win"]
    assert game.scores == [0, 0, 0, 42]


def test_the_last_flip_ends_the_game_without_calls_and_most_cards_win() -> None:
    game = park("7", "GO", "7", "HU", flips=50)
    flip(game, 49)
    assert game.to_act == (1,)
    assert [event.kind for event in run(game, "1 flip")] == ["flip", "win"]
    assert game.outcome is not None
    assert game.outcome.reason == "flips used up"
    assert game.outcome.scores == (11, 11, 10, 10)
    assert game.outcome.places == (1, 1, 3, 3)
    assert game.outcome.winners == (0, 1)
    assert game.outcome.net == (0, 0, 0, 0)
    assert game.moves(0) == []
    assert game.view(None).active is None
    with pytest.raises(IllegalMove, match="over"):
        run(game, "0 call cow")


def test_the_options_have_the_bounds_of_the_page() -> None:
    assert DjurparkOptions().flips == 600
    for flips in (49, 5001):
        with pytest.raises(BadSetup):
            DjurparkOptions(flips=flips)


# ---- what is known ---------------------------------------------------------------------------------------------------


def test_everybody_sees_the_same() -> None:
    game = after_four_laps()
    public = game.view(None).to_json()
    for seat in range(10):
        assert game.view(seat).to_json() == public | {"seat": seat}


def test_the_view_knows_a_face_down_card_from_the_first_time_it_was_up() -> None:
    game = park("BL 7", "PO 8", "KR 9", "7 HA")
    assert game.view(None).known == ((None,) * 11, (None,) * 11, (None,) * 10, (None,) * 10)
    flip(game, 5)
    run(game, "1 call owl", "2 call cow")  # a card of seat 1 is paid unseen; then seat 2 takes BL and 7
    assert game.view(None).known[0] == (None,) * 10
    assert game.view(None).known[2] == (None,) * 9 + ("BL", "7")


def test_a_known_card_is_still_known_when_it_is_paid() -> None:
    game = after_four_laps()
    run(game, "0 flip", "9 call goat")
    assert game.view(None).known[0] == ("HU",)
    flip(game, 9)
    assert all(run(world, "0 flip")[0]["card"] == "HU" for world in worlds(game))


def worlds(game: Djurpark) -> list[Djurpark]:
    return [Djurpark.imagine(game.view(seat), random.Random(seat)) for seat in range(game.seats)]


def test_when_every_card_was_up_once_all_worlds_go_on_like_the_real_one() -> None:
    game = after_four_laps()
    run(game, "0 flip", "9 call goat", "1 flip", "2 flip", "2 call cow", "5 call dog")
    for world in worlds(game):
        real = game.copy()
        for _ in range(60):
            seat = real.to_act[0]
            assert world.play(seat, "flip") == real.play(seat, "flip")
            assert world.view(None) == real.view(None)


def test_worlds_differ_only_in_cards_nobody_has_seen() -> None:
    game = park("BL 7", "PO 8", "KR 9", "7 HA")
    flip(game, 6)
    run(game, "3 call cow")
    imagined = [Djurpark.imagine(game.view(1), random.Random(seed)) for seed in range(40)]
    assert all(world.view(1) == game.view(1) for world in imagined)
    assert all(Counter(world.piles()) == Counter(KILLE_DECK) for world in imagined)
    tops = Counter(world.play(2, "flip")[0]["card"] for world in imagined)
    assert len(tops) > 10
    assert "7" not in tops  # both have been up; of BL, PO, KR and 8 one copy each has not


class Observer:
    """Somebody at the table who remembers every card that was up, from the events alone. None: a face never seen."""

    def __init__(self, down: tuple[int, ...]) -> None:
        self.down: list[list[str | None]] = [[None] * size for size in down]
        self.revealed: list[list[str]] = [[] for _ in down]

    def hear(self, event: Event) -> None:
        seat = event["seat"] if event.kind in ("flip", "right", "wrong") else -1
        if event.kind in ("flip", "wrong") and event["turned"]:
            assert not self.down[seat]
            self.down[seat], self.revealed[seat] = [*self.revealed[seat]], []
        if event.kind == "flip":
            assert self.down[seat].pop(0) in (None, event["card"])
            self.revealed[seat].append(event["card"])
        elif event.kind == "wrong" and event["paid"]:
            self.down[event["active"]].append(self.down[seat].pop(0))
        elif event.kind == "right":
            assert self.revealed[event["active"]] == list(event["cards"])
            self.down[seat] += self.revealed[event["active"]]
            self.revealed[event["active"]] = []


@pytest.mark.parametrize("seats", [4, 7, 10])
def test_the_view_knows_exactly_what_an_observer_of_the_events_remembers(seats: int) -> None:
    rng = random.Random(seats)
    game = Djurpark(seats, DjurparkOptions(flips=150), Chance(b"park"))
    observer = Observer(game.view(None).down)
    while game.outcome is None:
        seat = rng.choice([seat for seat in range(seats) if game.moves(seat)])
        for event in game.play(seat, rng.choice(game.moves(seat))):
            observer.hear(event)
        view = game.view(None)
        assert view.known == tuple(tuple(pile) for pile in observer.down)
        assert view.revealed == tuple(tuple(cards) for cards in observer.revealed)


def test_an_imagined_world_still_has_the_match_and_who_has_called() -> None:
    game = after_four_laps()
    run(game, "0 flip", "3 call goat")  # seat 3 has turned the matching card down
    for world in worlds(game):
        assert world.moves(3) == []
        assert run(world, "4 call cow")[0].kind == "right"
    game = park("7", "GO", "KR", "HU")
    flip(game, 2)
    assert all(run(world, "3 call duck")[0].kind == "wrong" for world in worlds(game))


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["call cow", " CALL  Cow ", "cow", "Cow"])
def test_calls_are_read_forgivingly(text: str) -> None:
    game = park("7", "GO", "7", "HU")
    run(game, "0 flip")
    assert game.play(3, text)[0]["animal"] == "cow"


def test_a_bare_animal_is_chosen_while_animals_are_chosen() -> None:
    assert Djurpark(4).play(3, "Turkey") == [Event("animal", seat=3, animal="turkey")]


@pytest.mark.parametrize("text", ["", "moo", "call", "call unicorn", "animal", "flip 1", "flip cow", "call cow duck"])
def test_what_is_no_move_of_the_park_is_unreadable_and_changes_nothing(text: str) -> None:
    game = park("7", "GO", "7", "HU")
    run(game, "0 flip")
    before = game.copy()
    with pytest.raises(UnreadableMove):
        game.play(1, text)
    assert game == before


@pytest.mark.parametrize(
    ("played", "seat", "text", "sentence"),
    [
        ([], 1, "flip", "Player 1 flips next."),
        ([], 0, "call cow", "There is nothing to call now: wait for the next flip."),
        ([], 0, "animal bee", "Everybody has an animal already. To call one, say: call bee."),
        (["0 flip"], 2, "flip", "Player 2 flips next."),
        (["0 flip"], 2, "call bee", "Nobody who is still in the game is the bee."),
        (["0 flip", "2 call owl"], 2, "call cow", "You have called on this flip already: one call a flip."),
    ],
)
def test_refusals_are_sentences_and_change_nothing(played: list[str], seat: int, text: str, sentence: str) -> None:
    game = park("7", "GO", "7", "HU")
    run(game, *played)
    before = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, text)
    assert str(refusal.value) == sentence
    assert game == before


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (0, "flip", "Not yet: first everybody chooses an animal."),
        (1, "animal owl", "You are the cow: an animal is chosen once."),
        (0, "animal cow", "The cow is taken: choose another animal."),
    ],
)
def test_refusals_while_animals_are_chosen(seat: int, text: str, sentence: str) -> None:
    game = Djurpark(4)
    run(game, "1 animal cow")
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, text)
    assert str(refusal.value) == sentence
