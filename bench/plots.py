"""Plots as SVG, with only the standard library. Each function returns the text of a file."""

import math
from html import escape
from itertools import cycle

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31"]
STYLE = ("text{font:12px sans-serif;fill:#222}.t{font-size:14px;font-weight:bold}.e{text-anchor:end}"
         ".m{text-anchor:middle}.g{stroke:#ddd}.a{stroke:#444}.c{stroke:#b00;stroke-dasharray:6 4}"
         "polyline{fill:none;stroke-width:2}")
WIDTH, LEFT, RIGHT = 760, 70, 20


class Drawing:
    def __init__(self, title, height):
        self.height = height
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
                      f'width="{WIDTH}" height="{height}"><style>{STYLE}</style>',
                      f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>']
        self.text(10, 20, title, "t")

    def add(self, part):
        self.parts.append(part)

    def text(self, x, y, words, kind=""):
        self.add(f'<text x="{x:.0f}" y="{y:.0f}" class="{kind}">{escape(words)}</text>')

    def line(self, x1, y1, x2, y2, kind):
        self.add(f'<path d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}" class="{kind}"/>')

    def dot(self, x, y, colour, words):
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}">'
                 f'<title>{escape(words)}</title></circle>')

    def legend(self, names, dashed=(), y=40):
        """Draws the legend: a colour for each name, none for a dashed line. Returns the y below it."""
        x = LEFT
        colours = list(zip(names, cycle(COLOURS))) + [(f"dashed: {name}", None) for name in dashed]
        for name, colour in colours:
            if x + 20 + 7 * len(name) > WIDTH - RIGHT:
                x, y = LEFT, y + 18
            if colour:
                self.add(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
            self.text(x + 15, y, name)
            x += 30 + 7 * len(name)
        return y + 14

    def finish(self):
        return "\n".join(self.parts + ["</svg>", ""])


def nice_step(greatest):
    """The distance between marks, so that five to ten of them fit from 0 to `greatest`."""
    power = 10 ** math.floor(math.log10(greatest / 5))
    return next(power * n for n in (1, 2, 5, 10) if greatest / (power * n) <= 9)


def short(number):
    if number > 1e5 and number & (number - 1) == 0:
        return f"2^{number.bit_length() - 1}"
    return f"{number:g}" if number < 10000 else f"{number:,.0f}".replace(",", " ")


def marks(least, greatest, logarithmic):
    if not logarithmic:
        step = nice_step(greatest)
        return [step * i for i in range(math.ceil(greatest / step) + 1)]
    first, last = math.floor(math.log10(least)), math.ceil(math.log10(greatest))
    all_marks = [n * 10 ** p for p in range(first, last + 1) for n in (1, 2, 5)]
    begin = max(i for i, mark in enumerate(all_marks) if mark <= least)
    end = min(i for i, mark in enumerate(all_marks) if mark >= greatest)
    return all_marks[begin:end + 1]


def lines(title, x_name, y_name, series, ceiling=None, logarithmic=False):
    """series: {name: {x: y}}; x goes by powers of two. ceiling: (y, what it is). "Other: name" is dashed, in
    the colour of "name"."""
    bases = {name: name.partition(": ")[2] for name in series if name.partition(": ")[2] in series}
    own = [name for name in series if name not in bases]
    colours = dict(zip(own, cycle(COLOURS)))
    xs = sorted({x for line in series.values() for x in line})
    ys = [y for line in series.values() for y in line.values()] + ([ceiling[0]] if ceiling else [])
    heights = marks(min(ys), max(ys), logarithmic)
    drawing = Drawing(title, 420)
    top, bottom = drawing.legend(own, sorted({name.partition(": ")[0] for name in bases})) + 6, 420 - 48
    scale = math.log10 if logarithmic else float
    low, high = scale(heights[0]), scale(heights[-1])
    first, last = math.log2(xs[0]), math.log2(xs[-1])

    def place_x(x):
        return LEFT + 10 + (math.log2(x) - first) / ((last - first) or 1) * (WIDTH - LEFT - RIGHT - 30)

    def place_y(y):
        return bottom - (scale(y) - low) / (high - low) * (bottom - top)

    for mark in heights:
        drawing.line(LEFT, place_y(mark), WIDTH - RIGHT, place_y(mark), "g")
        drawing.text(LEFT - 6, place_y(mark) + 4, short(mark), "e")
    for x in xs:
        drawing.line(place_x(x), bottom, place_x(x), bottom + 4, "a")
        drawing.text(place_x(x), bottom + 17, short(x), "m")
    drawing.line(LEFT, bottom, WIDTH - RIGHT, bottom, "a")
    drawing.line(LEFT, top, LEFT, bottom, "a")
    drawing.text((LEFT + WIDTH) / 2, 420 - 8, x_name, "m")
    drawing.add(f'<text transform="translate(16 {(top + bottom) / 2:.0f}) rotate(-90)" class="m">'
                f'{escape(y_name)}</text>')
    if ceiling:
        drawing.line(LEFT, place_y(ceiling[0]), WIDTH - RIGHT, place_y(ceiling[0]), "c")
        drawing.text(WIDTH - RIGHT, place_y(ceiling[0]) - 4, ceiling[1], "e")
    for name, line in series.items():
        colour = colours[bases.get(name, name)]
        dashes = ' stroke-dasharray="5 3"' if name in bases else ""
        points = " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in sorted(line.items()))
        drawing.add(f'<polyline points="{points}" stroke="{colour}"{dashes}/>')
        for x, y in line.items():
            drawing.dot(place_x(x), place_y(y), colour, f"{name}, {x}: {y:g}")
    return drawing.finish()


def dots(title, x_name, rows, ceiling=None):
    """rows: {name: {series: share}}; one line of dots for each row."""
    names = list(dict.fromkeys(series for row in rows.values() for series in row))
    height, left = 100 + 17 * len(rows), 30 + 7 * max(len(row) for row in rows)
    drawing = Drawing(title, height)
    top, bottom = drawing.legend(names) + 6, height - 42
    values = [value for row in rows.values() for value in row.values()]
    heights = marks(0, max(values + ([ceiling[0]] if ceiling else [])), False)

    def place_x(value):
        return left + value / heights[-1] * (WIDTH - left - RIGHT - 10)

    for mark in heights:
        drawing.line(place_x(mark), top, place_x(mark), bottom, "g")
        drawing.text(place_x(mark), bottom + 16, short(round(mark, 6)), "m")
    drawing.text((left + WIDTH) / 2, height - 8, x_name, "m")
    if ceiling:
        drawing.line(place_x(ceiling[0]), top, place_x(ceiling[0]), bottom, "c")
        drawing.text(place_x(ceiling[0]), top - 3, ceiling[1], "m")
    step = (bottom - top) / len(rows)
    for i, (row, shares) in enumerate(rows.items()):
        y = top + (i + 0.5) * step
        drawing.line(left, y, place_x(heights[-1]), y, "g")
        drawing.text(left - 8, y + 4, row, "e")
        for name, value in shares.items():
            drawing.dot(place_x(value), y, COLOURS[names.index(name)], f"{row}, {name}: {value:g}")
    return drawing.finish()
