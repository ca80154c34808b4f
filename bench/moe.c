/* The mixture-of-experts layer of kernels/moe on a GPU, in bfloat16, in the sizes of three models.
 * For each number of tokens: the median time of a run as a graph, over sets of weights in turn, so
 * that they are not in the cache; the share of the memory bandwidth that reading the weights of the
 * experts in use takes; and the operations a second. The bandwidth is that of a copy, measured in
 * the same run. Prints lines as figure.h has them.
 *
 * If cuBLAS is there, the same layer with its products, one call for each expert, is measured
 * beside it. That layer cannot be a graph: the host learns how many rows each expert has.
 *
 *     bench_moe [tokens...] */
#include "cublas.h"
#include "figure.h"
#include "sorted.h"

#include <moe_forward.h>

#include <stdio.h>
#include <stdlib.h>

enum { SETS = 3 /* at most */, RUNS = 20, BATCH = 10 };

typedef struct model {
    int hidden, inner, experts, top;
    int sets;
} model;

static const model models[] = {
    {1024, 4096, 8, 2, 3}, {4096, 1536, 128, 8, 1}, {7168, 2048, 64, 8, 1}};

static custub_error error;
static CUstream stream;
static CUevent start, end;
static moe_kernels kernels;
static moe_layer layers[SETS];

static void stop_on_error(void)
{
    if (!custub_failed(&error))
        return;
    fprintf(stderr, "%s\n", error.message);
    exit(EXIT_FAILURE);
}

/* Random numbers from -scale to scale, the same again every 2^22. */
static custub_memory random_matrix(uint64_t count, float scale)
{
    enum { PERIOD = 1 << 22 };
    static custub_bfloat16 host[PERIOD];
    static uint32_t state = 1;
    custub_bf16_buffer buffer = custub_bf16_buffer_create(count, &error);

    stop_on_error();
    for (uint64_t i = 0; i < PERIOD; i++) {
        state = state * 1664525 + 1013904223;
        host[i] = custub_bfloat16_of(((float)(state >> 8) / 8388608 - 1) * scale);
    }
    for (uint64_t i = 0; i < count; i += PERIOD) {
        const uint64_t part = count - i < PERIOD ? count - i : PERIOD;
        custub_bf16_upload(custub_bf16_view_of(buffer.view.ptr + 2 * i, part), host, part, 0,
                           &error);
    }
    stop_on_error();
    return custub_bf16_memory(buffer.view);
}

static void free_matrix(custub_memory memory)
{
    custub_bf16_buffer buffer = custub_bf16_buffer_own(memory.ptr, memory.count);

    custub_bf16_buffer_destroy(&buffer, &error);
}

/* Bytes a second that a copy reads and writes. */
static double measure_bandwidth(void)
{
    const uint64_t bytes = UINT64_C(1) << 30;
    custub_bytes_buffer from = custub_bytes_buffer_create_zeroed(bytes, stream, &error);
    custub_bytes_buffer to = custub_bytes_buffer_create_zeroed(bytes, stream, &error);
    double best = 0;

    for (int i = 0; i < 20; i++) {
        custub_event_record(start, stream, &error);
        custub_bytes_copy(to.view, from.view, bytes, stream, &error);
        custub_event_record(end, stream, &error);
        custub_event_synchronize(end, &error);
        stop_on_error();
        const double rate = 2 * (double)bytes / (custub_event_elapsed(start, end, &error) * 1e-3);
        best = rate > best ? rate : best;
    }
    custub_bytes_buffer_destroy(&from, &error);
    custub_bytes_buffer_destroy(&to, &error);
    return best;
}

/* A product that computes nothing and counts the experts that have rows. */
static custub_status count_experts(const moe_product *product, void *user, custub_error *unused)
{
    (void)unused;
    *(int *)user = 0;
    for (int e = 0; e < product->experts; e++)
        *(int *)user += product->first[e + 1] > product->first[e];
    return CUSTUB_OK;
}

static int experts_in_use(moe_pass pass)
{
    moe_layer layer = layers[0];
    custub_bytes_buffer workspace;
    int used;

    layer.product = count_experts;
    layer.user = &used;
    workspace = custub_bytes_buffer_create(moe_workspace_size(&layer, pass.tokens, &error), &error);
    pass.workspace = workspace.view;
    moe_forward(&kernels, &layer, &pass, &error);
    custub_stream_synchronize(stream, &error);
    custub_bytes_buffer_destroy(&workspace, &error);
    stop_on_error();
    return used;
}

static custub_status multiply_by_cublas(const moe_product *p, void *user, custub_error *failure)
{
    (void)user;
    for (int e = 0; e < p->experts; e++) {
        const uint64_t row = (uint64_t)p->first[e], size = sizeof(custub_bfloat16);
        const cublas_product product = {.type = CUBLAS_BF16,
                                        .m = p->first[e + 1] - p->first[e],
                                        .n = p->n,
                                        .k = p->k,
                                        .transposed = true,
                                        .a = p->a + row * (uint64_t)p->k * size,
                                        .b = p->b +
                                             (uint64_t)e * (uint64_t)p->n * (uint64_t)p->k * size,
                                        .c = p->c + row * (uint64_t)p->n * size};
        const int status = product.m > 0 ? cublas_multiply(&product, p->stream) : 0;
        if (!status)
            continue;
        failure->status = CUSTUB_ERROR_DRIVER;
        snprintf(failure->message, sizeof(failure->message), "cublasGemmEx returned %d", status);
        return failure->status;
    }
    return CUSTUB_OK;
}

static CUgraphExec capture(moe_plan *plans[SETS], int sets)
{
    CUgraph graph;
    CUgraphExec exec;

    custub_capture_begin(stream, &error);
    for (int i = 0; i < BATCH * sets; i++)
        moe_plan_run(plans[i % sets], &error);
    graph = custub_capture_end(stream, &error);
    exec = custub_graph_instantiate(graph, &error);
    custub_graph_destroy(graph, &error);
    stop_on_error();
    return exec;
}

/* Enqueues BATCH * sets runs: by `exec`, or one by one if it is null. */
static void run_batch(moe_plan *plans[SETS], int sets, CUgraphExec exec)
{
    if (exec)
        custub_graph_launch(exec, stream, &error);
    for (int i = 0; i < BATCH * sets && !exec; i++)
        moe_plan_run(plans[i % sets], &error);
}

/* The median time of a run in seconds. */
static double time_of(moe_plan *plans[SETS], int sets, CUgraphExec exec)
{
    double times[RUNS];

    run_batch(plans, sets, exec);
    for (int i = 0; i < RUNS; i++) {
        custub_event_record(start, stream, &error);
        run_batch(plans, sets, exec);
        custub_event_record(end, stream, &error);
        custub_event_synchronize(end, &error);
        times[i] = custub_event_elapsed(start, end, &error) * 1e-3 / (BATCH * sets);
        stop_on_error();
    }
    return median_of(times, RUNS);
}

/* `product`: the caller's, or null. */
static double measure_layer(const model *m, moe_pass pass, moe_product_function product)
{
    moe_layer layer[SETS];
    moe_plan *plans[SETS];
    custub_bytes_buffer workspace;
    CUgraphExec exec = NULL;
    double time;

    for (int i = 0; i < m->sets; i++) {
        layer[i] = layers[i];
        layer[i].product = product;
    }
    workspace =
        custub_bytes_buffer_create(moe_workspace_size(&layer[0], pass.tokens, &error), &error);
    pass.workspace = workspace.view;
    for (int i = 0; i < m->sets; i++)
        plans[i] = moe_plan_create(&kernels, &layer[i], &pass, &error);
    stop_on_error();
    if (!product)
        exec = capture(plans, m->sets);
    time = time_of(plans, m->sets, exec);
    for (int i = 0; i < m->sets; i++)
        moe_plan_destroy(plans[i]);
    if (exec)
        custub_graph_exec_destroy(exec, &error);
    custub_bytes_buffer_destroy(&workspace, &error);
    stop_on_error();
    return time;
}

static void measure(const model *m, int tokens, double bandwidth, bool has_cublas)
{
    moe_pass pass = {.tokens = tokens, .stream = stream};
    const double of_expert = 3.0 * m->hidden * m->inner;
    const double operations = 2.0 * tokens * m->top * of_expert;
    char shape[64];

    pass.x = random_matrix((uint64_t)tokens * (uint64_t)m->hidden, 1);
    pass.out = random_matrix((uint64_t)tokens * (uint64_t)m->hidden, 1);
    const double bytes = of_expert * experts_in_use(pass) * sizeof(custub_bfloat16);
    snprintf(shape, sizeof(shape), "%d/%d/%d/%d, %d tokens", m->hidden, m->inner, m->experts,
             m->top, tokens);
    for (int i = 0; i < 1 + has_cublas; i++) {
        const double time = measure_layer(m, pass, i ? multiply_by_cublas : NULL);
        print_figure(i ? "moe_forward_bf16 with cuBLAS" : "moe_forward_bf16", shape, time,
                     operations / time * 1e-12, "Tflop/s", bytes / time / bandwidth, "copy");
        fflush(stdout);
    }
    free_matrix(pass.x);
    free_matrix(pass.out);
}

static void open_layers(const model *m)
{
    const uint64_t router = (uint64_t)m->experts * (uint64_t)m->hidden;
    const uint64_t matrix = router * (uint64_t)m->inner;

    for (int i = 0; i < m->sets; i++)
        layers[i] = (moe_layer){.element = MOE_BF16,
                                .hidden = m->hidden,
                                .inner = m->inner,
                                .experts = m->experts,
                                .top = m->top,
                                .normalize = true,
                                .router = random_matrix(router, 1),
                                .gate = random_matrix(matrix, 0.05f),
                                .up = random_matrix(matrix, 0.05f),
                                .down = random_matrix(matrix, 0.02f)};
}

static void close_layers(const model *m)
{
    for (int i = 0; i < m->sets; i++) {
        free_matrix(layers[i].router);
        free_matrix(layers[i].gate);
        free_matrix(layers[i].up);
        free_matrix(layers[i].down);
    }
}

int main(int argc, char **argv)
{
    static const int usual[] = {1, 8, 64, 512, 4096};
    const int count = argc > 1 ? argc - 1 : (int)(sizeof(usual) / sizeof(usual[0]));
    custub_device *device = custub_device_open(0, &error);
    double bandwidth;
    bool has_cublas;

    stop_on_error();
    kernels = moe_load(&error);
    stream = custub_stream_create(&error);
    start = custub_event_create_timed(&error);
    end = custub_event_create_timed(&error);
    stop_on_error();
    bandwidth = measure_bandwidth();
    has_cublas = cublas_open();
    for (size_t k = 0; k < sizeof(models) / sizeof(models[0]); k++) {
        open_layers(&models[k]);
        for (int i = 0; i < count; i++)
            measure(&models[k], argc > 1 ? atoi(argv[i + 1]) : usual[i], bandwidth, has_cublas);
        close_layers(&models[k]);
    }
    cublas_close();
    moe_unload(&kernels, &error);
    custub_device_close(device, &error);
    stop_on_error();
    return 0;
}
