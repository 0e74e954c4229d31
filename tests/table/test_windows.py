"""Quick questions: when their time begins and ends, what is locked, and who was first."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import Kuku
from cogs.djurpark import DjurparkTable
from db import tables
from db.database import Database
from db.ids import new_id
from games.djurpark import Djurpark, DjurparkOptions
from pictures.studio import Studio
from table.house import House
from table.live import LiveTable
from table.opening import RULES_VERSION
from table.pace import NO_WAITS
from table.turns import Attempt
from table.windows import DESERTED, UNSEEN
from table.words import words_for
from tests.support.people import Player, controls, find, text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import open_table

LOCK, WINDOW = 3.0, 6.0


@pytest.fixture(autouse=True)
def _draw_nothing(empty_pictures: None) -> None:
    """What is shown, and when, is looked at here, not the pictures."""


async def begin(world: World, game: str, seats: int, **options: object) -> LiveTable:
    """A table with so many people, past the choice of animals."""
    lobby = await open_table(world, game, **options)
    for player in world.people[1:seats]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    table = world.tables()[-1]
    if game == "djurpark":
        await world.env.advance_time(31)
        assert table.going().phase == "flip"
    return table


def message(world: World, table: LiveTable) -> Any:
    return world.message(table.row.message)


def on_seat(world: World, table: LiveTable, seat: int) -> Player:
    return next(player for player in world.people if player.id == table.places[seat].member)


async def press(world: World, table: LiveTable, seat: int, label: str) -> Any:
    """Press a public button and say what the presser was told privately ("" if nothing)."""
    answer = await on_seat(world, table, seat).press(message(world, table), label)
    assert answer.acknowledged
    return answer


async def flip(world: World, table: LiveTable) -> None:
    """The first flip, or the next one after its lock."""
    if table.going().flips:
        await world.env.advance_time(LOCK)
    flips = table.going().flips
    await press(world, table, table.going().to_act[0], "Flip")
    assert table.going().flips == flips + 1


def called(table: LiveTable, seat: int, right: bool) -> str:
    """The label of a right or a wrong call."""
    game = table.going()
    animal = game.animals[game.active]
    if not right:
        animal = next(other for other in game.animals if other != animal)
    return str(animal).capitalize()


async def until_pair(world: World, table: LiveTable) -> None:
    """Flip by the rules alone until the next flip makes a pair, then flip by pressing."""
    while True:
        twin = table.going().copy()
        twin.advance(twin.to_act[0], "flip")
        if twin.match and twin.active not in twin.to_act:
            break
        async with world.bot.house.at(table.id) as locked:
            with world.env._bot_scope():
                await world.bot.house.turns.play(locked, [(locked.going().to_act[0], "flip")])
    with world.env._bot_scope():
        await world.bot.house.turns.show(table.id)
    await world.env.settle()
    await flip(world, table)
    assert table.going().match


async def deadline_of(world: World, table: LiveTable) -> int:
    row = await world.bot.db.read(tables.load_table, table.id)
    assert row is not None
    assert row.deadline is not None
    return row.deadline


def now(world: World) -> int:
    return round(world.env.now().timestamp() * 1000)


async def left(world: World, table: LiveTable) -> float:
    """The seconds until the stored deadline. On a busy machine simcord's clock runs on a little by itself."""
    return (await deadline_of(world, table) - now(world)) / 1000


async def has_just_begun(world: World, table: LiveTable) -> bool:
    return WINDOW - 1 < await left(world, table) <= WINDOW


async def until(world: World, table: LiveTable, seconds: float) -> None:
    """Let time pass until so many seconds are left; a negative number: so many seconds past the end."""
    await world.env.advance_time(await left(world, table) - seconds)


# ---- when the window begins and ends ---------------------------------------------------------------------------------


@pytest.mark.people(4)
async def test_a_flip_is_locked_for_three_seconds_and_comes_by_itself_after_six(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)
    game = table.going()
    missed = [place.missed for place in table.places]
    assert await has_just_begun(world, table)
    await until(world, table, WINDOW - LOCK + 0.01)
    answer = await press(world, table, game.to_act[0], "Flip")
    assert answer.ephemeral
    assert "Not yet: everybody may look first. Press again in 1 second." in text_of(answer.response)
    assert "open for 6 seconds" in text_of(message(world, table))
    assert table.going().flips == 1
    await until(world, table, 0.01)
    assert table.going().flips == 1, "5.99 s"
    await world.env.advance_time(0.01)
    assert table.going().flips == 2, "6.00 s"
    assert [place.missed for place in table.places] == missed
    assert "did not move" not in text_of(message(world, table))


@pytest.mark.people(4)
async def test_the_time_is_counted_from_when_discord_has_answered_the_edit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)
    edit = world.bot.house.board._edit

    async def slowly(*args: Any) -> None:
        await asyncio.sleep(7)
        await edit(*args)

    monkeypatch.setattr(world.bot.house.board, "_edit", slowly)
    await world.env.advance_time(6)
    assert table.going().flips == 2
    assert await left(world, table) > UNSEEN / 1000, "not shown yet"
    answer = await press(world, table, table.going().to_act[0], "Flip")
    assert "too late" in text_of(answer.response), "the table still shows the first flip"
    await world.env.advance_time(7)
    assert await has_just_begun(world, table)
    answer = await press(world, table, table.going().to_act[0], "Flip")
    assert "Not yet" in text_of(answer.response)
    await world.env.advance_time(LOCK)
    await press(world, table, table.going().to_act[0], "Flip")
    assert table.going().flips == 3


@pytest.mark.people(4)
async def test_a_window_begins_even_if_the_edit_fails(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)
    world.env.inject_error(
        "PATCH", f"/channels/{world.channel.id}/messages/*", status=403, code=50013, message="no", times=None
    )
    await world.env.advance_time(6)
    assert table.going().flips == 2
    assert await has_just_begun(world, table)
    await world.env.advance_time(6)
    assert table.going().flips == 3


@pytest.mark.people(4)
async def test_a_table_that_cannot_be_drawn_goes_on_all_the_same(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)

    def broken(*_: Any) -> Any:
        raise RuntimeError("no picture")

    monkeypatch.setattr(type(table.presentation), "scene", broken)
    await world.env.advance_time(6)
    assert table.going().flips == 2
    await until(world, table, 0.1)
    assert table.going().flips == 2
    await world.env.advance_time(0.2)
    assert table.going().flips == 3


@pytest.mark.people(4)
async def test_after_a_restart_the_window_begins_anew(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)
    await world.env.advance_time(5)
    await world.restart()
    table = world.tables()[-1]
    assert await has_just_begun(world, table)
    answer = await press(world, table, table.going().to_act[0], "Flip")
    assert "Not yet" in text_of(answer.response)
    await until(world, table, 0.1)
    assert table.going().flips == 1
    await world.env.advance_time(0.2)
    assert table.going().flips == 2


@pytest.mark.people(4)
async def test_a_table_that_everybody_has_deserted_waits_and_goes_on_when_somebody_is_back(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)
    for _ in range(DESERTED - 2):
        await until(world, table, -0.1)
    assert not table.everybody_away
    flips = table.going().flips
    await press(world, table, 0, called(table, 0, right=False))
    for _ in range(DESERTED):
        await until(world, table, -0.1)
    assert table.everybody_away
    assert table.going().flips == flips + DESERTED - 1
    await world.env.advance_time(600)
    assert table.going().flips == flips + DESERTED - 1
    assert "everybody is away" in text_of(message(world, table))
    hand = await world.people[0].open_hand(message(world, table))
    await world.people[0].press(hand, "I'm back")
    assert await has_just_begun(world, table)
    await until(world, table, -0.1)
    assert table.going().flips == flips + DESERTED


@pytest.mark.people(3)
async def test_after_a_restart_a_reaction_begins_anew(world: World) -> None:
    table = await begin(world, "bluffmaster", 3)
    await lead(world, table)
    await world.env.advance_time(5)
    await world.restart()
    table = world.tables()[-1]
    assert await has_just_begun(world, table)
    await press(world, table, table.going().to_act[0], "Believe")
    await until(world, table, 0.1)
    assert table.going().phase == "reaction"
    await world.env.advance_time(0.2)
    assert table.going().phase == "turn"


@pytest.mark.people(4)
@pytest.mark.parametrize("clock", ["slow", "none"])
async def test_without_a_live_clock_nothing_comes_by_itself_but_the_lock_holds(world: World, clock: str) -> None:
    table = await begin_at_leisure(world, clock)
    await world.env.advance_time(60)
    await flip(world, table)
    answer = await press(world, table, table.going().to_act[0], "Flip")
    assert "Not yet" in text_of(answer.response)
    await world.env.advance_time(600)
    assert table.going().flips == 1
    await press(world, table, table.going().to_act[0], "Flip")
    assert table.going().flips == 2


async def begin_at_leisure(world: World, clock: str) -> LiveTable:
    lobby = await open_table(world, "djurpark", clock=clock)
    for player in world.people[1:4]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    table = world.tables()[-1]
    for player in world.people[:4]:
        first = next(control for control in controls(message(world, table)) if control.verb == "m")
        await player.actor.click(message(world, table), custom_id=first.custom_id)
    assert table.going().phase == "flip"
    return table


@pytest.mark.people(4)
async def test_hands_offer_the_moves_only_when_the_table_shows_the_question(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(world, "djurpark", 4)
    ann = world.people[0]
    await ann.open_hand(message(world, table))
    await flip(world, table)
    assert any(":call " in control.custom_id for control in ann.offers())
    edit, asked = world.bot.house.board._edit, table.going().decision

    async def slowly(*args: Any) -> None:
        await asyncio.sleep(10)
        await edit(*args)

    monkeypatch.setattr(world.bot.house.board, "_edit", slowly)
    await world.env.advance_time(6)
    assert table.going().decision == asked + 1
    await ann.open_hand(message(world, table))
    assert not ann.offers(), "the next flip is committed, but nobody sees it yet"
    await world.env.advance_time(10)
    assert {control.custom_id.split(":")[2] for control in ann.offers()} == {str(asked + 1)}


# ---- the last moment --------------------------------------------------------------------------------------------------


@pytest.mark.people(4)
@pytest.mark.parametrize("pace", [NO_WAITS, NO_WAITS.with_changes(grace=0.4)])
async def test_a_call_in_the_last_ten_milliseconds_counts(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await until_pair(world, table)
    game = table.going()
    caller = next(seat for seat in range(4) if seat != game.active and game.may_call(seat))
    await until(world, table, 0.008)
    label = called(table, caller, right=True)
    await press(world, table, caller, label)
    await world.env.advance_time(1)
    assert [event.kind for event in table.story if event.kind in ("flip", "right")][-1] == "right"
    assert table.going().flips == game.flips


@pytest.mark.people(4)
@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(grace=0.4)])
async def test_a_flip_in_the_last_ten_milliseconds_is_made_once(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await flip(world, table)
    await until(world, table, 0.008)
    seat = table.going().to_act[0]
    await press(world, table, seat, "Flip")
    await world.env.advance_time(2)
    assert table.going().flips == 2


@pytest.mark.people(3)
@pytest.mark.parametrize("said", ["Check", "Believe"])
async def test_a_reaction_in_the_last_ten_milliseconds_counts(world: World, said: str) -> None:
    table = await begin(world, "bluffmaster", 3)
    owner = await lead(world, table)
    await until(world, table, 0.008)
    seat = table.going().to_act[1]
    await press(world, table, seat, said)
    kinds = [event.kind for event in table.story]
    assert kinds[-1 if said == "Believe" else -2 if "lead" in kinds else -1] in ("believe", "check", "out")
    if said == "Check":
        assert "check" in kinds
        return
    assert table.going().believed == (seat,)
    await world.env.advance_time(0.01)
    assert table.going().phase == "turn"
    assert table.going().turn == (owner + 1) % 3


async def lead(world: World, table: LiveTable, card: str | None = None) -> int:
    """The leader plays its lowest card by two presses in a private message, and claims the truth; the seat."""
    seat = table.going().to_act[0]
    player = on_seat(world, table, seat)
    await player.open_hand(message(world, table))
    step = next(control for control in player.offers() if control.verb == "s")
    await player.actor.click(player.hand, custom_id=step.custom_id)
    claim = next(control for control in player.offers() if "(true)" in control.label)
    await player.actor.click(player.hand, custom_id=claim.custom_id)
    assert table.going().phase == "reaction"
    return seat


# ---- races ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house without a connection to Discord: what it shows goes nowhere, what it decides is real."""
    database = await Database.open(tmp_path / "kuku.sqlite3")
    studio = Studio()
    house = House(Kuku(tmp_path / "kuku.sqlite3", shard_count=1), database, studio, NO_WAITS)
    house.present(DjurparkTable())
    yield house
    await house.close()
    studio.close()
    await database.close()


async def seated(house: House, people: int) -> LiveTable:
    """A table of Djurpark that has begun, animals chosen."""
    number = new_id()
    seats = [tables.SeatRow(number, seat, 10 + seat, f"p{seat}", level="easy") for seat in range(people)]
    async with house.db.write() as tx:
        tx.do(
            tables.create_table, number, server=1, channel=2, game="djurpark", host=10, at=1, seats=seats,
            options=DjurparkOptions(flips=5000).facts(), rules_version=RULES_VERSION, clock="none",
        )  # fmt: skip
    async with house.at(number) as table:
        await house.lobby._begin(table)
        for seat in table.going().to_act:
            await house.turns.play(table, [(seat, table.going().default(seat))])
    return table


def judged(game: Djurpark, presses: list[tuple[int, int, str]]) -> Djurpark:
    """What the rules make of presses, (id, seat, call) each, in the order of their ids: those after the right one are void."""
    game = game.copy()
    decision = game.decision
    for _, seat, move in sorted(presses):
        if game.decision == decision and move in game.moves(seat):
            game.advance(seat, move)
    return game


async def test_200_races_go_by_the_ids_whatever_arrives_first(house: House) -> None:
    table = await seated(house, 7)
    rng, words = random.Random(8), words_for("en")
    races, rights, order = 0, 0, 1000
    while races < 200:
        game = table.going()
        if game.outcome is not None or sum(map(bool, game.scores)) < 4:
            table = await seated(house, 7)
            game = table.going()
        async with house.at(table.id) as table:
            await house.turns.play(table, [(table.going().to_act[0], "flip")])
        game = table.going()
        if not game.match and rng.random() < 0.8:
            continue
        races += 1
        presses = []
        for seat in range(7):
            if game.may_call(seat):
                order += rng.randint(1, 50)
                right = rng.random() < 0.6
                move = f"call {game.animals[game.active]}" if right else rng.choice(
                    [move for move in game.moves(seat) if move.startswith("call")])  # fmt: skip
                presses += [(order, seat, move)] * rng.choice([1, 1, 2])
        expected = judged(game, presses)
        rng.shuffle(presses)
        async with house.at(table.id) as table:
            waiting = [
                house.windows.hold(
                    table, Attempt(seat, number, game.decision, lambda table, seat, move=move: [move], words)
                )
                for number, seat, move in presses
            ]
        verdicts = await asyncio.gather(*(each.verdict() for each in waiting if each is not None))
        table = await house.find(table.id)
        assert table.going() == expected
        assert len(verdicts) == len(presses)
        assert [verdict.more_to_come for verdict in verdicts if verdict.played].count(False) == 1
        assert all(verdict.played != bool(verdict.refusal) for verdict in verdicts)
        rights += expected.decision != game.decision
    assert rights > 50


@pytest.mark.people(20)
async def test_a_burst_of_calls_and_people_who_do_not_sit_here(world: World) -> None:
    """All twenty press at one moment: the first right one wins, the rest hear privately that it costs nothing."""
    table = await begin(world, "djurpark", 10)
    await until_pair(world, table)
    game, shown = table.going(), message(world, table)
    right, wrong = (find(shown, called(table, 0, which)) for which in (True, False))
    callers = [seat for seat in range(10) if game.may_call(seat)]
    assert len(callers) == 10
    answers = [on_seat(world, table, seat).press_at_once(world.env, shown, right) for seat in callers]
    answers += [on_seat(world, table, callers[0]).press_at_once(world.env, shown, right)]
    answers += [on_seat(world, table, seat).press_at_once(world.env, shown, wrong) for seat in callers[1:]]
    strangers = [player.press_at_once(world.env, shown, right) for player in world.people[10:]]
    await world.env.settle()
    assert all(answer.acknowledged for answer in [*answers, *strangers])
    expected = game.copy()
    expected.advance(callers[0], f"call {game.animals[game.active]}")
    assert table.going() == expected
    told = [text_of(answer.response) for answer in answers if answer.response is not None and answer.ephemeral]
    assert len(told) == len(answers) - 1
    assert all("too late" in text for text in told)
    assert all("do not sit" in text_of(stranger.response) for stranger in strangers)


@pytest.mark.people(4)
async def test_after_the_right_call_a_wrong_one_costs_nothing_and_before_it_does(world: World) -> None:
    table = await begin(world, "djurpark", 4)
    await until_pair(world, table)
    game, shown = table.going(), message(world, table)
    early, first, late = [seat for seat in range(4) if game.may_call(seat) and seat != game.active][:3]
    for seat, right in ((early, False), (first, True), (late, False)):
        on_seat(world, table, seat).press_at_once(world.env, shown, find(shown, called(table, seat, right)))
    await world.env.settle()
    after = table.going()
    assert after.scores[early] == game.scores[early] - 1
    assert after.scores[late] == game.scores[late]
    assert after.scores[first] > game.scores[first]


@pytest.mark.people(4)
@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(grace=0.4)])
@pytest.mark.parametrize("right", [True, False])
async def test_a_call_is_held_as_long_whether_it_is_right_or_wrong(world: World, right: bool) -> None:
    """From the press to what everybody sees: the same waits and the same requests."""
    table = await begin(world, "djurpark", 4)
    await until_pair(world, table)
    game, shown = table.going(), message(world, table)
    caller = next(seat for seat in range(4) if game.may_call(seat) and seat != game.active)
    sent = len(world.watch.sent)
    answer = on_seat(world, table, caller).press_at_once(world.env, shown, find(shown, called(table, caller, right)))
    await world.env.advance_time(0.39)
    assert table.going() == game
    assert not answer.acknowledged
    await world.env.advance_time(0.01)
    assert table.going() != game
    assert answer.acknowledged
    assert [(each.reader, each.method) for each in world.watch.sent[sent:]] == [(None, "POST")]


@pytest.mark.people(7)
async def test_believers_at_one_moment_never_make_each_other_stale(world: World) -> None:
    table = await begin(world, "bluffmaster", 7)
    owner = await lead(world, table)
    shown = message(world, table)
    believe = find(shown, "Believe")
    others = [seat for seat in range(7) if seat != owner]
    answers = [on_seat(world, table, seat).press_at_once(world.env, shown, believe) for seat in others]
    await world.env.settle()
    assert all(answer.acknowledged for answer in answers)
    assert not [answer for answer in answers if answer.response is not None and answer.ephemeral]
    assert [event["seat"] for event in table.story if event.kind == "believe"] == others
    assert table.going().phase == "turn"


@pytest.mark.people(4)
async def test_two_presses_of_one_believer_count_once(world: World) -> None:
    table = await begin(world, "bluffmaster", 4)
    owner = await lead(world, table)
    shown, seat = message(world, table), (owner + 1) % 4
    believe = find(shown, "Believe")
    _, second = [on_seat(world, table, seat).press_at_once(world.env, shown, believe) for _ in range(2)]
    await world.env.settle()
    assert table.going().believed == (seat,)
    assert "believed already" in text_of(second.response)


@pytest.mark.people(4)
async def test_a_check_that_arrives_after_the_reaction_still_checks_that_card(world: World) -> None:
    """The button was of the reaction; its card still stands, so the check means the same."""
    table = await begin(world, "bluffmaster", 4)
    owner = await lead(world, table)
    shown = message(world, table)
    check = find(shown, "Check")
    await world.env.advance_time(6)
    assert table.going().phase == "turn"
    answer = emit_click(world.env, on_seat(world, table, (owner + 2) % 4).actor, shown, check.custom_id)
    await world.env.settle()
    assert answer.acknowledged
    assert [event.kind for event in table.story].count("check") == 1
    again = emit_click(world.env, on_seat(world, table, (owner + 3) % 4).actor, shown, check.custom_id)
    await world.env.settle()
    assert "from before" in text_of(again.response)
    assert [event.kind for event in table.story].count("check") == 1


@pytest.mark.people(4)
@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(grace=0.4)])
async def test_a_belief_that_arrives_while_a_check_is_held_waits_for_it(world: World) -> None:
    """Played at once, the last belief would end the reaction before the check that was pressed earlier."""
    table = await begin(world, "bluffmaster", 4)
    owner = await lead(world, table)
    shown = message(world, table)
    one, two, three = [(owner + ahead) % 4 for ahead in (1, 2, 3)]
    for seat, label in ((one, "Check"), (two, "Believe"), (three, "Believe")):
        on_seat(world, table, seat).press_at_once(world.env, shown, find(shown, label))
    await world.env.advance_time(0.5)
    kinds = [event.kind for event in table.story]
    assert "check" in kinds
    assert "believe" not in kinds


@pytest.mark.people(4)
async def test_a_reaction_ends_by_itself_and_nobody_has_missed_anything(world: World) -> None:
    table = await begin(world, "bluffmaster", 4)
    await lead(world, table)
    assert await has_just_begun(world, table)
    await until(world, table, 0.01)
    assert table.going().phase == "reaction"
    await world.env.advance_time(0.02)
    assert table.going().phase == "turn"
    assert not any(place.missed for place in table.places)
    assert await deadline_of(world, table) >= now(world) + 59_000
