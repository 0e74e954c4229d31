"""Points, daily points, boards and settings, as people ask for them."""

from __future__ import annotations

from datetime import datetime

import pytest

from db import members, points
from db.ids import new_id
from db.members import remember_member
from db.results import ResultRow, record_results
from db.tables import create_table
from table.settings import Settings
from tests.support.people import text_of
from tests.support.world import World


async def say(world: World, command: str, who: int = 0, **options: object) -> str:
    answer = await world.people[who].actor.slash(world.channel, command, **options)
    return text_of(answer.response)


async def purse(world: World, who: int = 0) -> int:
    return await world.bot.db.read(points.purse, world.guild.id, world.people[who].id)


async def test_the_welcome_comes_once_and_the_daily_once_a_day(world: World) -> None:
    assert "**100** gambling points" in await say(world, "points")
    assert "25 points for today. You have 125." in await say(world, "daily")
    assert "had the points of today" in await say(world, "daily")
    assert await purse(world) == 125
    await world.env.advance_time(86400)
    assert "25 points for today. You have 150." in await say(world, "daily")
    text = await say(world, "points")
    assert "+100 as a welcome" in text
    assert text.count("for the day") == 2


async def test_a_day_begins_at_midnight_of_the_server(world: World) -> None:
    """The simulated clock begins at midnight UTC, when it is one o'clock in Stockholm."""
    await world.moderator.slash(world.channel, "settings", time_zone="Europe/Stockholm")
    await say(world, "daily")
    await world.env.advance_time(22 * 3600)
    assert "had the points of today" in await say(world, "daily")
    await world.env.advance_time(3600 + 60)
    assert "25 points for today" in await say(world, "daily")


@pytest.mark.parametrize(
    ("moment", "day", "hours"),
    [
        ("2026-03-29T00:30:00+01:00", "2026-03-29", 23),
        ("2026-10-25T02:30:00+01:00", "2026-10-25", 25),
        ("2026-06-01T23:59:59+02:00", "2026-06-01", 24),
    ],
)
def test_days_with_a_change_of_summer_time(moment: str, day: str, hours: int) -> None:
    settings = Settings(time_zone="Europe/Stockholm")
    at = int(datetime.fromisoformat(moment).timestamp() * 1000)
    begins = settings.beginning_of_day(at)
    assert settings.day(at) == day
    assert begins <= at
    assert settings.day(begins) == day
    assert settings.day(begins - 1) != day
    ends = begins + hours * 3_600_000
    assert settings.day(ends - 1) == day
    assert settings.day(ends) != day


async def test_a_hundred_daily_claims_at_once_pay_once(world: World) -> None:
    from simcord import interactions
    from simcord.enums import InteractionType

    await say(world, "points")
    backend = world.env.backend
    command = backend.find_command("daily", None)
    for _ in range(100):
        _, payload = interactions.base_payload(
            backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=world.channel.id,
            guild_id=world.guild.id,
            user_id=world.people[0].id,
            data={"id": str(command["id"]), "name": "daily", "type": 1, "options": []},
        )
        backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    assert await purse(world) == 125
    assert await world.bot.db.read(points.check_purses) == []


async def fill_the_board(world: World, people: int, name: bool = True) -> None:
    async with world.bot.db.write() as tx:
        for number in range(people):
            table, member = new_id(), 1000 + number
            tx.do(create_table, table, server=world.guild.id, channel=1, game="kontsina", options={}, host=member, at=1)
            row = ResultRow(
                table, 0, "kontsina", world.guild.id, member, f"n{number}", 1, 5, 0, practice=False, at=number
            )
            tx.do(record_results, [row])
            if name:
                tx.do(remember_member, world.guild.id, member, f"n{number}", 1)
            tx.do(points.grant, world.guild.id, member, 10 * number, "prize", str(table), 1)


async def test_the_leaderboard_has_pages_and_says_what_it_counts(world: World) -> None:
    await fill_the_board(world, 25)
    text = await say(world, "leaderboard", everyone=True)
    assert "Leaderboard of this server: wins" in text
    assert "page 1 of 3" in text
    assert text.count("**1** win") == 10
    assert "page 3 of 3" in await say(world, "leaderboard", page=3, everyone=True)
    text = await say(world, "leaderboard", by="points", everyone=True)
    assert "n24" in text
    assert text.index("n24") < text.index("n23")
    text = await say(world, "leaderboard", game="kontsina", everyone=True)
    assert "Kontsina" in text


async def test_twenty_five_names_of_emoji_stay_within_the_limits(world: World) -> None:
    async with world.bot.db.write() as tx:
        for number in range(25):
            tx.do(remember_member, world.guild.id, 1000 + number, "🎴" * 32, 1)
    await fill_the_board(world, 25, name=False)
    assert "🎴" in await say(world, "leaderboard", everyone=True)


async def test_who_has_left_the_server_is_hidden_unless_asked_for(world: World) -> None:
    ann, bo = world.people
    for player in (ann, bo):
        await player.actor.slash(world.channel, "points")
    world.guild.remove_member(bo.actor)
    async with world.bot.db.write() as tx:
        tx.do(members.save_presence, world.guild.id, {bo.id: True}, 0)
    text = await say(world, "leaderboard", by="points")
    assert "ann" in text
    assert "bo" not in text.replace("leaderboard", "").replace("board", "")
    assert "bo" in (await say(world, "leaderboard", by="points", everyone=True)).replace("board", "")


async def test_an_empty_board_says_how_to_get_on_it(world: World) -> None:
    assert "Games between people count" in await say(world, "leaderboard")


async def test_settings_are_for_people_who_manage_the_server(world: World) -> None:
    assert "settings" not in world.people[0].actor.available_commands(world.channel)
    answer = await world.moderator.slash(world.channel, "settings", debt=50, clock="slow", daily=10)
    text = text_of(answer.response)
    assert "Debt limit: 50" in text
    assert "Clock: slow" in text
    await world.restart()
    answer = await world.moderator.slash(world.channel, "settings")
    assert "daily: 10" in text_of(answer.response)
    answer = await world.moderator.slash(world.channel, "settings", time_zone="Mars/Olympus")
    assert "no time zone Mars/Olympus" in text_of(answer.response)


async def test_tables_only_in_the_channels_that_are_allowed(world: World) -> None:
    games = world.guild.create_text_channel("games")
    await world.moderator.slash(world.channel, "settings", channel=games)
    answer = await world.people[0].actor.slash(world.channel, "kontsina")
    assert answer.ephemeral
    assert f"<#{games.id}>" in text_of(answer.response)
    answer = await world.people[0].actor.slash(games, "kontsina")
    assert not answer.ephemeral


async def test_preferences_are_kept(world: World) -> None:
    text = await say(world, "preferences", colours="colour-blind", mentions=False)
    assert "colour-blind" in text
    await world.restart()
    text = await say(world, "preferences")
    assert "colour-blind" in text
    assert "Mentions when you are next: no" in text


async def test_help_and_rules(world: World) -> None:
    text = await say(world, "help")
    assert "/kontsina" in text
    assert "**My hand**" in text
    text = await say(world, "rules", game="kontsina")
    assert "How this bot reads the rulebook" in text
    text = await say(world, "rules", game="whist")
    assert "There is no such game here" in text
    choices = await world.people[0].actor.autocomplete(world.channel, "rules", "game", "kont")
    assert choices == [{"name": "Kontsina", "value": "kontsina"}]
