"""Court portraits: Adrian Kennard's playing cards (CC0), taken from an npm package into a temporary folder."""

import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from PIL import Image

from pictures.build.brush import Picture, from_svg

PACKAGE: Final = "@heruka_urgyen/react-playing-cards@0.5.0"

# The drawings are 240 × 336 units round the middle; the panel of a court is 260 units high.
_SCALE: Final = 3
_HEIGHT: Final = 336 * _SCALE
_MIDDLE: Final = (120 * _SCALE, 168 * _SCALE)

# How far right of the middle (units) a portrait's face lies.
_FACE_OFFSET: Final = {
    "KS": 14, "JS": 16, "QC": 9, "KH": -2, "KD": 0, "JH": -3, "QD": 12, "JD": 0, "QS": 12, "QH": 8, "KC": 4, "JC": 8,
}  # fmt: skip


def fetch_courts(folder: Path) -> Path:
    """Unpack the package into `folder` and return the folder of its four-colour drawings. Needs npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("npm is needed to fetch the court drawings")
    subprocess.run([npm, "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder / "package" / "src" / "images" / "4color"


def portrait(drawings: Path, code: str, width: int, height: int) -> Picture:
    """The upper half of a court card, its face in the middle, cropped to `width` × `height` pixels."""
    svg = (drawings / f"{code}.svg").read_text(encoding="utf-8")
    for attribute in ("width", "height"):
        svg = re.sub(rf'(<svg[^>]*?)\s{attribute}="[^"]*"', r"\1", svg, count=1)
    whole = from_svg(svg, height=_HEIGHT)
    units_wide = width * 129 / height
    middle = _MIDDLE[0] + _FACE_OFFSET[code] * _SCALE
    half = units_wide * _SCALE / 2
    box = (round(middle - half), _MIDDLE[1] - 128 * _SCALE, round(middle + half), _MIDDLE[1] + _SCALE)
    return whole.crop(box).resize((width, height), Image.Resampling.LANCZOS)
