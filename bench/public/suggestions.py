#!/usr/bin/env python3
"""Measures what `custub suggest` finds for the kernels of public projects.

    suggestions.py BIN SOURCES OUT.tsv [options]

BIN is the folder of custub and custub_trial; SOURCES has a folder for each project of PROJECTS, with a
checkout of its commit. One kernel of each body is taken, in an order that the seed makes. OUT.tsv gets a
line as soon as a kernel is done; a run that finds OUT.tsv goes on after it. What each kernel was told, and
the libraries, are in the folder of --work.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

Project = collections.namedtuple("Project", "repository commit files folders flags")
PROJECTS = {
    "HeCBench": Project("zjin-lcf/HeCBench", "f27000a5", "src/*-cuda/**/*.cu", ["src/include"], []),
    "candle": Project("huggingface/candle", "2a13b0f3", "candle-kernels/src/*.cu", ["candle-kernels/src"], []),
    "cuda-samples": Project("NVIDIA/cuda-samples", "c94ff366", "Samples/**/*.cu", ["Common"], []),
    "darknet": Project("pjreddie/darknet", "f6afaabc", "src/*.cu", ["include", "src"], ["-DGPU"]),
    "dfdx": Project("coreylowman/dfdx", "4722a99d", "dfdx-core/src/**/*.cu", ["dfdx-core/src/tensor_ops/utilities"],
                    []),
    "llm.c": Project("karpathy/llm.c", "f1e2ace6", "dev/cuda/*.cu", [], []),
    "mini-nbody": Project("harrism/mini-nbody", "38fda671", "cuda/*.cu", ["."], []),
    "polybench": Project("sgrauerg/polybenchGpu", "5584aaa7", "CUDA/*/*.cu", [], []),
    "rodinia": Project("yuhc/gpu-rodinia", "9c10d3ea", "cuda/**/*.cu", [], []),
}
COLUMNS = ["project", "file", "kernel", "result", "reasons", "processor seconds"]
NOT_AFFINE = ["an index comes from data", "the time was over", "the kernel cannot be launched",
              "launches fail whatever their sizes are", "the file is not built"]
RESULTS = {"a whole contract": "whole", "a part of": "part", "no contract": "none"}
MOST_WAIT = 20  # times the processor time of a kernel


class Source:
    """A file of a project; the library of its kernels is built once, when the first is tried."""

    def __init__(self, options, project, path):
        self.project, self.path = project, path
        self.name = f"{path.parent.name}_{path.stem}"
        self.folder = options.work / project / self.name
        self.lock, self.is_built = threading.Lock(), False
        flags = ["--"] + [f"-I{options.sources / project / f}" for f in PROJECTS[project].folders]
        self.flags = flags + PROJECTS[project].flags

    def list(self, options):
        """{kernel: its body}, as custub lists them."""
        run = subprocess.run([options.bin / "custub", "list", self.path, "--all", *self.flags],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace",
                             check=False)
        found = re.findall(r"^([^\s:]+):(\d+)\s+(\w+)", run.stdout, re.M)
        return {kernel: body_of(self.find(file), int(line), kernel) for file, line, kernel in found}

    def find(self, file):
        folders = [self.path.parent] + [pathlib.Path(f[2:]) for f in self.flags if f.startswith("-I")]
        return next((folder / file for folder in folders if (folder / file).is_file()), None)

    def build(self, options, kernel):
        """The library, or None if there is none; `suggest` leaves it in the folder of -o."""
        with self.lock:
            if not self.is_built:
                self.folder.mkdir(parents=True, exist_ok=True)
                with open(self.folder / "build.log", "w") as log:
                    subprocess.run([options.bin / "custub", "suggest", self.path, kernel, "-o", self.folder,
                                    "--seconds", "0.1", "--launches", "1", *self.flags],
                                   stdout=log, stderr=log, check=False)
                self.is_built = True
        return next(self.folder.glob("*.trial.so"), None)


def body_of(path, line, kernel):
    """The text from the kernel's line to its last brace, without blanks and its name; of a macro, its name."""
    if not path:
        return kernel
    text = "".join(path.read_text(errors="replace").splitlines(True)[line - 1:])
    macro = re.match(r"\s*([A-Z]\w+)\(", text)
    if macro:
        return f"{path}:{macro[1]}"
    depth, end = 0, text.find("{")
    for end in range(max(end, 0), len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth <= 0:
            break
    begin = re.search(r"\b%s\s*\(" % re.escape(kernel), text)
    return re.sub(r"\s+", "", text[begin.end() if begin else 0:end])


# --- Trying -----------------------------------------------------------------------------------------


def run_trial(options, source, library, kernel):
    """The program's messages, and the seconds of processor time that it took."""
    log, stem = source.folder / f"{kernel}.txt", library.name[:-len(".trial.so")]
    command = [options.bin / "custub_trial", library, "--stem", stem, "--unit", "trial", "--suggest",
               "--seconds", str(options.seconds), "--blocks", source.folder / f"{stem}.blocks", kernel]
    with open(log, "w") as out:
        trial = subprocess.Popen(command, stdout=out, stderr=out, start_new_session=True)
        timer = threading.Timer(MOST_WAIT * options.seconds, os.killpg, [trial.pid, signal.SIGKILL])
        timer.start()
        _, trial.returncode, usage = os.wait4(trial.pid, 0)
        timer.cancel()
    return log.read_text(errors="replace"), usage.ru_utime + usage.ru_stime


def try_kernel(options, source, kernel):
    """The line of the table."""
    library = source.build(options, kernel)
    if not library:
        return [source.project, source.name, kernel, "none", "the file is not built", ""]
    text, seconds = run_trial(options, source, library, kernel)
    told = re.search(r"^\S+:\d+: kernel '.*': (%s)" % "|".join(RESULTS), text, re.M)
    reasons = re.findall(r"^    ([^;:]+)(?:;[^:]*)?: \d+ kernels?$", text, re.M)
    result = RESULTS[told[1]] if told else "none"
    return [source.project, source.name, kernel, result, ";".join(reasons), f"{seconds:.1f}"]


# --- Choosing ---------------------------------------------------------------------------------------


def sources_of(options, wanted):
    """The sources of all projects, or those that kernels are wanted of; the first one of a name."""
    sources = {}
    for project, row in PROJECTS.items():
        folder = options.sources / project
        if not folder.is_dir():
            print(f"{project} is left out: there is no {folder}", file=sys.stderr)
        for path in sorted(folder.glob(row.files)):
            source = Source(options, project, path)
            if not wanted or (project, source.name) in wanted:
                sources.setdefault((project, source.name), source)
    return sources


def read_table(path):
    lines = path.read_text().splitlines()[1:] if path.is_file() else []
    return [line.split("\t") for line in lines]


def choose(options):
    """[(source, kernel)]: those of --only, else one of each body, in a random order."""
    rows = read_table(options.only) if options.only else []
    sources = sources_of(options, {(row[0], row[1]) for row in rows})
    if rows:
        chosen = [(sources[row[0], row[1]], row[2]) for row in rows if (row[0], row[1]) in sources]
    else:
        with concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
            lists = list(pool.map(lambda source: source.list(options), sources.values()))
        bodies = {}
        for source, kernels in zip(sources.values(), lists):
            for kernel, body in kernels.items():
                bodies.setdefault((source.project, body), (source, kernel))
        chosen = list(bodies.values())
    random.Random(options.seed).shuffle(chosen)
    return chosen[:options.sample] if options.sample else chosen


# --- The summary ------------------------------------------------------------------------------------


def is_affine(row):
    return not any(reason in NOT_AFFINE for reason in row[4].split(";"))


def summarize(rows):
    print("project\tkernels\twhole\tpart\tnone")
    for project in list(PROJECTS) + ["all"]:
        own = [row for row in rows if project in (row[0], "all")]
        counts = [sum(row[3] == result for row in own) for result in ("whole", "part", "none")]
        if own:
            print(project, len(own), *counts, sep="\t")
    print("\nwhy not whole (a kernel may have several reasons):")
    reasons = collections.Counter(r for row in rows if row[3] != "whole" for r in row[4].split(";"))
    for reason, count in reasons.most_common():
        print(f"{count}\t{reason or 'no reason was told'}")
    affine = [row for row in rows if row[3] == "whole" or is_affine(row)]
    whole = sum(row[3] == "whole" for row in affine)
    print(f"\n{len(affine)} ended in time, were launched, and have no index from data; {whole} of them are whole")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path, help="the folder of custub and custub_trial")
    parser.add_argument("sources", type=pathlib.Path, help="a folder with a folder for each project")
    parser.add_argument("out", type=pathlib.Path, help="the table; lines are added to it")
    parser.add_argument("--sample", type=int, help="so many random kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=pathlib.Path, help="a table: its kernels only")
    parser.add_argument("--workers", type=int, default=1, help="kernels that are tried at once")
    parser.add_argument("--seconds", type=float, default=30, help="of processor time for a kernel")
    parser.add_argument("--work", type=pathlib.Path, help="a folder for libraries and messages")
    options = parser.parse_args()
    options.bin, options.sources = options.bin.resolve(), options.sources.resolve()
    options.work = (options.work or pathlib.Path(tempfile.mkdtemp(prefix="suggestions-"))).resolve()
    return options


def main():
    options = read_options()
    done = {tuple(row[:3]) for row in read_table(options.out)}
    kernels = [(s, k) for s, k in choose(options) if (s.project, s.name, k) not in done]
    begin = time.time()
    with open(options.out, "a") as out, concurrent.futures.ThreadPoolExecutor(options.workers) as pool:
        if out.tell() == 0:
            print(*COLUMNS, sep="\t", file=out, flush=True)
        tasks = [pool.submit(try_kernel, options, source, kernel) for source, kernel in kernels]
        for count, task in enumerate(concurrent.futures.as_completed(tasks), 1):
            print(*task.result(), sep="\t", file=out, flush=True)
            print(f"{count} of {len(tasks)}, {time.time() - begin:.0f} s: {' '.join(task.result()[1:4])}",
                  file=sys.stderr)
    summarize(read_table(options.out))


if __name__ == "__main__":
    main()
