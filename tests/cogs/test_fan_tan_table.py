"""Fan Tan at the table: the layout as four rows, passes without a reason, chips by deal, and play by pressing."""

from __future__ import annotations

import statistics
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.fan_tan import FanTanTable, gains
from games.chance import Chance
from games.fan_tan import FanTan
from games.game import Event
from games.masks import cards_of
from pictures.alt import alt_text
from pictures.scene import Strip
from tests.support.people import alts_of, text_of
from tests.support.presenting import NAMES, check_everything_shown, check_public, played_until, playing, show_of
from tests.support.world import World
from tests.table.playing import fast_forward_to, open_table, play_moves, play_to_the_end

TABLE = FanTanTable()


def game_of(seats: int = 4, seed: int = 1, **options: object) -> FanTan:
    return FanTan(seats, FanTan.Options.read(options), Chance(bytes([seed]) * 32))


def rows_of(scene: Any) -> list[Strip]:
    return [element for element in scene.elements if isinstance(element, Strip)]


@settings(max_examples=8)
@given(st.integers(0, 2**16), st.sampled_from(FanTan.seats_allowed), st.integers(0, 3))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int, ante: int) -> None:
    rng = Random(seed)
    game = FanTan(seats, FanTan.Options.read({"deals": 2, "ante": ante}), Chance(rng.randbytes(32)))
    phases = set()
    for position, story in playing(game, rng):
        phase = TABLE.phase(position.view(None))
        if phase not in phases or rng.random() < 0.15:
            check_everything_shown(TABLE, position, story)
        phases.add(phase)
    check_public(TABLE, show_of(game, story))
    assert phases == {"play", "next deal"}


def test_the_layout_is_four_rows_and_what_fits_is_golden() -> None:
    game = game_of()
    for count in (0, 11, 30, 45):
        story = played_until(game, lambda game, count=count: game.laid.bit_count() >= count, Random(2))
        rows = rows_of(TABLE.scene(show_of(game, story)))
        assert [row.words for row in rows] == ["Clubs", "Diamonds", "Spades", "Hearts"]
        assert all(len(row.slots) == 13 for row in rows)
        assert {slot.code for row in rows for slot in row.slots if slot.code} == set(cards_of(game.laid))
        golden = {slot.text + suit for row, suit in zip(rows, "CDSH", strict=True) for slot in row.slots if slot.glow}
        assert golden == set(cards_of(game.fits))


def test_sentences() -> None:
    show = show_of(game_of(), [])

    def said(kind: str, **facts: object) -> str | None:
        return TABLE.sentence(Event(kind, **facts), show)

    assert said("deal", deal=2, dealer=1, antes=(1, 1, 1, 1), pot=4) == "Deal 2: Bo deals."
    assert said("lay", seat=2, card="10H") == "Cy lays 10♥."
    assert said("pass", seat=3, pot=5) == "Dee passes and pays a chip."
    over = said("deal_over", deal=1, seat=0, left=(0, 3, 1, 7), pot=17, scores=(16, -4, -2, -10))
    assert over == "Ann is out and takes 17 chips. Cards left: Bo 3, Cy 1 and Dee 7."


def test_passes_in_a_row_are_told_together_and_without_a_reason() -> None:
    game = game_of(8)
    *_, (_, story) = playing(game, Random(3))
    show = show_of(game, story)
    told = 0
    for place, event in enumerate(story):
        said = TABLE.sentence(event, show)
        if event.kind != "pass":
            assert said
        elif place + 1 < len(story) and story[place + 1].kind == "pass":
            assert said is None
            told += 1
        elif story[place - 1].kind == "pass":
            assert said is not None
            assert said.endswith(" pass and pay a chip each.")
            assert f"{NAMES[story[place - 1]['seat']]} and {NAMES[event['seat']]} pass" in said
        else:
            assert said == f"{NAMES[event['seat']]} passes and pays a chip."
    assert told > 10, "there were passes in a row"


def test_who_passed_is_on_the_plates_too() -> None:
    game = game_of(6)
    story = played_until(game, lambda game: len(game.passed) > 1, Random(4))
    scene = TABLE.scene(show_of(game, story))
    assert {place for place, seat in enumerate(scene.seats) if seat.line.startswith("pass")} == set(game.passed)
    assert alt_text(scene).count("passed") == len(game.passed)


def test_between_two_deals_the_picture_says_what_the_last_one_brought() -> None:
    game = game_of(3, ante=2)
    story = played_until(game, lambda game: game.deal == 2, Random(5))
    over = next(event for event in story if event.kind == "deal_over")
    scene = TABLE.scene(show_of(game, story))
    assert [int(seat.cards[0].text.replace("−", "-")) for seat in scene.seats] == list(over["scores"])
    assert rows_of(scene) == []
    assert f"{NAMES[over['seat']]} is out and takes {over['pot']} chips." in alt_text(scene)


def test_the_last_card_of_a_deal_is_shown_before_the_next_deal() -> None:
    game = game_of(5)
    story = played_until(game, lambda game: game.deal == 2, Random(6))
    told = next(index for index, event in enumerate(story) if event.kind == "deal_over")
    (stage,) = TABLE.stages(show_of(game, story), told - 1)
    laid = {slot.code for row in rows_of(stage.scene) for slot in row.slots if slot.code}
    assert laid == {event["card"] for event in story[:told] if event.kind == "lay"}
    winner = story[told]["seat"]
    assert f"{NAMES[winner]}: 0 cards" in alt_text(stage.scene)
    assert stage.told == told + 1
    assert TABLE.stages(show_of(game, story), told + 1) == ()


def test_chips_by_deal_add_up_to_the_scores() -> None:
    game = game_of(8, deals=3)
    for position, story in playing(game, Random(7)):
        brought = gains(show_of(position, story))
        if position.outcome is None and position.deal > 1 and not position.laid:
            assert len(brought) == position.deal - 1
        else:
            assert [sum(column) for column in zip(*brought, strict=True)] == list(position.scores)
    text = TABLE.score_table(show_of(game, story))
    tables = [block.strip("\n").splitlines() for block in text.split("```")[1::2]]
    assert [table[0].split() for table in tables] == [list(NAMES[:4]), list(NAMES[4:8])]
    for table in tables:
        assert [line.split()[0] for line in table[1:]] == ["1", "2", "3"]
        assert max(map(len, table)) <= 27
    assert f"Hal: **{game.scores[7]}**".replace("-", "−") in text


def test_the_hand_shows_all_cards_suit_by_suit_and_offers_those_that_fit() -> None:
    game = game_of()
    story = played_until(game, lambda game: game.laid.bit_count() == 9, Random(8))
    show = show_of(game, story, game.to_act[0])
    strip = TABLE.hand(show)
    suits = [card.code[-1] for card in strip.cards]
    assert suits == sorted(suits, key="CDSH".index)
    assert {strip.cards[index].code for index in strip.playable or ()} == set(show.moves)
    assert TABLE.menu(show, "").reason == "The other cards do not fit the layout yet."
    waiting = show_of(game, story, (game.to_act[0] + 1) % 4)
    assert TABLE.hand(waiting).playable is None
    assert "Waiting for" in TABLE.task(waiting)


def test_rules_fit_a_message() -> None:
    assert len(TABLE.rules_page(show_of(game_of(), []).words)) < 3900


# ---- over simcord --------------------------------------------------------------------------------------------------


async def sit_down(world: World, **options: object) -> Any:
    lobby = await open_table(world, "fan-tan", **options)
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    if not world.tables()[-1].live:
        await world.people[0].press(world.message(lobby.id), "Start")
    await open_hands(world, lobby)
    return lobby


async def open_hands(world: World, lobby: Any) -> None:
    for player in world.people:
        await player.open_hand(world.message(lobby.id))


def somebody_has_few_cards(game: Any) -> bool:
    """Is the last deal about to end? Every hand passes through this size."""
    return game.deal == game.deals and min(hand.bit_count() for hand in game.hands) <= 2


@pytest.mark.people(3)
async def test_three_people_play_a_deal_by_pressing(world: World) -> None:
    lobby = await sit_down(world, deals=1)
    await play_moves(world, 3)
    await fast_forward_to(world, somebody_has_few_cards)
    await open_hands(world, lobby)
    await play_to_the_end(world)
    presses = [count for player in world.people for count in player.presses]
    assert statistics.median(presses) == max(presses) == 1
    assert "the result" in text_of(world.table_message())
    assert "Clubs: " in alts_of(world.message(lobby.id))[0]


@pytest.mark.people(8)
async def test_eight_people_play_on_after_a_restart_between_two_deals(world: World) -> None:
    lobby = await sit_down(world, deals=2)
    table = await fast_forward_to(world, lambda game: game.deal == 2)
    before = table.going()
    await world.restart()
    table = await world.bot.house.find(table.id)
    assert table.going() == before
    answer = await world.people[3].press(world.message(lobby.id), "As text")
    assert "the last deal brought" in text_of(answer.response)
    await fast_forward_to(world, somebody_has_few_cards)
    await open_hands(world, lobby)
    await play_to_the_end(world)
    assert "the result" in text_of(world.table_message())
