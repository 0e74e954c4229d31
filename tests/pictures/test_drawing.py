"""Drawing: sizes, places inside the picture, readable cards, the glow, equal bytes."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from pictures import cards, lettering
from pictures.arrangement import arrange
from pictures.canvas import Canvas, felt
from pictures.codes import FRENCH_CODES, KILLE_CODES
from pictures.draw import draw_hand, draw_scene, encode
from pictures.elements import Beside, least_height
from pictures.geometry import SAFE, Box
from pictures.pills import PILL, TWO_LINES, item_height
from pictures.scene import Card, HandStrip, Look, Pill, Scene, Seat, Seating, backs, face, faces
from pictures.spread import FRENCH_SHOWN, Spread, spread
from tests.support import scenes


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.right - 0.5
        and other.x < one.right - 0.5
        and one.y < other.bottom - 0.5
        and other.y < one.bottom - 0.5
    )


def inside(box: Box, outer: Box) -> bool:
    return (
        box.x >= outer.x - 5
        and box.y >= outer.y - 1
        and box.right <= outer.right + 5
        and box.bottom <= outer.bottom + 1
    )


@pytest.mark.parametrize("name", scenes.ALL)
def test_every_kind_of_table_is_drawn_small_enough(name: str) -> None:
    picture = draw_scene(scenes.ALL[name])
    assert (picture.size, picture.mode) == ((1100, 700), "RGB")
    data = encode(picture)
    assert len(data) <= 90 * 1024
    with Image.open(io.BytesIO(data)) as read:
        assert (read.format, read.size) == ("WEBP", (1100, 700))


@pytest.mark.parametrize("count", [3, 4, 7, 8])
def test_names_of_fourteen_letters_are_whole_at_tables_up_to_eight(count: int) -> None:
    """So two names that differ in the last letter only can be told apart."""
    scene = scenes.trick(count)

    def named(name: str, place: int) -> bytes:
        seats = [replace(seat, name=name if i == place else "Bo") for i, seat in enumerate(scene.seats)]
        return draw_scene(replace(scene, seats=tuple(seats))).tobytes()

    for place in range(count):
        assert named("Konstantinos R", place) != named("Konstantinos E", place)


def test_every_card_of_both_decks_shows_on_a_table() -> None:
    empty = draw_scene(Scene("navy"))
    seen = set()
    for code in (*FRENCH_CODES, *KILLE_CODES):
        picture = draw_scene(Scene("navy", (), (scenes.Row(faces(code)),)))
        assert ImageChops.difference(picture, empty).getbbox() is not None
        seen.add(picture.tobytes())
    assert len(seen) == 53 + 21


def test_suit_colours_follow_the_look() -> None:
    scene = Scene("navy", (), (scenes.Row(faces("9C", "9D", "9H", "9S")),))
    pictures = {look: draw_scene(scene, Look(look)).tobytes() for look in ("four", "colour-blind", "two")}
    assert len(set(pictures.values())) == 3


def test_equal_scenes_make_equal_bytes() -> None:
    first = [encode(draw_scene(scenes.trick(4))), encode(draw_hand(HandStrip(faces("GO", "7"))))]
    for memory in (lettering.line_of, lettering.lettering, cards._laid, felt):
        memory.cache_clear()
    assert [encode(draw_scene(scenes.trick(4))), encode(draw_hand(HandStrip(faces("GO", "7"))))] == first


def test_the_player_to_move_glows_gold() -> None:
    def gold(picture: Image.Image, box: Box) -> int:
        crop = picture.crop((round(box.x) - 8, round(box.y) - 8, round(box.right) + 8, round(box.bottom) + 8))
        return sum(red > 200 and 150 < green < 230 and blue < 130 for red, green, blue in crop.get_flattened_data())

    for count in (2, 4, 8, 14, 20):
        scene = Scene("wine", scenes.seats(count, acting=1))
        picture, table = draw_scene(scene), arrange(scene)
        amounts = [gold(picture, space.plate) for space in table.seats]
        assert amounts[1] > 1000
        assert max(amounts[:1] + amounts[2:]) < amounts[1] / 4


@pytest.mark.parametrize("seating", ["around", "rows", "side"])
@pytest.mark.parametrize("with_cards", [0, 1, 3])
def test_seats_have_places_of_their_own_inside_the_picture(seating: Seating, with_cards: int) -> None:
    for count in range(1, 21 if seating != "side" else 9):
        seats = tuple(Seat("Ann", "line", cards=faces(*KILLE_CODES[:with_cards])) for _ in range(count))
        table = arrange(Scene("wine", seats, (), (Pill("x", at="top-left"), Pill("y", at="bottom-right")), seating))
        boxes = [space.plate for space in table.seats]
        boxes += [space.cards for space in table.seats if space.cards is not None]
        boxes += list(table.corners.values()) if table.kind in ("rows", "compass") else []
        for index, box in enumerate(boxes):
            assert inside(box, SAFE), (count, box)
            for other in boxes[index + 1 :]:
                assert not overlap(box, other), (count, box, other)
        for space in table.seats:
            assert not overlap(space.plate, table.centre)
            assert space.plate.width >= 160
        assert table.centre.width >= 300
        assert table.centre.height >= 100


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="twenty is the most"):
        draw_scene(Scene("wine", tuple(Seat("Ann") for _ in range(21))))


def boxes_of(lie: Spread) -> list[Box]:
    return [
        Box(x - lie.card_width / 2, y - lie.card_height / 2, lie.card_width, lie.card_height) for x, y in lie.middles
    ]


@pytest.mark.parametrize(("width", "height"), [(866, 376), (1052, 300), (640, 420), (250, 170)])
def test_layouts_of_any_size_stay_in_their_space_and_readable(width: float, height: float) -> None:
    for count in range(1, 41 if width > 600 else 16):
        lie = spread(faces(*FRENCH_CODES[:count]), width, height)
        rank = lie.card_height * 98 / 128 if lie.tiles else lie.card_width * 84 / 180
        assert rank >= 28, count
        boxes = boxes_of(lie)
        assert len(boxes) == count
        for index, box in enumerate(boxes):
            assert box.x >= -0.5
            assert box.y >= -0.5
            assert box.right <= width + 0.5
            assert box.bottom <= height + 0.5
            for other in boxes[index + 1 :]:
                if abs(other.y - box.y) < 1:
                    # In one line: what is covered is never rank or suit.
                    assert other.x - box.x >= box.width * FRENCH_SHOWN - 0.5
                else:
                    assert other.y >= box.bottom - 0.5


def test_layouts_stay_clear_of_the_plates_and_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Box] = []
    lay_card = cards.lay_card

    def noted(canvas: Canvas, card: Card, box: Box, look: Look, **how: Any) -> None:
        drawn.append(box)
        lay_card(canvas, card, box, look, **how)

    monkeypatch.setattr(cards, "lay_card", noted)
    for count in range(41):
        drawn.clear()
        scene = scenes.fishing(count)
        draw_scene(scene)
        assert len(drawn) == count
        plates = [space.plate for space in arrange(scene).seats]
        for box in drawn:
            assert inside(box, SAFE)
            assert not any(overlap(box, plate) for plate in plates)


@pytest.mark.parametrize("count", [1, 5, 12, 21, 42])
def test_kille_cards_never_cover_each_other(count: int) -> None:
    codes = [KILLE_CODES[i % 21] for i in range(count)]
    lie = spread(faces(*codes), 1052, 380)
    boxes = boxes_of(lie)
    assert not any(overlap(one, other) for i, one in enumerate(boxes) for other in boxes[i + 1 :])
    assert lie.card_width >= 60


def test_few_cards_are_large_and_numbers_over_them_have_room() -> None:
    assert spread(faces("8C", "8D", "5S", "3H"), 866, 376).card_width == 176
    numbered = tuple(replace(card, over="1") for card in faces("8C", "8D"))
    lie = spread(numbered, 866, 260)
    assert min(y - lie.card_height / 2 for _, y in lie.middles) >= 40


@pytest.mark.parametrize(
    ("hand", "height"),
    [
        (faces(*FRENCH_CODES[:4]), 320),
        (faces(*FRENCH_CODES[:13]), 300),
        (faces(*FRENCH_CODES[:26]), 570),
        (faces(*KILLE_CODES[:5]), 320),
        (faces(*KILLE_CODES[:14]), 540),
        ((face("GO"),), 320),
        ((), 320),
        (backs("kille", 3), 320),
    ],
)
def test_hands_are_drawn_wide_and_low(hand: tuple[Card, ...], height: int) -> None:
    picture = draw_hand(HandStrip(hand, "wine"))
    assert picture.width == 1100
    assert picture.height <= height
    assert len(encode(picture)) <= 90 * 1024


def test_what_may_not_be_played_is_veiled() -> None:
    hand = faces("9C", "9D", "9H", "9S")
    plain = draw_hand(HandStrip(hand))
    veiled = draw_hand(HandStrip(hand, playable=(1,)))
    changed = ImageChops.difference(plain, veiled).convert("L").point(lambda value: 255 if value > 40 else 0)
    # Four cards of 164 pixels with 14 between them, in the middle: only the second keeps its brightness.
    left = (1100 - 4 * 164 - 3 * 14) // 2
    parts = [changed.crop((left + i * 178, 60, left + i * 178 + 164, 280)).histogram()[255] for i in range(4)]
    assert parts[1] == 0
    assert min(parts[0], parts[2], parts[3]) > 10_000


def test_a_hand_has_no_numbers_over_its_cards() -> None:
    bare = draw_hand(HandStrip(faces("3", "7")))
    empty = draw_hand(HandStrip(())).crop((300, 10, 800, 16))
    assert ImageChops.difference(bare.crop((300, 10, 800, 16)), empty).convert("L").getextrema()[1] < 30


@pytest.mark.parametrize("colour", ["navy", "green", "wine"])
def test_the_felt_shows_no_bands(colour: str) -> None:
    with Image.open(io.BytesIO(encode(draw_scene(Scene(colour))))) as read:  # type: ignore[arg-type]
        cloth = read.convert("L").crop((40, 40, 1060, 660))
    for shift in ((1, 0), (0, 1)):
        steps = ImageChops.difference(cloth, ImageChops.offset(cloth, *shift)).crop((1, 1, 1019, 619))
        assert steps.getextrema()[1] <= 3


def test_long_texts_stay_in_the_picture() -> None:
    long = "Maximiliane Konstantinopoulou von und zu Hohenstein-Wittelsbach"
    for count in (2, 4, 7, 14, 20):
        sitting = tuple(Seat(long, long, to_act=i == 0, at=None) for i in range(count))
        scene = Scene("wine", sitting, (), (Pill(long, at="top-left"), Pill(long, at="bottom-right"), Pill(long)))
        picture = draw_scene(scene)
        rim = ImageChops.difference(picture, draw_scene(Scene("wine")))
        for strip in ((0, 0, 8, 700), (1092, 0, 1100, 700)):
            assert rim.crop(strip).convert("L").getextrema()[1] < 60


def test_a_caption_that_will_take_two_lines_is_given_the_height_of_two() -> None:
    """In a middle of 700 pixels it would fit on one line, but it is never drawn so wide."""
    pill = Pill("Konstantinos is out first: the Bluffmaster!")
    assert item_height(pill, 700) == PILL
    assert least_height(Beside((pill,)), 700) == TWO_LINES
