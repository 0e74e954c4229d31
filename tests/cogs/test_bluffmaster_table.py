"""Bluffmäster at the table: what is shown, games by pressing, and that nothing tells a bluff from the truth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.bluffmaster import BluffmasterTable
from cogs.bluffmaster_scene import history, last_check
from games.bluffmaster import Bluffmaster
from games.cards import KILLE_RANKS, STRENGTH
from games.game import Chance, Event
from pictures.draw import draw_scene
from pictures.scene import Row
from table.live import LiveTable
from table.presentation import Show
from tests.support import simkit
from tests.support.people import Player, text_of
from tests.support.presenting import check_everything_shown, playing, show_of
from tests.support.world import World
from tests.table.playing import fast_forward_to, open_table

TABLE = BluffmasterTable()


def game_of(seats: int, seed: int) -> Bluffmaster:
    return Bluffmaster(seats, None, Chance(bytes([seed % 256]) * 32))


@settings(max_examples=6)
@given(st.integers(0, 255), st.integers(3, 7))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int) -> None:
    rng = Random(seed)
    phases = set()
    for position, story in playing(game_of(seats, seed), rng):
        phase = TABLE.phase(position.view(None))
        if phase not in phases or rng.random() < 0.1:
            check_everything_shown(TABLE, position, story)
            public = {choice.move for choice in TABLE.public_choices(show_of(position, story))}
            assert public <= {"believe", "check", "stop"}
        phases.add(phase)
    assert {"lead", "reaction", "over"} <= phases


def test_a_play_takes_two_presses_and_everything_else_one() -> None:
    for game, story in playing(game_of(4, 7), Random(7)):
        if game.outcome is not None:
            break
        show = show_of(game, story, game.to_act[0])
        first = TABLE.menu(show, "")
        assert not any((choice.move or "").startswith("play") for choice in first.choices)
        for choice in first.choices:
            if choice.path is not None:
                claims = TABLE.menu(show, choice.path).choices
                assert len(claims) <= 21
                assert all(claim.path is None for claim in claims)


@settings(max_examples=4)
@given(st.integers(0, 255))
def test_every_event_has_a_sentence_but_a_belief_which_is_seen_at_the_names(seed: int) -> None:
    for game, story in playing(game_of(5, seed), Random(seed)):
        show = show_of(game, story)
        for event in story[-3:]:
            assert bool(TABLE.sentence(event, show)) == (event.kind != "believe"), event
        for seat in game.believed if game.phase == "reaction" else ():
            assert "believes" in TABLE.scene(show).seats[seat].line


def checked(bluff: bool) -> tuple[Bluffmaster, list[Event]]:
    """A card has just been checked: the leader said 9 of its lowest card, or what it is."""
    game = game_of(3, 1)
    leader = game.to_act[0]
    card = game.hands[leader][0]
    story = [*game.opening, *game.play(leader, f"play {card} as {'9' if bluff else card}")]
    story += game.play((leader + 1) % 3, "check")
    return game, story


@pytest.mark.parametrize("bluff", [True, False])
def test_a_checked_card_is_shown_large_until_the_next_is_played(bluff: bool) -> None:
    game, story = checked(bluff)
    event = last_check(show_of(game, story))
    assert event is not None
    row = next(element for element in TABLE.scene(show_of(game, story)).elements if isinstance(element, Row))
    shown, claimed = row.cards
    assert (shown.code, claimed.code) == (event["card"], event["claim"])
    assert claimed.struck == bluff
    assert shown.glow == ("red" if bluff else "gold")
    assert not row.small
    seat = game.to_act[0]
    story += game.play(seat, next(move for move in game.moves(seat) if move.startswith("play")))
    assert last_check(show_of(game, story)) is None


def test_the_caption_says_what_came_of_a_check_as_long_as_its_card_lies_there() -> None:
    game, story = checked(bluff=True)
    event, show = last_check(show_of(game, story)), show_of(game, story)
    assert event is not None
    assert story[-1].kind == "lead", "which the line over the picture tells"
    assert [pill.text for pill in TABLE.scene(show).pills] == [f"A bluff. {show.name(event['owner'])} takes 3 cards."]


def test_cards_shown_before_take_no_room_from_the_one_that_matters() -> None:
    for game, story in playing(game_of(3, 3), Random(3)):
        scene = TABLE.scene(show_of(game, story))
        (row,) = [element for element in scene.elements if element.at == "centre"]
        assert isinstance(row, Row)
        assert len(row.cards) <= 2
        (earlier,) = [element for element in scene.elements if element.at == "right"]
        expected = game.shown[:-1] if last_check(show_of(game, story)) else game.shown
        assert tuple(card.code for card in earlier.cards) == (expected[-12:] or ("",))


def test_the_last_card_is_turned_up_when_the_game_is_over() -> None:
    game, story = game_of(3, 5), []
    record: list[tuple[int, str]] = []
    story += game.opening
    while game.outcome is None:
        assert not TABLE.scene(show_of(game, story)).elements[0].cards[0].code, "a card that nobody has checked"
        move = hurry(game, game.to_act[0], Random(len(record)))
        record.append((game.to_act[0], move))
        story += game.play(*record[-1])
    show = show_of(game, story)
    row = TABLE.scene(Show(show.view, show.names, show.words, (), show.story, tuple(record))).elements[0]
    _, card, _, claim = next(move for _, move in reversed(record) if move.startswith("play")).split()
    assert [each.code for each in row.cards] == [card, claim]
    assert row.cards[1].struck == (card != claim)


@pytest.mark.parametrize("checkable", [True, False])
def test_what_cannot_be_checked_any_more_is_not_said_to_be(checkable: bool) -> None:
    """Above Harlekin nothing can be claimed; a Harlekin that was checked leaves nothing but a stop."""
    game = next(game for seed in range(256) if "HA" in (game := game_of(3, seed)).hands[game.dealer])
    others = [(game.dealer + step) % 3 for step in (1, 2)]
    story = [*game.opening, *game.play(game.dealer, "play HA as HA")]
    for seat in others if checkable else others[:1]:
        story += game.play(seat, "believe" if checkable else "check")
    show = show_of(game, story, game.turn)
    assert show.moves == (("stop", "check") if checkable else ("stop",))
    said = TABLE.status(show_of(game, story)) + TABLE.task(show)
    assert ("check" in said) == checkable
    assert "more than" not in said


def test_the_owner_of_the_standing_card_reads_the_same_until_another_is_played() -> None:
    """No hand is drawn anew for somebody who can do nothing: what it says must stay true."""
    game = game_of(4, 1)
    leader = game.to_act[0]
    story = [*game.opening, *game.play(leader, f"play {game.hands[leader][0]} as 9")]
    told = {TABLE.task(show_of(game, story, leader))}
    for step in (1, 2, 3):
        story += game.play((leader + step) % 4, "believe")
    for step in (1, 2):
        assert game.phase == "turn"
        told.add(TABLE.task(show_of(game, story, leader)))
        story += game.play((leader + step) % 4, "stop")
    assert told == {"Your **9** stands. The others believe, check, claim more or stop."}


def test_a_reaction_names_those_people_who_have_not_answered_and_computers_only_if_nobody_else_is_left() -> None:
    game = game_of(7, 1)
    leader = game.to_act[0]
    story = [*game.opening, *game.play(leader, f"play {game.hands[leader][0]} as 9")]
    person, other = (leader + 1) % 7, (leader + 2) % 7
    show = show_of(game, story)
    names = tuple(replace(name, computer=seat not in (leader, person)) for seat, name in enumerate(show.names))
    assert f"check: {show.name(person)}?" in TABLE.status(replace(show, names=names))
    game.play(person, "believe")
    assert f"{show.name(other)}" in TABLE.status(replace(show_of(game, story), names=names))


@pytest.mark.parametrize(
    ("bluff", "said"),
    [
        (True, "{owner} takes a card from the hand of {checker}."),
        (False, "{checker} takes a card from the hand of {owner}."),
    ],
)
def test_with_no_talon_it_is_said_whose_card_is_taken(bluff: bool, said: str) -> None:
    """Seven players have all cards but none in the talon; with three it pays the first eight checks."""
    game = game_of(7, 1)
    leader = game.to_act[0]
    card = game.hands[leader][0]
    story = [*game.opening, *game.play(leader, f"play {card} as {'9' if bluff else card}")]
    story += game.play((leader + 1) % 7, "check")
    show = show_of(game, story)
    (check,) = [event for event in story if event.kind == "check"]
    expected = said.format(owner=show.name(leader), checker=show.name((leader + 1) % 7))
    assert str(TABLE.sentence(check, show)).endswith(expected)

    game, story = checked(bluff)
    (check,) = [event for event in story if event.kind == "check"]
    assert str(TABLE.sentence(check, show_of(game, story))).endswith("takes 3 cards.")


def test_who_is_out_hears_in_which_place() -> None:
    for game, story in playing(game_of(3, 5), Random(5)):
        if game.outcome is None and game.view(None).out:
            seat = game.view(None).out[0]
            assert TABLE.task(show_of(game, story, seat)) == "You are out, in place 1."
            return
    raise AssertionError("nobody was out before the end")


def test_the_claims_are_told_with_the_truth_only_when_the_game_is_over() -> None:
    rng, record = Random(2), []
    game = game_of(3, 2)
    story = list(game.opening)
    while game.outcome is None:
        seat = game.to_act[0]
        plays = [move for move in game.moves(seat) if move.startswith("play")]
        move = "believe" if game.phase == "reaction" else rng.choice(plays[:8]) if plays else "stop"
        record.append((seat, move))
        story += game.play(seat, move)
        assert not show_of(game, story).record
        if game.outcome is None:
            assert "(true)" not in history(show_of(game, story), 3000), "nothing was checked"
    show = show_of(game, story)
    told = TABLE.afterword(Show(show.view, show.names, show.words, (), show.story, tuple(record)))
    for seat, move in record:
        if move.startswith("play"):
            _, card, _, claim = move.split()
            card, claim = show.words.card(card), show.words.card(claim)
            name = show.name(seat)
            assert (f"{name} {claim} (true)" if card == claim else f"{name} ~~{claim}~~ {card}") in told
    assert len(told) <= 2500


def test_a_long_history_keeps_the_latest_sequences() -> None:
    game, story = checked(bluff=True)
    claims = [Event("play", seat=0, claim="HA"), Event("lead", seat=1)] * 200
    told = history(show_of(game, [*story, *claims, Event("play", seat=2, claim="7")]), 2400)
    assert len(told) <= 2400
    assert told.endswith("Cy 7")


@pytest.mark.parametrize("seats", [3, 7])
def test_every_phase_can_be_drawn(seats: int) -> None:
    drawn = set()
    for game, story in playing(game_of(seats, 3), Random(3)):
        phase = TABLE.phase(game.view(None))
        if phase not in drawn:
            draw_scene(TABLE.scene(show_of(game, story)))
        drawn.add(phase)
    assert drawn == {"lead", "reaction", "turn", "over"}


# ---- by pressing -----------------------------------------------------------------------------------------------------


class Unmoved(Random):
    """A lot that leaves everything where it is."""

    def shuffle(self, x: Any) -> None:
        pass


async def begin(world: World, seats: int, clock: str = "live", token: str = "5a" * 32) -> LiveTable:
    """A table that has begun, always the same: seats as they sat down, and one seed."""
    world.bot.house.lobby._token = lambda count: token
    world.bot.house.lobby._lots = Unmoved()
    lobby = await open_table(world, "bluffmaster", clock=clock)
    for player in world.people[1:seats]:
        await player.press(world.message(lobby.id), "Join")
    if not world.tables()[-1].live:
        await world.people[0].press(world.message(lobby.id), "Start")
    return world.tables()[-1]


def on_seat(world: World, table: LiveTable, seat: int) -> Player:
    return next(player for player in world.people if player.id == table.places[seat].member)


async def open_hands(world: World, table: LiveTable) -> None:
    for seat in range(len(table.places)):
        await on_seat(world, table, seat).open_hand(world.message(table.row.message))


def is_nearly_over(game: Bluffmaster) -> bool:
    """Could somebody without cards end it soon?"""
    return min(map(len, game.hands)) <= 1 and sum(map(len, game.hands)) <= 2 * game.seats + 3


def hurry(game: Bluffmaster, seat: int, rng: Random) -> str:
    """A move that brings the end nearer: believe, and play whatever may be played."""
    if game.phase == "reaction":
        return "believe"
    plays = [move for move in game.moves(seat) if move.startswith("play")]
    return rng.choice(plays) if plays else "stop"


@pytest.mark.people(7)
@pytest.mark.usefixtures("scenes_for_pictures")
@pytest.mark.parametrize("seats", [3, 7])
async def test_a_game_is_played_by_pressing(world: World, seats: int) -> None:
    """Without a clock, so that a slow machine is no late player."""
    table = await begin(world, seats, "none")
    await open_hands(world, table)
    presses = []
    for word in ("2", "3", "12"):
        seat = table.going().to_act[0]
        presses.append(await say(world, table, word, honest=False))
        assert table.going().phase == "reaction"
        assert table.story[-1]["claim"] == word
        assert table.going().owner == seat
        await on_seat(world, table, (seat + 1) % seats).press(world.message(table.row.message), "Check")
        assert table.story[-1].kind == "lead", "a bluff, and an opening card"
    assert presses == [2, 2, 2]
    table = await fast_forward_to(world, is_nearly_over, hurry)
    await world.restart()
    table = world.tables()[-1]
    await open_hands(world, table)
    rng = Random(seats)
    while table.live:
        game = table.going()
        player = on_seat(world, table, game.to_act[-1])
        if game.phase == "reaction":
            await player.press(world.message(table.row.message), "Check" if rng.random() < 0.15 else "Believe")
        else:
            move = hurry(game, game.to_act[0], rng).split()
            await say(world, table, move[-1], honest=move[0] == "stop" or move[1] == move[3])
    assert table.row.state == "over"
    assert "**The claims**" in text_of(world.message(table.row.message))
    assert "the result" in text_of(world.table_message())
    answer = await world.people[0].press(world.message(table.row.message), "Scores")
    assert "**The claims**" in text_of(answer.response)


@pytest.mark.people(3)
@pytest.mark.usefixtures("scenes_for_pictures")
async def test_a_stop_that_is_the_only_move_is_made_by_the_table(world: World) -> None:
    seed = next(seed for seed in range(256) if "HA" in (game := game_of(3, seed)).hands[game.dealer])
    table = await begin(world, 3, token=f"{seed:02x}" * 32)
    await open_hands(world, table)
    leader = table.going().turn
    assert leader is not None
    await say(world, table, "HA", honest=True)
    checker = on_seat(world, table, (leader + 1) % 3)
    await checker.press(world.message(table.row.message), "Check")
    stops = [event["seat"] for event in table.story if event.kind == "stop"]
    assert stops == [(leader + 1) % 3, (leader + 2) % 3]
    assert (table.going().turn, table.going().claim) == (leader, None)


@contextmanager
def listening(world: World) -> Iterator[list[tuple[Any, ...]]]:
    """Everything that goes out meanwhile: for whom, how, when, and what everybody sees of it to the byte."""
    heard: list[tuple[Any, ...]] = []
    begun = world.env.now()

    def hear(backend: Any, method: str, path: str, body: Any, files: list[Any]) -> None:
        kind = re.sub(r"\d{5,}|simcord_\w+", "N", path)
        sent = world.watch.sent[-1] if world.watch.sent else None
        public = sent is not None and sent.path == path and sent.reader is None
        seen = ()
        if public:
            text = re.sub(r"\d{9,}|<t:\d+:R>", "N", json.dumps(body, sort_keys=True))
            seen = (text, *((file.filename, file.fp.getvalue()) for file in files))
        heard.append((method, kind, public, (world.env.now() - begun).total_seconds(), seen))

    simkit.watchers.append(hear)
    try:
        yield heard
    finally:
        simkit.watchers.remove(hear)


async def say(world: World, table: LiveTable, said: str, honest: bool) -> int:
    """The seat in turn stops, or claims this with the card claimed, or (not honest) with another; how many presses."""
    seat = table.going().to_act[0]
    player = on_seat(world, table, seat)
    if said == "stop":
        await player.press(player.hand, "Stop")
        return 1
    hand = table.going().hands[seat]
    fitting = [card for card in hand if (card == said) == honest]
    card = (fitting or list(hand))[0]
    step = next(control for control in player.offers() if control.object == f"0:{card}")
    await player.actor.click(player.hand, custom_id=step.custom_id)
    claim = next(control for control in player.offers() if control.object == f"play {card} as {said}")
    await player.actor.click(player.hand, custom_id=claim.custom_id)
    return 2


def honest_word(game: Bluffmaster) -> str:
    """What an honest player says: the lowest card above the claim, else stop; a leader its lowest card."""
    above = 0 if game.claim is None else STRENGTH[game.claim]
    cards = [card for card in game.hands[game.to_act[0]] if STRENGTH[card] > above]
    return cards[0] if cards else "stop"


@pytest.mark.people(3)
@pytest.mark.usefixtures("scenes_for_pictures")
async def test_a_whole_game_of_bluffs_looks_to_everybody_like_one_of_the_truth(world: World) -> None:
    """Two games from one seed with the same claims, true in one and false in the other, and nobody checks.

    To the end the same requests go out at the same moments, and what everybody sees is equal to the byte, pictures
    included; only then the truth is told.
    """
    script: list[str] = []
    heard: dict[bool, list[tuple[Any, ...]]] = {}
    bluffs = 0
    for honest in (True, False):
        table = await begin(world, 3)
        await open_hands(world, table)
        with listening(world) as heard[honest]:
            said = iter(list(script))
            while table.live:
                word = honest_word(table.going()) if honest else next(said)
                if honest:
                    script.append(word)
                await say(world, table, word, honest)
                event = table.story[-1]
                real = [cards[-1] for cards in table.going().played if cards]
                bluffs += not honest and event.kind == "play" and event["claim"] not in real
                await world.env.advance_time(6.5)
    assert bluffs > 8
    # What goes out at one moment to different readers may overtake each other.
    true, false = (sorted(calls, key=lambda call: (call[3], repr(call[:3]), repr(call[4]))) for calls in heard.values())
    assert len(true) == len(false)
    told = [(one, other) for one, other in zip(true, false, strict=True) if one != other]
    assert all("**The claims**" in one[4][0] and one[:4] == other[:4] for one, other in told), (
        "the truth is for the end"
    )
    assert {seen for *_, seen in heard[True] if seen}, "something public was compared"


def test_claims_offered_are_all_ranks_above_whatever_is_held() -> None:
    """Even the owner's own message offers the same claims for every card: its size tells nothing of what is true."""
    for game, story in playing(game_of(3, 9), Random(9)):
        if game.outcome is not None or game.phase != "turn":
            continue
        show = show_of(game, story, game.to_act[0])
        offered = set()
        for choice in TABLE.menu(show, "").choices:
            if choice.path:
                moves = TABLE.menu(show, choice.path).choices
                offered.add(tuple(str(move.move).split()[-1] for move in moves))
        above = 0 if game.claim is None else STRENGTH[game.claim]
        assert offered <= {tuple(KILLE_RANKS[above:])}
