#!/usr/bin/env python3
"""The layer of bench_moe in PyTorch: a loop over the experts, and a layer on torch._grouped_mm, both
started from Python, and the latter also as a CUDA graph. Prints lines as figure.h has them. Needs a GPU.

    bench/moe_torch.py [tokens...]
"""
import statistics
import sys

import torch
from torch.nn.functional import silu

HIDDEN, INNER, EXPERTS, TOP, SETS, RUNS = 1024, 4096, 8, 2, 3, 20


def random(*shape, scale=1.0):
    return (torch.rand(shape, device="cuda") * 2 - 1).mul(scale).bfloat16()


def route(x, router):
    weight, choice = torch.topk(torch.softmax((x @ router.t()).float(), -1), TOP)
    return weight / weight.sum(-1, keepdim=True), choice


def loop(x, router, gate, up, down):
    weight, choice = route(x, router)
    out = torch.zeros_like(x)
    for e in range(EXPERTS):
        token, slot = torch.where(choice == e)
        if token.numel() == 0:
            continue
        rows = x[token]
        h = silu(rows @ gate[e].t()) * (rows @ up[e].t())
        out.index_add_(0, token, (h @ down[e].t()) * weight[token, slot, None].to(x.dtype))
    return out


def grouped(x, router, gate, up, down):
    weight, choice = route(x, router)
    order = torch.argsort(choice.reshape(-1), stable=True)
    token = order // TOP
    counts = (choice.reshape(-1, 1) == torch.arange(EXPERTS, device=x.device)).sum(0)
    ends = torch.cumsum(counts, 0).int()
    rows = x[token]
    h = silu(torch._grouped_mm(rows, gate.transpose(1, 2), ends)) * torch._grouped_mm(
        rows, up.transpose(1, 2), ends)
    y = torch._grouped_mm(h, down.transpose(1, 2), ends) * weight.reshape(-1)[order, None].to(x.dtype)
    return torch.zeros_like(x).index_add_(0, token, y)


def measure(name, tokens, run_all):
    """Prints the median time of one layer. run_all() runs SETS of them."""
    times = []
    for _ in range(3 + RUNS):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        run_all()
        end.record()
        end.synchronize()
        times.append(start.elapsed_time(end) / SETS * 1e3)
    time = statistics.median(times[3:])
    rate = 6 * tokens * TOP * HIDDEN * INNER / time * 1e-6
    print(f"torch {name}\t{tokens} tokens\t{time:.2f}\t{rate:.1f}\tTflop/s\t\t", flush=True)


def as_graph(run_all):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        run_all()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        run_all()
    return graph.replay


def main():
    sets = [(random(EXPERTS, HIDDEN), random(EXPERTS, INNER, HIDDEN, scale=0.05),
             random(EXPERTS, INNER, HIDDEN, scale=0.05), random(EXPERTS, HIDDEN, INNER, scale=0.02))
            for _ in range(SETS)]
    for tokens in [int(word) for word in sys.argv[1:]] or [1, 8, 16, 32, 64, 128, 512, 4096]:
        x = random(tokens, HIDDEN)
        measure("loop", tokens, lambda: [loop(x, *weights) for weights in sets])
        measure("grouped", tokens, lambda: [grouped(x, *weights) for weights in sets])
        measure("grouped, graph", tokens, as_graph(lambda: [grouped(x, *weights) for weights in sets]))


main()
