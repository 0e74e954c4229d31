"""Kille at the table: packets, talon and pot, tricks and shares, the account, and play by pressing."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.kille import KilleTable
from cogs.score_columns import LINE
from games.chance import Chance
from games.game import Event
from games.kille import Kille
from pictures.alt import alt_text
from pictures.scene import Pot, Scene, Trick
from tests.support.kille_deal import play_all, stack
from tests.support.kille_table import cut_power, sit_down, skip_to, turns
from tests.support.people import alts_of, text_of
from tests.support.presenting import NAMES, check_everything_shown, played_until, playing, show_of, strings
from tests.support.world import World
from tests.table.playing import next_player

TABLE = KilleTable()
PHASES = ("decide", "tricks", "shares", "over")


def game_of(*hands: str, dealer: int = 0, talon: str = "", seats: int = 3, **options: object) -> Kille:
    """A game whose first hand deals these cards."""
    shuffles = (stack(dealer, *hands, then=talon, each=3),) if hands else ()
    return Kille(len(hands) or seats, Kille.Options.read(options), Chance(b"kille", dealer, shuffles))


def shown(game: Kille, moves: str = "", seat: int | None = None) -> Any:
    """What is shown after these moves of whoever is to act."""
    story = [*game.opening, *play_all(game, moves)]
    return show_of(game, story, seat)


def lines(scene: Scene) -> list[str]:
    return [seat.line for seat in scene.seats]


@settings(max_examples=8)
@given(st.integers(0, 2**16), st.sampled_from(Kille.seats_allowed), st.sampled_from(["once", "again"]))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int, talon: str) -> None:
    rng = Random(seed)
    options = Kille.Options.read({"rounds": 1, "talon": talon})
    game = Kille(seats, options, Chance(rng.randbytes(8)), (5,) * seats)
    phases: dict[str, int] = {}
    for position, story in playing(game, rng):
        phase = TABLE.phase(position.view(None))
        phases[phase] = phases.get(phase, 0) + 1
        if phases[phase] == 1 or rng.random() < 0.08:
            check_everything_shown(TABLE, position, story)
    assert set(phases) == set(PHASES)


def test_every_event_is_told() -> None:
    kinds = set()
    for seed in range(4):
        game = Kille(4, Kille.Options(), Chance(bytes([seed])))
        *_, (_, story) = playing(game, Random(seed))
        show = show_of(game, story)
        for event in story:
            said = TABLE.sentence(event, show)
            assert said, event
            if "seat" in event.facts and event.kind != "hand":
                assert NAMES[event["seat"]] in said
        kinds |= {event.kind for event in story}
    told = {"hand", "decide", "walkover", "start", "play", "trick", "no_trick", "shareout", "hand_over"}
    assert kinds == told


def test_sentences() -> None:
    show = shown(game_of())

    def said(kind: str, **facts: object) -> str | None:
        return TABLE.sentence(Event(kind, **facts), show)

    assert said("hand", hand=2, dealer=1, pot=9) == "Hand 2: Bo deals and pays 3. Pot 9."
    assert said("decide", seat=0, decision="join") == "Ann is in."
    assert said("decide", seat=0, decision="exchange") == "Ann exchanges."
    assert said("decide", seat=0, decision="fold") == "Ann folds."
    assert said("walkover", seat=2, points=9) == "Nobody else is in: Cy takes 9 points."
    assert said("start", share=1) == "Each trick pays 1 point."
    assert said("play", seat=1, card="GO") == "Bo plays Gök."
    trick = said("trick", seat=1, number=2, cards=("7", "GO", "KR"), points=3)
    assert trick == "Bo takes the trick with Gök: 3 points."
    assert said("no_trick", seat=1, points=3) == "Bo has no trick and pays 3."
    assert said("shareout", points=(2, 0, 1)) == "The tricks share what was paid: Ann +2 and Cy +1."
    over = said("hand_over", hand=4, scores=(6, -3, -6), pot=3)
    assert over == "After hand 4: Ann +6, Bo −3 and Cy −6."


@pytest.mark.parametrize("seats", [3, 8])
def test_pot_and_net_are_in_sight_in_every_phase(seats: int) -> None:
    game = Kille(seats, Kille.Options.read({"rounds": 1}), Chance(b"sight"))
    for position, story in playing(game, Random(1)):
        show = show_of(position, story)
        scene = TABLE.scene(show)
        (pot,) = [element for element in scene.elements if isinstance(element, Pot)]
        assert pot.amount == str(position.pot)
        for seat, line in enumerate(lines(scene)):
            net = f"{position.net[seat]:+d}".replace("-", "−") if position.net[seat] else "0"
            assert net in line.split() or line.endswith(net), (line, net)


def test_packets_show_who_is_in_out_or_asked() -> None:
    game = game_of(seats=4)
    story = played_until(game, lambda game: game.hand_no == 2, Random(1))
    show = show_of(game, story + play_all(game, "fold exchange"))
    scene = TABLE.scene(show)
    folded, exchanged, asked, waiting = [(game.dealer + step) % 4 for step in (1, 2, 3, 4)]
    assert scene.seats[folded].out
    assert [card.text for card in scene.seats[folded].cards] == ["folded"]
    (card,) = scene.seats[exchanged].cards
    assert (card.deck, card.code, card.veiled) == ("kille", "", False)
    assert scene.seats[exchanged].line.endswith("exchanged")
    assert [card.glow for card in scene.seats[asked].cards] == ["gold"]
    assert scene.seats[asked].to_act
    assert [card.veiled for card in scene.seats[waiting].cards] == [True]
    assert "Talon: 0 cards" in alt_text(scene)


def test_what_may_be_decided_is_said_and_offered_to_everybody_alike() -> None:
    game = game_of()
    show = shown(game)
    assert TABLE.status(show) == "**Bo** is to join or exchange. 3 points are in the pot."
    assert [choice.move for choice in TABLE.public_choices(show)] == ["join", "exchange"]
    own = show_of(game, list(game.opening), 1)
    assert [choice.move for choice in TABLE.menu(own, "").choices] == ["join", "exchange"]
    assert TABLE.menu(own, "").reason == "Nobody may fold: only the dealer's 3 points are in the pot."
    show = shown(game, "exchange")
    assert TABLE.status(show) == "**Cy** can only join. 3 points are in the pot."
    reason = TABLE.menu(show_of(game, [], 2), "").reason
    assert reason.endswith("The talon is gone: somebody has exchanged.")

    story = played_until(game_ := game_of(seats=5), lambda game: game.hand_no == 2, Random(1))
    assert "is to join, exchange or fold." in TABLE.status(show_of(game_, story))
    story += play_all(game_, "exchange")
    assert "is to join or fold." in TABLE.status(show_of(game_, story))
    choices = TABLE.menu(show_of(game_, story, game_.to_act[0]), "").choices
    assert [(choice.label, choice.tone) for choice in choices] == [("Join", "take"), ("Fold", "danger")]
    story = played_until(game_, lambda game: game.trick is not None, Random(1))
    assert TABLE.public_choices(show_of(game_, story)) == ()


def test_who_exchanged_or_folded_still_sees_what_they_put_away() -> None:
    game = game_of("7 8 9", "BL PO GO", "4 5 6", talon="HA HA GR")
    play_all(game, "exchange")
    said = TABLE.hand_written(show_of(game, [], 1))
    assert said == "Your hand: Gris, Harlekin and Harlekin\nYou have put away: Blare, Potta and Gök"
    assert "put away" not in TABLE.hand_written(show_of(game, [], 0))


def test_why_other_cards_are_not_offered() -> None:
    game = game_of("11 GR GO", "9 1 2", "BL 3 GR", "10 8 VA")
    show = shown(game, "join join join join", seat=1)
    assert TABLE.menu(show, "").reason == ""
    assert [choice.label for choice in TABLE.menu(show, "").choices] == ["Play 1", "Play 2", "Play 9"]
    show = shown(game, "9", seat=2)
    assert TABLE.menu(show, "").reason == "You must play at least as high as 9, which Bo played."
    assert [choice.tone for choice in TABLE.menu(show, "").choices] == ["take"]
    assert TABLE.hand(show).playable == (2,)
    show = shown(game, "GR", seat=3)
    assert TABLE.menu(show, "").reason == "None of your cards is as high as Gris: you must play the highest."
    assert [(choice.label, choice.tone) for choice in TABLE.menu(show, "").choices] == [("Play Värdshus", "lay")]
    show = shown(game, "VA", seat=0)
    assert [choice.label for choice in TABLE.menu(show, "").choices] == ["Play Gris", "Play Gök"]
    assert TABLE.status(shown(game)) == (
        "**Ann** is to play: Gris or higher, or else the highest card. Trick 1 of 3 for 1 point."
    )
    assert "Trick: Bo 9, Cy Gris and Dee Värdshus" in TABLE.hand_written(show)


def test_what_wins_so_far_glows_and_a_complete_trick_lies_there_until_the_next_lead() -> None:
    game = game_of(seats=5)
    for position, story in playing(game, Random(3)):
        if position.trick is None or position.outcome is not None:
            continue
        plays = [*takewhile(lambda event: event.kind == "play", reversed(story))][::-1]
        (trick,) = [element for element in TABLE.scene(show_of(position, story)).elements if isinstance(element, Trick)]
        cards = [(played.seat, played.card.code) for played in trick.cards]
        if plays:
            assert cards == [(event["seat"], event["card"]) for event in plays]
            assert (trick.winner, trick.to_play) == (position.trick.taker, position.to_act)
            assert not any(played.card.veiled for played in trick.cards)
        elif story[-1].kind == "trick":
            assert [card for _, card in cards] == list(story[-1]["cards"])
            assert (trick.winner, trick.to_play) == (story[-1]["seat"], ())
            assert [played.card.veiled for played in trick.cards] == [seat != story[-1]["seat"] for seat, _ in cards]
        else:
            assert (cards, trick.to_play) == ([], position.to_act), "nothing of the hand before lies there"


def test_between_two_hands_the_picture_tells_what_the_last_one_brought() -> None:
    game = game_of(seats=4)
    story = played_until(game, lambda game: game.hand_no == 2, Random(1))
    scene = TABLE.scene(show_of(game, story))
    (over,) = [event for event in story if event.kind == "hand_over"]
    for seat, line in enumerate(lines(scene)):
        assert line.split(" · ")[0].replace("−", "-") == (f"{over['scores'][seat]:+d}" if over["scores"][seat] else "0")
    assert "takes the trick with" in scene.pills[-1].text
    play_all(game, "join")
    assert not any(isinstance(element, Trick) for element in TABLE.scene(show_of(game, story)).elements)


def test_a_hand_won_without_play_shows_who_got_the_pot_and_no_trick_of_before() -> None:
    game = game_of(seats=3)
    story = played_until(game, lambda game: game.hand_no == 2 and game.may_fold, Random(4))
    winner = game.dealer
    pot = game.pot
    show = show_of(game, story + play_all(game, "fold fold"))
    scene = TABLE.scene(show)
    assert TABLE.phase(show.view) == "shares"
    assert not any(isinstance(element, Trick) for element in scene.elements)
    assert [(card.text, card.glow) for card in scene.seats[winner].cards] == [(f"+{pot - 3}", "gold")]
    assert scene.pills[-1].text == f"Nobody else is in: {NAMES[winner]} takes {pot} points."
    assert "Trick taken last" not in TABLE.written(show)


def test_the_last_trick_is_there_in_the_next_hand_and_a_covered_one_is_shown_first() -> None:
    game = game_of(seats=4)
    assert TABLE.last_trick(shown(game)) is None
    story = played_until(game, lambda game: game.hand_no == 2, Random(1))
    taken = next(event for event in reversed(story) if event.kind == "trick")
    end = len(story) - 1 - story[::-1].index(taken)
    show = show_of(game, story)
    assert show.view.last_trick == ()
    found = TABLE.last_trick(show)
    assert found is not None
    plays = story[end - len(taken["cards"]) : end]
    said = ", ".join(f"{NAMES[event['seat']]} {show.words.card(event['card'])}" for event in plays[:-1])
    assert found[0].startswith(f"Trick taken last: {said}")
    assert found[0].endswith(f"{NAMES[taken['seat']]} took it with {show.words.card(max_of(taken['cards']))}.")
    assert TABLE.stages(show, end) == (), "it lies there still"
    show = show_of(game, story + play_all(game, "join"))
    (stage,) = TABLE.stages(show, end)
    assert stage.told == len(story)
    assert "(winning)" in alt_text(stage.scene)
    assert TABLE.stages(show, end + 1) == ()


def max_of(cards: tuple[str, ...]) -> str:
    return max(cards, key="BL PO KR 1 2 3 4 5 6 7 8 9 10 11 12 VA KA GR HU GO HA".split().index)


@pytest.mark.parametrize("seats", [3, 8])
def test_the_account_adds_up_hand_by_hand(seats: int) -> None:
    game = Kille(seats, Kille.Options.read({"rounds": 2}), Chance(b"account"))
    story = played_until(game, lambda game: game.hand_no == seats + 2 and game.trick is not None, Random(2))
    text = TABLE.score_table(show_of(game, story))
    blocks = [block.strip("\n").splitlines() for block in text.replace("−", "-").split("```")[1::2]]
    assert max(len(line) for block in blocks for line in block) <= LINE
    assert all(len(block) == 1 + seats + 2 for block in blocks)
    sums = [0] * seats
    for number, rows in enumerate(zip(*(block[1:] for block in blocks), strict=True), 1):
        assert {row.split()[0] for row in rows} == {"…" if number == game.hand_no else str(number)}
        *gains, pot = [int(points) for row in rows for points in row.split()[1:]]
        sums = [total + gain for total, gain in zip(sums, gains, strict=True)]
        assert sum(sums) + pot == 0
    assert sums == list(game.scores)
    for seat in range(seats):
        net = f"{game.net[seat]:+d}".replace("-", "−") if game.net[seat] else "0"
        assert f"{NAMES[seat]}: **{net}**" in text


def test_purses_are_counted_on_where_they_are_known() -> None:
    game = Kille(3, Kille.Options(), Chance(b"purses", 1), (40, 2, 7))
    assert TABLE.score_table(shown(game)).splitlines()[-3:] == [
        "Ann: **0** (purse 40)",
        "Bo: **−3** (purse −1)",
        "Cy: **0** (purse 7)",
    ]


def test_nothing_shown_to_everybody_names_a_card_that_is_not_public() -> None:
    """Packets, talon and folded cards are faces nowhere."""
    game = Kille(6, Kille.Options.read({"rounds": 1}), Chance(b"hidden"))
    for position, story in playing(game, Random(5)):
        show = show_of(position, story)
        named = {card.code for seat in TABLE.scene(show).seats for card in seat.cards if card.code}
        assert not named
        for element in TABLE.scene(show).elements:
            if isinstance(element, Trick) and position.trick is not None:
                assert {played.card.code for played in element.cards} <= set(strings(show.view.to_json()))


def test_rules_fit_a_message() -> None:
    page = TABLE.rules_page(shown(game_of()).words)
    assert len(page) < 3900
    assert "How this bot reads the rulebook" in page


def test_the_expected_length_grows_with_seats_and_rounds() -> None:
    options = Kille.Options
    assert TABLE.length(3, options.read({"rounds": 1})) < TABLE.length(8, options.read({"rounds": 1}))
    assert TABLE.length(8, options()) == 51


# ---- over simcord --------------------------------------------------------------------------------------------------


@pytest.mark.people(3)
async def test_three_people_play_by_pressing_and_through_power_cuts(world: World) -> None:
    lobby = await sit_down(world, "kille", rounds=1)
    asked = next_player(world)
    await asked.open_hand(world.message(lobby.id))
    await asked.press(world.message(lobby.id), "Exchange all three")
    assert f"{asked.actor.name} exchanges." in text_of(world.message(lobby.id))
    assert "You have put away: " in text_of(asked.hand)
    await turns(world, 3)
    table = await cut_power(world)
    assert TABLE.phase(table.going().view(None)) == "tricks"
    await turns(world, 8)
    assert TABLE.phase(table.going().view(None)) == "shares"
    message = world.message(lobby.id)
    assert "Trick taken last: " in alts_of(message)[0]
    assert "Trick taken last: " in text_of((await asked.press(message, "Last trick")).response)
    assert "hand by hand" in text_of((await asked.press(message, "Scores")).response)
    assert "Talon: 3 cards" in text_of((await asked.press(message, "As text")).response)
    table = await cut_power(world)
    await turns(world, 1)
    await join_last_hand_and_end_it(world)
    assert {count for player in world.people for count in player.presses} == {1}


@pytest.mark.people(8)
async def test_eight_people_play_by_pressing(world: World) -> None:
    await sit_down(world, "kille", rounds=1)
    await join_last_hand_and_end_it(world)


async def join_last_hand_and_end_it(world: World) -> None:
    """Everybody joins the last hand with a button of the table; its last trick is played by pressing."""
    table = await skip_to(world, lambda game: game.hand_no == game.seats and not any(game.decisions))
    while table.going().trick is None:
        await next_player(world).press(world.message(table.row.message), "Join")
    table = await skip_to(world, lambda game: sum(game.won) == 2)
    await turns(world, len(world.people))
    assert not table.live
    assert "the result" in text_of(world.table_message())
    assert sum(table.going().net) == 0
