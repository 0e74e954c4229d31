"""/settings for people who manage a server, /preferences for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from games.options import N_
from table.answers import Kind, Refusal
from table.opening import where
from table.page import Page, Text
from table.settings import DAILY_MAX, DEBT_MAX, WELCOME_MAX, Preferences, Settings, is_time_zone
from table.turns import now_ms
from table.words import LANGUAGES, Words

if TYPE_CHECKING:
    from bot import Kuku

COLOURS = {
    "four": N_("four colours"),
    "colour-blind": N_("four colours for colour-blind people"),
    "two": N_("two colours"),
}


def _language_choices() -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=code) for code, name in LANGUAGES.items()]


class ServerSettings(commands.Cog):
    """What a server decides for its tables, and a person for their own messages."""

    def __init__(self, bot: Kuku) -> None:
        self.house = bot.house

    @app_commands.command(description="What this server has set for its tables; options change it.")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(
        language="The language of public messages.",
        time_zone="When a day begins, such as Europe/Stockholm.",
        clock="How long a move may take, if the table does not say otherwise.",
        channel="Allow tables in this channel (only the allowed ones are used then), or forbid it again.",
        debt="How far below zero a purse may be for a new gambling table.",
        welcome="Points for whoever plays here for the first time.",
        daily="Points of the day.",
        moderators="A role that may end tables.",
    )
    @app_commands.choices(
        language=_language_choices(), clock=[app_commands.Choice(name=c, value=c) for c in ("live", "slow", "none")]
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        language: str | None = None,
        time_zone: str | None = None,
        clock: str | None = None,
        channel: discord.TextChannel | None = None,
        debt: app_commands.Range[int, 0, DEBT_MAX] | None = None,
        welcome: app_commands.Range[int, 0, WELCOME_MAX] | None = None,
        daily: app_commands.Range[int, 0, DAILY_MAX] | None = None,
        moderators: discord.Role | None = None,
    ) -> None:
        """Show the settings, after changing those that were given."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/settings") as answer:
            server, _ = where(answer)
            words = answer.words
            if not interaction.permissions.manage_guild:
                raise Refusal(words.say("Only people who manage this server can change its settings."))
            if time_zone is not None and not is_time_zone(time_zone):
                raise Refusal(
                    words.say("There is no time zone {name}. Try one such as Europe/Stockholm.", name=time_zone)
                )
            now = await self.house.choices.settings(server)
            given = {
                "language": language,
                "time_zone": time_zone,
                "clock": clock,
                "debt": debt,
                "welcome": welcome,
                "daily": daily,
                "moderators": None if moderators is None else moderators.id,
            }
            changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
            if channel is not None:
                changes["channels"] = sorted({*now.channels} ^ {channel.id}) or None
            if changes:
                name = interaction.guild.name if interaction.guild is not None else ""
                now = await self.house.choices.set(server, name, now_ms(), **changes)
            await answer.show(Page((Text(settings_in_words(now, words)),)))

    @app_commands.command(description="How you want your hands and pictures, in every server; options change it.")
    @app_commands.describe(
        hands="Your hand as a private answer here, or by direct message.",
        pictures="Pictures of your cards, or text only.",
        mentions="Mention me when it has been my turn for a while.",
        colours="The colours of the suits.",
        language="The language of messages to me.",
    )
    @app_commands.choices(
        hands=[
            app_commands.Choice(name="here, when I press My hand", value="here"),
            app_commands.Choice(name="by direct message", value="dm"),
        ],
        colours=[app_commands.Choice(name=name, value=value) for value, name in COLOURS.items()],
        language=_language_choices(),
    )
    async def preferences(
        self,
        interaction: discord.Interaction[Any],
        hands: str | None = None,
        pictures: bool | None = None,
        mentions: bool | None = None,
        colours: str | None = None,
        language: str | None = None,
    ) -> None:
        """Show the preferences, after changing those that were given."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/preferences") as answer:
            given = {
                "hands": hands,
                "pictures": pictures,
                "mentions": mentions,
                "colours": colours,
                "language": language,
            }
            changes = {name: value for name, value in given.items() if value is not None}
            if changes:
                now = await self.house.choices.prefer(answer.member, **changes)
            else:
                now = await self.house.choices.preferences(answer.member)
            await answer.show(Page((Text(preferences_in_words(now, answer.words)),)))


def settings_in_words(now: Settings, words: Words) -> str:
    """The settings of a server, line by line."""
    anywhere = words.say("anywhere")
    channels = words.listed(f"<#{number}>" for number in now.channels) if now.channels else anywhere
    moderators = f"<@&{now.moderators}>" if now.moderators else words.say("people with Manage Messages")
    return "\n".join(
        (
            words.say("## Settings of this server"),
            words.say("Language: {language}", language=LANGUAGES.get(now.language, now.language)),
            words.say("Time zone: {zone}", zone=now.time_zone),
            words.say("Clock: {clock}", clock=now.clock),
            words.say("Tables may be opened: {channels}", channels=channels),
            words.say(
                "Debt limit: {debt} · welcome: {welcome} · daily: {daily}",
                debt=now.debt,
                welcome=now.welcome,
                daily=now.daily,
            ),
            words.say("Tables may be ended by: {moderators}", moderators=moderators),
        )
    )


def preferences_in_words(now: Preferences, words: Words) -> str:
    """The preferences of a person, line by line."""
    hands = words.say("by direct message") if now.hands == "dm" else words.say("here, when you press **My hand**")
    yes, no = words.say("yes"), words.say("no")
    language = LANGUAGES.get(now.language, words.say("as your Discord"))
    return "\n".join(
        (
            words.say("## Your preferences"),
            words.say("Hands: {hands}", hands=hands),
            words.say("Pictures of cards: {answer}", answer=yes if now.pictures else no),
            words.say("Mentions when you are next: {answer}", answer=yes if now.mentions else no),
            words.say("Colours: {colours}", colours=words.translate(COLOURS[now.colours])),
            words.say("Language: {language}", language=language),
        )
    )


async def setup(bot: Kuku) -> None:
    """Load the commands."""
    await bot.add_cog(ServerSettings(bot))
