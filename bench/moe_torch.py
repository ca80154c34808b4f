#!/usr/bin/env python3
"""The layers of bench_moe in PyTorch, as CUDA graphs: on torch._grouped_mm, as it is and by torch.compile; and
with a fused kernel in Triton as inference engines have it (rows sorted by expert in blocks, gate and up in one
product). Also a loop over the experts, started from Python. Prints lines as figure.h has them. Needs a GPU.

    bench/moe_torch.py [tokens...]
"""
import statistics
import sys

import torch
import triton
import triton.language as tl
from torch.nn.functional import silu

MODELS = [(1024, 4096, 8, 2, 3), (4096, 1536, 128, 8, 1), (7168, 2048, 64, 8, 1)]
RUNS = 10


def random(*shape, scale=1.0):
    return (torch.rand(shape, device="cuda", dtype=torch.bfloat16) * 2 - 1).mul_(scale)


def route(x, router, top):
    weight, choice = torch.topk(torch.softmax((x @ router.t()).float(), -1), top)
    return weight / weight.sum(-1, keepdim=True), choice


def loop(model, x, router, gate, up, down):
    weight, choice = route(x, router, model[3])
    out = torch.zeros_like(x)
    for e in range(model[2]):
        token, slot = torch.where(choice == e)
        if token.numel() == 0:
            continue
        rows = x[token]
        h = silu(rows @ gate[e].t()) * (rows @ up[e].t())
        out.index_add_(0, token, (h @ down[e].t()) * weight[token, slot, None].to(x.dtype))
    return out


def grouped(model, x, router, gate, up, down):
    experts, top = model[2:4]
    weight, choice = route(x, router, top)
    order = torch.argsort(choice.reshape(-1), stable=True)
    token = order // top
    counts = (choice.reshape(-1, 1) == torch.arange(experts, device=x.device)).sum(0)
    ends = torch.cumsum(counts, 0).int()
    rows = x[token]
    h = silu(torch._grouped_mm(rows, gate.transpose(1, 2), ends)) * torch._grouped_mm(
        rows, up.transpose(1, 2), ends)
    y = torch._grouped_mm(h, down.transpose(1, 2), ends) * weight.reshape(-1)[order, None].to(x.dtype)
    return torch.zeros_like(x).index_add_(0, token, y)


torch._dynamo.config.recompile_limit = 64  # for each model and number of tokens
compiled = torch.compile(grouped, dynamic=False)


@triton.jit
def fused_kernel(a, b, c, weights, sorted_ids, expert_of, padded, entries, N, K, top: tl.constexpr,
                 WEIGHTED: tl.constexpr, M: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    across = tl.cdiv(N, BN)
    down = tl.cdiv(tl.load(padded), M)
    in_group = GROUP * across
    first = pid // in_group * GROUP
    height = tl.minimum(down - first, GROUP)
    if height <= 0:
        return
    pm = first + pid % in_group % height
    pn = pid % in_group // height
    if pm >= down or pn >= across:
        return
    ids = tl.load(sorted_ids + pm * M + tl.arange(0, M)).to(tl.int64)
    valid = ids < entries
    expert = tl.load(expert_of + pm).to(tl.int64)
    columns = (pn * BN + tl.arange(0, BN)).to(tl.int64) % N
    ks = tl.arange(0, BK)
    at_a = a + (ids // top)[:, None] * K + ks[None, :]
    at_b = b + expert * N * K + columns[None, :] * K + ks[:, None]
    total = tl.zeros((M, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        total += tl.dot(tl.load(at_a, mask=valid[:, None], other=0.0), tl.load(at_b))
        at_a += BK
        at_b += BK
    if WEIGHTED:
        total *= tl.load(weights + ids, mask=valid, other=0.0)[:, None]
    column = pn * BN + tl.arange(0, BN)
    tl.store(c + ids[:, None] * N + column[None, :], total.to(tl.bfloat16),
             mask=valid[:, None] & (column < N)[None, :])


@triton.jit
def gate_kernel(x, y, inner, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    i = tl.program_id(1) * B + tl.arange(0, B)
    gate = tl.load(x + row * 2 * inner + i, mask=i < inner).to(tl.float32)
    up = tl.load(x + row * 2 * inner + inner + i, mask=i < inner).to(tl.float32)
    tl.store(y + row * inner + i, (gate * tl.sigmoid(gate) * up).to(tl.bfloat16), mask=i < inner)


def block_rows(model, tokens):
    """Rows of a block, as engines choose them: by the rows that an expert has."""
    rows = tokens * model[3] / model[2]
    return 16 if rows <= 16 else 32 if rows <= 32 else 64 if rows <= 64 else 128


def align(choice, experts, rows):
    """Entries sorted by expert, each expert's filled up to whole blocks; and the expert of each block."""
    flat = choice.reshape(-1)
    entries = flat.numel()
    most = entries + min(entries, experts) * (rows - 1)
    most = (most + rows - 1) // rows * rows
    order = torch.argsort(flat, stable=True)
    counts = (flat.reshape(-1, 1) == torch.arange(experts, device=flat.device)).sum(0)
    padded = (counts + rows - 1) // rows * rows
    ends = torch.cumsum(padded, 0)
    begins = torch.cumsum(counts, 0) - counts
    sorted_expert = flat[order]
    place = (ends - padded)[sorted_expert] + torch.arange(entries, device=flat.device) - begins[sorted_expert]
    ids = torch.full((most,), entries, device=flat.device, dtype=torch.int32)
    ids.scatter_(0, place, order.int())
    blocks = torch.arange(0, most, rows, device=flat.device)
    return ids, torch.searchsorted(ends, blocks, right=True).int().clamp_max_(experts - 1), ends[-1:].int()


def fused(model, x, aligned, weight, both, down, tuned):
    hidden, inner, experts, top = model[:4]
    ids, expert_of, padded = aligned
    rows, columns, deep, warps, stages = tuned
    entries = x.shape[0] * top
    h2 = torch.empty(entries, 2 * inner, device="cuda", dtype=torch.bfloat16)
    h = torch.empty(entries, inner, device="cuda", dtype=torch.bfloat16)
    y = torch.empty(entries, hidden, device="cuda", dtype=torch.bfloat16)
    grid = lambda n: (ids.numel() // rows * triton.cdiv(n, columns),)
    flat = weight.reshape(-1)
    fused_kernel[grid(2 * inner)](x, both, h2, flat, ids, expert_of, padded, entries, 2 * inner, hidden, top, False,
                                  rows, columns, deep, 8, num_warps=warps, num_stages=stages)
    gate_kernel[(entries, triton.cdiv(inner, 1024))](h2, h, inner, 1024)
    fused_kernel[grid(hidden)](h, down, y, flat, ids, expert_of, padded, entries, hidden, inner, 1, True,
                               rows, columns, deep, 8, num_warps=warps, num_stages=stages)
    return y.view(x.shape[0], top, hidden).sum(1)


def time_of(run_all, sets, runs=RUNS):
    """The median time of one layer, in microseconds. run_all() runs `sets` of them."""
    times = []
    for _ in range(3 + runs):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        run_all()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / sets * 1e3)
    return statistics.median(times[3:])


def as_graph(run_all):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        run_all()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(4):
            run_all()
    return graph.replay


def report(model, name, tokens, time):
    hidden, inner, experts, top, _ = model
    rate = 6 * tokens * top * hidden * inner / time * 1e-6
    print(f"{name}\t{hidden}/{inner}/{experts}/{top}, {tokens} tokens\t{time:.2f}\t{rate:.1f}\tTflop/s\t\t", flush=True)


def tune(model, x, sets):
    """The fastest shape of a block: rows, columns, k, warps, stages."""
    best = (float("inf"), None)
    rows = block_rows(model, x.shape[0])
    for shape in [(rows, 64, 128, 4, 4), (rows, 128, 64, 4, 4), (rows, 128, 128, 4, 3), (rows, 128, 128, 8, 3),
                  (rows, 256, 64, 8, 4), (rows, 128, 64, 8, 4)]:
        weight, choice = route(x, sets[0][0], model[3])
        aligned = align(choice, model[2], shape[0])
        try:
            time = time_of(as_graph(lambda: fused(model, x, aligned, weight, sets[0][4], sets[0][3], shape)), 4, 3)
        except (triton.runtime.errors.OutOfResources, RuntimeError):
            continue
        best = min(best, (time, shape))
    return best[1]


def whole(model, x, tuned, router, gate, up, down, both):
    weight, choice = route(x, router, model[3])
    return fused(model, x, align(choice, model[2], tuned[0]), weight, both, down, tuned)


def main():
    for model in MODELS:
        hidden, inner, experts, top, count = model
        sets = []
        for _ in range(count):
            both = random(experts, 2 * inner, hidden, scale=0.05)
            sets.append((random(experts, hidden), both[:, :inner], both[:, inner:],
                         random(experts, hidden, inner, scale=0.02), both))
        for tokens in [int(word) for word in sys.argv[1:]] or [1, 8, 64, 512, 4096]:
            x = random(tokens, hidden)
            if experts <= 8:
                report(model, "torch loop", tokens, time_of(lambda: [loop(model, x, *s[:4]) for s in sets], count))
            wanted = loop(model, x, *sets[0][:4]).float()
            for name, run in [("torch grouped", lambda s: grouped(model, x, *s[:4])),
                              ("torch compiled", lambda s: compiled(model, x, *s[:4])),
                              ("Triton fused", lambda s: whole(model, x, tuned, *s))]:
                if name == "Triton fused":
                    tuned = tune(model, x, sets)
                off = ((run(sets[0]).float() - wanted).abs().max() / wanted.abs().max()).item()
                if off > 0.05:
                    sys.exit(f"{name}: wrong by {off}")
                report(model, f"{name}, graph", tokens,
                       time_of(as_graph(lambda: [run(s) for s in sets]), 4 * count))
            made = []
            for s in sets:
                weight, choice = route(x, s[0], top)
                made.append((align(choice, experts, tuned[0]), weight, s[4], s[3]))
            report(model, "Triton fused, without routing", tokens,
                   time_of(as_graph(lambda: [fused(model, x, *m, tuned) for m in made]), 4 * count))
        del sets, both


main()
