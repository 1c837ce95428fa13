#!/usr/bin/env python3
"""Draws docs/pictures/*.svg, which the pages show: scripts/pages/pictures.py.

The colors are readable on a white and on a dark page.
"""

from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
STYLE = """<style>
text { font: 14px sans-serif; fill: #24292f }
.small { font-size: 12px }
.box { fill: #f6f8fa; stroke: #6e7781 }
.on { fill: #0969da; stroke: #0969da }
.off { fill: none; stroke: #8c959f; stroke-dasharray: 4 3 }
.on-text { fill: #fff }
.line { stroke: #6e7781; stroke-width: 1.5; fill: none; marker-end: url(#head) }
.head { fill: #6e7781 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.box { fill: #21262d; stroke: #8b949e }
.on { fill: #1f6feb; stroke: #1f6feb }
.line { stroke: #8b949e }
.head { fill: #8b949e }
}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path class="head" d="M0 0L8 4L0 8z"/></marker></defs>"""


class Picture:
    """One picture, written to the folder by `save`."""

    def __init__(self, name: str, title: str, width: int, height: int) -> None:
        self.name = name
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>',
            STYLE,
        ]

    def text(self, x: float, y: float, text: str, kind: str = "", anchor: str = "middle") -> None:
        """Adds a line of text; y is the middle of its height."""
        self.parts.append(
            f'<text x="{x:g}" y="{y + 5:g}" text-anchor="{anchor}" class="{kind}">{text}</text>'
        )

    def box(self, x: float, y: float, width: float, height: float, text: str = "", kind: str = "box") -> None:
        """Adds a box of the kind `box`, `on` or `off` with a text in its middle."""
        size = f'width="{width:g}" height="{height:g}"'
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" {size} rx="3" class="{kind}"/>')
        if text:
            self.text(x + width / 2, y + height / 2, text, "on-text" if kind == "on" else "")

    def arrow(self, *points: tuple[float, float]) -> None:
        """Adds an arrow along the points."""
        path = "L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path class="line" d="M{path}"/>')

    def save(self) -> None:
        """Writes the file."""
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{self.name}.svg").write_text("\n".join([*self.parts, "</svg>\n"]))


def bits() -> None:
    """Draws how adding a value sets bits, and how a test looks at them."""
    picture = Picture("bits", "Adding a value sets bits; a test looks at them", 680, 230)
    added, tested = (2, 7, 12), (4, 7, 14)
    left, side = 80, 34

    def middle(bit: int) -> float:
        return left + side * (bit + 0.5)

    picture.box(220, 10, 200, 30, 'add "record"')
    picture.box(220, 190, 200, 30, 'test "window"')
    for number, bit in enumerate(added):
        picture.arrow((270 + 50 * number, 40), (middle(bit), 92))
    for number, bit in enumerate(tested):
        picture.arrow((270 + 50 * number, 190), (middle(bit), 134))
    for bit in range(16):
        one = bit in added
        picture.box(left + side * bit, 95, side - 3, 36, "10"[not one], "on" if one else "box")
    picture.text(440, 25, "three hashes set three bits to 1", "small", "start")
    picture.text(440, 205, "one of its bits is 0: certainly absent", "small", "start")
    picture.save()


def layers() -> None:
    """Draws the layers of a live set, and the row of one value in each."""
    picture = Picture("layers", "The layers of a live set", 680, 215)
    picture.box(500, 12, 170, 40, "contains v?")
    picture.box(500, 132, 170, 40, "add v")
    for number, (rate, row) in enumerate((("1/2 of the rate", 2), ("1/6", 6), ("1/12", 13))):
        y, rows, newest = 14 + 60 * number, 4 << number, number == 2
        picture.text(104, y + 10, f"layer {number + 1}", anchor="end")
        picture.text(104, y + 27, rate, "small", "end")
        for place in range(rows):
            picture.box(115 + 22 * place, y, 19, 36, kind="on" if place == row else "box")
        if not newest:
            picture.arrow((500, 32), (119 + 22 * rows, y + 18))
    picture.arrow((500, 42), (471, 142))
    picture.arrow((500, 154), (471, 154))
    picture.text(115, 196, "each box is a row with a filter; blue: the row of v", "small", "start")
    picture.text(585, 66, "tests one row of each layer", "small")
    picture.text(585, 186, "adds to the newest layer", "small")
    picture.save()


def partitions() -> None:
    """Draws which partitions a query reads."""
    picture = Picture("partitions", "A query skips partitions", 680, 215)
    picture.box(230, 8, 220, 30, "WHERE user_id = 42")
    for number, (answer, kind) in enumerate(
        (("no", "off"), ("no", "off"), ("maybe", "on"), ("no", "off"), ("no", "off"), ("", "on"))
    ):
        x = 15 + 110 * number
        picture.arrow((340, 38), (x + 50, 72))
        picture.box(x, 74, 100, 34, f"filter: {answer}" if answer else "no filter")
        picture.box(x, 122, 100, 50, f"events_{number}", kind)
        picture.text(x + 50, 190, "read" if kind == "on" else "skipped", "small")
    picture.save()


def join() -> None:
    """Draws a hash join with a filter in its scan."""
    picture = Picture("join", "A hash join with a filter in its scan", 680, 250)
    picture.box(250, 10, 180, 34, "Hash Join")
    picture.box(40, 100, 220, 34, "Seq Scan on sales")
    picture.box(420, 80, 220, 34, "Hash")
    picture.box(420, 134, 220, 34, "Bloom Screen", "on")
    picture.box(420, 194, 220, 34, "Seq Scan on products")
    picture.arrow((150, 100), (300, 46))
    picture.arrow((530, 80), (380, 46))
    picture.arrow((530, 134), (530, 116))
    picture.arrow((530, 194), (530, 170))
    picture.arrow((420, 155), (340, 155), (262, 125))
    picture.text(340, 172, "2. the filter of the keys", "small")
    picture.text(655, 181, "1. all rows are read", "small", "end")
    picture.text(150, 150, "3. tests each row", "small")
    picture.text(110, 66, "only rows that pass", "small")
    picture.save()


if __name__ == "__main__":
    for draw in (bits, layers, partitions, join):
        draw()
