/* The mixture-of-experts layer of kernels/moe on a GPU: hidden 1024, inner 4096, 8 experts, top 2,
 * bfloat16. For each number of tokens: the median time of a run as a graph, over three sets of
 * weights in turn, so that they are not in the cache; the share of the memory bandwidth that
 * reading the weights of the experts in use takes; and the operations a second. The bandwidth is
 * that of a copy, measured in the same run. Prints lines as figure.h has them.
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

enum { HIDDEN = 1024, INNER = 4096, EXPERTS = 8, TOP = 2, SETS = 3, RUNS = 60, BATCH = 10 };

static const uint64_t matrix = (uint64_t)EXPERTS * INNER * HIDDEN;
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

/* Random numbers from -scale to scale. They are never freed. */
static custub_memory random_matrix(uint64_t count, float scale)
{
    static uint32_t state = 1;
    custub_bfloat16 *host = malloc(count * sizeof(*host));
    custub_bf16_buffer buffer = custub_bf16_buffer_create(count, &error);

    stop_on_error();
    if (!host) {
        fprintf(stderr, "no memory for a matrix\n");
        exit(EXIT_FAILURE);
    }
    for (uint64_t i = 0; i < count; i++) {
        state = state * 1664525 + 1013904223;
        host[i] = custub_bfloat16_of(((float)(state >> 8) / 8388608 - 1) * scale);
    }
    custub_bf16_upload(buffer.view, host, count, 0, &error);
    stop_on_error();
    free(host);
    return custub_bf16_memory(buffer.view);
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

static CUgraphExec capture(moe_plan *plans[SETS])
{
    CUgraph graph;
    CUgraphExec exec;

    custub_capture_begin(stream, &error);
    for (int i = 0; i < BATCH * SETS; i++)
        moe_plan_run(plans[i % SETS], &error);
    graph = custub_capture_end(stream, &error);
    exec = custub_graph_instantiate(graph, &error);
    custub_graph_destroy(graph, &error);
    stop_on_error();
    return exec;
}

/* Enqueues BATCH * SETS runs: by `exec`, or one by one if it is null. */
static void run_batch(moe_plan *plans[SETS], CUgraphExec exec)
{
    if (exec)
        custub_graph_launch(exec, stream, &error);
    for (int i = 0; i < BATCH * SETS && !exec; i++)
        moe_plan_run(plans[i % SETS], &error);
}

/* The median time of a run in seconds. */
static double time_of(moe_plan *plans[SETS], CUgraphExec exec)
{
    double times[RUNS];

    run_batch(plans, exec);
    for (int i = 0; i < RUNS; i++) {
        custub_event_record(start, stream, &error);
        run_batch(plans, exec);
        custub_event_record(end, stream, &error);
        custub_event_synchronize(end, &error);
        times[i] = custub_event_elapsed(start, end, &error) * 1e-3 / (BATCH * SETS);
        stop_on_error();
    }
    return median_of(times, RUNS);
}

/* `product`: the caller's, or null. */
static double measure_layer(moe_pass pass, moe_product_function product)
{
    moe_layer layer[SETS];
    moe_plan *plans[SETS];
    custub_bytes_buffer workspace;
    CUgraphExec exec = NULL;
    double time;

    for (int i = 0; i < SETS; i++) {
        layer[i] = layers[i];
        layer[i].product = product;
    }
    workspace =
        custub_bytes_buffer_create(moe_workspace_size(&layer[0], pass.tokens, &error), &error);
    pass.workspace = workspace.view;
    for (int i = 0; i < SETS; i++)
        plans[i] = moe_plan_create(&kernels, &layer[i], &pass, &error);
    stop_on_error();
    if (!product)
        exec = capture(plans);
    time = time_of(plans, exec);
    for (int i = 0; i < SETS; i++)
        moe_plan_destroy(plans[i]);
    if (exec)
        custub_graph_exec_destroy(exec, &error);
    custub_bytes_buffer_destroy(&workspace, &error);
    stop_on_error();
    return time;
}

static void measure(int tokens, double bandwidth, bool has_cublas)
{
    moe_pass pass = {.tokens = tokens, .stream = stream};
    const double operations = 6.0 * tokens * TOP * HIDDEN * INNER;
    char shape[32];

    pass.x = random_matrix((uint64_t)tokens * HIDDEN, 1);
    pass.out = random_matrix((uint64_t)tokens * HIDDEN, 1);
    const double bytes =
        3.0 * (double)matrix * experts_in_use(pass) / EXPERTS * sizeof(custub_bfloat16);
    snprintf(shape, sizeof(shape), "%d tokens", tokens);
    for (int i = 0; i < 1 + has_cublas; i++) {
        const double time = measure_layer(pass, i ? multiply_by_cublas : NULL);
        print_figure(i ? "moe_forward_bf16 with cuBLAS" : "moe_forward_bf16", shape, time,
                     operations / time * 1e-12, "Tflop/s", bytes / time / bandwidth, "copy");
    }
}

int main(int argc, char **argv)
{
    static const int usual[] = {1, 8, 16, 32, 64, 128, 512, 4096};
    custub_device *device = custub_device_open(0, &error);
    double bandwidth;
    bool has_cublas;

    stop_on_error();
    kernels = moe_load(&error);
    stream = custub_stream_create(&error);
    start = custub_event_create_timed(&error);
    end = custub_event_create_timed(&error);
    stop_on_error();
    for (int i = 0; i < SETS; i++)
        layers[i] = (moe_layer){.element = MOE_BF16,
                                .hidden = HIDDEN,
                                .inner = INNER,
                                .experts = EXPERTS,
                                .top = TOP,
                                .normalize = true,
                                .router = random_matrix((uint64_t)EXPERTS * HIDDEN, 1),
                                .gate = random_matrix(matrix, 0.05f),
                                .up = random_matrix(matrix, 0.05f),
                                .down = random_matrix(matrix, 0.02f)};
    bandwidth = measure_bandwidth();
    has_cublas = cublas_open();
    for (int i = 0; i < (argc > 1 ? argc - 1 : (int)(sizeof(usual) / sizeof(usual[0]))); i++)
        measure(argc > 1 ? atoi(argv[i + 1]) : usual[i], bandwidth, has_cublas);
    cublas_close();
    moe_unload(&kernels, &error);
    custub_device_close(device, &error);
    stop_on_error();
    return 0;
}
