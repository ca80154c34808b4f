#!/usr/bin/env python3
"""Measures the kernel library on a GPU, and writes tables and plots.

    kernels.py FOLDER_OF_THE_PROGRAMS docs    runs bench_kernels, bench_moe and, with PyTorch, moe_torch.py
    kernels.py FIGURES.tsv docs               writes the same from the lines of an earlier run

Writes docs/figures/kernels.tsv and *.svg, and the part of docs/KERNELS.md below its mark. Lines of the
programs are as figure.h has them; what a line belongs to is told by its shape.
"""
import importlib.util
import pathlib
import re
import subprocess
import sys

import plots

MARK = "<!-- What follows is made by bench/kernels.py. -->\n"
TYPES = ["f32", "f16", "bf16", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"]
COPY = (1, "copy")


class Figure:
    def __init__(self, line):
        self.kernel, self.shape, time, rate, self.unit, share, self.ceiling = line.split("\t")
        self.time, self.rate, self.share = float(time), float(rate), float(share or 0)
        self.operation, self.type = self.kernel, ""
        cast = re.fullmatch(r"cast_([a-z0-9]+)_([a-z0-9]+)", self.kernel)
        if cast:
            self.operation, self.type = "cast to " + cast[2], cast[1]
        elif self.kernel.rsplit("_", 1)[-1] in TYPES:
            self.operation, self.type = self.kernel.rsplit("_", 1)
        self.numbers = [int(number) for number in re.findall(r"\d+", self.shape)]


def measure(folder):
    """The lines of all programs."""
    lines = []
    programs = [[folder / "bench_kernels"], [folder / "bench_moe"]]
    if importlib.util.find_spec("torch"):
        programs.append([sys.executable, pathlib.Path(__file__).parent / "moe_torch.py"])
    for program in programs:
        print("running", *program, file=sys.stderr)
        run = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=False)
        lines += run.stdout.splitlines()
        if run.returncode:
            print(f"{program[-1]} failed; its figures are missing", file=sys.stderr)
    return lines


def table(title, first, columns, rows):
    """rows: {name: {column: words}}"""
    lines = [f"### {title}", "", "| " + " | ".join([first] + columns) + " |",
             "|" + "---|" * (len(columns) + 1)]
    for name, row in rows.items():
        lines.append("| " + " | ".join([f"`{name}`"] + [row.get(c, "") for c in columns]) + " |")
    return "\n".join(lines) + "\n"


def collect(figures, row, column, value):
    """{row: {column: value}} of the figures, in their order."""
    result = {}
    for figure in figures:
        result.setdefault(row(figure), {})[column(figure)] = value(figure)
    return result


def words(rows, form="{:.2f}"):
    return {name: {c: form.format(v) for c, v in row.items()} for name, row in rows.items()}


def columns_of(rows):
    return list(dict.fromkeys(column for row in rows.values() for column in row))


class Page:
    def __init__(self, folder):
        self.folder, self.text = folder, ""

    def plot(self, name, drawing):
        (self.folder / "figures").mkdir(exist_ok=True)
        (self.folder / "figures" / f"{name}.svg").write_text(drawing)
        self.text += f"\n![{name}](figures/{name}.svg)\n\n"

    def shares_by_type(self, name, title, figures, row):
        """A dot and a cell for each operation and type."""
        if not figures:
            return
        shares = collect(figures, row, lambda f: f.type, lambda f: f.share)
        self.plot(name, plots.dots(f"{title}: share of the copy bandwidth", "share", shares, COPY))
        types = [t for t in TYPES if t in columns_of(shares)]
        self.text += table(title + ", share of the copy bandwidth", "kernel", types, words(shares))

    def shares_by_size(self, name, title, figures, x_name, size, is_drawn=lambda f: True):
        """A line for each drawn kernel; sizes between the powers of two are only in the table."""
        if not figures:
            return
        shares = collect(figures, lambda f: f.kernel, size, lambda f: f.share)
        drawn = collect([f for f in figures if size(f) & (size(f) - 1) == 0 and is_drawn(f)],
                        lambda f: f.kernel, size, lambda f: f.share)
        self.plot(name, plots.lines(f"{title}: share of the copy bandwidth", x_name, "share", drawn, COPY))
        shares = {kernel: {str(x): y for x, y in row.items()} for kernel, row in words(shares).items()}
        self.text += table(f"{title}, share of the copy bandwidth, by {x_name}", "kernel",
                           sorted(columns_of(shares), key=int), shares)


def write_products(page, figures):
    rates = {}
    for f in figures:
        rates[f"{f.kernel}, {f.shape}"] = row = {"custub": f.rate}
        if f.share:
            row[f.ceiling] = f.rate / f.share
    page.plot("products", plots.dots("Products", "Tflop/s", rates))
    cells = words(rates, "{:.0f}")
    for f in figures:
        if f.share:
            cells[f"{f.kernel}, {f.shape}"]["share"] = f"{f.share:.2f}"
    page.text += table("Products, Tflop/s", "kernel", columns_of(cells), cells)


def write_layers(page, figures):
    """A plot and a table for each model, whose sizes the shape begins with."""
    for model in dict.fromkeys(f.shape.split(",")[0] for f in figures):
        own = [f for f in figures if f.shape.startswith(model + ",")]
        first = own[0].kernel
        times = collect(own, lambda f: f.kernel, lambda f: f.numbers[-1], lambda f: f.time)
        times["reading the weights at a copy's rate"] = {
            f.numbers[-1]: f.time * f.share for f in own if f.kernel == first}
        page.plot("moe_" + model.replace("/", "_"),
                  plots.lines(f"A mixture-of-experts layer, {model}", "tokens", "microseconds", times,
                              logarithmic=True))
        rows = {}
        for figure in own:
            row = rows.setdefault(str(figure.numbers[-1]), {})
            row[figure.kernel] = f"{figure.time:.0f}"
            if figure.kernel == first:
                row["share"], row["Tflop/s"] = f"{figure.share:.2f}", f"{figure.rate:.0f}"
        kernels = list(dict.fromkeys(f.kernel for f in own))
        page.text += table(f"The layer {model}, microseconds; share and Tflop/s of the first column", "tokens",
                           kernels + ["share", "Tflop/s"], rows)


def write(lines, docs):
    figures = [Figure(line) for line in lines if line.count("\t") == 6]
    page = Page(docs)
    kinds = {"1 GiB": [], "width": [], "along": [], "down": [], "product": [], "rows": [], "tokens": [], "other": []}
    for f in figures:
        kind = ("1 GiB" if f.shape == "1 GiB" else "tokens" if f.shape.endswith("tokens") else
                "rows" if f.shape.endswith("rows") else "width" if f.shape.startswith("width") else
                ("along" if f.numbers[2] == 1 else "down") if f.shape.startswith("[") else
                "product" if f.unit == "Tflop/s" else "other")
        kinds[kind].append(f)
    page.text += "\n" + " ".join(line[2:] for line in lines if line.startswith("# "))
    for copy in [f for f in kinds["1 GiB"] if f.kernel == "copy"]:
        kinds["1 GiB"].remove(copy)
        page.text += f" A copy of 1 GiB reads and writes {copy.rate:.0f} GB/s.\n"
    page.shares_by_type("streaming", "Elementwise, 1 GiB", kinds["1 GiB"], lambda f: f.operation)
    page.shares_by_type("movement", "Movement", kinds["other"], lambda f: f"{f.operation}, {f.shape}")
    page.shares_by_size("rows", "Rows", kinds["width"], "width", lambda f: f.numbers[0])
    page.shares_by_size("along", "Reductions along rows", kinds["along"], "elements", lambda f: f.numbers[1])
    page.shares_by_size("down", "Reductions down columns", kinds["down"], "elements", lambda f: f.numbers[1])
    if kinds["product"]:
        write_products(page, kinds["product"])
    page.shares_by_size("few", "Products of few rows by 4096 x 11008", kinds["rows"], "rows",
                        lambda f: f.numbers[0], lambda f: "transposed" in f.kernel)
    if kinds["tokens"]:
        write_layers(page, kinds["tokens"])
    document = docs / "KERNELS.md"
    document.write_text(document.read_text().partition(MARK)[0] + MARK + page.text)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, docs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if source.is_dir():
        lines = measure(source)
        (docs / "figures").mkdir(exist_ok=True)
        (docs / "figures" / "kernels.tsv").write_text("\n".join(lines) + "\n")
    else:
        lines = source.read_text().splitlines()
    write(lines, docs)


main()
