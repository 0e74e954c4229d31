"""Private messages that expire, and Discord's limits: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest

from cogs.kontsina import KontsinaTable, taken_by
from db import tables
from games.kontsina import Kontsina
from table.presentation import Choice, Combine, Menu
from tests.support.outgoing import limits_broken
from tests.support.people import Control, Player, controls, find
from tests.support.presenting import show_of
from tests.support.world import World
from tests.table.playing import next_player, open_table, start_table

MINUTE = 60


async def plies(world: World) -> int:
    return len(await world.bot.db.read(tables.moves_of, world.tables()[-1].id))


# ---- tokens ---------------------------------------------------------------------------------------------------


async def test_an_ephemeral_can_only_be_edited_through_its_token_and_that_expires(world: World) -> None:
    """After 16 minutes an open hand still plays; the other, which cannot be refreshed, is opened again on the table."""
    lobby = await start_table(world, clock="none")
    player = next_player(world)
    other = next(each for each in world.people if each is not player)
    await world.env.advance_time(16 * MINUTE)
    await player.play()
    assert await plies(world) == 1
    assert "My hand" in [control.label for control in controls(world.message(lobby.id))]
    assert not other.offers(), "its token is gone, so it could not be refreshed"
    await other.open_hand(world.message(lobby.id))
    await other.play()
    assert await plies(world) == 2
    assert player.offers(), "the newest token refreshes the hand"


async def test_a_pager_clicked_after_thirty_minutes_gives_401_invalid_webhook_token(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page is shown through the token of the press that asked for it."""
    offer(world, monkeypatch, 41)
    await start_table(world, clock="none")
    player = next_player(world)
    for label in ("More choices", "More choices", "Earlier choices"):
        await world.env.advance_time(31 * MINUTE)
        answer = await player.press(player.hand, label)
        assert answer.acknowledged
    await world.env.advance_time(31 * MINUTE)
    await player.press(player.hand, "choice 20")
    assert await plies(world) == 1


async def test_ephemerals_removed_after_60_seconds_are_too_fast(world: World) -> None:
    """A hand stays where it is, and plays."""
    await start_table(world, clock="none")
    player = next_player(world)
    await world.env.advance_time(120 * MINUTE)
    assert player.hand.id in [message.id for message in world.channel.history(viewer=player.actor)]
    await player.play()
    assert await plies(world) == 1


# ---- more than 25 ---------------------------------------------------------------------------------------------


def offer(world: World, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Hands of Kontsina offer so many choices in place of its own; each makes the first legal move."""
    choices = tuple(Choice(f"choice {number}", draft=str(number)) for number in range(count))
    kind = type(world.bot.house.presentations["kontsina"])
    monkeypatch.setattr(kind, "menu", lambda self, show, path: Menu("Choose:", choices))
    monkeypatch.setattr(kind, "drafted", lambda self, show, draft: [show.moves[0]])


async def turn_over(player: Player) -> list[Control]:
    """Every choice of an open hand, from its first page to its last."""
    found: list[Control] = []
    while True:
        here = player.offers()
        found += [control for control in here if control.label.startswith("choice")]
        assert not any(control.options for control in here), "no selects"
        if "More choices" not in [control.label for control in here]:
            return found
        await player.press(player.hand, "More choices")


async def test_the_26th_option_breaks_the_select(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """(Also: five full selects fail near 120 options.) Any number of choices is offered, in pages, and can be made."""
    lobby = await start_table(world)
    for number, count in enumerate((1, 25, 26, 40, 41, 120, 0), 1):
        offer(world, monkeypatch, count)
        player = next_player(world)
        await player.open_hand(world.message(lobby.id))
        choices = await turn_over(player)
        assert [control.label for control in choices] == [f"choice {number}" for number in range(count)]
        if count:
            await player.actor.click(player.hand, custom_id=choices[-1].custom_id)
            assert await plies(world) == number


@pytest.mark.parametrize(
    ("layout", "steps"),
    [
        ("2C 3D 5H", 0),
        ("2C 3D 5H 4S 6C AD 9H", 1),
        ("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S", 1),
        ("2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D", 2),
    ],
    ids=["one set", "few sets", "a select of cards", "more cards than a select holds"],
)
def test_the_26th_set_of_kontsina_breaks_the_select(layout: str, steps: int) -> None:
    """However many sets a card may take, each can be chosen: as a button, or from the cards of one select."""
    game = Kontsina(2)
    seat = game.to_act[0]
    game.layout = tuple(layout.split())
    game.hands[seat] = ("10S", "QS")
    presentation, show = KontsinaTable(), show_of(game, [], seat)
    sets = {move for move in show.moves if move.startswith("10S x") and len(taken_by(move)) > 1}
    assert {move for move, _ in reachable_sets(presentation, show)} == sets
    assert max(deep for _, deep in reachable_sets(presentation, show)) == steps


def reachable_sets(presentation: KontsinaTable, show: Any, path: str = "", deep: int = 0) -> Iterator[tuple[str, int]]:
    """Every set that the ten may take, by buttons and selects, with the number of steps before it."""
    menu = presentation.menu(show, path)
    for choice in menu.choices:
        if choice.path is not None:
            yield from reachable_sets(presentation, show, choice.path, deep + 1)
        elif choice.move and choice.move.startswith("10S x") and len(taken_by(choice.move)) > 1:
            yield choice.move, deep
    if menu.combine is not None:
        offered = {card for card, _ in menu.combine.cards}
        assert len(offered) <= 25
        for move in show.moves:
            cards = taken_by(move)
            if move.startswith("10S x") and menu.combine.least <= len(cards) <= menu.combine.most:
                assert set(cards) <= offered
                assert presentation.combined(show, path, cards[::-1]) == move
                yield move, deep


def test_a_select_of_more_than_25_cards_is_refused_where_it_is_made() -> None:
    cards = tuple((str(number), str(number)) for number in range(26))
    Combine(cards[:25], 1, 25, "Choose")
    with pytest.raises(ValueError, match="26 cards do not fit"):
        Combine(cards, 1, 26, "Choose")


@pytest.mark.people(20)
async def test_the_26th_option_breaks_the_list_of_people(world: World) -> None:
    """Twenty sit at a lobby of Byteskille: the host can reach each of them."""
    lobby = await open_table(world, game="byteskille")
    host, *others = world.people
    join = find(lobby, "Join")
    for player in others:
        player.press_at_once(world.env, lobby, join)
    await world.env.settle()
    page = (await host.press(world.message(lobby.id), "Kick or hand over")).response
    labels = [control.label for control in controls(page)]
    page = (await host.press(page, "More people")).response
    labels += [control.label for control in controls(page)]
    names = [place.name for place in world.tables()[0].places[1:]]
    assert [label for label in labels if label.startswith("Kick")] == [f"Kick {name}" for name in names]
    assert [label for label in labels if label.endswith("is host")] == [f"{name} is host" for name in names]
    await host.press(page, f"Kick {names[-1]}")
    assert [place.name for place in world.tables()[0].places[1:]] == names[:-1]


# ---- the validator of the tests -------------------------------------------------------------------------------


def button(custom_id: str = "a", label: str = "b") -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label}


def select(count: int, custom_id: str = "a") -> dict[str, Any]:
    options = [{"label": f"o{number}", "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": custom_id, "options": options}


def picture(alt: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": "attachment://table.webp"}, "description": alt}]}


@pytest.mark.parametrize(
    ("fits", "too_much"),
    [
        ([select(25)], [select(26)]),
        ([select(12), select(13, "b")], [select(12), select(14, "b")]),
        ([{"type": 10, "content": "x" * 4000}], [{"type": 10, "content": "x" * 4001}]),
        ([button(str(number)) for number in range(40)], [button(str(number)) for number in range(41)]),
        ([button("x" * 100)], [button("x" * 101)]),
        ([button(label="x" * 80)], [button(label="x" * 81)]),
        ([button("a"), button("b")], [button("a"), button("a")]),
        ([picture("x" * 1024)], [picture("x" * 1025)]),
        ([picture("x")], [picture("")]),
    ],
    ids=["options", "selects", "text", "components", "custom_id", "label", "same id twice", "long alt", "no alt"],
)
def test_the_librarys_own_25_option_check_was_off_by_one(fits: Any, too_much: Any) -> None:
    """What goes out in any test of the table is checked by a validator of our own, which knows each limit exactly."""
    assert list(limits_broken({"components": fits}, [])) == []
    assert list(limits_broken({"components": too_much}, []))
    nested = [{"type": 17, "components": too_much}]
    assert list(limits_broken({"components": nested}, []))


async def test_every_message_is_looked_at_by_that_validator(world: World) -> None:
    gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    gallery.add_item(media="https://example.com/table.webp")
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(gallery)
    with world.env._bot_scope():
        await world.bot.get_channel(world.channel.id).send(view=view)
    found, world.watch.problems = world.watch.problems, []
    assert [problem.split(": ")[1] for problem in found] == ["a picture without alt text"]
