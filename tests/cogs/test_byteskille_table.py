"""Byteskille at the table: one hidden card each, what everybody sees of it, showdowns, sales, and twenty at one moment."""

from __future__ import annotations

import statistics
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.byteskille import ByteskilleTable
from db import tables
from games.byteskille import Byteskille
from games.chance import Chance
from games.game import Event, Game
from pictures.alt import alt_text
from pictures.scene import Scene, Seat
from table.live import LiveTable
from table.pace import NO_WAITS, Pace
from tests.support import simkit
from tests.support.byteskille import run
from tests.support.byteskille import table as dealt
from tests.support.outgoing import figures_in
from tests.support.people import Control, Player, controls, find, text_of
from tests.support.presenting import check_everything_shown, check_public, playing, show_of, strings
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import fast_forward_to, open_table

TABLE = ByteskilleTable()


def after(game: Byteskille, *moves: str) -> list[Event]:
    """The story of a game after these moves."""
    return [*game.opening, *run(game, *moves)]


def plates(scene: Scene) -> dict[str, Seat]:
    return {seat.name: seat for seat in scene.seats}


# ---- at every position ---------------------------------------------------------------------------------------------


@settings(max_examples=6)
@given(st.integers(0, 2**16), st.sampled_from((2, 3, 4, 7, 11, 20)))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int) -> None:
    """In the picture, in alt text, sentences and public buttons there is no figure that is not public."""
    rng = Random(seed)
    game = Byteskille(seats, Byteskille.Options(), Chance(rng.randbytes(32)))
    told = 0
    for position, story in playing(game, rng):
        show = show_of(position, story)
        for event in story[told:]:
            said = TABLE.sentence(event, show)
            assert bool(said) == (event.kind not in ("out", "undo", "window", "skip")), event
        told = len(story)
        if rng.random() < 0.3 / seats or position.outcome is not None:
            check_everything_shown(TABLE, position, story)
            check_nothing_hidden(position, story)
        if position.ply > 150:
            break


def check_nothing_hidden(game: Game, story: list[Event]) -> None:
    show = show_of(game, story)
    seen = set(strings(show.view.to_json()))
    public = seen | set(strings([event.to_json() for event in story]))
    buttons = TABLE.public_choices(show)
    scene = TABLE.scene(show)
    lying = {card.code for seat in scene.seats for card in seat.cards if card.code}
    told = " ".join((alt_text(scene), TABLE.written(show), *(choice.label for choice in buttons)))
    assert figures_in(told) <= public
    assert lying <= seen
    offered = {choice.move for choice in buttons}
    for seat in game.to_act:
        assert set(game.moves(seat)) & offered, "whoever is asked can answer here"
    for seat in range(game.seats):
        buys = {move for move in game.moves(seat) if move.startswith("buy-card")}
        assert buys <= offered or len(offered) > 10
    assert len({choice.label for choice in buttons}) == len(buttons)


def test_a_phase_has_its_picture_at_the_smallest_and_the_largest_table() -> None:
    for seats in (2, 3, 20):
        seen = set()
        for seed in range(12):
            game = Byteskille(seats, Byteskille.Options(), Chance(bytes([seed, seats])))
            for position, story in playing(game, Random(seed)):
                phase = TABLE.phase(position.view(None))
                if phase not in seen:
                    seen.add(phase)
                    check_public(TABLE, show_of(position, story))
            if len(seen) == (2 if seats == 2 else 4):
                break
        assert seen == ({"trade", "over"} if seats == 2 else {"trade", "redeal", "buy-in", "over"})


# ---- what everybody sees -------------------------------------------------------------------------------------------


def test_cards_lie_face_down_until_they_are_shown_by_refusing() -> None:
    game = dealt(4, "5 VA GR 9")
    show = show_of(game, after(game))
    assert [card.code for seat in TABLE.scene(show).seats for card in seat.cards] == ["", "", "", ""]
    story = after(game, "trade")
    show = show_of(game, story)
    scene = TABLE.scene(show)
    assert [card.code for seat in scene.seats for card in seat.cards] == ["", "VA", "GR", ""]
    assert plates(scene)["Ann"].out
    assert plates(scene)["Ann"].cards[0].veiled
    said = [TABLE.sentence(event, show) for event in story]
    assert said[1:3] == [
        "Ann asks Bo, who shows Värdshus: the next one is asked.",
        "Ann asks Cy, who shows Gris: Ann is out.",
    ]
    assert "Ann: out" in alt_text(scene)
    assert "Bo: to keep or trade, has shown Värdshus" in alt_text(scene)


def test_only_the_two_who_swapped_see_the_cards_and_are_told_to_look_again() -> None:
    game = dealt(3, "HA 3 7")
    story = after(game, "trade")
    assert "Harlekin" not in alt_text(TABLE.scene(show_of(game, story)))
    ann, bo, cy = (show_of(game, story, seat) for seat in range(3))
    assert "You have traded with Bo" in TABLE.hand_written(ann)
    assert "Bo has Harlekin, which you gave away" in TABLE.hand_written(ann)
    assert "**Look again**: Ann has traded with you" in TABLE.hand_written(bo)
    assert "worth 0" in TABLE.hand_written(bo)
    assert [card.code for card in TABLE.hand(bo).cards] == ["HA"]
    assert "Look again" not in TABLE.hand_written(cy)
    assert "Harlekin" not in TABLE.hand_written(cy)


def test_after_a_gok_everybody_looks_again() -> None:
    game = dealt(3, "5 3 GO")
    story = after(game, "trade", "trade")
    for seat in range(2):
        written = TABLE.hand_written(show_of(game, story, seat))
        assert "all trades were undone" in written
        assert f"Your card: **{(5, 3)[seat]}**" in written
    assert plates(TABLE.scene(show_of(game, story)))["Cy"].cards[0].code == "GO"


def test_the_hand_says_whom_a_trade_asks_and_keeps_the_own_card_off_the_public_buttons() -> None:
    game = dealt(3, "GR 3 7")
    story = after(game)
    hand = {choice.move: choice.label for choice in TABLE.menu(show_of(game, story, 0), "").choices}
    assert hand == {
        "keep": "Keep Gris", "trade": "Trade with Bo", "redeal": "Ask for a redeal",
        "sell 1": "For 1", "sell 2": "For 2", "sell 3": "For 3", "sell 6": "For 6",
    }  # fmt: skip
    public = {choice.move: choice.label for choice in TABLE.public_choices(show_of(game, story))}
    assert public == {"keep": "Keep", "trade": "Trade with Bo"}
    run(game, "keep", "keep")
    assert TABLE.menu(show_of(game, story, 2), "").choices[1].label == "Trade with the talon"


def test_cards_on_sale_have_public_buttons_only_while_somebody_may_buy() -> None:
    def buys(deal: str, *moves: str) -> list[str | None]:
        game = dealt(len(deal.split()), deal)
        choices = TABLE.public_choices(show_of(game, after(game, *moves)))
        return [choice.move for choice in choices if choice.tone == "take" and choice.move != "trade"]

    assert buys("5 HU 8 9", "2 sell 8") == [], "all four are in"
    assert buys("5 HU 8 9", "trade", "2 sell 8") == ["buy-card 3"], "one is out"
    assert buys("5 8", "1 sell 4") == ["buy-card 2"], "of two the other may"


def test_a_card_is_offered_at_four_prices_and_bought_by_whoever_is_out() -> None:
    game = dealt(4, "5 HU 8 9")
    story = after(game, "trade", "2 sell 8")
    prices = [choice for choice in TABLE.menu(show_of(game, story, 1), "").choices if choice.move.startswith("sell")]
    assert [choice.label for choice in prices] == ["For 1", "For 2", "For 4", "For 8"]
    assert prices[0].heading.endswith("3 offers left:")
    (buy,) = TABLE.menu(show_of(game, story, 0), "").choices
    assert (buy.label, buy.move) == ("Cy for 8", "buy-card 3")
    assert buy.heading.startswith("Cards on sale")
    assert buy in TABLE.public_choices(show_of(game, story))
    assert plates(TABLE.scene(show_of(game, story)))["Cy"].line == "sells: 8"
    story += run(game, "0 buy-card 3")
    scene = TABLE.scene(show_of(game, story))
    assert [seat.name for seat in scene.seats] == ["Cy", "Bo", "Ann", "Dee"], "they have changed chairs"
    assert plates(scene)["Cy"].out
    assert "You have bought the card of Cy" in TABLE.hand_written(show_of(game, story, 0))


def test_a_showdown_shows_who_goes_out_and_why() -> None:
    game = dealt(5, "PO HU PO 3 8")
    story = after(game, "keep", "keep", "keep", "keep", "keep")
    assert game.phase == "buy-in"
    show = show_of(game, story)
    scene = TABLE.scene(show)
    cards = {seat.name: seat.cards[0] for seat in scene.seats}
    assert {name for name, card in cards.items() if card.glow == "red"} == {"Ann", "Cy"}
    assert {name for name, card in cards.items() if card.glow == "gold"} == {"Bo"}
    assert [pill.text for pill in scene.pills] == ["1 killing card", "Out: Ann and Cy (Potta or lower)."]
    assert plates(scene)["Ann"].line == "back for 4?"
    assert TABLE.last_trick(show)[0] == "Showdown of hand 1. 1 killing card (Husar). Out: Ann and Cy (Potta or lower)."
    story += run(game, "2 buy")
    assert plates(TABLE.scene(show_of(game, story)))["Cy"].line == "back in"
    assert TABLE.stages(show_of(game, story), 0) == (), "the window shows it as long as it is open"
    seen = len(story)
    story += run(game, "0 skip")
    assert game.hand == 2
    (stage,) = TABLE.stages(show_of(game, story), seen)
    after_window = {seat.name: (seat.line, seat.out, seat.to_act) for seat in stage.scene.seats}
    assert after_window["Cy"] == ("back in", False, False)
    assert after_window["Ann"] == ("out", True, False)
    assert stage.scene.pills[-1].text == "Cy buys in."
    assert stage.status.endswith("Out: Ann and Cy (Potta or lower). Cy buys in.")
    assert story[stage.told].kind == "deal"
    assert TABLE.stages(show_of(game, story), stage.told) == ()


def test_a_window_in_which_nobody_buys_says_so_before_the_next_hand() -> None:
    """Whoever is asked may answer at once: without this the others would hardly have seen the showdown."""
    game = dealt(3, "3 HU 8")
    story = after(game, "keep", "keep", "keep")
    assert game.phase == "buy-in"
    seen = len(story)
    story += run(game, "0 skip")
    (stage,) = TABLE.stages(show_of(game, story), seen)
    assert stage.scene.pills[-1].text == "Nobody buys in."


def test_a_showdown_without_a_window_is_shown_before_the_next_hand() -> None:
    game = dealt(3, "4 VA 9", "1 2 3")
    story = after(game, "keep", "keep", "keep")
    assert game.hand == 2
    show = show_of(game, story)
    (stage,) = TABLE.stages(show, len(game.opening))
    assert stage.status == "Showdown of hand 1. No card kills. Nobody goes out."
    assert [card.code for seat in stage.scene.seats for card in seat.cards] == ["4", "VA", "9"]
    assert not any(seat.to_act for seat in stage.scene.seats)
    assert story[stage.told - 1].kind == "showdown"
    assert TABLE.stages(show, stage.told) == ()
    assert [card.code for seat in TABLE.scene(show).seats for card in seat.cards] == ["", "", ""]


def test_a_traded_harlekin_is_worth_nothing_and_the_picture_says_so() -> None:
    game = dealt(3, "HA 3 GR")
    story = after(game, "trade", "keep", "keep")
    scene = TABLE.scene(show_of(game, story))
    bo = plates(scene)["Bo"].cards[0]
    assert (bo.code, bo.glow, bo.marker) == ("HA", "red", "0")
    assert scene.pills[1].text == "Out: Bo (a Harlekin by trade is worth 0)."
    assert "Bo: Harlekin, worth 0, it came by a trade, goes out" in alt_text(scene)


def test_the_end_shows_the_winner_and_the_pot() -> None:
    game = dealt(2, "HU 3")
    story = after(game, "keep", "keep")
    scene = TABLE.scene(show_of(game, story))
    assert scene.pills[-1].text == "Ann is the last one in and takes the pot of 4."
    assert plates(scene)["Ann"].to_act
    assert "Pot: 4 points" in alt_text(scene)


def test_scores_name_what_each_won_or_paid_and_what_the_hands_brought() -> None:
    game = dealt(3, "HU 3 8")
    story = after(game, "keep", "keep", "keep", "1 buy")
    text = TABLE.score_table(show_of(game, story))
    assert "Bo: **−6** · in, bought in 1 of 3 times" in text
    assert "Hand 1: 1 killing card (Husar). Out: Bo (3 or lower)." in text
    game = dealt(3, "3 HU 8")
    assert "Hand 1: Ann out in trading." in TABLE.score_table(show_of(game, after(game, "trade")))


def test_clocks_and_windows() -> None:
    game = dealt(3, "HU 3 8")
    assert TABLE.seconds(game.view(None)) == 45
    assert TABLE.window(game.view(None)) is None
    run(game, "keep", "keep")
    window = TABLE.window(game.view(None))
    assert window.locks("keep")
    assert window.locks("trade")
    assert not window.locks("sell 2")
    assert window.lock == 5
    run(game, "keep")
    assert TABLE.window(game.view(None)).seconds == 20
    game = dealt(3, "4 5 6")
    run(game, "1 redeal")
    assert TABLE.seconds(game.view(None)) == 30


def test_a_press_made_before_a_new_offer_counts_but_never_at_another_price() -> None:
    game = dealt(4, "5 HU 8 9")
    run(game, "0 trade", "2 sell 8", "3 sell 1", "2 withdraw")
    then = game.view(None)
    run(game, "2 sell 2")
    now = game.view(None)
    assert then.decision != now.decision
    assert all(TABLE.still_means(move, then, now) for move in ("keep", "trade", "sell 4", "buy-card 4"))
    assert not TABLE.still_means("buy-card 3", then, now), "it costs something else now"
    then, decider = now, game.to_act[0]
    run(game, "keep")
    assert not TABLE.still_means("keep", then, game.view(None)), "somebody else is asked"
    assert all(TABLE.still_means(move, then, game.view(None)) for move in ("sell 4", "withdraw", "buy-card 4"))
    assert decider == 1
    run(game, "2 trade")
    assert not TABLE.still_means("sell 4", then, game.view(None)), "the card may be another one"


def test_a_card_is_not_bought_once_its_turn_is_used() -> None:
    """Pressed while the seller could still trade it, and now the seller has kept."""
    game = dealt(4, "5 HU 8 9")
    run(game, "0 trade", "1 sell 8")
    then = game.view(None)
    run(game, "keep")
    assert not TABLE.still_means("buy-card 2", then, game.view(None))
    assert TABLE.still_means("withdraw", then, game.view(None))


def test_who_is_asked_to_buy_in_hears_how_often_it_is_still_possible() -> None:
    game = dealt(3, "HU 3 8")
    story = after(game, "keep", "keep", "keep")
    task = TABLE.task(show_of(game, story, 1))
    assert task.endswith("do you buy in for 4? After that you can do so 2 times more.")
    for used, said in ((1, "After that you can do so once more."), (2, "It is your last time.")):
        show = show_of(game, story, 1)
        assert TABLE.task(replace(show, view=replace(show.view, buy_ins=(0, used, 0)))).endswith(said)


def test_the_last_one_is_told_why_the_decision_waits() -> None:
    game = dealt(3, "4 5 6")
    story = after(game, "keep")
    assert "last" not in TABLE.status(show_of(game, story)) + TABLE.task(show_of(game, story, 1))
    story += run(game, "keep")
    show = show_of(game, story, 2)
    assert TABLE.status(show) == "**Cy**, the last in this hand, is to keep or trade with the talon."
    assert TABLE.task(show).endswith("You are the last: for 5 seconds cards can still be sold.")


def test_rules_fit_a_message() -> None:
    assert len(TABLE.rules_page(show_of(dealt(2, "1 2"), []).words)) < 3900


# ---- over simcord --------------------------------------------------------------------------------------------------


async def sit_down(world: World, seed: int = 1) -> Any:
    """Everybody joins at one moment, Ann starts, everybody opens the hand; the cards are those of this seed."""
    world.bot.house.lobby._token = lambda size: bytes([seed] * size).hex()
    lobby = await open_table(world, "byteskille")
    join = find(lobby, "Join")
    answers = [emit_click(world.env, player.actor, lobby, join.custom_id) for player in world.people[1:]]
    await world.env.settle()
    assert all(answer.acknowledged for answer in answers)
    assert len(world.tables()[-1].places) == len(world.people)
    await world.people[0].press(world.message(lobby.id), "Keep order")
    await world.people[0].press(world.message(lobby.id), "Start")
    return lobby


async def open_hands(world: World, lobby: Any) -> None:
    for player in world.people:
        await player.open_hand(world.message(lobby.id))


def player_of(world: World, seat: int) -> Player:
    member = world.tables()[-1].places[seat].member
    return next(player for player in world.people if player.id == member)


def button(message: Any, move: str) -> Control:
    return next(control for control in controls(message) if control.decides and control.object == move)


def last_two(game: Any) -> bool:
    """Are two left, at the beginning of a hand?"""
    return game.phase == "trade" and game.live.count(True) == 2 and game.place == 0


async def play_on(world: World, wanted: LiveTable) -> None:
    """Everybody plays what their hand offers until the game is over; the last in order looks for a while first."""
    while wanted.live:
        game = wanted.going()
        if TABLE.window(game.view(None)) is not None and game.phase == "trade":
            await world.env.advance_time(6)
        player = player_of(world, game.to_act[0])
        await player.play()


@pytest.mark.people(2)
async def test_two_people_play_a_whole_game_by_pressing(world: World) -> None:
    lobby = await sit_down(world)
    await open_hands(world, lobby)
    await play_on(world, world.tables()[-1])
    assert "the result" in text_of(world.table_message())
    presses = [count for player in world.people for count in player.presses]
    assert statistics.median(presses) == 1
    assert max(presses) == 1


@pytest.mark.people(4)
async def test_nothing_leaks_in_a_whole_game_with_all_hands_open(world: World) -> None:
    """Everybody trades whenever they can; the watch looks at every message, and a swapped hand changes out of turn."""
    lobby = await sit_down(world, seed=22)
    await open_hands(world, lobby)
    wanted = world.tables()[-1]
    while wanted.live:
        game = wanted.going()
        await world.env.advance_time(6 if game.phase == "trade" else 21)
        if wanted.going().phase == "trade":
            player = player_of(world, wanted.going().to_act[0])
            (trade,) = (control for control in player.offers() if control.object == "trade")
            await player.actor.click(player.hand, custom_id=trade.custom_id)
    told = {player.id: [] for player in world.people}
    for sent in world.watch.sent:
        if sent.reader in told:
            told[sent.reader].append(" ".join(sent.texts))
    for texts in told.values():
        assert any("Your card" in text for text in texts)
    assert any("Look again" in text for texts in told.values() for text in texts)


@pytest.mark.people(3)
async def test_the_last_decision_waits_for_five_seconds(world: World) -> None:
    lobby = await sit_down(world)
    await open_hands(world, lobby)
    wanted = world.tables()[-1]
    for _ in range(2):
        await player_of(world, wanted.going().to_act[0]).press(world.message(lobby.id), "Keep")
    last = player_of(world, wanted.going().to_act[0])
    answer = await last.press(world.message(lobby.id), "Keep")
    assert "Not yet" in text_of(answer.response)
    assert wanted.going().hand == 1
    await world.env.advance_time(5)
    await last.press(world.message(lobby.id), "Keep")
    assert wanted.going().hand == 2 or wanted.going().phase in ("buy-in", "over")


@pytest.mark.people(3)
async def test_a_card_that_is_swapped_appears_in_the_open_hand_of_the_other(world: World) -> None:
    """Also in that of a player who has nothing to press: here all three offers of the hand are used up."""
    lobby = await sit_down(world)
    await open_hands(world, lobby)
    wanted = world.tables()[-1]
    first, second = (player_of(world, wanted.going().ring[chair]) for chair in wanted.going().order[:2])
    for _ in range(3):
        await second.actor.click(second.hand, custom_id=find(second.hand, "For 1").custom_id)
        await second.actor.click(second.hand, custom_id=find(second.hand, "Offer it no more").custom_id)
    assert wanted.going().place == 0
    assert [control.label for control in second.offers()] == ["Ask for a redeal"]
    await first.press(world.message(lobby.id), "Trade with " + second.actor.name)
    name = first.actor.name
    if wanted.going().shown:
        pytest.fail("choose a seed with which the second card does not refuse")
    assert f"Look again: {name} has traded with you" in text_of(second.hand).replace("**", "")


@pytest.mark.people(20)
async def test_twenty_people_press_at_one_moment(world: World) -> None:
    """Everybody who is asked answers a window at once, and each answer counts; the others are told why theirs does not."""
    lobby = await sit_down(world)
    first = player_of(world, world.tables()[-1].going().to_act[0])
    await first.press(world.message(lobby.id), "Keep")
    wanted = await fast_forward_to(world, lambda game: game.phase == "buy-in" and len(game.to_act) >= 8)
    await world.people[0].actor.slash(world.channel, "table")
    asked, message = wanted.going().to_act, world.table_message()
    moves = {seat: "buy" if place % 2 else "skip" for place, seat in enumerate(asked)}
    presses = {
        seat: emit_click(
            world.env, player_of(world, seat).actor, message, button(message, moves.get(seat, "buy")).custom_id
        )
        for seat in range(20)
    }
    await world.env.settle()
    game = wanted.going()
    for seat, press in presses.items():
        assert press.acknowledged
        said = "" if press.response is None or not press.ephemeral else text_of(press.response)
        assert "from before" not in said
        assert "too late" not in said
        if seat in asked:
            assert said == "", said
            assert game.is_live(seat) == (moves[seat] == "buy")
        else:
            assert said.startswith(("You are in already.", "You have bought in three times", "Buying in costs"))
    assert game.phase == "trade"


@pytest.mark.people(20)
async def test_twenty_people_play_to_the_end_after_a_restart_in_a_window(world: World) -> None:
    lobby = await sit_down(world)
    wanted = await fast_forward_to(
        world, lambda game: game.phase == "buy-in" and game.hand >= 4 and len(game.to_act) >= 3
    )
    before = wanted.going()
    await world.restart()
    wanted = await world.bot.house.find(wanted.id)
    assert wanted.going() == before
    first, *_ = before.to_act
    await player_of(world, first).press(world.message(lobby.id), "Stay out")
    assert wanted.going().phase == "buy-in"
    await world.env.advance_time(21)
    assert wanted.going().phase == "trade", "the window closes by itself"
    wanted = await fast_forward_to(world, last_two)
    await world.people[0].actor.slash(world.channel, "table")
    while wanted.live:
        if wanted.going().phase == "buy-in":
            await world.env.advance_time(21)
        else:
            await world.env.advance_time(6)
            await player_of(world, wanted.going().to_act[0]).press(world.table_message(), "Keep")
    assert not any(place.missed or place.autopilot for place in wanted.places), "who lets a window pass misses nothing"
    assert "the result" in text_of(world.table_message())


def asks_for_redeals(game: Any, seat: int, rng: Random) -> str:
    """A redeal is asked for where that is possible, and agreed to."""
    moves = game.moves(seat)
    return next((move for move in moves if move in ("redeal", "agree")), "") or rng.choice(moves)


@pytest.mark.people(3)
@pytest.mark.parametrize(
    "reached",
    [
        pytest.param(
            lambda game: game.phase == "trade" and game.view(game.to_act[0]).gave, id="a card came by a trade"
        ),
        pytest.param(lambda game: game.phase == "redeal" and game.agreed, id="one of two has agreed"),
        pytest.param(lambda game: any(price is not None for price in game.view(None).offers), id="a card is on sale"),
        pytest.param(lambda game: game.phase == "buy-in", id="buying in"),
    ],
)
async def test_after_a_restart_every_hand_is_as_it_was_and_the_game_goes_on(world: World, reached: Any) -> None:
    await sit_down(world)
    wanted = await fast_forward_to(world, reached, asks_for_redeals)
    before = wanted.going()
    assert reached(before), "choose a seed with which it comes to this"
    await world.people[0].actor.slash(world.channel, "table")
    await open_hands(world, world.table_message())
    hands = {player.id: (text_of(player.hand), offered_moves(player)) for player in world.people}
    await world.restart()
    wanted = await world.bot.house.find(wanted.id)
    assert wanted.going() == before
    for player in world.people:
        shown = await player.open_hand(world.message(wanted.row.message))
        assert (text_of(shown), offered_moves(player)) == hands[player.id]
        seat = wanted.seat_of(player.id)
        assert offered_moves(player) == set(before.moves(seat))
    await world.env.advance_time(6)
    seat = wanted.going().to_act[0]
    player = player_of(world, seat)
    await player.actor.click(player.hand, custom_id=button(player.hand, before.default(seat)).custom_id)
    assert wanted.going().ply == before.ply + 1


def offered_moves(player: Player) -> set[str]:
    """The moves that the open hand of a player has buttons for."""
    return {control.object for control in player.offers() if control.verb == "m"}


@pytest.mark.people(3)
@pytest.mark.parametrize("pace", [NO_WAITS, NO_WAITS.with_changes(grace=0.4)])
async def test_buying_in_in_the_last_ten_milliseconds_counts(world: World) -> None:
    await sit_down(world)
    wanted = await fast_forward_to(world, lambda game: game.phase == "buy-in" and len(game.to_act) == 1)
    await world.people[0].actor.slash(world.channel, "table")
    (seat,) = wanted.going().to_act
    row = await world.bot.db.read(tables.load_table, wanted.id)
    left = row.deadline / 1000 - world.env.now().timestamp()
    assert 18 < left <= 20
    await world.env.advance_time(left - 0.008)
    assert wanted.going().phase == "buy-in"
    await player_of(world, seat).press(world.table_message(), "Buy in")
    await world.env.advance_time(1)
    assert [event["seat"] for event in wanted.story if event.kind == "buy"][-1] == seat
    assert wanted.going().phase == "trade"


@pytest.mark.people(3)
@pytest.mark.simcord(settle_timeout=1.2)  # shorter than every wait that is looked at: none is really waited for
@pytest.mark.parametrize("pace", [Pace(mention_after=600)])
async def test_what_is_sent_and_when_tells_nothing_of_the_cards(world: World) -> None:
    """The same moves over different cards: the same requests to the same readers at the same moments."""
    sent: dict[str, list[tuple[Any, str, float]]] = {}
    dealt_before: set[str] = set()
    for seed in range(1, 40):
        game = Byteskille(3, Byteskille.Options(), Chance(bytes([seed] * 32)))
        cards = " ".join(str(game.view(seat).card) for seat in range(3))
        if game.dealer != 2 or {"VA", "KA", "GR", "HU", "GO"} & set(cards.split()) or cards in dealt_before:
            continue  # with other dealers others are next, and a card that refuses is shown to all
        dealt_before.add(cards)
        lobby = await sit_down(world, seed)
        await open_hands(world, lobby)
        await world.env.advance_time(3)
        begun, before = world.env.now(), len(world.watch.sent)
        moments: list[float] = []

        def note(*_: Any, begun: Any = begun, moments: list[float] = moments) -> None:
            moments.append(round((world.env.now() - begun).total_seconds(), 1))

        simkit.watchers.append(note)
        try:
            for label in (f"Trade with {world.people[1].actor.name}", "Keep"):
                await player_of(world, world.tables()[-1].going().to_act[0]).press(world.message(lobby.id), label)
                await world.env.advance_time(2)
        finally:
            simkit.watchers.remove(note)
        assert world.tables()[-1].going().place == 2
        requests = [(each.reader, each.method) for each in world.watch.sent[before:]]
        sent[cards] = [*zip(requests, moments, strict=False)]
        await world.people[0].actor.slash(world.channel, "end")
        if len(sent) == 3:
            break
    assert len(sent) == 3
    first, *others = sent.values()
    assert first
    assert all(other == first for other in others), sent


@pytest.mark.people(1)
async def test_a_computer_that_is_last_in_order_waits_too(world: World) -> None:
    world.bot.house.lobby._token = lambda size: bytes([3] * size).hex()
    lobby = await open_table(world, "byteskille", computers=1)
    await world.people[0].press(world.message(lobby.id), "Keep order")
    await world.people[0].press(world.message(lobby.id), "Start")
    wanted = world.tables()[-1]
    if wanted.places[wanted.going().to_act[0]].member is None:
        pytest.fail("choose a seed with which the person is first")
    await world.people[0].press(world.message(lobby.id), "Keep")
    await world.env.advance_time(4)
    assert wanted.going().place == 1
    await world.env.advance_time(2)
    game = wanted.going()
    assert game.hand > 1 or game.made[1] or not wanted.live, "it has decided, or offered its card first"
