"""The nine figures of the Kille deck and the fleur-de-lis, as SVG text without fonts.

Each drawing fills a view box of 200 × 200 units. The shapes were drawn for this project.
"""

import math
from collections.abc import Callable
from typing import Final

INK: Final = "#1d2238"
RED: Final = "#c8342f"
GOLD: Final = "#e3a72f"
GREEN: Final = "#2f8a57"
BLUE: Final = "#2f62b0"
CREAM: Final = "#fff8e7"
SKIN: Final = "#f3c9a0"
BROWN: Final = "#7b4a2a"
PINK: Final = "#ef9fa6"
DARK_PINK: Final = "#d9747f"
GREY: Final = "#6f8299"
LIGHT_GREY: Final = "#b9c6d4"


def inked(shapes: str) -> str:
    """The shapes with the outline that all emblems share."""
    return f'<g stroke="{INK}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" fill="none">{shapes}</g>'


def path(line: str, fill: str = "none", extra: str = "") -> str:
    """An SVG path."""
    return f'<path d="{line}" fill="{fill}" {extra}/>'


def disc(x: float, y: float, radius: float, fill: str = "none", extra: str = "") -> str:
    """An SVG circle."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" {extra}/>'


def oval(x: float, y: float, across: float, down: float, fill: str = "none", extra: str = "") -> str:
    """An SVG ellipse with its two radii."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{fill}" {extra}/>'


def harlekin() -> str:
    """A masked head under a bicorne, over a coat of coloured lozenges."""
    lozenges = ""
    colours = [RED, GOLD, GREEN, BLUE]
    for r in range(-1, 6):
        for k in range(-1, 9):
            x = k * 24 + (12 if r % 2 else 0)
            y = 142 + r * 18
            lozenges += f'<path d="M{x} {y - 18} L{x + 12} {y} L{x} {y + 18} L{x - 12} {y} Z" fill="{colours[(k + 2 * (r % 2) + r // 2) % 4]}" stroke="{INK}" stroke-width="2"/>'
    body = "M14 200 C16 160 52 138 100 138 C148 138 184 160 186 200 Z"
    drawing = (
        f'<clipPath id="hb"><path d="{body}"/></clipPath><g clip-path="url(#hb)"><rect x="0" y="120" width="200" height="80" fill="{RED}"/>{lozenges}</g>'
        + path(body)
    )
    # ruff
    for i in (0, 6, 1, 5, 2, 4, 3):
        t = (i - 3) / 3
        drawing += disc(round(100 + 50 * t, 1), round(150 - 10 * t * t, 1), 14, CREAM)
    drawing += oval(100, 92, 40, 48, SKIN)
    # mask
    drawing += path(
        "M58 84 C66 70 88 72 100 80 C112 72 134 70 142 84 C144 104 128 112 116 108 C108 105 104 98 100 98 C96 98 92 105 84 108 C72 112 56 104 58 84 Z",
        INK,
    )
    drawing += (
        oval(82, 91, 8, 5.5, CREAM, 'stroke="none"')
        + oval(118, 91, 8, 5.5, CREAM, 'stroke="none"')
        + disc(83, 91, 3.2, INK, 'stroke="none"')
        + disc(117, 91, 3.2, INK, 'stroke="none"')
    )
    drawing += path("M82 120 C92 131 108 131 118 120", RED, 'stroke-width="4"')
    # bicorne
    drawing += path("M100 12 C150 12 168 40 182 66 C150 58 124 60 100 62 C76 60 50 58 18 66 C32 40 50 12 100 12 Z", INK)
    drawing += path("M24 62 C52 54 76 56 100 58 C124 56 148 54 176 62", "none", f'stroke="{GOLD}" stroke-width="6"')
    drawing += (
        disc(18, 66, 9, RED) + disc(182, 66, 9, RED) + disc(100, 34, 12, RED) + disc(100, 34, 5, GOLD, 'stroke="none"')
    )
    return inked(drawing)


def gok() -> str:
    """The cuckoo on its branch, calling."""
    drawing = path("M14 176 C60 160 140 186 188 166", "none", f'stroke="{INK}" stroke-width="14"') + path(
        "M14 176 C60 160 140 186 188 166", "none", f'stroke="{BROWN}" stroke-width="6"'
    )
    drawing += path("M150 172 C158 150 180 146 190 150 C184 168 166 176 150 172 Z", GREEN) + path(
        "M40 168 C34 188 16 194 8 192 C10 178 24 166 40 168 Z", GREEN
    )
    # tail
    drawing += path("M58 118 L10 150 L22 162 L34 158 L38 172 L52 166 L92 140 Z", GREY)
    # body
    drawing += path(
        "M50 126 C52 92 84 62 118 56 C122 36 138 26 154 30 C172 34 178 52 172 68 C172 112 140 150 96 152 C74 152 52 146 50 126 Z",
        LIGHT_GREY,
    )
    # belly stripes clip
    drawing += f'<clipPath id="gb"><path d="M172 66 C172 112 140 150 96 152 C84 152 72 148 64 142 C100 138 140 110 146 72 Z"/></clipPath><g clip-path="url(#gb)"><rect width="200" height="200" fill="{CREAM}" stroke="none"/>'
    for i in range(6):
        drawing += path(
            f"M{96 - i * 9} {92 + i * 12} C{120 - i * 6} {104 + i * 11} {150 - i * 6} {102 + i * 10} 184 {84 + i * 10}",
            "none",
            'stroke-width="4"',
        )
    drawing += "</g>" + path("M172 66 C172 112 140 150 96 152 C84 152 72 148 64 142 C100 138 140 110 146 72", "none")
    # wing
    drawing += path("M36 132 C56 92 88 74 118 78 C128 96 112 124 86 132 C68 137 50 136 36 132 Z", GREY) + path(
        "M62 122 C80 118 98 108 106 96 M84 126 C96 121 106 113 112 103", "none", 'stroke-width="4"'
    )
    # beak open
    drawing += path("M170 46 L196 38 L176 56 Z", GOLD) + path("M174 58 L194 62 L171 68 Z", GOLD)
    drawing += disc(150, 50, 8, GOLD) + disc(151, 50, 3.6, INK, 'stroke="none"')
    drawing += path("M98 152 L96 170 M118 150 L120 170", "none", f'stroke="{INK}" stroke-width="9"') + path(
        "M98 152 L96 170 M118 150 L120 170", "none", f'stroke="{GOLD}" stroke-width="4"'
    )
    return inked(drawing)


def husar() -> str:
    """A hussar with shako and sabre."""
    drawing = ""
    # sabre behind
    drawing += path("M168 150 C188 110 186 58 160 14 C172 62 170 104 152 142 Z", LIGHT_GREY)
    # body
    drawing += path("M16 200 C18 164 48 148 94 148 C140 148 170 164 172 200 Z", BLUE)
    for y in (164, 178, 192):
        drawing += (
            path(f"M60 {y} L128 {y}", "none", f'stroke="{GOLD}" stroke-width="6"')
            + disc(60, y, 4, GOLD, 'stroke-width="3"')
            + disc(128, y, 4, GOLD, 'stroke-width="3"')
        )
    drawing += path("M94 150 L94 200", "none", f'stroke="{GOLD}" stroke-width="5"')
    drawing += path("M70 140 L118 140 L122 156 L66 156 Z", RED)
    # face
    drawing += path("M62 84 L126 84 C128 118 118 144 94 144 C70 144 60 118 62 84 Z", SKIN)
    drawing += (
        disc(80, 100, 4, INK, 'stroke="none"')
        + disc(108, 100, 4, INK, 'stroke="none"')
        + path("M72 91 L86 92 M102 92 L116 91", "none", 'stroke-width="4"')
    )
    drawing += path("M94 102 L90 115 L97 115", "none", 'stroke-width="3.5"')
    drawing += path(
        "M94 119 C84 112 70 118 58 112 C60 128 82 132 94 125 C106 132 128 128 130 112 C118 118 104 112 94 119 Z", BROWN
    )
    # shako
    drawing += path("M54 38 L134 38 L128 86 L60 86 Z", INK)
    drawing += path("M56 50 L132 50", "none", f'stroke="{GOLD}" stroke-width="6"')
    drawing += path("M52 84 C70 76 118 76 136 84 L132 94 C116 88 72 88 56 94 Z", INK) + path(
        "M56 84 C74 77 114 77 132 84", "none", f'stroke="{GOLD}" stroke-width="4"'
    )
    drawing += disc(94, 66, 10, GOLD) + disc(94, 66, 4, RED, 'stroke="none"')
    drawing += path("M86 40 C74 26 80 8 94 4 C108 8 114 26 102 40 Z", RED) + path(
        "M94 38 L94 16", "none", 'stroke-width="3"'
    )
    # hand + hilt
    drawing += path("M136 152 C150 132 176 138 178 160", "none", f'stroke="{INK}" stroke-width="11"') + path(
        "M136 152 C150 132 176 138 178 160", "none", f'stroke="{GOLD}" stroke-width="5"'
    )
    drawing += disc(160, 156, 13, SKIN)
    return inked(drawing)


def gris() -> str:
    """A pig on grass."""
    drawing = path("M10 176 L190 176", "none", f'stroke="{GREEN}" stroke-width="7"')
    for x in (26, 60, 150, 176):
        drawing += path(f"M{x} 176 l-5 -11 M{x} 176 l5 -11", "none", f'stroke="{GREEN}" stroke-width="5"')
    # far legs
    drawing += path("M66 138 L62 172 L80 172 L86 140 Z", DARK_PINK) + path(
        "M128 138 L128 172 L146 172 L146 136 Z", DARK_PINK
    )
    # tail
    drawing += path("M28 96 C8 92 6 70 20 70 C32 70 28 88 14 86", "none", 'stroke-width="11"') + path(
        "M28 96 C8 92 6 70 20 70 C32 70 28 88 14 86", "none", f'stroke="{PINK}" stroke-width="4"'
    )
    # body
    drawing += path(
        "M24 104 C24 64 62 50 96 52 C112 46 126 50 138 58 C158 58 170 72 174 88 L190 92 C194 100 192 112 188 118 L170 122 C160 138 146 146 128 148 C100 156 70 154 50 146 C32 138 24 124 24 104 Z",
        PINK,
    )
    # near legs
    drawing += path("M40 136 L38 174 L58 174 L66 146 Z", PINK) + path("M104 148 L106 174 L126 174 L130 142 Z", PINK)
    drawing += path("M38 166 L58 166 M106 166 L126 166", "none", 'stroke-width="4"')
    # ear
    drawing += path("M120 62 C116 40 128 30 140 30 C150 44 150 60 142 74 Z", DARK_PINK)
    drawing += disc(158, 84, 4.5, INK, 'stroke="none"')
    drawing += (
        path("M174 88 C170 98 170 112 172 121", "none")
        + disc(182, 101, 2.6, INK, 'stroke="none"')
        + disc(181, 110, 2.6, INK, 'stroke="none"')
    )
    drawing += path("M148 122 C156 126 162 124 168 118", "none", 'stroke-width="4"')
    return inked(drawing)


def kavall() -> str:
    """A horse's head with a lance and pennon behind it."""
    drawing = ""
    # lance + pennon
    drawing += path("M176 196 L176 10", "none", f'stroke="{INK}" stroke-width="11"') + path(
        "M176 196 L176 14", "none", f'stroke="{GOLD}" stroke-width="4.5"'
    )
    drawing += path("M172 20 L112 30 L136 42 L112 56 L172 62 Z", RED) + path("M176 2 L184 18 L168 18 Z", LIGHT_GREY)
    # neck and head (facing left)
    drawing += path("M92 46 L96 22 L112 50 Z", CREAM)
    drawing += path(
        "M50 200 C54 168 66 150 74 134 C62 134 50 144 40 150 C26 156 10 146 12 130 C22 108 38 84 62 62 L70 30 L92 52 C130 62 156 104 156 200 Z",
        CREAM,
    )
    # mane
    drawing += path(
        "M92 50 C106 42 124 52 134 68 C150 74 160 94 160 110 C172 126 170 150 166 164 C172 180 166 200 166 200 L136 200 C142 164 134 116 104 82 C94 72 90 60 92 50 Z",
        BROWN,
    )
    drawing += path("M116 76 C128 88 134 100 138 116 M138 118 C146 134 149 150 148 170", "none", 'stroke-width="4"')
    # bridle
    bridle = "M98 58 C96 84 84 108 58 130 M26 104 C34 112 46 124 58 130 M58 130 C84 150 114 158 142 162"
    drawing += path(bridle, "none", f'stroke="{INK}" stroke-width="13"') + path(
        bridle, "none", f'stroke="{RED}" stroke-width="6"'
    )
    drawing += disc(58, 130, 7.5, GOLD)
    drawing += (
        oval(68, 82, 6.5, 7.5, INK, 'stroke="none"')
        + disc(66, 79, 2.2, CREAM, 'stroke="none"')
        + path("M58 70 C64 66 72 66 78 72", "none", 'stroke-width="4"')
    )
    drawing += disc(22, 130, 4, INK, 'stroke="none"') + path(
        "M22 146 C30 146 34 143 38 139", "none", 'stroke-width="4"'
    )
    return inked(drawing)


def vardshus() -> str:
    """A timbered inn with a tankard on its sign."""
    drawing = path("M8 184 L192 184", "none", f'stroke="{GREEN}" stroke-width="8"')
    # smoke
    drawing += path(
        "M136 34 C126 26 136 18 130 8 M150 36 C144 26 154 20 148 10", "none", f'stroke="{GREY}" stroke-width="6"'
    )
    drawing += path("M130 40 L156 40 L156 84 L130 70 Z", RED) + path("M126 36 L160 36 L160 48 L126 48 Z", BROWN)
    # walls
    drawing += path("M38 92 L162 92 L162 184 L38 184 Z", CREAM)
    drawing += path(
        "M40 92 L160 92 M40 138 L160 138 M70 92 L70 138 M130 92 L130 138 M40 138 L70 92 M160 138 L130 92",
        "none",
        f'stroke="{BROWN}" stroke-width="6"',
    )
    # roof
    drawing += path("M16 98 L62 38 L138 38 L184 98 Z", RED)
    drawing += path("M46 58 L154 58 M32 78 L168 78", "none", 'stroke-width="3.5"')
    drawing += (
        path("M82 66 L118 66 L118 92 L82 92 Z", GOLD)
        + path("M100 66 L100 92 M82 79 L118 79", "none", 'stroke-width="4"')
        + path("M76 66 L100 46 L124 66 Z", BROWN)
    )
    # windows + door
    drawing += path("M84 184 L84 150 C84 134 116 134 116 150 L116 184 Z", BROWN) + disc(
        109, 166, 3, GOLD, 'stroke="none"'
    )
    drawing += path("M48 150 L72 150 L72 172 L48 172 Z", GOLD) + path(
        "M60 150 L60 172 M48 161 L72 161", "none", 'stroke-width="3.5"'
    )
    drawing += path("M128 150 L152 150 L152 172 L128 172 Z", GOLD) + path(
        "M140 150 L140 172 M128 161 L152 161", "none", 'stroke-width="3.5"'
    )
    # sign with tankard
    drawing += path("M162 104 L196 104 M190 104 L190 112 M174 104 L174 112", "none", 'stroke-width="4"') + path(
        "M166 112 L198 112 L198 142 L166 142 Z", GOLD
    )
    drawing += path("M174 118 L186 118 L186 136 L174 136 Z", CREAM, 'stroke-width="3"') + path(
        "M186 122 C193 122 193 132 186 132", "none", 'stroke-width="3"'
    )
    return inked(drawing)


def krans() -> str:
    """A wreath with berries and a bow."""
    drawing = disc(100, 100, 62, "none", f'stroke="{INK}" stroke-width="16"') + disc(
        100, 100, 62, "none", f'stroke="{BROWN}" stroke-width="7"'
    )
    n = 16
    for i in range(n):
        a = i * 360 / n
        for side, colour in ((-1, GREEN), (1, "#3fa56b")):
            drawing += f'<g transform="rotate({a} 100 100) translate(100 38) rotate({side * 38})"><path d="M0 2 C-13 -8 -13 -22 0 -34 C13 -22 13 -8 0 2 Z" fill="{colour}" stroke-width="4" transform="translate({side * 2} {6 if side < 0 else 12})"/></g>'
    for i in range(8):
        a = math.radians(i * 45 + 11)
        drawing += disc(100 + 62 * math.cos(a), 100 + 62 * math.sin(a), 8.5, RED if i % 2 else GOLD, 'stroke-width="4"')
    drawing += (
        path(
            "M100 164 C76 144 58 152 60 170 C62 186 84 182 100 170 C116 182 138 186 140 170 C142 152 124 144 100 164 Z",
            RED,
        )
        + path("M96 170 L78 198 M104 170 L122 198", "none", f'stroke="{INK}" stroke-width="12"')
        + path("M96 170 L78 198 M104 170 L122 198", "none", f'stroke="{RED}" stroke-width="6"')
        + disc(100, 168, 9, GOLD)
    )
    return inked(drawing)


def flower(x: float, y: float, radius: float, colour: str) -> str:
    """One flower head round (x, y)."""
    drawing = ""
    for i in range(6):
        a = math.radians(i * 60)
        drawing += disc(
            round(x + radius * math.cos(a), 1),
            round(y + radius * math.sin(a), 1),
            radius * 0.72,
            colour,
            'stroke-width="4"',
        )
    return drawing + disc(x, y, radius * 0.62, GOLD, 'stroke-width="4"')


def potta() -> str:
    """A pot with three flowers."""
    drawing = path(
        "M100 120 L100 50 M96 120 C90 96 66 84 50 74 M104 120 C110 96 134 84 150 74",
        "none",
        f'stroke="{INK}" stroke-width="11"',
    ) + path(
        "M100 120 L100 50 M96 120 C90 96 66 84 50 74 M104 120 C110 96 134 84 150 74",
        "none",
        f'stroke="{GREEN}" stroke-width="5"',
    )
    drawing += (
        path("M98 104 C80 112 62 108 56 98 C72 92 90 94 98 104 Z", GREEN)
        + path("M102 104 C120 112 138 108 144 98 C128 92 110 94 102 104 Z", GREEN)
        + path("M100 84 C90 78 84 68 88 60 C98 62 102 74 100 84 Z", GREEN)
        + path("M101 90 C112 82 116 74 112 64 C102 68 99 80 101 90 Z", GREEN)
    )
    drawing += flower(46, 64, 17, RED) + flower(154, 64, 17, RED) + flower(100, 36, 19, BLUE)
    drawing += path(
        "M52 128 C34 128 34 158 62 158 M148 128 C166 128 166 158 138 158", "none", f'stroke="{INK}" stroke-width="13"'
    ) + path(
        "M52 128 C34 128 34 158 62 158 M148 128 C166 128 166 158 138 158", "none", f'stroke="{GOLD}" stroke-width="6"'
    )
    drawing += path("M50 116 L150 116 L146 130 L54 130 Z", GOLD) + path(
        "M56 130 L144 130 C146 158 130 172 114 178 L118 188 L82 188 L86 178 C70 172 54 158 56 130 Z", BLUE
    )
    drawing += path("M58 144 C80 154 120 154 142 144", "none", f'stroke="{GOLD}" stroke-width="5"') + path(
        "M72 186 L128 186 L132 198 L68 198 Z", GOLD
    )
    return inked(drawing)


def blare() -> str:
    """A jester with belled cap and beard."""
    drawing = path("M26 200 C30 172 60 160 100 160 C140 160 170 172 174 200 Z", RED)
    # cap horns
    drawing += path("M62 92 C56 52 30 44 16 62 C8 72 8 86 12 98 C20 84 34 86 40 98 C44 106 50 110 56 110 Z", RED)
    drawing += path(
        "M138 92 C144 52 170 44 184 62 C192 72 192 86 188 98 C180 84 166 86 160 98 C156 106 150 110 144 110 Z", GREEN
    )
    drawing += path("M58 96 C58 50 82 44 92 14 C112 30 142 50 142 96 Z", GOLD)
    drawing += path("M92 14 C86 36 100 50 100 90", "none", 'stroke-width="4"')
    for x, y in ((12, 104), (188, 104), (90, 12)):
        drawing += disc(x, y, 10, GOLD) + path(f"M{x - 5} {y + 3} L{x + 5} {y + 3}", "none", 'stroke-width="3"')
    # face
    drawing += path("M60 98 L140 98 C146 140 130 172 100 176 C70 172 54 140 60 98 Z", SKIN)
    # band
    drawing += path("M52 92 C80 82 120 82 148 92 L148 108 C120 98 80 98 52 108 Z", RED)
    for x in (68, 84, 100, 116, 132):
        drawing += disc(x, 97 if x in (68, 132) else 94.5 if x != 100 else 94, 4, GOLD, 'stroke-width="2.5"')
    drawing += disc(82, 120, 4.5, INK, 'stroke="none"') + disc(118, 120, 4.5, INK, 'stroke="none"')
    drawing += path("M72 112 C78 107 86 108 90 111 M128 112 C122 107 114 108 110 111", "none", 'stroke-width="4"')
    # nose
    drawing += oval(100, 132, 9, 10, DARK_PINK)
    # beard
    drawing += path(
        "M60 134 C66 150 78 144 88 142 C96 140 104 140 112 142 C122 144 134 150 140 134 C146 160 128 190 100 198 C72 190 54 160 60 134 Z",
        BROWN,
    )
    drawing += path(
        "M100 146 C88 138 70 144 60 140 C66 156 88 158 100 152 C112 158 134 156 140 140 C130 144 112 138 100 146 Z",
        "#a5663a",
    )
    drawing += path("M90 160 C96 166 104 166 110 160", "#8d1f1c", 'stroke-width="4"')
    return inked(drawing)


def fleur() -> str:
    """A fleur-de-lis, the ornament of the numeral cards and of the Kille back."""
    drawing = path("M100 14 C122 44 128 72 112 108 L88 108 C72 72 78 44 100 14 Z", GOLD)
    drawing += path("M84 112 C84 76 62 52 36 58 C14 64 14 98 36 102 C44 104 50 98 50 90 C62 92 66 104 64 116 Z", GOLD)
    drawing += path(
        "M116 112 C116 76 138 52 164 58 C186 64 186 98 164 102 C156 104 150 98 150 90 C138 92 134 104 136 116 Z", GOLD
    )
    drawing += path("M56 112 L144 112 L144 130 L56 130 Z", GOLD)
    drawing += (
        path("M88 130 L112 130 C114 152 108 172 100 190 C92 172 86 152 88 130 Z", GOLD)
        + path("M84 130 C80 148 68 158 56 160 C66 148 66 140 66 130 Z", GOLD)
        + path("M116 130 C120 148 132 158 144 160 C134 148 134 140 134 130 Z", GOLD)
    )
    return f'<g stroke="{INK}" stroke-width="7" stroke-linejoin="round">{drawing}</g>'


EMBLEMS: Final[dict[str, Callable[[], str]]] = {
    "HA": harlekin,
    "GO": gok,
    "HU": husar,
    "GR": gris,
    "KA": kavall,
    "VA": vardshus,
    "KR": krans,
    "PO": potta,
    "BL": blare,
    "fleur": fleur,
}


def emblem_svg(name: str) -> str:
    """The emblem of a figure card (its code) or ``fleur`` as a whole SVG document."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{EMBLEMS[name]()}</svg>'
