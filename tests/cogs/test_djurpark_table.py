"""Djurpark at the table: what is shown, that nothing tells of a pair, and games played by pressing public buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.djurpark import DjurparkTable, order_of_calls
from cogs.djurpark_scene import ANIMAL_WORDS
from games.djurpark import ANIMALS, Djurpark, DjurparkOptions
from games.game import Chance, Event
from pictures import lettering
from pictures.alt import alt_text
from pictures.draw import draw_scene
from pictures.scene import Row
from table.pace import NO_WAITS, Pace
from tests.support import simkit
from tests.support.people import controls, find, text_of
from tests.support.presenting import check_everything_shown, playing, show_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import fast_forward_to, open_table

TABLE = DjurparkTable()
#: Calls that a test of ours makes: more often right than random players would.
EAGER = 0.5


def game_of(seats: int, rng: Random, flips: int = 60) -> Djurpark:
    return Djurpark(seats, DjurparkOptions(flips=flips), Chance(rng.randbytes(32)))


def chosen(game: Djurpark) -> Djurpark:
    for seat in game.to_act:
        game.advance(seat, game.default(seat))
    return game


# ---- what is shown -----------------------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(st.integers(0, 2**16), st.sampled_from([4, 7, 10]))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int) -> None:
    rng = Random(seed)
    phases = set()
    for position, story in playing(game_of(seats, rng), rng):
        phase = TABLE.phase(position.view(None))
        if phase not in phases or rng.random() < 0.05:
            check_everything_shown(TABLE, position, story)
            check_public_buttons(position, story)
        phases.add(phase)
    assert {"animals", "first", "flip", "over"} <= phases


def check_public_buttons(game: Djurpark, story: list[Event]) -> None:
    """Everything is public: the table has a button for every move of everybody, and they fit."""
    choices = TABLE.public_choices(show_of(game, story)) if game.to_act else ()
    moves = {move for seat in range(game.seats) for move in game.moves(seat)}
    assert moves <= {choice.move for choice in choices}
    assert len(choices) + -(-len(choices) // 5) + len([c for c in choices if c.heading]) <= 26
    assert all(choice.emoji and choice.label == ANIMAL_WORDS[choice.move.split()[1]].capitalize()
               for choice in choices if choice.move != "flip")  # fmt: skip


@settings(max_examples=6)
@given(st.integers(0, 2**16))
def test_nothing_that_is_shown_depends_on_whether_there_is_a_pair(seed: int) -> None:
    """The same position with the pair denied, and all that one could remember forgotten, looks the same to everybody."""
    rng = Random(seed)
    pairs = 0
    for game, story in playing(game_of(5, rng), rng):
        if game.phase != "flip" or (not game.match and rng.random() < 0.8):
            continue
        pairs += game.match
        for seat in (None, 0, 3):
            show = show_of(game, story, seat)
            other = replace(show, view=replace(show.view, match=not show.view.match, known=()))
            assert shown(show) == shown(other)
    assert pairs


def shown(show: Any) -> list[Any]:
    if show.view.seat is None:
        view = show.view
        return [
            *(TABLE.scene(show), TABLE.status(show), TABLE.written(show), TABLE.score_table(show)),
            *(TABLE.public_choices(show), TABLE.window(view), TABLE.phase(view), TABLE.seconds(view)),
        ]
    menu = TABLE.menu(show, "") if show.moves else None
    return [TABLE.task(show), TABLE.hand_written(show), TABLE.hand(show), menu]


def test_every_event_has_a_sentence_and_both_kinds_of_wrong_call_the_same_one() -> None:
    rng = Random(3)
    kinds = set()
    for game, story in playing(game_of(4, rng, 120), rng):
        for event in story:
            if event.kind not in kinds or event.kind == "wrong":
                assert TABLE.sentence(event, show_of(game, story))
        kinds |= {event.kind for event in story}
        if len(story) > 300:
            break
    assert {"animal", "flip", "wrong"} <= kinds
    game = chosen(game_of(4, rng))
    game.advance(game.to_act[0], "flip")
    animal = str(game.animals[game.to_act[0]])
    facts: dict[str, Any] = {"seat": game.to_act[0], "active": game.active, "animal": animal, "turned": False}
    said = TABLE.sentence(Event("wrong", **facts, paid=1), show_of(game, []))
    assert (
        said
        == f"{show_of(game, []).name(game.to_act[0])} calls “{ANIMAL_WORDS[animal]}”: wrong, a card goes to "
        + (f"{show_of(game, []).name(game.active or 0)}.")
    )


def taken(game: Djurpark) -> list[Event]:
    """Play until a pair is called by another seat; what happened."""
    chosen(game)
    story: list[Event] = []
    while True:
        if game.match and game.active is not None:
            caller = next(seat for seat in range(game.seats) if seat != game.active and game.may_call(seat))
            return story + game.play(caller, f"call {game.animals[game.active]}")
        story += game.play(game.to_act[0], "flip")


@pytest.mark.parametrize("seats", [4, 10])
def test_cards_change_hands_visibly(seats: int) -> None:
    game = game_of(seats, Random(5))
    story = taken(game)
    call = next(event for event in story if event.kind == "right")
    scene = TABLE.scene(show_of(game, story))
    (row,) = (element for element in scene.elements if isinstance(element, Row))
    names = show_of(game, story).names
    assert tuple(card.code for card in row.cards) == call["cards"]
    assert row.caption == f"{names[call['active']].plain} » {names[call['seat']].plain}"
    assert scene.seats[call["seat"]].line.endswith(f" +{len(call['cards'])}")
    assert scene.seats[call["active"]].line.endswith(f" −{len(call['cards'])}")
    assert "From " in alt_text(scene)
    assert TABLE.status(show_of(game, story)).startswith("The pair was called. ")
    assert TABLE.phase(game.view(None)) == "taken"
    story += game.play(game.to_act[0], "flip")
    assert TABLE.scene(show_of(game, story)).elements == (), "the next flip takes them away"


@pytest.mark.parametrize("seats", [4, 6, 7, 10])
def test_what_stands_under_a_name_is_never_cut_off(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the longest animal, the most cards, and a change beside them."""
    written: dict[str, str] = {}
    shorten = lettering.shorten

    def noted(text: str, *rest: Any) -> str:
        return written.setdefault(text, shorten(text, *rest))

    game = game_of(seats, Random(5))
    show = show_of(game, taken(game))
    call = next(event for event in show.story if event.kind == "right")
    longest = max(ANIMALS, key=len)
    many = replace(show.view, animals=(longest,) * seats, down=(28,) * seats, scores=(30,) * seats)
    lettering.line_of.cache_clear()
    monkeypatch.setattr(lettering, "shorten", noted)
    story = (*show.story[:-1], Event("right", **{**call.facts, "cards": call["cards"] * 6}))
    draw_scene(TABLE.scene(replace(show, view=many, story=story)))
    lines = [text for text in written if text.startswith(longest)]
    assert len(lines) == 3, "with what was won, with what was lost, and without a change"
    assert [written[text] for text in lines] == lines


# ---- the buttons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("living", [2, 3, 4, 10])
def test_animals_change_places_at_every_flip_and_at_nothing_else(living: int) -> None:
    game = chosen(game_of(max(4, living), Random(9), 600))
    game.advance(game.to_act[0], "flip")
    view = game.view(None)
    scores = tuple(1 if seat < living else 0 for seat in range(game.seats))
    orders = [order_of_calls(replace(view, flips=flip, scores=scores)) for flip in range(1, 200)]
    assert all(sorted(order) == sorted(orders[0]) for order in orders)
    assert len(orders[0]) == living
    assert all(before != after for before, after in pairwise(orders))
    firsts = {order[0] for order in orders}
    assert len(firsts) == living, "every animal comes to stand everywhere"
    caller = next(seat for seat in range(game.seats) if game.may_call(seat) and seat != game.active)
    wrong = next(
        move for move in game.moves(caller) if move.startswith("call") and game.animals[game.active] not in move
    )
    before = order_of_calls(game.view(None))
    game.advance(caller, wrong)
    assert order_of_calls(game.view(None)) == before
    assert all(order_of_calls(game.view(seat)) == before for seat in range(game.seats))


def test_computers_call_only_pairs_and_the_right_animal_within_the_window() -> None:
    rng = Random(4)
    reacted = {"easy": 0, "hard": 0}
    pairs = 0
    game = chosen(game_of(4, rng, 300))
    while game.outcome is None:
        view = game.view(0)
        pairs += view.match
        for level in reacted:
            found = TABLE.reflex(view, game.moves(0), level, rng)
            if found is not None:
                seconds, move = found
                assert view.match
                assert move == f"call {game.animals[game.active or 0]}"
                assert 1 < seconds < 6
                reacted[level] += 1
        game.advance(game.to_act[0], "flip")
    assert 0 < reacted["easy"] < reacted["hard"] <= pairs


@pytest.mark.parametrize("seats", [4, 10])
def test_every_phase_can_be_drawn(seats: int) -> None:
    rng, drawn = Random(5), set()
    for game, story in playing(game_of(seats, rng, 120), rng):
        phase = TABLE.phase(game.view(None))
        if phase not in drawn:
            draw_scene(TABLE.scene(show_of(game, story)))
        drawn.add(phase)
    assert {"animals", "first", "flip", "over"} <= drawn


# ---- by pressing ---------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _draw_nothing(empty_pictures: None) -> None:
    """No picture is looked at by those who press."""


async def begin(world: World, seats: int, **options: object) -> Any:
    """A table of Djurpark with so many people; the message it stands on, animals not yet chosen. Always the same deal."""
    world.bot.house.lobby._token = lambda count: "7b" * count
    lobby = await open_table(world, "djurpark", **options)
    for player in world.people[1:seats]:
        await player.press(world.message(lobby.id), "Join")
    if not world.tables()[-1].live:  # with every seat taken it has begun by itself
        await world.people[0].press(world.message(lobby.id), "Start")
    return world.message(lobby.id)


async def flip_up(world: World) -> None:
    """The next card is flipped by its owner as soon as that is allowed."""
    table = world.tables()[-1]
    await world.env.advance_time(3.0)
    member = table.places[table.going().to_act[0]].member
    player = next(each for each in world.people if each.id == member)
    await player.press(world.message(table.row.message), "Flip")


async def play_on(world: World, rng: Random) -> Any:
    """To the end, by public buttons: people flip, and sometimes call, more often right than wrong."""
    table = world.tables()[-1]
    while table.live:
        game = table.going()
        if game.active is not None and rng.random() < EAGER:
            seat = rng.choice([seat for seat in range(game.seats) if game.may_call(seat)])
            right = game.match and rng.random() < 0.8
            if right or rng.random() < 0.3:
                animal = game.animals[game.active] if right else rng.choice(
                    [move for move in game.moves(seat) if move.startswith("call")]).split()[1]  # fmt: skip
                player = next(each for each in world.people if each.id == table.places[seat].member)
                await player.press(world.message(table.row.message), str(animal).capitalize())
                continue
        await flip_up(world)
    return table


@pytest.mark.people(10)
@pytest.mark.parametrize("seats", [4, 10])
async def test_a_game_is_played_by_pressing_public_buttons(world: World, seats: int) -> None:
    lobby = await begin(world, seats, flips=50)
    table, rng = world.tables()[-1], Random(seats)
    for player in world.people[1:seats]:
        seat = table.seat_of(player.id)
        animal = rng.choice(table.going().moves(seat)).split()[1]
        button = find(world.message(lobby.id), animal.capitalize())
        assert button.custom_id.endswith(f":m:animal {animal}")
        await player.actor.click(world.message(lobby.id), custom_id=button.custom_id)
    taken_already = find(lobby, str(next(filter(None, table.going().animals))).capitalize())
    answer = emit_click(world.env, world.people[0].actor, world.message(lobby.id), taken_already.custom_id)
    await world.env.settle()
    assert answer.ephemeral
    assert "is taken" in text_of(answer.response)
    free = next(control for control in controls(world.message(lobby.id)) if control.verb == "m")
    await world.people[0].actor.click(world.message(lobby.id), custom_id=free.custom_id)
    assert table.going().phase == "flip"
    await flip_up(world)
    await fast_forward_to(world, lambda game: game.flips == 38 if seats == 4 else game.flips == 46)
    await world.restart()
    table = await play_on(world, rng)
    assert table.row.state == "over"
    assert "the result" in text_of(world.table_message())
    assert max(len(ANIMALS), 20) == len(find_animals(lobby))


def find_animals(message: Any) -> list[str]:
    return [control.label for control in controls(message) if control.verb == "m"]


@pytest.mark.people(4)
async def test_everybody_is_asked_for_an_animal_and_after_30_seconds_gets_one(world: World) -> None:
    await begin(world, 4)
    await world.env.advance_time(29.5)
    assert world.tables()[-1].going().phase == "animals"
    await world.env.advance_time(1)
    game = world.tables()[-1].going()
    assert game.phase == "flip"
    assert len(set(game.animals)) == 4


@pytest.mark.people(4)
async def test_a_hand_has_the_buttons_too_and_they_play(world: World) -> None:
    lobby = await begin(world, 4)
    for player in world.people[:4]:
        await player.press(world.message(lobby.id), next(iter(find_animals(world.message(lobby.id)))))
    ann = world.people[0]
    await ann.open_hand(world.message(lobby.id))
    assert "Your animal" in text_of(ann.hand)
    await flip_up(world)
    table = world.tables()[-1]
    calls = [control for control in ann.offers() if ":call" in control.custom_id]
    assert [control.label for control in calls] == find_animals(world.message(lobby.id))[:4]
    await ann.actor.click(ann.hand, custom_id=calls[0].custom_id)
    assert table.going().called == (table.seat_of(ann.id),) or table.going().active is None


@pytest.mark.people(4)
async def test_who_flips_out_of_turn_hears_the_name_of_whoever_is_next(world: World) -> None:
    lobby = await begin(world, 4)
    for player in world.people[:4]:
        await player.press(world.message(lobby.id), next(iter(find_animals(world.message(lobby.id)))))
    table = world.tables()[-1]
    next_one = table.going().to_act[0]
    other = on_seat(world, (next_one + 1) % 4)
    answer = await other.press(world.message(table.row.message), "Flip")
    name = table.names(world.bot.house.words(table.row.server))[next_one].text
    assert f"{name} flips next." in text_of(answer.response)


@pytest.mark.people(1)
@pytest.mark.parametrize("pace", [NO_WAITS])
async def test_computers_flip_at_the_end_of_the_window_and_call(world: World) -> None:
    """A person who only watches: the game goes on by itself, and somebody calls now and then."""
    world.bot.house.lobby._token = lambda count: "7b" * count
    world.bot.house.turns.rng = Random(1)
    await open_table(world, "djurpark", computers=3, flips=50)
    await world.people[0].press(world.table_message(), "Start")
    table = world.tables()[-1]
    await world.people[0].press(world.table_message(), "Cow")
    assert table.going().phase == "flip", "computers have chosen"
    await world.env.advance_time(31)
    for _ in range(22):
        await world.env.advance_time(6.1)
    assert table.going().flips >= 18
    kinds = {event.kind for event in table.story}
    assert "right" in kinds
    assert "wrong" not in kinds


# ---- Discord's limits ------------------------------------------------------------------------------------------------------


@contextmanager
def calls_counted(world: World) -> Iterator[list[float]]:
    """The moments at which something in the channel is posted or edited, in seconds; answers to presses do not count."""
    moments: list[float] = []
    begun = world.env.now()

    def note(backend: Any, method: str, path: str, body: Any, files: list[Any]) -> None:
        if re.match(r"/channels/\d+/messages", path):
            moments.append((world.env.now() - begun).total_seconds())

    simkit.watchers.append(note)
    try:
        yield moments
    finally:
        simkit.watchers.remove(note)


@pytest.mark.people(4)
async def test_edits_stay_far_below_what_discord_allows(world: World) -> None:
    """Flips that come by themselves, with the waits of real life, a wrong call on each: about five edits in 5 s are allowed."""
    await begin(world, 4)
    await world.env.advance_time(65)  # animals and the first flip by default
    table = world.tables()[-1]
    before = table.going().flips
    assert before
    world.bot.house.pace = Pace()
    with calls_counted(world) as moments:
        for _ in range(5):
            await world.env.advance_time(5)
            game, shown = table.going(), world.message(table.row.message)
            caller = next((seat for seat in range(4) if game.may_call(seat)), None)
            wrong = [control for control in controls(shown) if ":call" in control.custom_id]
            if caller is not None and wrong:
                emit_click(world.env, on_seat(world, caller).actor, shown, wrong[0].custom_id)
            await world.env.advance_time(2)
    assert table.going().flips >= before + 4
    assert 4 <= len(moments) <= 7, "35 seconds"
    assert all(sum(begun <= moment < begun + 5 for moment in moments) <= 3 for begun in moments)


def on_seat(world: World, seat: int) -> Any:
    member = world.tables()[-1].places[seat].member
    return next(player for player in world.people if player.id == member)


@pytest.mark.people(4)
async def test_a_restart_while_animals_are_chosen_and_before_the_first_flip_loses_nothing(world: World) -> None:
    lobby = await begin(world, 4)
    before = world.message(lobby.id)
    *three, last = world.people[:4]
    for player, animal in zip(three[:2], ("Wolf", "Frog"), strict=True):
        await player.press(before, animal)
    await world.restart()
    assert sorted(filter(None, world.tables()[-1].going().animals)) == ["frog", "wolf"]
    await three[2].press(before, "Snake")
    await last.press(world.message(lobby.id), "Goat")
    game = world.tables()[-1].going()
    assert (game.phase, sorted(game.animals)) == ("flip", ["frog", "goat", "snake", "wolf"])
    at_first = world.message(lobby.id)
    await world.restart()
    table = world.tables()[-1]
    assert table.going().animals == game.animals
    await on_seat(world, table.going().to_act[0]).press(at_first, "Flip")
    assert table.going().flips == 1
