"""``python -m pictures.build`` draws every sprite anew into pictures/assets (needs npm and requirements-art.txt)."""

import tempfile
from pathlib import Path

from PIL import Image

from pictures import sprites
from pictures.build import faces, tiles
from pictures.build.brush import Picture, suit_sign
from pictures.build.courts import fetch_courts
from pictures.codes import FRENCH_CODES, KILLE_CODES, SUITS
from pictures.colours import SUIT_COLOURS
from pictures.scene import Colours

LOOKS: tuple[Colours, ...] = ("four", "colour-blind", "two")


def save(picture: Picture, path: Path, *, flat: bool = False) -> int:
    """Write a PNG, making its folder; returns its size in bytes. `flat` pictures have few colours: a palette does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if flat:
        picture = picture.quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    picture.save(path, "PNG", optimize=True)
    return path.stat().st_size


def main() -> None:
    """Draw faces, backs, tiles, suits and the coin; print how much it is."""
    sizes: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        drawings = fetch_courts(Path(folder))
        for look in LOOKS:
            colours = SUIT_COLOURS[look]
            for code in FRENCH_CODES:
                if sprites.variant(code, look) == look:
                    sizes.append(save(faces.face_of(code, colours, drawings), sprites.face_path(code, look)))
                    sizes.append(save(tiles.french_tile(code, colours), sprites.tile_path(code, look), flat=True))
    for code in KILLE_CODES:
        sizes.append(save(faces.kille_face(code), sprites.face_path(code, "four")))
        sizes.append(save(tiles.kille_tile(code), sprites.tile_path(code, "four")))
    sizes.append(save(faces.card_back("french"), sprites.back_path("french")))
    sizes.append(save(faces.card_back("kille"), sprites.back_path("kille")))
    sizes.append(save(tiles.back_tile("french"), sprites.back_tile_path("french")))
    sizes.append(save(tiles.back_tile("kille"), sprites.back_tile_path("kille")))
    sizes.extend(save(suit_sign(suit, 96, "#ffffff"), sprites.suit_path(suit)) for suit in SUITS)
    sizes.append(save(tiles.coin(), sprites.ASSETS / "coin.png"))
    print(f"{len(sizes)} sprites, {sum(sizes) / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
