"""Random moves a second and the cost of a copy, for every game, with OpenSpiel's hearts and rlcard's uno in the same run.

Everybody plays whole games from the first shuffle on, and a move is what the contract calls one: a decision by one
seat. Shuffling and dealing take time on every side and are no moves; in hearts, where each dealt card is an action, the
rate with those counted is printed below the other. The time is this process's own, all take turns in many short
slices, and a game is compared with what its peers did in the same round: a busy machine does not decide. What is
printed are medians. A copy is one call of a bound method, `game.copy` here and `list.copy` there, in the same loop,
whose own time is in both. `python -m benchmarks.rules [GAME …]`
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import timeit
from collections.abc import Callable, Sequence
from random import Random

from games import find_games
from games.chance import Chance
from games.game import Game

ROUNDS = 21
SLICE = 0.06  #: seconds that each plays in each round
COPIES = 2_000
MIDDLE = 24  #: moves after which a game is copied

TRICK_GAMES = frozenset(("kierki", "kille", "krypkille"))
#: The least that a trick game may have of hearts and of uno, any other game of uno; the most that a copy may cost.
AIM_HEARTS, AIM_UNO_TRICKS, AIM_UNO = 1.0, 5.0, 2.0
AIM_COPY_TRICKS_US, AIM_COPY_LISTS = 3.0, 10.0

#: Plays one game to its end; returns how many moves it made.
Play = Callable[[Random], int]
#: What each contender did in each round, by name.
Rounds = dict[str, list[float]]

ENOUGH = 1_000  #: moves after which a long game is left for a new one


def find_hearts(count_dealt: bool = False) -> Play | None:
    """OpenSpiel's C++ hearts, driven from Python; None if it is not installed. `count_dealt`: each dealt card counts."""
    try:
        import pyspiel
    except ImportError:
        return None
    hearts = pyspiel.load_game("hearts")

    def play(rng: Random) -> int:
        made = 0
        state = hearts.new_initial_state()
        while state.is_chance_node():  # the direction of the pass, then the cards, all before the first decision
            state.apply_action(rng.choice(state.legal_actions()))
            made += count_dealt
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
        return made

    return play


def find_uno() -> Play | None:
    """rlcard's raw uno, without its environment; None if it is not installed."""
    try:
        from rlcard.games.uno import Game as Uno
    except ImportError:
        return None

    def play(rng: Random) -> int:
        made = 0
        game = Uno()
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            made += 1
        return made

    return play


def find_ours(kind: type[Game]) -> Play:
    """One of our games, by `moves` and `advance`, with as many seats as is usual for it."""
    seats = usual_seats(kind)

    def play(rng: Random) -> int:
        game = kind(seats, chance=Chance(rng.randbytes(8)))
        return play_on(game, rng, ENOUGH)

    return play


def play_on(game: Game, rng: Random, most: int) -> int:
    """Up to `most` random moves; returns how many were made."""
    made = 0
    while made < most and game.to_act:
        seat = game.to_act[0]
        game.advance(seat, rng.choice(game.moves(seat)))
        made += 1
    return made


def usual_seats(kind: type[Game]) -> int:
    """Four, if the game can be played by four, else the number nearest to it."""
    return min(kind.seats_allowed, key=lambda seats: abs(seats - 4))


def rate(play: Play, rng: Random) -> float:
    """Moves a second, in about one slice of time."""
    made, spent = 0, 0.0
    begin = time.process_time()
    while spent < SLICE:
        made += play(rng)
        spent = time.process_time() - begin
    return made / spent


def middle(kind: type[Game]) -> Game:
    """A game in its middle, where copies are made."""
    game = kind(usual_seats(kind), chance=Chance(b"middle"))
    play_on(game, Random(1), MIDDLE)
    return game


def microseconds(copy: Callable[[], object]) -> float:
    """What one call costs."""
    return timeit.timeit("copy()", timer=time.process_time, globals={"copy": copy}, number=COPIES) / COPIES * 1e6


def measure(kinds: Sequence[type[Game]]) -> tuple[Rounds, Rounds]:
    """Moves a second and microseconds of a copy, round by round; peers that are missing are left out."""
    players = {kind.key: find_ours(kind) for kind in kinds}
    for name, peer in (("hearts", find_hearts()), ("dealt", find_hearts(count_dealt=True)), ("uno", find_uno())):
        if peer is not None:
            players[name] = peer
    copies: dict[str, Callable[[], object]] = {kind.key: middle(kind).copy for kind in kinds}
    copies["list"] = list(range(40)).copy
    rates: Rounds = {name: [] for name in players}
    costs: Rounds = {name: [] for name in copies}
    for number in range(ROUNDS):
        rng = Random(number)
        for name, play in players.items():
            rates[name].append(rate(play, rng))
        for name, copy in copies.items():
            costs[name].append(microseconds(copy))
    return rates, costs


def times(rounds: Rounds, name: str, peer: str) -> float | None:
    """How many times the peer in the same round, the median; None without that peer."""
    if peer not in rounds:
        return None
    return statistics.median(own / other for own, other in zip(rounds[name], rounds[peer], strict=True))


def reaches(key: str, by_hearts: float, by_uno: float, copy: float, by_list: float) -> bool:
    """Does a game reach its aims with these times its peers' moves, microseconds a copy and times a list's?"""
    if key in TRICK_GAMES:
        return by_hearts >= AIM_HEARTS and by_uno >= AIM_UNO_TRICKS and copy <= AIM_COPY_TRICKS_US
    return by_uno >= AIM_UNO and by_list <= AIM_COPY_LISTS


def main(keys: Sequence[str] = ()) -> bool:
    """Print the table of all games, or of these; whether every aim was reached. A peer that is missing is no reason."""
    kinds = [kind for kind in find_games().values() if not keys or kind.key in keys]
    rates, costs = measure(kinds)
    print("Random moves a second by moves() and advance(), and the cost of copy()")
    print(
        f"aims: trick games (*) ≥ {AIM_HEARTS:g} × hearts, ≥ {AIM_UNO_TRICKS:g} × uno, copy ≤ {AIM_COPY_TRICKS_US:g} µs;"
    )
    print(f"      others ≥ {AIM_UNO:g} × uno, copy ≤ {AIM_COPY_LISTS:g} × a copy of one list of 40")
    print(f"time of this process; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(f"{'':17}{'moves/s':>11}{'× hearts':>10}{'× uno':>8}{'copy µs':>10}{'× list':>8}")
    for name, peer in (("OpenSpiel hearts", "hearts"), ("  each card dealt", "dealt"), ("rlcard uno", "uno")):
        print(f"{name:17}{f'{statistics.median(rates[peer]):,.0f}' if peer in rates else 'not installed':>11}")
    print(f"{'list of 40':17}{'':>29}{statistics.median(costs['list']):>10.3f}")
    reached = True
    for kind in kinds:
        key = kind.key
        by_hearts, by_uno, by_list = times(rates, key, "hearts"), times(rates, key, "uno"), times(costs, key, "list")
        cost = statistics.median(costs[key])
        good = reaches(key, by_hearts or AIM_HEARTS, by_uno or AIM_UNO_TRICKS, cost, by_list or 0)
        reached = reached and good
        name = kind.title + (" *" if key in TRICK_GAMES else "")
        cells = f"{statistics.median(rates[key]):>11,.0f}{shown(by_hearts):>10}{shown(by_uno):>8}{cost:>10.2f}{by_list or 0:>8.1f}"
        print(f"{name:17}{cells}" + ("" if good else "   missed"))
    return reached


def shown(times: float | None) -> str:
    """How many times the peer, or a dash without one."""
    return "–" if times is None else f"{times:.2f}"


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
