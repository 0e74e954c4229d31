"""The words of a picture: natural sentences, within the limits, without anything hidden."""

from __future__ import annotations

import pytest

from pictures.alt import Words, alt_text, hand_text
from pictures.codes import FRENCH_CODES, KILLE_CODES, english_name
from pictures.scene import HandStrip, Pile, Pill, Row, Scene, Seat, back, backs, face, faces
from tests.support import scenes


def test_a_fishing_table_in_sentences() -> None:
    scene = scenes.fishing(4)
    assert alt_text(scene) == (
        "Layout: A♣, A♦, A♥, A♠. Stock: 40 cards. Ann: 3 points, 4 cards, 12 captured, to play. "
        "Björn: 1 point, 3 cards, nothing captured. Round 1 of 2. Deal 3 of 6. Björn captures 3♦ and 4♠ with 7♣."
    )


def test_a_trick_in_sentences() -> None:
    assert alt_text(scenes.trick(4, french=True)).startswith(
        "Pot: 15. Trick: Astrid A♥, Björn 2♠ (winning), Kasia 4♣. Oskar: 3 won, to play. Astrid: 0 won."
    )


def test_sequences_and_boards_are_told_shortly() -> None:
    assert "C: 4♣–10♣." in alt_text(scenes.sequences(3))
    text = alt_text(scenes.board())
    assert "Björn: pawn d5." in text
    assert text.startswith("Björn: 1 points")


@pytest.mark.parametrize("name", scenes.ALL)
def test_texts_keep_within_the_limits(name: str) -> None:
    scene = scenes.ALL[name]
    text = alt_text(scene)
    assert len(text) <= 1024
    acting = [seat for seat in scene.seats if seat.to_act]
    for seat in acting:
        assert "to play" in text[:256], name
        assert seat.name in text[:256]


def test_too_long_texts_lose_whole_sentences_from_the_end() -> None:
    rows = tuple(Row(faces(*FRENCH_CODES[:40]), words=f"Row {number}") for number in range(9))
    text = alt_text(Scene("navy", (Seat("Ann", to_act=True),), rows, (Pill("The end"),)))
    assert len(text) <= 1024
    assert text.startswith("Ann: to play. Row 0:")
    assert text.endswith(". …")
    assert "The end" not in text
    one = alt_text(Scene("navy", (), (Row(faces(*FRENCH_CODES * 12), words="Row"),)))
    assert len(one) <= 1024


def test_cards_face_down_are_only_counted() -> None:
    scene = Scene(
        "wine",
        (Seat("Ann", cards=(back("kille"), face("GO"), *backs("kille", 3))),),
        (Row((back("french", over="1"), face("KH", over="2", struck=True))), Pile(5, back("kille"), "Talon")),
    )
    text = alt_text(scene)
    assert text == "Cards: 1: 1 face down, 2: K♥ (crossed out). Talon: 5 cards. Ann: 1 face down, Gök, 3 face down."
    shown = {"KH", "GO"}
    for code in (*FRENCH_CODES, *KILLE_CODES):
        if code not in shown and not code.isdigit():
            assert english_name(code) not in text


def test_names_and_words_can_be_in_another_language() -> None:
    words = Words(
        to_play="ska spela",
        nothing="inget",
        cards=lambda count: f"{count} kort",
        face_down=lambda count: f"{count} dolda",
    )
    scene = Scene("wine", (Seat("Ann", to_act=True, cards=backs("kille", 2)),), (Pile(7, back("kille"), "Talong"),))
    assert alt_text(scene, words=words) == "Talong: 7 kort. Ann: 2 dolda, ska spela."
    german = alt_text(Scene("navy", (), (Row(faces("KH", "9S"), words="Auslage"),)), names=lambda code: f"<{code}>")
    assert german == "Auslage: <KH>, <9S>."


def test_what_a_glow_means_is_said() -> None:
    scene = Scene("navy", (), (Row((face("9H", glow="red", words="attacked"), face("KH"))),))
    assert alt_text(scene) == "Cards: 9♥ (attacked), K♥."


def test_a_hand_says_what_may_be_played() -> None:
    hand = HandStrip(faces("4H", "9H", "KS"), playable=(0, 1), chosen=(1,), title="Follow hearts")
    assert hand_text(hand) == ("Follow hearts. Your hand: 4♥, 9♥, K♠. Playable: 4♥, 9♥. Chosen: 9♥.")
    assert hand_text(HandStrip(())) == "Your hand: nothing."


def test_names_that_cannot_be_drawn_fall_back_in_the_text_too() -> None:
    scene = Scene("navy", (Seat("🔥", "3 cards", fallbacks=("ann_42",)),))
    assert alt_text(scene) == "ann_42: 3 cards."
