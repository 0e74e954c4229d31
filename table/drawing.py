"""Pictures for messages: drawn by the studio, with alt text in the reader's language."""

from __future__ import annotations

from functools import cache

from pictures.alt import Words as AltWords
from pictures.scene import HandStrip, Look, Scene
from pictures.studio import Studio
from table.page import Image
from table.words import Words


async def draw_table(studio: Studio, scene: Scene, words: Words, look: Look, *, urgent: bool = False) -> Image:
    """The picture of a scene as a block of a page; `urgent`: somebody who has pressed a button waits for it."""
    picture = await studio.scene(scene, look, names=words.card, words=alt_words(words), urgent=urgent)
    return Image(picture.data, picture.filename, picture.alt)


async def draw_cards(studio: Studio, hand: HandStrip, words: Words, look: Look) -> Image:
    """The picture of somebody's own cards as a block of a page."""
    picture = await studio.hand(hand, look, names=words.card, words=alt_words(words))
    return Image(picture.data, picture.filename, picture.alt)


@cache
def alt_words(words: Words) -> AltWords:
    """The few words that alt texts add to those of a scene, in this language."""
    return AltWords(
        to_play=words.say("to play"),
        out=words.say("out"),
        nothing=words.say("nothing"),
        winning=words.say("winning"),
        struck=words.say("crossed out"),
        playable=words.say("playable"),
        chosen=words.say("chosen"),
        hand=words.say("Your hand"),
        row=words.say("Cards"),
        trick=words.say("Trick"),
        board=words.say("Board"),
        pawn=words.say("pawn"),
        cards=lambda count: words.plural("{count} card", "{count} cards", count),
        face_down=lambda count: words.plural("{count} face down", "{count} face down", count),
    )
