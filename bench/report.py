"""Draws the results of run: docs/benchmarks.md, and a plot for each part in docs/figures."""
import json
import os

import plots

HEAD = """# Benchmarks

Made by `bench/run --render docs RESULT.json...` from [results](figures/benchmarks.json) that `bench/run BUILD`
has measured ([bench/README.md](../bench/README.md)). Figures are medians, with the lower and the upper
quartile.
"""
TITLES = {"launch": "A launch, on a GPU", "instructions": "A launch, in instructions",
          "python": "A launch from Python, in instructions",
          "cpu": "Kernels on the CPU driver", "threads": "Threads that wait for each other, on the CPU driver",
          "generator": "The generator", "compile": "Compiling generated headers"}


def cell(values):
    low, median, high = (f"{value:.3g}" if value < 100 else f"{value:.0f}" for value in values)
    return median if low == high else f"{median} ({low} to {high})"


def table(part):
    """A row for each case. Where there is one series, how many times the first row's figure; else the first series'."""
    series = list(dict.fromkeys(name for row in part["rows"].values() for name in row))
    lines = [["", *(name if name == part["unit"] else f"{name}, {part['unit']}" for name in series), *(["times the first"] if len(series) == 1 else [])]]
    first = next(iter(part["rows"].values()))[series[0]][1]
    for name, row in part["rows"].items():
        cells = [cell(row[each]) if each in row else "" for each in series]
        lines.append([name, *cells, *([f"{row[series[0]][1] / first:.2f}"] if len(series) == 1 else [])])
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def ratios(part):
    """What is drawn: medians over that of the row's first series; where there is one series, over the first row's."""
    first = next(iter(part["rows"].values()))
    drawn = {}
    for name, row in part["rows"].items():
        base = next(iter(row.values()))[1] if len(first) > 1 else next(iter(first.values()))[1]
        drawn[name] = {series: values[1] / base for series, values in row.items()}
    base = f"{next(iter(first))}'s" if len(first) > 1 else f"that of {next(iter(part['rows']))}"
    return f"median over {base}", drawn


def write(docs, *results):
    """The results of later files replace those of earlier ones."""
    parts = {}
    for path in results:
        with open(path, encoding="utf-8") as file:
            parts.update(json.load(file))
    text, figures = HEAD, os.path.join(docs, "figures")
    for name, title in TITLES.items():
        if name not in parts:
            continue
        part = parts[name]
        axis, drawn = ratios(part)
        with open(os.path.join(figures, f"benchmark_{name}.svg"), "w", encoding="utf-8") as file:
            file.write(plots.dots(title, axis, drawn))
        text += (f"\n## {title}\n\n{part['method']} {part['machine']}; {part['versions']}; {part['date']}.\n\n"
                 f"![{title}](figures/benchmark_{name}.svg)\n\n{table(part)}")
    with open(os.path.join(docs, "benchmarks.md"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(figures, "benchmarks.json"), "w", encoding="utf-8") as file:
        json.dump(parts, file, indent=1)
        file.write("\n")
