"""Dubbel fanfar at the table: the line with both its ends, a card or a draw, the account, and play by pressing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.dubbel_fanfar import DubbelFanfarTable, fits
from games.cards import KILLE_RANKS
from games.chance import Chance
from games.dubbel_fanfar import DRAW, DubbelFanfar
from games.game import Event
from games.kille_hand import size
from pictures.alt import alt_text
from pictures.scene import Pile, Pot, Scene, Strip
from tests.support.kille_deal import play_all, stack
from tests.support.kille_table import cut_power, sit_down, skip_to, turns
from tests.support.people import text_of
from tests.support.presenting import NAMES, check_everything_shown, played_until, playing, show_of
from tests.support.world import World
from tests.table.playing import next_player

TABLE = DubbelFanfarTable()


def game_of(*hands: str, games: int = 1, seed: bytes = b"fanfare") -> DubbelFanfar:
    """A game whose first deal has these cards; seat 0 deals, so seat 1 opens if it can."""
    shuffles = (stack(0, *hands, each=14),) if hands else ()
    return DubbelFanfar(2, DubbelFanfar.Options.read({"games": games}), Chance(seed, 0, shuffles))


def shown(game: DubbelFanfar, moves: str = "", seat: int | None = None) -> Any:
    """What is shown after these moves of whoever is to act."""
    return show_of(game, [*game.opening, *play_all(game, moves)], seat)


def strip_of(scene: Scene) -> Strip:
    (strip,) = [element for element in scene.elements if isinstance(element, Strip)]
    return strip


@settings(max_examples=8)
@given(st.integers(0, 2**16), st.integers(1, 3), st.booleans())
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, games: int, purses: bool) -> None:
    rng = Random(seed)
    options = DubbelFanfar.Options.read({"games": games})
    game = DubbelFanfar(2, options, Chance(rng.randbytes(8)), (9, 30) if purses else None)
    phases: dict[str, int] = {}
    for position, story in playing(game, rng):
        phase = TABLE.phase(position.view(None))
        phases[phase] = phases.get(phase, 0) + 1
        if phases[phase] == 1 or rng.random() < 0.08:
            check_everything_shown(TABLE, position, story)
    assert set(phases) == {"start", "line", "over"} | ({"won"} if games > 1 else set())


def test_every_event_is_told() -> None:
    kinds = set()
    for seed in range(6):
        game = game_of(games=2, seed=bytes([seed]))
        *_, (_, story) = playing(game, Random(seed))
        show = show_of(game, story)
        for event in story:
            said = TABLE.sentence(event, show)
            assert said, event
            if "seat" in event.facts:
                assert NAMES[event["seat"]] in said
        kinds |= {event.kind for event in story}
    assert kinds == {"game", "play", "line", "draw", "game_over"}


def test_sentences() -> None:
    show = shown(game_of())

    def said(kind: str, **facts: object) -> str | None:
        return TABLE.sentence(Event(kind, **facts), show)

    assert said("game", game=1, dealer=0, opens=1, pot=2) == "Game 1: Ann deals, Bo opens."
    assert said("game", game=2, dealer=1, opens=1, pot=2) == "Game 2: Bo deals and opens, the only one with a Värdshus."
    assert said("play", seat=0, card="VA") == "Ann plays Värdshus."
    assert said("line", number=1) == "The line is complete and turned away. The other Värdshus is next."
    assert said("draw", seat=1, drew=True, pot=5) == "Bo pays 1 and draws a card."
    assert said("draw", seat=1, drew=False, pot=5) == "Bo pays 1: the talon is empty."
    over = said("game_over", game=1, seat=0, left=3, pot=12, scores=(9, -9))
    assert over == "Ann is out and wins the pot of 12, and 3 for the cards left."


def test_the_line_shows_what_lies_and_in_gold_what_fits() -> None:
    game = game_of(seed=b"line")
    for position, story in playing(game, Random(1)):
        view = position.view(None)
        slots = strip_of(TABLE.scene(show_of(position, story))).slots
        assert len(slots) == len(KILLE_RANKS)
        lies = [slot.code for slot in slots if slot.code]
        low, high = (view.line.low, view.line.high) if view.line else ("", "")
        assert lies == (list(KILLE_RANKS[KILLE_RANKS.index(low) : KILLE_RANKS.index(high) + 1]) if view.line else [])
        golden = {rank for rank, slot in zip(KILLE_RANKS, slots, strict=True) if slot.glow == "gold"}
        if view.outcome is not None:
            assert golden == set()
            continue
        assert golden == set(fits(view))
        seat = position.to_act[0]
        held = [card for card in position.moves(seat) if card != DRAW]
        assert set(held) == golden & set(position.view(seat).hand)


def test_pot_talon_cards_in_hand_and_net_are_in_sight() -> None:
    game = game_of(games=2)
    for position, story in playing(game, Random(2)):
        scene = TABLE.scene(show_of(position, story))
        (pot,) = [element for element in scene.elements if isinstance(element, Pot)]
        (talon,) = [element for element in scene.elements if isinstance(element, Pile)]
        assert (pot.amount, talon.count) == (str(position.pot), len(position.talon) - position.drawn)
        view = position.view(None)
        for seat, plate in zip((0, 1), scene.seats, strict=True):
            assert plate.pile is not None
            assert plate.pile.count == view.hands[seat]
            assert int(plate.line.split()[0].replace("−", "-")) == view.net[seat]


def test_two_cards_one_card_or_the_draw() -> None:
    low, high = "VA KA KA GR GR HU HU GO GO HA HA 1 1 2", "VA 12 12 11 11 10 10 9 9 8 8 7 7 6"
    game = game_of(high, low)
    show = shown(game, seat=1)
    assert [choice.label for choice in TABLE.menu(show, "").choices] == ["Play Värdshus"]
    assert TABLE.menu(show, "").reason == "You hold Värdshus, so you may not draw."
    assert TABLE.status(show) == "**Bo** is to play Värdshus, or to draw."
    show = shown(game, "VA", seat=0)
    assert [choice.label for choice in TABLE.menu(show, "").choices] == ["Play 12"]
    assert TABLE.menu(show, "").reason == "You hold 12, so you may not draw."
    assert TABLE.hand(show).playable == tuple(i for i, card in enumerate(show.view.hand) if card == "12")
    assert TABLE.status(show) == "**Ann** is to play 12 or Kavall, or to draw."
    play_all(game, "12 KA 11 GR 10 HU 9 GO 8 HA 7")
    show = show_of(game, [], 1)
    (choice,) = TABLE.menu(show, "").choices
    assert TABLE.menu(show, "").reason == "You hold no 6.", "above Harlekin nothing fits"
    assert (choice.label, choice.move) == ("Pay 1 and draw", DRAW)
    assert TABLE.task(show) == "**Your turn**: none of your cards fits, so you draw."
    assert TABLE.hand(show).playable == ()


def test_a_dealer_who_opens_is_known_to_hold_a_vardshus() -> None:
    game = game_of("VA 12 KA", "BL PO 12")
    show = shown(game)
    assert TABLE.status(show) == "**Ann** is to play Värdshus."
    assert TABLE.public_choices(show) == ()
    show = shown(game, "VA")
    assert "Line 1 of 2: Värdshus. What fits: 12 and Kavall." in TABLE.written(show)
    assert TABLE.status(show) == "**Bo** is to play 12 or Kavall, or to draw."
    assert [choice.label for choice in TABLE.public_choices(show)] == ["Pay 1 and draw"]
    assert "Line 1 of 2: 12 to Värdshus." in TABLE.written(shown(game, "12"))


def test_a_hand_with_both_cards_chooses() -> None:
    game = game_of("VA 12 KA", "VA BL PO")
    show = shown(game, "VA", seat=0)
    assert [(choice.label, choice.tone) for choice in TABLE.menu(show, "").choices] == [
        ("Play 12", "take"),
        ("Play Kavall", "take"),
    ]
    assert TABLE.menu(show, "").reason == "You hold both cards that fit: play one of them."
    game.play(0, "12")
    show = show_of(game, [], 1)
    assert show.moves == (DRAW,)
    assert TABLE.menu(show, "").reason == "You hold neither 11 nor Kavall."
    assert "What fits: 11 and Kavall." in TABLE.hand_written(show)


def test_the_draw_in_public_is_there_whether_or_not_somebody_must_draw() -> None:
    """It must not tell who holds no card that fits."""
    game = game_of()
    for position, story in playing(game, Random(3)):
        choices = TABLE.public_choices(show_of(position, story))
        assert [choice.move for choice in choices] == ([DRAW] if position.to_act else [])


def test_a_complete_line_is_turned_away_and_the_other_inn_is_next() -> None:
    for seed in range(40):
        game = game_of(seed=bytes([seed]))
        story = list(game.opening)
        rng = Random(seed)
        while game.outcome is None and not (game.lines and not game.past.endswith(b"\x15")):
            story += game.play(game.to_act[0], rng.choice(game.moves(game.to_act[0])))
        if game.outcome is None:
            break
    show = show_of(game, story)
    scene = TABLE.scene(show)
    assert [slot.text.replace("- ", "") for slot in strip_of(scene).slots if slot.glow] == ["Värdshus"]
    assert scene.pills[-1].text == "The line is complete."
    assert "Line 2 of 2. What fits: Värdshus." in alt_text(scene)
    assert "Line 2 of 2: nothing lies there." in TABLE.written(show)


def test_the_account_is_game_by_game() -> None:
    game = game_of(games=3)
    assert TABLE.score_table(shown(game)).startswith("No game is over yet.")
    story = played_until(game, lambda game: game.game_no == 3, Random(4))
    lines = TABLE.score_table(show_of(game, story)).splitlines()
    over = [event for event in story if event.kind == "game_over"]
    for number, event in enumerate(over, 1):
        assert lines[number - 1].startswith(
            f"Game {number}: {NAMES[event['seat']]} is out and wins the pot of {event['pot']}"
        )
    assert [int(line.split("**")[1].replace("−", "-")) for line in lines[-2:]] == list(game.net)


def test_rules_fit_a_message() -> None:
    page = TABLE.rules_page(shown(game_of()).words)
    assert len(page) < 3900
    assert "How this bot reads the rulebook" in page


# ---- over simcord --------------------------------------------------------------------------------------------------


async def test_two_people_play_by_pressing_and_through_a_power_cut(world: World) -> None:
    lobby = await sit_down(world, "dubbel-fanfar", games=2)
    await turns(world, 2)
    table = await skip_to(world, must_draw_and_the_other_need_not)
    player, pot = next_player(world), table.going().pot
    await player.press(world.message(lobby.id), "Pay 1 and draw")
    assert table.going().pot == pot + 1
    assert f"{player.actor.name} pays 1 and draws a card." in text_of(world.message(lobby.id))
    refused = await next_player(world).press(world.message(lobby.id), "Pay 1 and draw")
    assert refused.ephemeral
    assert "You hold a card that fits" in text_of(refused.response)

    await skip_to(world, may_play_the_last_card)
    table = await cut_power(world)
    await turns(world, 1)
    assert TABLE.phase(table.going().view(None)) == "won"
    assert "is out and wins the pot" in text_of(world.message(lobby.id))
    await turns(world, 1)
    table = await skip_to(world, lambda game: game.game_no == 2 and may_play_the_last_card(game))
    await turns(world, 1)
    assert "the result" in text_of(world.table_message())
    assert sum(table.going().net) == 0


def must_draw_and_the_other_need_not(game: DubbelFanfar) -> bool:
    seat = game.to_act[0]
    if game.moves(seat) != [DRAW] or not game.talon[game.drawn :]:
        return False
    after = game.copy()
    after.advance(seat, DRAW)
    return bool(game.game_no == 1) and after.moves(1 - seat) != [DRAW]


def may_play_the_last_card(game: DubbelFanfar) -> bool:
    seat = game.to_act[0]
    return size(game.hands[seat]) == 1 and game.moves(seat) != [DRAW]


@pytest.mark.parametrize("games", [1, 10])
def test_the_expected_length(games: int) -> None:
    assert TABLE.length(2, DubbelFanfar.Options.read({"games": games})) == 5 * games
