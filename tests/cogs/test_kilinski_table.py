"""Kilinski at the table: the draft in public, runs and sums, choices with what they lead to, and play by pressing."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.kilinski import KilinskiTable
from cogs.kilinski_choices import MOST_SPOILS
from games.cards import FRENCH_DECK
from games.chance import Chance
from games.game import Event
from games.kilinski import Kilinski
from pictures.alt import alt_text
from pictures.scene import Groups, Row
from table.page import COMPONENTS_MAX
from table.presentation import Menu, Show
from tests.support.kilinski import kilinski, run
from tests.support.people import alts_of, controls, text_of
from tests.support.presenting import WORDS, check_public, check_words, playing, show_of
from tests.support.world import World
from tests.table.playing import fast_forward_to, next_player, open_table

TABLE = KilinskiTable()
EVENTS = (
    "deal pick tables draw reshuffle swap exchange freeze attack locked supports said tie won take adjust decline pass"
)


def position(tables: tuple[str, str], hands: tuple[str, str] = ("", ""), **options: object) -> Kilinski:
    """A game just after its draft; a hand is filled up with cards that nobody named."""
    named = " ".join((*tables, *hands)).split()
    rest = iter(card for card in FRENCH_DECK if card not in named)
    full = [[*hand.split(), *(next(rest) for _ in range(8 - len(hand.split())))] for hand in hands]
    return kilinski(tables, [" ".join(hand) for hand in full], **options)


def menus(show: Show, path: str = "") -> Iterator[Menu]:
    """Every menu that the owner of a hand can come to."""
    menu = TABLE.menu(show, path)
    yield menu
    for choice in menu.choices:
        if choice.path is not None:
            yield from menus(show, choice.path)


def moves_in(menu: Menu) -> list[str]:
    return [choice.move for choice in menu.choices if choice.move]


def labels(menu: Menu) -> list[str]:
    return [choice.label for choice in menu.choices]


def told(game: Kilinski, *moves: str) -> list[Event]:
    """Make moves and keep the whole story of them."""
    return [event for move in moves for event in run(game, move)]


def rows_of(scene: Any) -> list[Row]:
    rows = [element for element in scene.elements if isinstance(element, Row)]
    return rows + [row for element in scene.elements if isinstance(element, Groups) for row in element.rows]


# ---- whatever happens ------------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(st.integers(0, 2**16), st.booleans())
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, freeze: bool) -> None:
    rng = Random(seed)
    game = Kilinski(2, Kilinski.Options.read({"turns": 40, "freeze": freeze}), Chance(rng.randbytes(32)))
    looked: dict[str, int] = {}
    for position, story in playing(game, rng):
        phase = TABLE.phase(position.view(None))
        looked[phase] = looked.get(phase, 0) + 1
        if looked[phase] > 3 and rng.random() > 0.06:
            continue
        check_public(TABLE, show_of(position, story))
        for seat in (0, 1):
            check_hand(show_of(position, story, seat))
    assert {"draft", "turn", "support", "spoils", "over"} <= set(looked)
    assert all(TABLE.sentence(event, show_of(game, story)) for event in story)


def check_hand(show: Show) -> None:
    check_words(TABLE.task(show) + TABLE.hand_written(show))
    if not show.moves:
        return
    found = list(menus(show))
    assert {move for menu in found for move in moves_in(menu)} == set(show.moves)
    for menu in found:
        assert len(set(labels(menu))) == len(menu.choices) <= 25
        headings = sum(bool(choice.heading) for choice in menu.choices)
        assert 7 + 2 * headings + len(menu.choices) // 5 + len(menu.choices) <= COMPONENTS_MAX
        for choice in menu.choices:
            assert len(WORDS.label(choice.label)) <= 80
            check_words(choice.label + choice.heading)
            assert choice.tone in ("lay", "take") or not any(sign in choice.label for sign in "♣♦♥♠")


@settings(max_examples=4)
@given(st.integers(0, 2**16))
def test_public_choices_are_moves_of_the_seat_to_act(seed: int) -> None:
    rng = Random(seed)
    game = Kilinski(2, Kilinski.Options.read({"turns": 25}), Chance(rng.randbytes(32)))
    for position, story in playing(game, rng):
        offered = {choice.move for choice in TABLE.public_choices(show_of(position, story))}
        legal = set(position.moves(position.to_act[0])) if position.to_act else set()
        assert offered <= legal
        if position.phase in ("draft", "ask") or (position.phase == "spoils" and len(legal) <= 8):
            assert offered == legal
        assert len(offered) <= 16
        if position.phase == "turn":
            assert offered == legal & {"draw"}


# ---- what is shown ---------------------------------------------------------------------------------------------


def test_the_pool_is_offered_from_high_to_low_on_the_table_and_in_the_hand() -> None:
    game = Kilinski(2, chance=Chance(bytes(32)))
    show = show_of(game, list(game.opening), game.to_act[0])
    offered = [choice.label for choice in TABLE.public_choices(show_of(game, list(game.opening)))]
    assert len(offered) == 16
    assert labels(TABLE.menu(show, "")) == offered
    ranks = [label[:-1] for label in offered]
    assert ranks == sorted(ranks, key="K Q J 10 9 8 7 6 5 4 3 2 A".split().index)
    assert TABLE.public_choices(show_of(game, [], 1 - game.to_act[0])) != ()


def test_runs_are_golden_and_summed() -> None:
    game = position(("QC JC 5C 5D 7C KC AC KD", "KH QH 10H 6C 6H 2H 3H 4H"))
    scene = TABLE.scene(show_of(game, []))
    marked = {row.words: ([card.code for card in row.cards if card.glow == "gold"], row.note) for row in rows_of(scene)}
    assert marked == {
        "Table of Ann": (["QC", "JC", "5C"], "= 25"),
        "Table of Bo": (["KH", "QH", "10H", "6C"], "= 36"),
    }
    assert [card.over for card in rows_of(scene)[0].cards] == list("12345678")
    written = TABLE.written(show_of(game, []))
    assert "**Q♣ J♣ 5♣** 5♦ 7♣ K♣ A♣ K♦ · 10 + 10 + 5 = 25" in written
    assert "Ann: **25** (10 + 10 + 5)" in TABLE.score_table(show_of(game, []))


def test_who_is_about_to_win_is_said() -> None:
    game = position(("2C KC 9C 7C JC 3C 10C 5C", "KD QD JD 10D 9D 8D 2D 3D"))
    assert game.to_act == (0,)
    assert "Bo has 59 and wins next!" in TABLE.status(show_of(game, []))
    assert "Bo has 59" in TABLE.task(show_of(game, [], 0))


def test_a_turn_is_one_press_or_two() -> None:
    game = kilinski()
    show = show_of(game, [], 0)
    first = TABLE.menu(show, "")
    assert "Draw a card" not in labels(first)
    assert first.reason == "With eight cards in hand you cannot draw."
    assert [choice.heading for choice in first.choices if choice.heading] == [
        "Exchange 5♣ at position 8 for a card of your hand:",
        "Or swap or attack with a card of your Table:",
    ]
    assert labels(first)[8] == "1: 2♣ …"
    second = TABLE.menu(show, "2")
    assert second.prompt == "Your position 2, K♣:"
    assert labels(second)[:3] == ["1: 2♣ (run 12)", "3: 9♣", "4: 7♣"]
    assert moves_in(second) == [
        *("swap 1 2", *(f"swap 2 {other}" for other in range(3, 9))),
        *(f"attack 2 {other}" for other in range(1, 9)),
    ]
    assert all(choice.path is None for choice in second.choices), "two presses are enough"


def test_supports_stay_hidden_and_say_what_they_would_make() -> None:
    game = position(("AC KC 9C 7C JC 3C 10C 5C", "KD 3D 4D QD 6D JD 8D 10D"), ("AH 7H 8H 9H 10H JH QH KH", ""))
    run(game, "0 attack 1 1")
    assert labels(TABLE.menu(show_of(game, [], 0), ""))[:2] == ["A♥: 22, a pair", "7♥: 8"]
    assert "A♥" not in alt_text(TABLE.scene(show_of(game, [])))
    run(game, "0 support AH")
    public = show_of(game, [])
    attacking, defending = rows_of(TABLE.scene(public))
    assert [card.code for card in attacking.cards] == ["AC", ""]
    assert attacking.cards[1].deck == "french"
    assert (attacking.note, defending.note) == ("= 1", "= 10")
    assert "A♥" not in TABLE.written(public) + alt_text(TABLE.scene(public)) + TABLE.status(public)
    assert "Ann" not in TABLE.status(public)
    assert TABLE.task(show_of(game, [], 0)) == "Your A♥ lies face down. Waiting for Bo."
    assert TABLE.hand(show_of(game, [], 0)).chosen == (7,)


def test_spoils_say_the_run_that_each_choice_leads_to() -> None:
    """The sentence of the issue: take QH, their run falls to 12."""
    tables = ("KC 9C 7C JC 3C 10C 5C 4C", "KD 2D AD QD JD 8D 5D 6D")
    game = position(tables, ("QH 7H 6H 9H 10H JH 8H 2H", "3S"))
    story = told(game, "0 attack 1 3", "0 support QH", "1 support 3S")
    show = show_of(game, story, 0)
    assert TABLE.status(show_of(game, story)) == "**Ann** has won the fight and may change a Table."
    found = dict(zip(moves_in(TABLE.menu(show, "")), labels(TABLE.menu(show, "")), strict=True))
    assert found == {
        "take QH": "Q♥: their run falls to 12",
        "take 3S": "3♠: their run falls to 12",
        "take KC": "K♣, own Base: their run falls to 12 and own run falls to 1",
        "adjust 1 QH": "Q♥ for K♣ at 1",
        "adjust 4 QH": "Q♥ for J♣ at 4",
        "adjust 8 3S": "3♠ for 4♣ at 8",
        "decline": "Change nothing",
    }
    assert next(iter(found)) == "take QH", "what harms most comes first"
    assert [choice.move for choice in TABLE.public_choices(show_of(game, story))] == list(found)
    scene = TABLE.scene(show_of(game, story))
    golden = {card.code for row in rows_of(scene) if row.caption for card in row.cards if card.glow == "gold"}
    assert golden == {"KC", "QH"}
    took = told(game, "0 take KC")
    said = TABLE.sentence(took[0], show_of(game, story + took))
    assert said == "Ann lets K♣ and Bo's A♦ change places."
    text, picture = TABLE.last_trick(show_of(game, story + took))
    assert text.splitlines()[0] == "Ann attacks A♦ with K♣."
    assert text.splitlines()[-1] == said
    assert "K♣, Q♥, = 20" in alt_text(picture)


def test_very_many_spoils_are_chosen_in_two_steps() -> None:
    tables = ("5C 4D 4H 4S 6C 6D 6H 6S", "2C 3D KD QD 7D JD 8D 10D")
    game = position(tables, ("5D 5H 8C 9H 10H JH QH KH", "5S 2S 7S 8S 9S 10S JS QS"))
    run(game, "0 attack 1 1", "0 support 5D", "1 support 5S", "0 support 5H")
    show = show_of(game, [], 0)
    assert len(show.moves) > MOST_SPOILS
    check_hand(show)
    assert len(labels(TABLE.menu(show, ""))) <= 15
    assert TABLE.public_choices(show_of(game, [])) == ()


def test_a_fight_without_a_winner_is_shown_before_it_is_cleared_away() -> None:
    game = kilinski()
    story = told(game, "0 attack 1 1", "0 support 7H", "1 support 6S")
    assert game.phase == "turn"
    (stage,) = TABLE.stages(show_of(game, story), 2)
    assert stage.status == "Both sums are 9: nobody wins the fight."
    assert "Ann attacks from 1: 2♣, 7♥, = 9. Bo defends 1: 3♦, 6♠, = 9" in alt_text(stage.scene)
    assert story[stage.told - 1].kind == "tie"
    assert not any(seat.to_act for seat in stage.scene.seats)
    assert TABLE.stages(show_of(game, story), stage.told) == ()


def test_who_may_add_a_card_is_asked() -> None:
    tables = ("AC KC 9C 7C 3C JC 10C 5C", "JD 9D 6D 3D 5D 2D 8D 8C")
    game = position(tables, ("AH 2H 4H 5H 8H 3H QH KH", "JS 3S 4S 6S QS KS 5S 7S"))
    run(game, "0 attack 1 1", "0 support AH", "1 support JS")
    assert game.phase == "ask"
    assert [choice.label for choice in TABLE.public_choices(show_of(game, []))] == ["One more card", "Enough"]
    run(game, "1 enough", "0 more")
    assert TABLE.status(show_of(game, [])) == "**Ann** is to add a card, face down."
    assert "Enough" not in labels(TABLE.menu(show_of(game, [], 0), ""))
    assert TABLE.public_choices(show_of(game, [])) == ()
    run(game, "0 support 2H")
    assert TABLE.status(show_of(game, [])) == "**Bo** may add a card, face down."
    assert labels(TABLE.menu(show_of(game, [], 1), ""))[-1] == "Enough"


def test_frozen_cards_are_marked_and_not_offered() -> None:
    game = kilinski(freeze=True)
    run(game, "0 freeze 8")
    scene = TABLE.scene(show_of(game, []))
    assert [card.code for row in rows_of(scene) for card in row.cards if card.marker] == ["5C"]
    assert "5♣❄" in TABLE.written(show_of(game, []))
    run(game, "1 freeze 2")
    first = TABLE.menu(show_of(game, [], 0), "")
    assert labels(first) == ["1: 2♣ …", "2: K♣ …", "3: 9♣ …", "4: 7♣ …", "5: J♣ …", "6: 3♣ …", "7: 10♣ …"]
    assert "attack 1 2" not in moves_in(TABLE.menu(show_of(game, [], 0), "1"))
    assert labels(TABLE.menu(show_of(game, [], 0), "1"))[-1] == "Freeze 2♣"


SENTENCES = {
    "Sixteen cards lie face up. Bo picks first.": Event("deal", dealer=0, pool=()),
    "Ann takes Q♥.": Event("pick", seat=0, card="QH"),
    "Bo draws a card.": Event("draw", seat=1),
    "The discard is shuffled: 1 card is the new deck.": Event("reshuffle", count=1),
    "Ann swaps 3♥ and 7♣.": Event("swap", seat=0, positions=(1, 2), cards=("3H", "7C")),
    "Ann exchanges K♥ for 2♣.": Event("exchange", seat=0, given="2C", taken="KH"),
    "Bo attacks K♣ with 3♦.": Event("attack", seat=1, positions=(2, 1), bases=("KC", "3D")),
    "Ann adds A♥ and 2♥: 24, Bo adds J♠: 20.": Event("supports", supports=(("AH", "2H"), ("JS",)), sums=(24, 20)),
    "Bo has enough.": Event("said", seat=1, word="enough"),
    "Bo wins the fight, 25 to 24.": Event("won", seat=1, sums=(24, 25)),
    "Bo puts J♠ in place of Ann's A♣.": Event("take", seat=1, card="JS", replaced="AC"),
    "Bo puts A♥ in place of 2♦ in the own Table.": Event("adjust", seat=1, position=3, card="AH", replaced="2D"),
    "Ann cannot move and passes.": Event("pass", seat=0),
}


@pytest.mark.parametrize("expected", SENTENCES)
def test_sentences(expected: str) -> None:
    assert TABLE.sentence(SENTENCES[expected], show_of(kilinski(), [])) == expected


def test_every_event_of_the_rules_has_a_sentence() -> None:
    rng, missing = Random(3), set(EVENTS.split()) - {"pass"}
    while missing:
        game = Kilinski(2, Kilinski.Options.read({"turns": 60, "freeze": True}), Chance(rng.randbytes(32)))
        for position, story in playing(game, rng):
            if missing & {event.kind for event in story[-4:]}:
                show = show_of(position, story)
                missing -= {event.kind for event in story[-4:] if TABLE.sentence(event, show)}


def test_rules_fit_a_message() -> None:
    assert len(TABLE.rules_page(WORDS)) < 3900


# ---- over simcord ----------------------------------------------------------------------------------------------


async def sit_down(world: World, **options: object) -> Any:
    lobby = await open_table(world, "kilinski", **options)
    await world.people[1].press(lobby, "Join")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    return lobby


async def test_two_people_draft_on_the_table_and_play_a_game_by_pressing(world: World) -> None:
    lobby = await sit_down(world, turns=20)
    table = world.tables()[-1]
    while table.going().phase == "draft":
        message = world.message(lobby.id)
        pool = [control for control in controls(message) if control.verb == "m"]
        assert len(pool) == len(table.going().pool)
        player = next_player(world)
        await player.actor.click(message, custom_id=player.rng.choice(pool).custom_id)
    if table.going().outcome is not None:
        return  # 38 from the draft, once in many thousand games
    assert await presses_to(world, "2", "swap 2 5") == 2
    assert await presses_to(world, "3", "attack 3 1") == 2
    assert "attacks from 3" in alts_of(world.message(lobby.id))[0]
    await play_on(world, lambda game: game.phase in ("turn", "over"))
    table = await fast_forward_to(world, lambda game: game.turn >= 14 and game.phase == "turn")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    await play_on(world, lambda game: game.outcome is not None)
    assert "the result" in text_of(world.table_message())
    counts = [count for player in world.people for count in player.presses]
    assert max(counts) <= 3
    assert statistics.median(counts) <= 2
    assert "Table of " in alts_of(world.message(lobby.id))[0]
    looked = await world.people[0].press(world.message(lobby.id), "Last fight")
    assert " attacks " in text_of(looked.response)


async def presses_to(world: World, *objects: str) -> int:
    """Press these, one after another, in the hand of whoever is next; how many presses that took."""
    player = next_player(world)
    for thing in objects:
        control = next(each for each in player.offers() if each.object in (thing, f"0:{thing}"))
        await player.actor.click(player.hand, custom_id=control.custom_id)
    return len(objects)


async def play_on(world: World, reached: Callable[[Any], bool]) -> None:
    while not reached(world.tables()[-1].going()):
        await next_player(world).play()


@pytest.mark.parametrize("phase", ["draft", "support", "spoils"])
async def test_after_a_restart_every_phase_goes_on(world: World, phase: str) -> None:
    lobby = await sit_down(world, turns=400)
    table = await fast_forward_to(world, lambda game: game.phase == phase and game.ply > 3)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    before = table.going()
    assert before.phase == phase
    await world.restart()
    table = await world.bot.house.find(table.id)
    assert table.going() == before
    await next_player(world).play()
    assert table.going().ply == before.ply + 1
