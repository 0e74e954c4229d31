"""Random moves a second and the cost of a copy, for every game, with OpenSpiel's hearts and rlcard's uno in the same run.

Everybody plays whole games from the first shuffle on. In hearts each dealt card is an action, and counts as a move. All
take turns, so that a busy machine slows down all alike; the medians are printed. `python -m benchmarks.rules [GAME …]`
"""

from __future__ import annotations

import statistics
import sys
import time
import timeit
from collections.abc import Callable, Sequence
from random import Random

from games import find_games
from games.chance import Chance
from games.game import Game

ROUNDS = 7
SLICE = 0.15  #: seconds that each plays in each round
COPIES = 2_000
MIDDLE = 24  #: moves after which a game is copied

TRICK_GAMES = frozenset(("kierki", "kille", "krypkille"))
#: The least that a trick game may have of hearts and of uno, any other game of uno; the most that a copy may cost.
AIM_HEARTS, AIM_UNO_TRICKS, AIM_UNO = 1.0, 5.0, 2.0
AIM_COPY_TRICKS_US, AIM_COPY_LISTS = 3.0, 10.0

#: Plays one game to its end; returns how many moves it made.
Play = Callable[[Random], int]

ENOUGH = 1_000  #: moves after which a long game is left for a new one


def find_hearts() -> Play | None:
    """OpenSpiel's C++ hearts, driven from Python; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    hearts = pyspiel.load_game("hearts")

    def play(rng: Random) -> int:
        made = 0
        state = hearts.new_initial_state()
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
    begin = time.perf_counter()
    while spent < SLICE:
        made += play(rng)
        spent = time.perf_counter() - begin
    return made / spent


def middle(kind: type[Game]) -> Game:
    """A game in its middle, where copies are made."""
    game = kind(usual_seats(kind), chance=Chance(b"middle"))
    play_on(game, Random(1), MIDDLE)
    return game


def microseconds(copy: Callable[[], object]) -> float:
    """What one call costs."""
    return timeit.timeit("copy()", globals={"copy": copy}, number=COPIES) / COPIES * 1e6


def measure(kinds: Sequence[type[Game]]) -> tuple[dict[str, float], dict[str, float]]:
    """Median moves a second, and median microseconds of a copy, by contender; peers that are missing are left out."""
    players = {kind.key: find_ours(kind) for kind in kinds}
    for name, peer in (("hearts", find_hearts()), ("uno", find_uno())):
        if peer is not None:
            players[name] = peer
    copies: dict[str, Callable[[], object]] = {kind.key: middle(kind).copy for kind in kinds}
    copies["list"] = list(range(40)).copy
    rates: dict[str, list[float]] = {name: [] for name in players}
    costs: dict[str, list[float]] = {name: [] for name in copies}
    for number in range(ROUNDS):
        rng = Random(number)
        for name, play in players.items():
            rates[name].append(rate(play, rng))
        for name, copy in copies.items():
            costs[name].append(microseconds(copy))
    return (
        {name: statistics.median(values) for name, values in rates.items()},
        {name: statistics.median(values) for name, values in costs.items()},
    )


def main(keys: Sequence[str] = ()) -> bool:
    """Print the table of all games, or of these; whether every aim was reached."""
    kinds = [kind for kind in find_games().values() if not keys or kind.key in keys]
    rates, costs = measure(kinds)
    hearts, uno = rates.get("hearts"), rates.get("uno")
    print("Random moves a second by moves() and advance(), and the cost of copy()")
    print(
        f"aims: trick games (*) ≥ {AIM_HEARTS:g} × hearts, ≥ {AIM_UNO_TRICKS:g} × uno, copy ≤ {AIM_COPY_TRICKS_US:g} µs;"
    )
    print(f"      others ≥ {AIM_UNO:g} × uno, copy ≤ {AIM_COPY_LISTS:g} × a copy of one list of 40")
    print(f"{'':17}{'moves/s':>11}{'× hearts':>10}{'× uno':>8}{'copy µs':>10}{'× list':>8}")
    for name, found in (("OpenSpiel hearts", hearts), ("rlcard uno", uno)):
        print(f"{name:17}{f'{found:,.0f}' if found else 'not installed':>11}")
    print(f"{'list of 40':17}{'':>29}{costs['list']:>10.2f}")
    reached = True
    for kind in kinds:
        speed, cost = rates[kind.key], costs[kind.key]
        lists = cost / costs["list"]
        if kind.key in TRICK_GAMES:
            good = speed >= AIM_HEARTS * (hearts or 0) and speed >= AIM_UNO_TRICKS * (uno or 0)
            good = good and cost <= AIM_COPY_TRICKS_US
        else:
            good = speed >= AIM_UNO * (uno or 0) and lists <= AIM_COPY_LISTS
        reached = reached and good
        name = kind.title + (" *" if kind.key in TRICK_GAMES else "")
        print(
            f"{name:17}{speed:>11,.0f}{times(speed, hearts):>10}{times(speed, uno):>8}{cost:>10.2f}{lists:>8.1f}"
            + ("" if good else "   missed")
        )
    return reached


def times(value: float, peer: float | None) -> str:
    """How many times the peer, or a dash without one."""
    return f"{value / peer:.2f}" if peer else "–"


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
