"""Readability and rate limits: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

import ast
import asyncio
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops

import table
from games.game import Chance
from pictures import sprites
from pictures.codes import FRENCH_CODES, KILLE_CODES
from pictures.colours import SUIT_COLOURS
from pictures.draw import draw_hand, draw_scene
from pictures.scene import Colours, Scene
from table.pace import NO_WAITS
from table.words import TEXT_FORM, words_for
from tests.support import simkit
from tests.support.contrast import DARK, LIGHT, READABLE, colours_in, contrast, ink_of, luminance
from tests.support.people import alts_of, text_of
from tests.support.presenting import playing, show_of
from tests.support.world import World
from tests.table.playing import GAMES, next_player, open_table, play_moves, presentation_of, start_table

MINUTE = 60
SIGN = re.compile("[♣♦♥♠]")
LOOKS: tuple[Colours, ...] = ("four", "colour-blind", "two")
#: Between a picture and what is drawn in it, in pixels: a client may round corners off, or crop a little.
EDGE = 8
#: What a soft shadow may change of the felt, of 255.
SHADOW = 32

each_game = pytest.mark.parametrize("game", GAMES)


# ---- suits ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_black_suits_cannot_be_told_apart_in_dark_mode(look: Colours) -> None:
    """Emoji tiles on Discord's dark and light page: the ink on its ground, and the tile on the page."""
    for code in (*FRENCH_CODES, *KILLE_CODES) if look == "four" else ("AC", "AD", "AH", "AS"):
        tile = sprites.load(sprites.tile_path(code, look))
        ground = colours_in(tile, (20, 16, 108, 112))
        light = max(ground[:6], key=luminance)
        assert contrast(ink_of(ground, light), light) >= READABLE, code
        # On the dark page the ground of the tile stands out, on the light one its edge does.
        assert contrast(light, DARK) >= READABLE, code
        column = [tile.getpixel((64, y)) for y in range(64)]
        edge = next(pixel for pixel in column if isinstance(pixel, tuple) and pixel[3] > 200)
        assert contrast((edge[0], edge[1], edge[2]), LIGHT) >= READABLE, code


async def test_black_suits_in_texts_and_on_buttons_cannot_be_told_apart_in_dark_mode(world: World) -> None:
    """Suit signs are asked for in their text form, which has the colour of the text; never on red or grey buttons."""
    await start_table(world)
    await play_moves(world, 12)
    shown = 0
    for sent in world.watch.sent:
        for part in simkit.walk(sent.body.get("components")):
            text = part.get("content") or part.get("label") or ""
            signs = SIGN.findall(text)
            shown += len(signs)
            assert len(re.findall(f"[♣♦♥♠]{TEXT_FORM}", text)) == len(signs), text
            if signs and part["type"] == 2:
                assert part["style"] in (1, 3), text
    assert shown > 100


@pytest.mark.parametrize("look", LOOKS)
def test_colour_blind_players_need_letters_and_not_only_colours(look: Colours) -> None:
    """In any look each card has a rank to read and a suit of its own shape: without colours no two are alike."""

    def without_colours(code: str) -> Image.Image:
        """Ink black, paper white: the inks are dark enough that no suit is lighter than another here."""
        return sprites.load(sprites.face_path(code, look)).convert("L").point(lambda light: 255 if light > 150 else 0)

    corner = (12, 10, 62, 142)
    for codes in (FRENCH_CODES, KILLE_CODES):
        faces = {code: without_colours(code) for code in codes}
        for one, other in combinations(codes, 2):
            box = corner if codes is FRENCH_CODES else None
            differs = ImageChops.difference(faces[one].crop(box), faces[other].crop(box)).histogram()[255]
            assert differs > 60, (one, other)


def test_colour_blind_players_need_words_and_not_only_pictures() -> None:
    words = words_for("en")
    for codes in (FRENCH_CODES, KILLE_CODES):
        named = [words.card(code) for code in codes]
        assert len(set(named)) == len(codes)
        assert all(re.search(r"\w", name) for name in named)


def test_colour_blind_players_cannot_tell_the_suits_apart() -> None:
    """How red and green look without one kind of cone (Machado, Oliveira and Fernandes 2009, full strength)."""
    blindness = {
        "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    }

    def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix)
        x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
        y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
        a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
        return 116 * b - 16, 500 * (a - b), 200 * (b - c)

    scheme = SUIT_COLOURS["colour-blind"]
    for kind, matrix in blindness.items():
        labs = {suit: seen(colour, matrix) for suit, colour in scheme.items()}
        for one, other in combinations("CDHS", 2):
            apart = sum((a - b) ** 2 for a, b in zip(labs[one], labs[other], strict=True)) ** 0.5
            assert apart > 20, (kind, one, other)


# ---- pictures -------------------------------------------------------------------------------------------------


@each_game
def test_square_or_wide_images_are_cropped_on_android(game: str) -> None:
    """Every table is as wide as every other, with nothing but felt at its edge; the text says what the picture does."""
    presentation = presentation_of(game)
    kind, seats = presentation.game, max(presentation.game.seats_allowed)
    purses = (100,) * seats if kind.stakes else None
    start = kind(seats, kind.Options(), Chance(bytes([seats])), purses)
    for number, (position, story) in enumerate(playing(start, Random(seats))):
        if number not in (0, 12):
            continue
        show = show_of(position, story)
        scene = presentation.scene(show)
        picture = draw_scene(scene)
        assert picture.size == (1100, 700)
        felt = draw_scene(Scene(scene.felt))
        for edge in ((0, 0, 1100, EDGE), (0, 700 - EDGE, 1100, 700), (0, 0, EDGE, 700), (1100 - EDGE, 0, 1100, 700)):
            strongest = ImageChops.difference(picture.crop(edge), felt.crop(edge)).convert("L").getextrema()[1]
            assert strongest <= SHADOW, edge
        written = presentation.written(show)
        assert all(show.name(seat) in written for seat in range(seats))
        hand = presentation.hand(show_of(position, story, position.to_act[0]))
        if hand is not None and hand.cards:
            width, height = draw_hand(hand).size
            assert width == 1100
            assert width / height > 1.4
        if number:
            break


async def test_blind_players_could_play_if_each_image_had_a_description(world: World) -> None:
    """Of the table first what matters; of the hand each card; and every other picture has one, too."""
    lobby = await start_table(world)
    player, view = next_player(world), world.tables()[0].going().view(0)
    words = world.bot.house.words(world.guild.id)
    (alt,) = alts_of(world.message(lobby.id))
    for card in view.layout:
        assert words.card(card) in alt[:256]
    assert f"{player.actor.name}: 0 points, 4 cards, 0 captured, to play" in alt
    (own,) = alts_of(player.hand)
    seat = world.tables()[0].seat_of(player.id)
    assert seat is not None
    for card in world.tables()[0].going().hands[seat]:
        assert words.card(card) in own
    (attachment,) = world.message(lobby.id).attachments
    assert attachment.filename == "table.webp"
    await play_moves(world, 6)
    pictures = [
        item for sent in world.watch.sent for part in simkit.walk(sent.body.get("components"))
        for item in part.get("items") or ()
    ]  # fmt: skip
    assert len(pictures) > 12
    assert all(1 <= len(item["description"]) <= 1024 for item in pictures)


def test_a_description_on_an_embed_image_is_ignored() -> None:
    """There are no embeds: pictures stand in the components of messages, which can be described."""
    home = Path(table.__file__).parent.parent
    for path in [home / "bot.py", *(home / "table").rglob("*.py"), *(home / "cogs").rglob("*.py")]:
        text = path.read_text()
        if "mbed" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute | ast.Name | ast.keyword):
                name = (
                    node.id
                    if isinstance(node, ast.Name)
                    else node.attr
                    if isinstance(node, ast.Attribute)
                    else node.arg
                )
                assert name not in ("Embed", "embed", "embeds"), path


# ---- edits ----------------------------------------------------------------------------------------------------


async def test_too_many_edits_to_a_message_older_than_an_hour(world: World) -> None:
    """(30046.) A game of 70 minutes moves to a fresh message at the next deal after fifty minutes."""
    lobby = await start_table(world, clock="slow")
    await world.env.advance_time(51 * MINUTE)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    assert world.message(lobby.id) is not None
    await play_moves(world, 8)
    fresh = world.tables()[0].row.message
    assert fresh != lobby.id
    assert world.message(lobby.id) is None, "the old message goes"
    assert "Four new cards" in text_of(world.message(fresh))
    await world.env.advance_time(19 * MINUTE)
    for player in world.people:
        await player.open_hand(world.message(fresh))
    await play_moves(world, 1)
    assert world.tables()[0].row.message == fresh


async def test_too_many_edits_to_a_message_older_than_an_hour_without_a_new_deal(world: World) -> None:
    lobby = await start_table(world, clock="slow")
    await world.env.advance_time(58 * MINUTE)
    player = next_player(world)
    await player.open_hand(world.message(lobby.id))
    await player.play()
    assert world.tables()[0].row.message != lobby.id


async def test_too_many_edits_to_a_message_that_discord_refuses_to_edit(world: World) -> None:
    lobby = await start_table(world)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=400, code=30046)
    await play_moves(world, 1)
    assert world.tables()[0].row.message != lobby.id
    assert world.message(lobby.id) is None


class Edits:
    """Counts the edits of public messages while it is open."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.paths: list[str] = []

    def __enter__(self) -> Edits:
        simkit.watchers.append(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        simkit.watchers.remove(self._note)

    def _note(self, backend: object, method: str, path: str, body: object, files: object) -> None:
        if method == "PATCH" and path.startswith(f"/channels/{self.world.channel.id}/messages/"):
            self.paths.append(path)


@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(coalesce=0.2)])
async def test_edits_from_different_features_share_one_bucket(world: World) -> None:
    """Twenty moves at once make few edits, and the last one shows the end."""
    lobby = await start_table(world)
    await asyncio.sleep(0.25)
    with Edits(world) as edits:
        with world.env._bot_scope():
            for _ in range(20):
                table = world.tables()[0]
                async with world.bot.house.at(table.id) as table:
                    seat = table.going().to_act[0]
                    await world.bot.house.turns.play(table, [(seat, table.going().moves(seat)[0])])
                world.bot.house.board.show(table.id)
        await world.env.settle()
    assert len(edits.paths) <= 3
    last = world.tables()[0].sentences(world.bot.house.words(world.guild.id), 1)[0]
    assert last in text_of(world.message(lobby.id))


@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(coalesce=0.2)])
async def test_edits_of_two_tables_share_the_bucket_of_their_channel(world: World) -> None:
    await start_table(world)
    await open_table(world, thread=False)
    await world.people[1].press(world.table_message(), "Join")
    await asyncio.sleep(0.45)
    with Edits(world) as edits:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        with world.env._bot_scope():
            for each in world.tables():
                each.note = "changed"
                world.bot.house.board.show(each.id)
        await world.env.settle()
        took = loop.time() - begun
    assert len(edits.paths) == 2
    assert took >= 0.2


# ---- mentions -------------------------------------------------------------------------------------------------


def mentions(world: World) -> list[str]:
    return [text_of(message) for message in world.channel.history() if "it is your turn" in text_of(message)]


async def test_i_want_a_ping_when_it_is_my_turn(world: World) -> None:
    """An edit does not notify: who is silent for twenty seconds is mentioned, once, until they have moved."""
    await start_table(world, clock="slow")
    player = next_player(world)
    await world.env.advance_time(19)
    assert mentions(world) == []
    await world.env.advance_time(2)
    assert mentions(world) == [f"<@{player.id}>, it is your turn."]
    (ping,) = [sent for sent in world.watch.sent if any("it is your turn" in text for text in sent.texts)]
    assert ping.body["allowed_mentions"]["users"] == [player.id]
    await world.env.advance_time(300)
    assert len(mentions(world)) == 1
    await player.play()
    assert mentions(world) == []


async def test_i_do_not_want_a_ping_when_it_is_my_turn(world: World) -> None:
    for player in world.people:
        await player.actor.slash(world.channel, "preferences", mentions=False)
    await start_table(world, clock="slow")
    await world.env.advance_time(MINUTE)
    assert mentions(world) == []


async def test_a_ping_of_before_a_restart_goes_with_the_turn(world: World) -> None:
    lobby = await start_table(world, clock="slow")
    await world.env.advance_time(21)
    assert len(mentions(world)) == 1
    await world.restart()
    player = next_player(world)
    await player.open_hand(world.message(lobby.id))
    await player.play()
    assert mentions(world) == []
