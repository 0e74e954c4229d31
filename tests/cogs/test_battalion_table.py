"""Battalion at the table: armies composed in private, all placements at once, battles shown one after another."""

from __future__ import annotations

import statistics
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.battalion import BattalionTable
from db import tables
from games.battalion import CARDS, GENERALS, SOLDIERS, Battalion
from games.chance import Chance
from games.errors import IllegalMove
from games.game import Event
from pictures.alt import alt_text, hand_text
from pictures.scene import Card, Groups
from table.controls import Press
from table.pace import NO_WAITS
from table.page import COMPONENTS_MAX
from table.presentation import Choice, Menu, Show
from tests.support.outgoing import ALT_MAX, cards_in
from tests.support.people import Player, alts_of, controls, text_of
from tests.support.presenting import TEXT_MAX, WORDS, check_words, playing, show_of
from tests.support.world import World
from tests.table.playing import fast_forward_to, next_player, open_table

TABLE = BattalionTable()


def game_of(seats: int = 2, dealer: int = 0, **options: object) -> Battalion:
    return Battalion(seats, Battalion.Options.read(options), Chance(bytes(32), dealer))


def place(game: Battalion, army: str) -> list[Event]:
    """The seat to act places its army, written as a draft: ``JJQQKK-``."""
    seat = game.to_act[0]
    show = show_of(game, [], seat)
    return [event for move in TABLE.drafted(show, army) for event in game.play(seat, move)]


def press(show: Show, path: str, label: str) -> Choice:
    """The choice with this label at a step."""
    found = {choice.label: choice for choice in TABLE.menu(show, path).choices}
    return found[label]


def labels(menu: Menu) -> list[str]:
    return [choice.label for choice in menu.choices]


# ---- composing an army -----------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(st.lists(st.sampled_from("JQK"), min_size=10, max_size=10), st.sampled_from("-JQK"), st.randoms())
def test_every_army_can_be_composed_by_toggling(soldiers: list[str], joker: str, rng: Any) -> None:
    game = game_of()
    show = show_of(game, [], 1)
    goal, path = "".join(soldiers) + joker, ""
    order = list(range(len(CARDS)))
    rng.shuffle(order)
    for card in order:
        while (path or "-" * 11)[card] != goal[card]:
            path = TABLE.menu(show, path).choices[card].path or ""
    ready = press(show, path, "Ready")
    assert ready.draft == goal
    moves = TABLE.drafted(show, goal)
    assert moves[:10] == [f"place {card} {general}" for card, general in zip(SOLDIERS, soldiers, strict=True)]
    assert moves[10] == ("done" if joker == "-" else f"place X {joker}")
    for move in moves:
        game.play(1, move)
    assert game.to_act == (0,)


def test_a_soldier_goes_from_jack_to_queen_to_king_and_a_joker_comes_back() -> None:
    show = show_of(game_of(), [], 1)
    path, seen = "", []
    for label in ("10♦", "10♦ → J", "10♦ → Q", "10♦ → K"):
        path = press(show, path, label).path or ""
        seen.append(path[0])
    assert seen == list("JQKJ")
    path, seen = "", []
    for label in ("Joker", "Joker → J", "Joker → Q", "Joker → K"):
        path = press(show, path, label).path or ""
        seen.append(path[-1])
    assert seen == list("JQK-")


def test_ready_comes_when_all_soldiers_are_placed_and_the_rest_can_go_at_once() -> None:
    show = show_of(game_of(), [], 1)
    assert "Ready" not in labels(TABLE.menu(show, ""))
    assert "Start over" not in labels(TABLE.menu(show, ""))
    assert TABLE.menu(show, "").back is None
    one = press(show, "", "9♦").path or ""
    assert "Start over" in labels(TABLE.menu(show, one))
    rest = press(show, one, "all to K").path
    assert rest == "KJKKKKKKKK-"
    assert TABLE.menu(show, rest).prompt.splitlines()[1:] == [
        "**J**: 9 = 9, 1 card",
        "**Q**: nobody",
        "**K**: 10 8 7 6 5 4 3 2 A = 46, 9 cards",
    ]
    assert labels(TABLE.menu(show, rest))[-2:] == ["Ready", "Start over"]
    assert press(show, rest, "Start over").path == ""
    by_lot = press(show, one, "at random").path or ""
    assert by_lot[1] == "J"
    assert set(by_lot[:10]) <= set("JQK")
    assert by_lot[10] == "-", "a Joker stays where it is"


def test_without_a_joker_there_is_none_to_place() -> None:
    game = game_of()
    place(game, "JJJJQQQKKKJ")
    show = show_of(game, [], 0)
    assert "Joker" not in " ".join(labels(TABLE.menu(show, "")))
    assert len(TABLE.drafted(show, "JJJJQQQKKK")) == 10
    assert "Joker" not in TABLE.task(show)


@pytest.mark.parametrize("draft", ["", "JJJJJJJJJ-K", "JJJJ", "XXXXXXXXXXX"])
def test_an_unfinished_draft_is_refused_with_a_sentence(draft: str) -> None:
    with pytest.raises(IllegalMove, match="All ten soldiers must be placed first"):
        TABLE.drafted(show_of(game_of(), [], 1), draft)


def test_what_the_clock_has_placed_stays_placed() -> None:
    game = game_of()
    for move in ("place 10 Q", "place 9 K"):
        game.play(1, move)
    show = show_of(game, [], 1)
    assert labels(TABLE.menu(show, ""))[0] == "8♦"
    rest = press(show, "JJ---------", "all to J").path
    assert rest == "QKJJJJJJJJ-"
    assert TABLE.drafted(show, rest)[0] == "place 8 J"
    for move in TABLE.drafted(show, rest):
        game.play(1, move)


@settings(max_examples=12)
@given(st.text("JQK-", min_size=11, max_size=11))
def test_every_step_fits_a_message(path: str) -> None:
    show = show_of(game_of(), [], 1)
    menu = TABLE.menu(show, path)
    headings = sum(bool(choice.heading) for choice in menu.choices)
    assert 7 + 2 * headings + len(menu.choices) // 5 + len(menu.choices) <= COMPONENTS_MAX
    assert len(set(labels(menu))) == len(menu.choices)
    for choice in menu.choices:
        meaning = choice.path if choice.path is not None else choice.draft or ""
        assert len(Press(10**9, 10**4, "s", f"0:{meaning}").custom_id("kb")) <= 100
        assert choice.tone in ("lay", "take") or not any(sign in choice.label for sign in "♣♦♥♠")


# ---- whatever happens ------------------------------------------------------------------------------------------


@settings(max_examples=5)
@given(st.integers(0, 2**16), st.sampled_from(Battalion.seats_allowed))
def test_everything_shown_fits_and_nothing_is_told_before_the_battles(seed: int, seats: int) -> None:
    rng = Random(seed)
    game = Battalion(seats, chance=Chance(rng.randbytes(32)))
    before: tuple[Any, ...] = ()
    for position, story in playing(game, rng):
        show = show_of(position, story)
        texts = [alt_text(TABLE.scene(show)), TABLE.written(show), TABLE.status(show), TABLE.score_table(show)]
        assert all(0 < len(text) <= TEXT_MAX for text in texts)
        assert len(texts[0]) <= ALT_MAX
        for text in texts:
            check_words(text)
        last = position.view(None).last
        shown = {
            card for stacks in (last.stacks if last else ()) if stacks for stack in stacks.values() for card in stack
        }
        soldiers = {card for text in texts for card in cards_in(text) if card[0] not in "JQK"}
        assert soldiers <= shown
        now = (position.decision, TABLE.scene(show), *texts)
        assert now == before or now[0] != (before or now)[0] or not before, "placing shows nothing"
        before = now
        for seat in range(seats):
            own = show_of(position, story, seat)
            check_words(TABLE.task(own) + TABLE.hand_written(own))
            strip = TABLE.hand(own)
            assert strip is None or len(hand_text(strip)) <= ALT_MAX
            assert (strip is None) == (seat not in position.view(None).playing)
    assert all(TABLE.sentence(event, show_of(game, story)) for event in story)
    assert {event.kind for event in story} == {"game", "allocated", "battle", "result"}


# ---- what is shown ---------------------------------------------------------------------------------------------


def cells(scene: Any) -> list[tuple[str, str]]:
    """Each stack of a scene: its general, or "" where it is flipped, and its note."""
    rows = [row for element in scene.elements if isinstance(element, Groups) for row in element.rows if row.cards]
    return [(row.cards[0].code, row.note) for row in rows]


def test_only_sizes_are_shown_while_armies_are_placed() -> None:
    game = game_of()
    story = place(game, "JJJJQQQKKKK")
    show = show_of(game, story)
    assert cells(TABLE.scene(show)) == [
        *(("JD", "×4"), ("QD", "×3"), ("KD", "×4")),
        *(("JC", ""), ("QC", ""), ("KC", "")),
    ]
    assert TABLE.status(show) == "**Ann** places ten soldiers."
    assert "Bo (diamonds): J 4, Q 3, K 4" in TABLE.written(show)
    assert TABLE.sentence(story[0], show) == "Bo has placed: J 4, Q 3, K 4."
    assert "J♦: 10♦ 9♦ 8♦ 7♦ = 34" in TABLE.hand_written(show_of(game, story, 1))
    strip = TABLE.hand(show_of(game, story, 1))
    assert strip is not None
    assert [card.code for card in strip.cards if card.glow] == ["JD", "QD", "KD"]
    assert [card.code for card in strip.cards] == "JD 10D 9D 8D 7D QD 6D 5D 4D KD 3D 2D AD X".split()


def test_the_battles_are_shown_one_after_another() -> None:
    """Bo has 10 9, 8 7 6, 5 4 3 2 A and a Joker; Ann 10 8 7, 9 6 5, 4 3 2 A."""
    game = game_of()
    story = [*game.opening, *place(game, "JJQQQKKKKKJ")]
    since = len(story)
    story += place(game, "JQJJQQKKKK")
    stages = TABLE.stages(show_of(game, story), since)
    assert [stage.status for stage in stages] == [
        "The battle of the Jacks.",
        "The battle of the Queens.",
        "The battle of the Kings.",
    ]
    jacks, queens, kings = (cells(stage.scene) for stage in stages)
    assert sorted(jacks) == [("", "= 9"), ("JC", "= 15")]
    assert sorted(queens) == [("", "= 14"), ("QD", "= 15")]
    assert sorted(kings) == [("", "= 0"), ("KD", "= 5")]
    assert struck(stages[0].scene) == {"10C", "10D"}
    assert struck(stages[2].scene) == {card + suit for card in ("4", "3", "2", "A") for suit in "CD"}
    assert [story[stage.told - 1]["general"] for stage in stages] == list(GENERALS)
    assert TABLE.stages(show_of(game, story), len(story)) == ()
    assert TABLE.sentence(story[since + 1], show_of(game, story)) == (
        "Jacks: Ann 15 and Bo 9 (cancelled: 10). Ann's general stays."
    )
    over = show_of(game, story)
    assert game.outcome is not None
    assert TABLE.phase(over.view) == "over"
    assert sorted(cells(TABLE.scene(over)))[3:] == [("JC", "= 15"), ("KD", "= 5"), ("QD", "= 15")]
    assert "Bo keeps 2 generals" in alt_text(TABLE.scene(over))
    text, picture = TABLE.last_trick(over)
    assert "Bo: ~~10♦~~ 9♦ Joker = **9**, J♦ flipped" in text
    assert picture is not None
    assert TABLE.score_table(over) == "Game 1: Generals kept: Ann 1 and Bo 2."


def struck(scene: Any) -> set[str]:
    rows = [row for element in scene.elements if isinstance(element, Groups) for row in element.rows]
    cards: list[Card] = [card for row in rows for card in row.cards]
    return {card.code for card in cards if card.struck}


def test_a_level_game_shows_its_field_before_the_next_one() -> None:
    game = game_of(4, dealer=3)
    armies = ("JJJJQQQKKK-", "JJJJQQQKKK-", "KKKKKKKKKK", "KKKKKKKKKK")
    story = list(game.opening)
    for army in armies:
        since = len(story)
        story += place(game, army)
    assert game.game == 2
    show = show_of(game, story)
    stages = TABLE.stages(show, since)
    assert len(stages) == 4
    assert stages[3].status == "Level after game 1."
    assert all(code == "" for code, _ in cells(stages[3].scene))
    assert [seat.out for seat in stages[0].scene.seats] == [False] * 4
    assert "Game 2 of at most 5" in TABLE.status(show)


def test_who_does_not_fight_again_is_told_so() -> None:
    game = game_of(3, dealer=2)
    for soldiers in ("JJKKKKKKKK-", "QQKKKKKKKK-", "JQKKKKKKKK"):
        place(game, soldiers)
    assert game.order == (1, 0)
    left = 2
    show = show_of(game, [], left)
    assert TABLE.task(show) == "The leaders fight again without you."
    assert TABLE.hand(show) is None
    assert TABLE.scene(show_of(game, [])).seats[left].out
    assert "not in this game" in TABLE.written(show_of(game, []))


def test_rules_fit_a_message() -> None:
    assert len(TABLE.rules_page(WORDS)) < 3900


# ---- over simcord ----------------------------------------------------------------------------------------------


async def sit_down(world: World, **options: object) -> Any:
    lobby = await open_table(world, "battalion", **options)
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    if not world.tables()[-1].live:
        await world.people[0].press(world.message(lobby.id), "Start")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    return lobby


async def compose(player: Player, army: str) -> int:
    """Toggle the soldiers of the two smaller stacks, send the rest at once, and say Ready; the presses it took."""
    presses = 0
    rest = max(GENERALS, key=army[:10].count)
    for card, general in enumerate(army):
        for _ in range(0 if general in (rest, "-") else GENERALS.index(general) + 1):
            step = [control for control in player.offers() if control.verb == "s"][card]
            await player.actor.click(player.hand, custom_id=step.custom_id)
            presses += 1
    for label in (f"all to {rest}", "Ready"):
        if label == "Ready" or "-" in army[:10] or rest in army[:10]:
            await player.press(player.hand, label)
            presses += 1
    return presses


def army(rng: Random, cards: int = 10) -> str:
    return "".join(rng.choice(GENERALS) for _ in range(cards))


async def test_two_people_play_a_game_by_pressing(world: World) -> None:
    lobby = await sit_down(world, games=1)
    table, rng, presses = world.tables()[-1], Random(4), []
    first = next_player(world)
    second = next(player for player in world.people if player is not first)
    shown = text_of(world.message(lobby.id))
    ply = table.going().ply
    for label in ("10", "9"):
        step = next(control for control in first.offers() if control.label.startswith(label))
        await first.actor.click(first.hand, custom_id=step.custom_id)
    assert table.going().ply == ply, "composing makes no move"
    assert text_of(world.message(lobby.id)) == shown
    await first.press(first.hand, "Start over")
    for player in (first, second):
        presses.append(await compose(player, army(rng)))
    assert not table.live
    assert statistics.median(presses) <= 13
    assert "the result" in text_of(world.table_message())
    edits = [sent for sent in world.watch.sent if str(lobby.id) in sent.path or "@original" in sent.path]
    said = [text for sent in edits for text in sent.texts if "The battle of the" in text]
    assert [text.split("the ")[1].split(".")[0] for text in said[:3]] == ["Jacks", "Queens", "Kings"]
    order = [" ".join(sent.texts) for sent in world.watch.sent]
    kings = max(number for number, text in enumerate(order) if "The battle of the Kings" in text)
    assert kings < min(number for number, text in enumerate(order) if "the result" in text), "the result waits"
    assert "keep" in alts_of(world.message(lobby.id))[0] or "level" in alts_of(world.message(lobby.id))[0]


@pytest.mark.people(1)
@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(human=20.0)])
async def test_a_computer_pauses_once_for_its_whole_army(world: World) -> None:
    await sit_down(world, computers=1)
    table = world.tables()[-1]
    seat = next(seat for seat, place in enumerate(table.places) if place.member is None)
    if table.going().placing != seat:
        await compose(world.people[0], "JJJJJQQQKK-")
    assert table.going().laid[seat] == (), "its pause has not passed"
    await world.env.advance_time(21)
    (placed,) = [event for event in table.story if event.kind == "allocated" and event["seat"] == seat]
    assert sum(placed["sizes"].values()) >= 10
    moves = await world.bot.db.read(tables.moves_of, table.id)
    assert len({move.at for move in moves if move.seat == seat}) == 1, "it is written as one answer"


@pytest.mark.people(4)
async def test_four_people_and_an_army_that_outlives_refresh_and_restart(world: World) -> None:
    lobby = await sit_down(world, games=1)
    table = world.tables()[-1]
    first = next_player(world)
    for label in ("10", "9", "8"):
        step = next(control for control in first.offers() if control.label.startswith(label))
        await first.actor.click(first.hand, custom_id=step.custom_id)
    second = table.places[table.going().order[1]].member
    other = next(player for player in world.people if player.id == second)
    asked = await other.press(world.message(lobby.id), "Leave")
    await other.press(asked.response, "Leave the table")
    assert sum("→ J" in control.label for control in first.offers()) == 3, "a refresh keeps the draft"
    await world.restart()
    table = await world.bot.house.find(table.id)
    await first.press(first.hand, "all to Q")
    await first.press(first.hand, "Ready")
    seat = table.seat_of(first.id)
    assert table.going().view(None).sizes[seat] == {"J": 3, "Q": 7, "K": 0}
    assert "J 3, Q 7, K 0" in text_of(world.message(lobby.id))
    table = await fast_forward_to(world, lambda game: game.placing == game.order[-1])
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    while table.live:
        await compose(next_player(world), "KKKKKKKKKJ")
    assert "the result" in text_of(world.table_message())
    assert controls(world.message(lobby.id))
