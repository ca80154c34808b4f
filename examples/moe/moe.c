/* A mixture-of-experts layer of half precision, from its weights to its results: planned, run,
 * compared with the host, run again as a graph, and where the time went.
 *
 *     moe [tokens hidden inner experts top] */
#include "host_layer.h"
#include "kernel_times.h"

#include <moe_forward.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 10, RUNS_AHEAD = 4 };

/* The same elements in the host's memory and the device's. */
typedef struct matrix {
    size_t count;
    custub_half *host;
    custub_f16_buffer device;
} matrix;

static custub_error error;

/* Random numbers from -scale to scale. */
static matrix random_matrix(size_t count, double scale)
{
    static uint32_t seed = 17;
    matrix m = {.count = count, .host = malloc(count * sizeof(*m.host))};

    for (size_t i = 0; m.host && i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        m.host[i] = custub_half_of((float)((seed / 2147483648.0 - 1) * scale));
    }
    m.device = custub_f16_buffer_create_uploaded(m.host, count, 0, &error);
    return m;
}

static matrix router, gate, up, down, x, out;

/* True if the first, the middle and the last row of the result agree with the host's. */
static bool rows_are_right(const moe_layer *layer, int tokens)
{
    const size_t hidden = (size_t)layer->hidden;
    const host_layer host = {layer->hidden, layer->inner, layer->experts, layer->top,
                             router.host,   gate.host,    up.host,        down.host};
    double *want = malloc(hidden * sizeof(*want)), off = 0, largest = 0;

    for (int i = 0; i < 3; i++) {
        const size_t row = (size_t)(tokens - 1) * (size_t)i / 2;
        if (!want || !host_layer_run(&host, x.host + row * hidden, want))
            break;
        for (size_t k = 0; k < hidden; k++) {
            const double got = (double)custub_half_to_float(out.host[row * hidden + k]);
            off = isnan(got) ? INFINITY : fmax(off, fabs(got - want[k]));
            largest = fmax(largest, fabs(want[k]));
        }
    }
    free(want);
    printf("rows 0, %d and %d: off by at most %.1e, of numbers up to %.1e\n", (tokens - 1) / 2,
           tokens - 1, off, largest);
    return off < largest / 200; /* half has steps of 1/2048, in the results and in between */
}

/* The time of each kernel. */
static void measure(moe_plan *plan, CUstream stream)
{
    kernel_times times = kernel_times_create();

    for (int i = 0; i < RUNS; i++) {
        for (int k = 0; k < RUNS_AHEAD; k++) /* keeps the device busy while the host launches */
            moe_plan_run(plan, &error);
        kernel_times_begin(&times, stream);
        moe_plan_run(plan, &error);
        kernel_times_end(&times);
    }
    kernel_times_print(&times, RUNS);
    kernel_times_destroy(&times);
    if (!custub_failed(&error))
        error = times.error;
}

/* True if a graph gives the same bits as the run before. */
static bool graph_is_same(moe_plan *plan, CUstream stream)
{
    const size_t bytes = out.count * sizeof(*out.host);
    custub_half *again = malloc(bytes);
    CUevent start = custub_event_create_timed(&error), end = custub_event_create_timed(&error);
    CUgraph graph;
    CUgraphExec exec;

    custub_capture_begin(stream, &error);
    moe_plan_run(plan, &error);
    graph = custub_capture_end(stream, &error);
    exec = custub_graph_instantiate(graph, &error);
    custub_f16_fill(out.device.view, custub_half_of(NAN), stream, &error);
    custub_graph_launch(exec, stream, &error);
    custub_event_record(start, stream, &error);
    for (int i = 0; i < RUNS; i++)
        custub_graph_launch(exec, stream, &error);
    custub_event_record(end, stream, &error);
    printf("%-24s %12.1f\n", "as a graph",
           1e3 * (double)custub_event_elapsed(start, end, &error) / RUNS);
    custub_f16_download(out.device.view, again, out.count, stream, &error);
    const bool same = again && memcmp(again, out.host, bytes) == 0;
    custub_graph_exec_destroy(exec, &error);
    custub_graph_destroy(graph, &error);
    custub_event_destroy(end, &error);
    custub_event_destroy(start, &error);
    free(again);
    return same;
}

static void create_matrices(moe_layer *layer, int tokens)
{
    const size_t hidden = (size_t)layer->hidden, inner = (size_t)layer->inner;
    const size_t experts = (size_t)layer->experts;

    router = random_matrix(experts * hidden, 1);
    gate = random_matrix(experts * inner * hidden, 3 / sqrt(layer->hidden));
    up = random_matrix(experts * inner * hidden, 3 / sqrt(layer->hidden));
    down = random_matrix(experts * hidden * inner, 3 / sqrt(layer->inner));
    x = random_matrix((size_t)tokens * hidden, 1);
    out = random_matrix((size_t)tokens * hidden, 1);
    layer->router = custub_f16_memory(router.device.view);
    layer->gate = custub_f16_memory(gate.device.view);
    layer->up = custub_f16_memory(up.device.view);
    layer->down = custub_f16_memory(down.device.view);
}

static bool run(moe_layer *layer, int tokens)
{
    moe_kernels kernels = moe_load(&error);
    CUstream stream = custub_stream_create(&error);
    const uint64_t size = moe_workspace_size(layer, tokens, &error);
    custub_bytes_buffer workspace = custub_bytes_buffer_create(size, &error);
    const moe_pass pass = {.tokens = tokens,
                           .x = custub_f16_memory(x.device.view),
                           .out = custub_f16_memory(out.device.view),
                           .workspace = workspace.view,
                           .stream = stream};
    moe_plan *plan = moe_plan_create(&kernels, layer, &pass, &error);
    bool right = false;

    moe_plan_run(plan, &error);
    custub_f16_download(out.device.view, out.host, out.count, stream, &error);
    if (!custub_failed(&error)) {
        right = rows_are_right(layer, tokens);
        measure(plan, stream);
        right = graph_is_same(plan, stream) && right;
    }
    moe_plan_destroy(plan);
    custub_bytes_buffer_destroy(&workspace, &error);
    custub_stream_destroy(stream, &error);
    moe_unload(&kernels, &error);
    return right;
}

int main(int count, char **words)
{
    int sizes[] = {24, 64, 96, 8, 2};
    custub_device *device;

    for (int i = 0; i < 5 && i + 1 < count; i++)
        sizes[i] = atoi(words[i + 1]);
    if (sizes[0] < 1) {
        puts("usage: moe [tokens hidden inner experts top], with a token at least");
        return 2;
    }
    device = custub_device_open(0, &error);
    moe_layer layer = {.element = MOE_F16,
                       .hidden = sizes[1],
                       .inner = sizes[2],
                       .experts = sizes[3],
                       .top = sizes[4],
                       .normalize = true};
    printf("%d tokens, hidden %d, inner %d, %d experts, top %d\n", sizes[0], sizes[1], sizes[2],
           sizes[3], sizes[4]);
    moe_workspace_size(&layer, sizes[0], &error); /* checks the sizes */
    if (!custub_failed(&error))
        create_matrices(&layer, sizes[0]);
    const bool right = run(&layer, sizes[0]);
    matrix *const all[] = {&router, &gate, &up, &down, &x, &out};
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        free(all[i]->host);
        custub_f16_buffer_destroy(&all[i]->device, &error);
    }
    custub_device_close(device, &error);
    puts(custub_failed(&error) ? error.message : right ? "right" : "wrong");
    return custub_failed(&error) || !right;
}
