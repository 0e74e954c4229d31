"""Krypkille at the table: what wins a trick and what wins the last one, crawling, many seats, and play by pressing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.krypkille import KrypkilleTable
from games.chance import Chance
from games.game import Event
from games.krypkille import Krypkille
from pictures.alt import alt_text
from pictures.scene import Scene, Trick
from tests.support.kille_deal import play_all, stack
from tests.support.kille_table import cut_power, sit_down, skip_to, turns
from tests.support.people import alts_of, text_of
from tests.support.presenting import NAMES, check_everything_shown, played_until, playing, show_of
from tests.support.world import World

TABLE = KrypkilleTable()


def game_of(*hands: str, seats: int = 3, deals: int = 1, seed: bytes = b"crawl") -> Krypkille:
    """A game whose first deal has these cards; seat 0 deals."""
    each = 42 // (len(hands) or seats)
    shuffles = (stack(0, *hands, each=each),) if hands else ()
    return Krypkille(len(hands) or seats, Krypkille.Options.read({"deals": deals}), Chance(seed, 0, shuffles))


def trick_of(scene: Scene) -> Trick:
    (trick,) = [element for element in scene.elements if isinstance(element, Trick)]
    return trick


def shown(game: Krypkille, moves: str = "", seat: int | None = None) -> Any:
    """What is shown after these moves of whoever is to act."""
    return show_of(game, [*game.opening, *play_all(game, moves)], seat)


@settings(max_examples=8)
@given(st.integers(0, 2**16), st.sampled_from(Krypkille.seats_allowed), st.integers(2, 3))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int, deals: int) -> None:
    rng = Random(seed)
    game = Krypkille(seats, Krypkille.Options.read({"deals": deals}), Chance(rng.randbytes(8)))
    phases: dict[str, int] = {}
    for position, story in playing(game, rng):
        phase = TABLE.phase(position.view(None))
        phases[phase] = phases.get(phase, 0) + 1
        if phases[phase] == 1 or rng.random() < 0.08:
            check_everything_shown(TABLE, position, story)
    assert set(phases) == {"tricks", "last trick", "decided", "over"}


def test_every_event_is_told() -> None:
    game = game_of(seats=5, deals=2)
    *_, (_, story) = playing(game, Random(1))
    show = show_of(game, story)
    for event in story:
        said = TABLE.sentence(event, show)
        assert said, event
        assert NAMES[event["dealer" if event.kind == "deal" else "seat"]] in said
    assert {event.kind for event in story} == {"deal", "play", "trick", "deal_over"}


def test_sentences() -> None:
    show = shown(game_of())

    def said(kind: str, **facts: object) -> str | None:
        return TABLE.sentence(Event(kind, **facts), show)

    assert said("deal", deal=2, dealer=1, each=14, aside=0) == "Deal 2: Bo deals 14 cards to everybody."
    assert said("play", seat=0, card="KR") == "Ann plays Krans."
    assert said("trick", seat=2, number=1, cards=("7", "HA", "1")) == "Cy takes the trick with Harlekin."
    assert said("deal_over", deal=1, seat=1, card="PO", scores=(0, 1, 0)) == "Bo wins the deal with Potta."


def test_the_lowest_card_is_offered_as_crawling_and_why_the_others_are_not_is_said() -> None:
    game = game_of("KR 4 11 GR", "9 1 2", "GR HA HA", "12 12 VA", "10 10 VA")
    show = shown(game, seat=1)
    assert len(TABLE.menu(show, "").choices) == len(set(show.view.hand))
    show = shown(game, "9 GR", seat=3)
    labels = [choice.label for choice in TABLE.menu(show, "").choices]
    assert labels == [f"Crawl with {show.words.card(show.view.hand[0])}"]
    show = shown(game, show.view.hand[0] + " " + game.view(4).hand[0], seat=0)
    low = show.view.hand[0]
    choices = TABLE.menu(show, "").choices
    assert [(choice.label, choice.tone) for choice in choices] == [
        (f"Crawl with {show.words.card(low)}", "lay"),
        ("Play Gris", "take"),
    ]
    assert TABLE.menu(show, "").reason == "At least as high as Gris of Cy, or your lowest."
    assert TABLE.status(show_of(game, [])) == ("**Ann** is to play: Gris or higher, or the lowest card. Trick 1 of 8.")
    playable = {show.view.hand[index] for index in TABLE.hand(show).playable}
    assert playable == {low, "GR"}


def test_gold_is_the_highest_card_and_in_the_last_trick_the_lowest() -> None:
    game = game_of(seats=14, deals=2)
    for position, story in playing(game, Random(2)):
        scene = TABLE.scene(show_of(position, story))
        trick = trick_of(scene)
        strength = "BL PO KR 1 2 3 4 5 6 7 8 9 10 11 12 VA KA GR HU GO HA".split().index
        played = [(strength(each.card.code), number, each.seat) for number, each in enumerate(trick.cards)]
        phase = TABLE.phase(position.view(None))
        said = [pill.text for pill in scene.pills]
        if not played:
            assert trick.winner is None
            continue
        lowest = min(played, key=lambda card: (card[0], -card[1]))[2]
        if phase in ("decided", "over"):
            over = next(event for event in reversed(story) if event.kind == "deal_over")
            assert trick.winner == lowest == over["seat"]
            assert f"{NAMES[lowest]} wins the deal with" in said[-1]
        elif phase == "last trick" and position.view(None).trick:
            assert trick.winner == lowest
            assert "Last trick: lowest wins" in said
        else:
            assert trick.winner == max(played)[2]
            assert "Last trick: lowest wins" not in said
        assert trick.to_play == (position.to_act if position.view(None).trick else ())


def test_fourteen_names_and_cards_are_in_the_picture_and_its_text() -> None:
    game = game_of(seats=14)
    story = played_until(game, lambda game: len(game.trick.past) == 13, Random(3))
    scene = TABLE.scene(show_of(game, story))
    assert [seat.name for seat in scene.seats] == list(NAMES[:14])
    assert len(trick_of(scene).cards) == 13
    said = alt_text(scene)
    for event in story:
        if event.kind == "play":
            assert f"{NAMES[event['seat']]} {show_of(game, []).words.card(event['card'])}" in said
    assert f"{NAMES[game.to_act[0]]}: to play" in said


def test_the_trick_that_decided_is_still_the_last_trick_in_the_next_deal() -> None:
    game = game_of(seats=4, deals=2)
    assert TABLE.last_trick(shown(game)) is None
    story = played_until(game, lambda game: len(game.trick.past) == 4, Random(4))
    found = TABLE.last_trick(show_of(game, story))
    assert found is not None
    assert found[0].endswith(
        f"{NAMES[story[-1]['seat']]} took it with {show_of(game, []).words.card(highest(story[-1]))}."
    )
    for _ in range(40):
        if game.deal == 2:
            break
        story += game.play(game.to_act[0], game.moves(game.to_act[0])[0])
    over = next(event for event in story if event.kind == "deal_over")
    end = next(index for index in reversed(range(len(story))) if story[index].kind == "trick")
    assert TABLE.stages(show_of(game, story), end) == (), "it lies there still"
    for moves in (0, 1):
        story += [event for _ in range(moves) for event in game.play(game.to_act[0], game.moves(game.to_act[0])[0])]
        found = TABLE.last_trick(show_of(game, story))
        assert found is not None
        said = f"{NAMES[over['seat']]} won the deal with {show_of(game, []).words.card(over['card'])}."
        assert found[0].endswith(said)
        assert found[1] is not None
        assert trick_of(found[1]).winner == over["seat"]
    (stage,) = TABLE.stages(show_of(game, story), end)
    assert story[stage.told].kind == "play"
    assert trick_of(stage.scene).winner == over["seat"]


def highest(trick: Event) -> str:
    return max(trick["cards"], key="BL PO KR 1 2 3 4 5 6 7 8 9 10 11 12 VA KA GR HU GO HA".split().index)


def test_scores_by_deal() -> None:
    game = game_of(seats=3, deals=3)
    assert TABLE.score_table(shown(game)).startswith("No deal has been decided yet.")
    story = played_until(game, lambda game: game.deal == 3, Random(5))
    first, second = game.winners
    lines = TABLE.score_table(show_of(game, story)).splitlines()
    assert lines[:2] == [f"Deal 1: {NAMES[first]}", f"Deal 2: {NAMES[second]}"]
    assert lines[3:] == [
        f"{NAMES[seat]}: **{won}** {'deal' if won == 1 else 'deals'}" for seat, won in enumerate(game.scores)
    ]


def test_rules_fit_a_message() -> None:
    page = TABLE.rules_page(shown(game_of()).words)
    assert len(page) < 3900
    assert "How this bot reads the rulebook" in page


# ---- over simcord --------------------------------------------------------------------------------------------------


@pytest.mark.people(3)
async def test_three_people_play_by_pressing_and_through_power_cuts(world: World) -> None:
    lobby = await sit_down(world, "krypkille", deals=2)
    await turns(world, 4)
    await skip_to(world, lambda game: len(game.trick.past) == 41)
    table = await cut_power(world)
    assert TABLE.phase(table.going().view(None)) == "last trick"
    assert "The lowest card wins" in text_of(world.message(lobby.id))
    await turns(world, 1)
    table = await cut_power(world)
    assert TABLE.phase(table.going().view(None)) == "decided"
    message = world.message(lobby.id)
    assert "wins the deal with" in text_of(message)
    assert "Trick taken last: " in alts_of(message)[0]
    decided = await world.people[0].press(message, "Last trick")
    assert "won the deal with" in text_of(decided.response)
    assert "Deal 1: " in text_of((await world.people[0].press(message, "Scores")).response)
    await turns(world, 1)
    table = await skip_to(world, lambda game: game.deal == 2 and len(game.trick.past) == 40)
    await turns(world, 2)
    assert "the result" in text_of(world.table_message())
    assert sum(table.going().scores) == 2


@pytest.mark.people(14)
async def test_fourteen_people_play_by_pressing(world: World) -> None:
    await sit_down(world, "krypkille")
    await turns(world, 1)
    table = await skip_to(world, lambda game: len(game.trick.past) == 36)
    await turns(world, 6)
    assert not table.live
    assert "the result" in text_of(world.table_message())
    assert sum(table.going().scores) == 1
