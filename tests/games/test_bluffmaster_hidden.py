"""Bluffmäster: what each seat knows, and that imagined worlds could have led to it."""

from __future__ import annotations

from random import Random

import pytest

from games.bluffmaster import Bluffmaster
from games.cards import kille_order
from games.chance import Chance
from games.game import Event
from tests.support.kille_deal import dealt, stack

#: A move made, how many cards the talon had before it, and what happened.
Made = tuple[int, str, int, list[Event]]

SEVEN = (
    *("BL 1 4 7 10 VA", "PO 2 5 8 11 KA", "KR 3 6 9 12 GR"),
    *("BL 1 4 7 10 VA", "PO 2 5 8 11 KA", "KR 3 6 9 12 GR"),
    "HU HU GO GO HA HA",
)


def seven(*taken: str) -> Bluffmaster:
    """Seven seats, no talon; seat 0 leads. `taken`: the shuffles of hands from which cards are taken."""
    shuffles = [stack(0, *SEVEN), *(cards.split() for cards in taken)]
    return Bluffmaster(7, None, Chance(dealer=0, shuffles=shuffles))


def play(game: Bluffmaster, *moves: str) -> None:
    """Moves such as "0 play 5 as 9"; "believed": all to act believe."""
    for move in moves:
        if move == "believed":
            for seat in game.to_act:
                game.play(seat, "believe")
        else:
            game.play(int(move[0]), move[2:])


def worlds(game: Bluffmaster, seat: int | None, count: int = 30) -> list[Bluffmaster]:
    return [Bluffmaster.imagine(game.view(seat), Random(number)) for number in range(count)]


def test_a_card_played_is_known_to_its_player_until_it_is_shown() -> None:
    game = seven()
    play(game, "0 play 7 as 9", "1 believe")
    assert game.view(0).played == ("7",)
    assert game.view(1).played == ()
    assert game.view(None).pile == 1
    assert all(world.played[0] == ("7",) for world in worlds(game, 0))
    assert len({world.played[0] for world in worlds(game, 1)}) > 5
    game = seven("KA PO 2 5 8 11")
    play(game, "0 play 7 as 9", "1 check")
    assert (game.view(0).played, game.view(None).pile, game.view(None).shown) == ((), 0, ("7",))


def test_a_claim_that_nobody_checked_may_be_true_or_not() -> None:
    game = seven()
    play(game, "0 play 7 as 7", "believed")
    standing = {world.played[0][-1] for world in worlds(game, 3, 80)}
    assert "7" in standing
    assert len(standing) > 5


def test_the_two_concerned_know_a_card_taken_from_a_hand_and_nobody_else() -> None:
    game = seven("GR KR 3 6 9 12")
    play(game, "0 play BL as 1", "2 check")  # seat 0 takes the pig of seat 2
    assert game.view(0).passed == game.view(2).passed == ("GR",)
    assert game.view(1).passed == ()
    assert all("GR" in world.hands[0] for world in worlds(game, 2))
    assert not all("GR" in world.hands[0] for world in worlds(game, 1))


def test_a_card_lost_may_have_been_played_since() -> None:
    game = seven("GR KR 3 6 9 12")
    play(game, "0 play BL as 1", "2 check", "1 play PO as 1", "believed")
    for seat in range(2, 7):
        play(game, f"{seat} stop")
    play(game, "0 play GR as HA", "believed")
    imagined = worlds(game, 2, 60)
    assert all("GR" in (*world.hands[0], *world.played[0]) for world in imagined)
    assert {"GR" in world.hands[0] for world in imagined} == {True, False}


def test_a_card_lost_may_have_been_taken_on_by_a_third() -> None:
    game = seven("GR KR 3 6 9 12", "GR 1 4 7 10")
    play(game, "0 play BL as 1", "2 check")
    play(game, "1 play PO as 1", "believed")
    for seat in range(2, 7):
        play(game, f"{seat} stop")
    play(game, "0 play VA as VA", "4 check")  # seat 4 takes it from seat 0
    assert game.view(4).passed == ("GR",)
    imagined = worlds(game, 2, 60)
    assert all("GR" in (*world.hands[0], *world.hands[4]) for world in imagined)
    assert {"GR" in world.hands[4] for world in imagined} == {True, False}
    assert all("GR" in world.hands[4] for world in worlds(game, 0))


# ---- worlds played again from their start ----------------------------------------------------------------------------


def wander(game: Bluffmaster, rng: Random, most: int) -> list[Made]:
    """Random moves with many checks."""
    made: list[Made] = []
    while game.outcome is None and len(made) < most:
        seat = rng.choice(game.to_act)
        moves = game.moves(seat)
        move = "check" if "check" in moves and rng.random() < 0.3 else rng.choice(moves)
        talon = len(game.talon)
        made.append((seat, move, talon, game.play(seat, move)))
    return made


def go_back(world: Bluffmaster, made: list[Made]) -> tuple[list[tuple[int, str]], list[tuple[str, ...]]]:
    """The moves and shuffles that lead from a deal to this world, which has the public past `made`.

    Raises ValueError where a card would have been taken from a hand, or put there, in which it was not.
    """
    hands, played = [list(hand) for hand in world.hands], [list(cards) for cards in world.played]
    talon, shown, passed = list(world.talon), list(world.shown), list(world.passed)
    moves: list[tuple[int, str]] = []
    taken: list[tuple[str, ...]] = []
    for seat, move, talon_before, events in reversed(made):
        text = move
        if move == "check":
            check = events[0]
            taker, giver = check["taker"], seat if check["bluff"] else check["owner"]
            if talon_before:
                talon = [hands[taker].pop() for _ in range(check["count"])] + talon
            elif check["count"]:
                card = passed.pop()
                hands[taker].remove(card)
                taken.insert(0, (card, *sorted(hands[giver], key=kille_order)))
                hands[giver].append(card)
            played[check["owner"]].append(shown.pop())
        elif move.startswith("play"):
            card = played[seat].pop()
            hands[seat].append(card)
            text = f"play {card} as {events[0]['claim']}"
        moves.insert(0, (seat, text))
    assert not passed
    return moves, [dealt(world.dealer, hands, talon), *taken]


@pytest.mark.parametrize("seed", range(24))
def test_a_world_is_reached_by_the_same_public_moves(seed: int) -> None:
    """Each seat's world, gone back to its deal and played again, has the same events and the same view for that seat."""
    rng = Random(seed)
    game = Bluffmaster(3 + seed % 5, None, Chance(bytes([seed])))
    made = wander(game, rng, rng.choice((20, 60, 100)))
    for watcher in (None, *range(game.seats)):
        world = Bluffmaster.imagine(game.view(watcher), rng)
        moves, shuffles = go_back(world, made)
        again = Bluffmaster(game.seats, None, Chance(dealer=game.dealer, shuffles=shuffles))
        assert [again.play(seat, move) for seat, move in moves] == [events for *_, events in made]
        assert again.view(watcher) == game.view(watcher)
        assert again.hands == world.hands
