"""Kierki at the table: what is shown in each phase, the words of each deal, the last trick, and play by pressing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.kierki import KierkiTable
from cogs.kierki_deals import DEAL_WORDS
from cogs.kierki_scene import winner_of
from games.cards import SUIT_SIGNS
from games.chance import Chance
from games.game import Event
from games.kierki import Kierki
from games.kierki_deals import DEALS, LOTTERY
from games.masks import RANK, SUIT, cards_of
from pictures.alt import alt_text
from pictures.scene import Row, Strip, Trick
from tests.support.people import alts_of, text_of
from tests.support.presenting import (
    NAMES,
    check_everything_shown,
    check_public,
    played_until,
    playing,
    show_of,
)
from tests.support.world import World
from tests.table.playing import fast_forward_to, next_player, open_table

TABLE = KierkiTable()

#: Moments that the table looks different at.
MOMENTS = {
    "trick": lambda game: sum(game.tricks) == 4 and len(game.trick) == 3,
    "next deal": lambda game: game.deal == 3,
    "call": lambda game: game.deal == 8,
    "trumps": lambda game: game.deal == 9 and game.trick is not None and len(game.trick) == 2,
    "lottery": lambda game: game.deal == LOTTERY and game.gone.bit_count() > 20,
}


def game_of(seed: int = 1, **options: object) -> Kierki:
    return Kierki(4, Kierki.Options.read(options), Chance(bytes([seed]) * 32))


@settings(max_examples=6)
@given(st.integers(0, 2**16), st.sampled_from(["full", "short"]), st.booleans())
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, length: str, early_end: bool) -> None:
    rng = Random(seed)
    game = Kierki(4, Kierki.Options.read({"length": length, "early_end": early_end}), Chance(rng.randbytes(32)))
    phases = set()
    for position, story in playing(game, rng):
        phase = TABLE.phase(position.view(None))
        if phase not in phases or rng.random() < 0.05:
            check_everything_shown(TABLE, position, story)
        phases.add(phase)
    check_public(TABLE, show_of(game, story))
    assert phases == set(MOMENTS) - ({"call", "trumps"} if length == "short" else set())


def test_every_event_is_told_once_and_passes_in_a_row_are_told_together() -> None:
    game = game_of()
    *_, (_, story) = playing(game, Random(2))
    show = show_of(game, story)
    for place, event in enumerate(story):
        said = TABLE.sentence(event, show)
        if event.kind == "pass" and place + 1 < len(story) and story[place + 1].kind == "pass":
            assert said is None
        elif event.kind == "pass":
            run = [event["seat"]]
            while story[place - len(run)].kind == "pass":
                run.insert(0, story[place - len(run)]["seat"])
            assert said is not None
            assert [name for name in sorted(NAMES[:4], key=said.find) if name in said] == [NAMES[seat] for seat in run]
        else:
            assert said
    assert {event.kind for event in story} == {"deal", "trump", "play", "trick", "lay", "pass", "out", "deal_over"}


def test_sentences() -> None:
    show = show_of(game_of(), [])

    def said(kind: str, **facts: object) -> str | None:
        return TABLE.sentence(Event(kind, **facts), show)

    cards = ("QH", "KH", "3H", "9C")
    assert said("play", seat=1, card="10D") == "Bo plays 10♦."
    assert said("trick", seat=2, number=7, cards=cards, points=-320) == "Cy takes trick 7: −320."
    assert said("trick", seat=2, number=7, cards=cards, points=0) == "Cy takes trick 7."
    assert said("trump", seat=3, suit="H") == "Dee makes hearts trumps."
    assert said("pass", seat=0) == "Ann passes."
    assert said("out", seat=0, place=1, points=800) == "Ann is out of cards first: +800 points."
    assert said("out", seat=1, place=2, points=500) == "Bo is out of cards second: +500 points."
    assert said("deal", deal=3, name="queens", dealer=1) == "Deal 3, queens: −60 for each queen. Bo deals."
    over = said("deal_over", deal=3, points=(-60, 0, -180, 0), scores=(-60, 0, -180, 0))
    assert over == "Deal 3 is over: Ann −60, Bo 0, Cy −180 and Dee 0."


def test_what_a_deal_punishes_is_what_the_rules_count() -> None:
    """The words against the table of the rules: every number that is said is one that is counted."""
    for number, deal in DEALS.items():
        counted = {points for points in (deal.trick, *(cost for _, cost in deal.cards)) if points}
        counted |= set((deal.late or {}).values())
        if number == LOTTERY:
            counted = {800, 500}
        for text in (DEAL_WORDS[number].costs, DEAL_WORDS[number].pill):
            said = {int(word.strip(",").replace("−", "-")) for word in text.split() if word[0] in "−+"}
            assert said == counted or (number == 7 and not said), text
    assert {points for _, points in DEAL_WORDS[7].tiles} == {-20, -60, -30, -150, -75}


@pytest.mark.parametrize("phase", MOMENTS)
def test_what_the_deal_punishes_or_pays_is_always_in_sight(phase: str) -> None:
    game = game_of()
    story = played_until(game, MOMENTS[phase], Random(3))
    show = show_of(game, story, game.to_act[0])
    public = show_of(game, story)
    said = DEAL_WORDS[game.deal].costs
    assert TABLE.phase(game.view(None)) == phase
    for text in (TABLE.status(public), TABLE.written(public), alt_text(TABLE.scene(public)), TABLE.task(show)):
        assert said in text
    strip = TABLE.hand(show)
    assert DEAL_WORDS[game.deal].pill in strip.title
    assert any(pill.tone in ("red", "gold") for pill in TABLE.scene(public).pills)


def test_a_complete_trick_lies_there_until_the_next_lead_and_its_winner_glows() -> None:
    game = game_of()
    story = played_until(game, lambda game: sum(game.tricks) == 5 and not game.trick, Random(3))
    trick = next(element for element in TABLE.scene(show_of(game, story)).elements if isinstance(element, Trick))
    assert trick.winner == game.to_act[0] == story[-1]["seat"]
    assert [played.card.code for played in trick.cards] == [event["card"] for event in story[-5:-1]]
    assert not trick.to_play


def test_the_card_that_wins_so_far_is_the_one_the_rules_give_the_trick_to() -> None:
    game = game_of()
    *_, (_, story) = playing(game, Random(4))
    trump, plays = None, []
    for event in story:
        if event.kind == "deal":
            trump = None
        elif event.kind == "trump":
            trump = event["suit"]
        elif event.kind == "play":
            plays.append((event["seat"], event["card"]))
        elif event.kind == "trick":
            assert winner_of(plays, trump) == event["seat"]
            plays = []


def test_the_last_trick_is_there_across_the_end_of_a_deal() -> None:
    game = game_of()
    assert TABLE.last_trick(show_of(game, list(game.opening))) is None
    story = played_until(game, lambda game: game.deal == 2, Random(5))
    assert game.view(None).last_trick == ()
    found = TABLE.last_trick(show_of(game, story))
    assert found is not None
    text, scene = found
    assert text.startswith("**Trick 13 of deal 1, tricks**")
    plays = [event for event in story if event.kind == "play"][-4:]
    assert [line.split()[0] for line in text.splitlines()[1:5]] == [NAMES[event["seat"]] for event in plays]
    assert scene is not None
    assert "(winning)" in alt_text(scene)


def test_a_trick_that_was_covered_at_once_is_shown_first() -> None:
    game = game_of()
    story = played_until(game, lambda game: sum(game.tricks) == 2 and len(game.trick) == 1, Random(6))
    told = next(index for index, event in enumerate(story) if event.kind == "trick" and event["number"] == 2)
    (stage,) = TABLE.stages(show_of(game, story), told - 1)
    assert (stage.status, stage.told) == (TABLE.sentence(story[told], show_of(game, story)), told + 1)
    assert "Trick 2:" in alt_text(stage.scene)
    assert TABLE.stages(show_of(game, story), told + 1) == ()
    assert TABLE.stages(show_of(game, story[: told + 1]), told - 3) == (), "it lies there still"


def test_between_two_deals_the_picture_is_the_summary() -> None:
    game = game_of()
    story = played_until(game, lambda game: game.deal == 8, Random(7))
    scene = TABLE.scene(show_of(game, story))
    over = next(event for event in reversed(story) if event.kind == "deal_over")
    trick = next(element for element in scene.elements if isinstance(element, Trick))
    assert [int(played.card.text.replace("−", "-")) for played in trick.cards] == list(over["points"])
    assert "Stock: 32 cards" in alt_text(scene)


def test_trumps_are_called_from_five_cards_in_words() -> None:
    game = game_of()
    story = played_until(game, lambda game: game.deal == 8, Random(7))
    dealer = game.to_act[0]
    show = show_of(game, story, dealer)
    assert len(TABLE.hand(show).cards) == 5
    labels = [choice.label for choice in TABLE.menu(show, "").choices]
    held = {suit: sum(card[-1] == suit for card in game.view(dealer).hand) for suit in "CDSH"}
    assert labels == [
        f"{title} {sign} · you hold {held[suit]}"
        for title, sign, suit in (
            ("Clubs", "♣", "C"),
            ("Diamonds", "♦", "D"),
            ("Spades", "♠", "S"),
            ("Hearts", "♥", "H"),
        )
    ]


def test_the_hand_shows_all_cards_and_says_why_some_are_not_offered() -> None:
    game = game_of()
    follows = played_until(game, must_follow, Random(8))
    show = show_of(game, follows, game.to_act[0])
    strip = TABLE.hand(show)
    assert len(strip.cards) == len(show.view.hand)
    assert sorted(strip.cards[index].code for index in strip.playable or ()) == sorted(show.moves)
    led = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[show.view.trick[0][1][-1]]
    assert TABLE.menu(show, "").reason == f"You must follow {led}."
    leads = played_until(game, lambda game: game.deal == 2 and must_not_lead_hearts(game), Random(8))
    reason = TABLE.menu(show_of(game, leads, game.to_act[0]), "").reason
    assert "hearts may be led only" in reason


def must_follow(game: Any) -> bool:
    return bool(game.trick) and 1 < len(game.moves(game.to_act[0])) < len(game.texts[game.to_act[0]])


def must_not_lead_hearts(game: Any) -> bool:
    return not game.trick and len(game.moves(game.to_act[0])) < len(game.texts[game.to_act[0]])


def test_costly_cards_are_shown_once_they_are_taken() -> None:
    for deal, ranks in ((3, RANK["Q"]), (4, RANK["J"] | RANK["K"]), (5, RANK["K"] & SUIT["H"])):
        game = game_of()
        costly = lambda game, deal=deal, ranks=ranks: game.deal == deal and game.gone & ranks and game.trick  # noqa: E731
        story = played_until(game, costly, Random(9))
        rows = [element for element in TABLE.scene(show_of(game, story)).elements if isinstance(element, Row)]
        assert len(rows) == 1
        assert len(rows[0].cards) == (game.gone & ranks).bit_count()


def test_the_score_by_deal_is_a_table_no_wider_than_a_phone() -> None:
    game = game_of()
    story = played_until(game, lambda game: game.deal == 9 and game.gone, Random(10))
    names = ("Alexandra", "Alexandros", "Ö`ö", "Li")
    text = TABLE.score_table(show_of(game, story, names=names))
    table = text.split("```")[1].strip("\n").splitlines()
    heads = table[0].split()
    assert len(set(heads)) == 4, heads
    assert max(map(len, table)) <= 27
    assert [line.split()[0] for line in table[1:]] == [*map(str, range(1, 9)), "9…", "="]
    assert "3 queens · 4 jacks and kings" in text
    trump = next(event["suit"] for event in story if event.kind == "trump")
    assert f"8 trumps {SUIT_SIGNS[trump]} · 9 trumps" in text
    over = [event for event in story if event.kind == "deal_over"]
    for line, event in zip(table[1:], over, strict=False):
        assert [int(entry.replace("−", "-")) for entry in line.split()[-4:]] == list(event["points"])


def test_the_lottery_is_four_rows_with_what_comes_next() -> None:
    game = game_of()
    story = played_until(game, MOMENTS["lottery"], Random(11))
    rows = [element for element in TABLE.scene(show_of(game, story)).elements if isinstance(element, Strip)]
    assert [row.words for row in rows] == ["Clubs", "Diamonds", "Spades", "Hearts"]
    laid = {slot.code for row in rows for slot in row.slots if slot.code}
    assert laid == set(game.view(None).played)
    golden = {slot.text + suit for row, suit in zip(rows, "CDSH", strict=True) for slot in row.slots if slot.glow}
    assert golden == set(cards_of(game.must))


@pytest.mark.parametrize("phase", MOMENTS)
def test_a_game_that_is_replayed_after_a_restart_looks_the_same(phase: str) -> None:
    game = game_of()
    story = played_until(game, MOMENTS[phase], Random(12))
    again = game_of()
    told = list(again.opening)
    for event in story:
        if event.kind in ("play", "lay", "trump"):
            told += again.play(event["seat"], event["card"] if event.kind != "trump" else f"trump {event['suit']}")
    for seat in range(4):
        then, now = show_of(game, story, seat), show_of(again, told, seat)
        assert TABLE.hand(now) == TABLE.hand(then)
        assert TABLE.hand_written(now) == TABLE.hand_written(then)
    then, now = show_of(game, story), show_of(again, told)
    assert TABLE.scene(now) == TABLE.scene(then)
    assert TABLE.last_trick(now) == TABLE.last_trick(then)
    assert TABLE.score_table(now) == TABLE.score_table(then)


def test_rules_fit_a_message() -> None:
    assert len(TABLE.rules_page(show_of(game_of(), []).words)) < 3900


# ---- over simcord --------------------------------------------------------------------------------------------------


async def open_hands(world: World, lobby: Any) -> None:
    for player in world.people:
        await player.open_hand(world.message(lobby.id))


async def sit_down(world: World) -> Any:
    lobby = await open_table(world, "kierki", length="short")
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    await open_hands(world, lobby)
    return lobby


@pytest.mark.people(4)
async def test_four_people_play_by_pressing_and_forced_cards_are_played_by_themselves(world: World) -> None:
    lobby = await sit_down(world)
    table = world.tables()[-1]
    while sum(table.going().view(None).tricks) < 1:
        await next_player(world, table).play()
    assert {count for player in world.people for count in player.presses} == {1}

    # The last trick of a deal plays itself, the next deal is there, and the trick is still to be had.
    table = await fast_forward_to(world, lambda game: game.deal == 1 and sum(game.tricks) == 12)
    assert table.going().deal == 2
    message = world.message(lobby.id)
    assert "Deal 1 is over" in text_of(message)
    assert "Deal 1 brought" in alts_of(message)[0]
    answer = await world.people[0].press(message, "Last trick")
    assert "Trick 13 of deal 1" in text_of(answer.response)
    assert "(winning)" in alts_of(answer.response)[0]
    scores = await world.people[0].press(message, "Scores")
    assert "1 tricks · 2 hearts" in text_of(scores.response)

    # A restart in the middle of a trick, then on to the lottery and the end.
    await open_hands(world, lobby)
    await next_player(world, table).play()
    before = table.going()
    await world.restart()
    table = await world.bot.house.find(table.id)
    assert table.going() == before
    assert table.going().trick
    table = await fast_forward_to(world, lambda game: game.deal == LOTTERY and game.gone.bit_count() > 28)
    await open_hands(world, lobby)
    while table.live:
        await next_player(world, table).play()
    assert "the result" in text_of(world.table_message())
    assert "Clubs: " in alts_of(world.message(lobby.id))[0]


@pytest.mark.people(4)
async def test_the_dealer_names_trumps_with_one_press(world: World) -> None:
    lobby = await open_table(world, "kierki")
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    table = await fast_forward_to(world, lambda game: game.deal == 8)
    await world.restart()
    table = await world.bot.house.find(table.id)
    await open_hands(world, lobby)
    dealer = next_player(world, table)
    assert [control.label.split()[0] for control in dealer.offers()] == ["Clubs", "Diamonds", "Spades", "Hearts"]
    await dealer.play()
    assert len(table.going().view(0).hand) == 13
    assert "trumps" in text_of(world.message(lobby.id))
    assert next_player(world, table) is dealer
    await dealer.play()
    assert dealer.presses == [1, 1]
