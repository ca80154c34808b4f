/* Products of matrices, beside those of cuBLAS if it is there: cubes, sizes that nothing divides,
 * and few rows, whose ceiling is the bandwidth that reading the second matrix needs. */
#include "checked.h"
#include "figure.h"
#include "kernel_bench.h"

#define SECOND (BYTES / 2) /* where second matrices lie */

enum { ROWS = 11008, DEPTH = 4096 }; /* of the second matrix for few rows */

/* A product in both ways. The second matrix lies at another address each time, so that it is not in
 * the cache. */
typedef struct product_call {
    launch_call launch;
    cublas_product cublas;
    CUdeviceptr begin;
    uint64_t bytes, turn;
} product_call;

static CUdeviceptr next(product_call *call)
{
    return call->begin + call->turn++ % (SECOND / call->bytes) * call->bytes;
}

static void multiply(bench *b, void *user)
{
    product_call *call = user;

    call->launch.arguments[5] =
        custub_argument_buffer(CUSTUB_SCALAR_NONE, next(call), call->launch.arguments[5].count);
    bench_launch(b, &call->launch);
}

static void multiply_by_cublas(bench *b, void *user)
{
    product_call *call = user;

    call->cublas.b = next(call);
    const int status = cublas_multiply(&call->cublas, b->stream);
    if (status)
        fprintf(stderr, "cublasGemmEx: status %d\n", status);
}

static product_call prepare(const bench *b, const type_name *type, bool transposed, int m, int n,
                            int k)
{
    const uint64_t counts[] = {(uint64_t)m * (uint64_t)k, (uint64_t)k * (uint64_t)n,
                               (uint64_t)m * (uint64_t)n};
    product_call call = {.begin = b->memory[1],
                         .bytes = (counts[1] * type->size + 255) / 256 * 256};

    call.launch =
        (launch_call){NULL,
                      7,
                      {custub_argument_u64(1), custub_argument_u64((uint64_t)m),
                       custub_argument_u64((uint64_t)n), custub_argument_u64((uint64_t)k)}};
    for (int i = 0; i < 3; i++)
        call.launch.arguments[4 + i] =
            custub_argument_buffer(CUSTUB_SCALAR_NONE, b->memory[i], counts[i]);
    call.cublas =
        (cublas_product){type->cublas, m, n, k, transposed, b->memory[0], 0, b->memory[2]};
    return call;
}

static void measure(bench *b, const char *name, product_call call)
{
    const cublas_product *p = &call.cublas;
    const double operations = 2.0 * p->m * p->n * p->k, bytes = (double)call.bytes;
    char shape[64];

    if (p->n == ROWS)
        snprintf(shape, sizeof(shape), "%d rows", p->m);
    else
        snprintf(shape, sizeof(shape), p->m == p->n ? "%d cubed" : "%d x %d x %d", p->m, p->n,
                 p->k);
    if (b->compares) {
        checked_compare(b, name, shape, &call.launch);
        return;
    }
    const double other = b->has_cublas ? bench_time(b, multiply_by_cublas, &call) : 0;
    const double seconds = bench_time(b, multiply, &call);
    if (p->n != ROWS) {
        print_figure(name, shape, seconds, operations / seconds * 1e-12, "Tflop/s", other / seconds,
                     "cuBLAS");
        return;
    }
    print_figure(name, shape, seconds, bytes / seconds / 1e9, "GB/s", bytes / seconds / b->copied,
                 "copy");
    if (other > 0) {
        char beside[64];
        snprintf(beside, sizeof(beside), "cuBLAS: %s", name);
        print_figure(beside, shape, other, bytes / other / 1e9, "GB/s", bytes / other / b->copied,
                     "copy");
    }
}

static void measure_all(bench *b, const type_name *type, const char *operation, bool transposed,
                        const int (*shapes)[3], size_t count)
{
    NAMED(operation);
    const custub_kernel *kernel = bench_find(name);

    if (!kernel || !bench_chooses(b, name))
        return;
    bench_randomize(b, 0, BYTES / 4 / type->size, type->size);
    bench_randomize(b, 1, SECOND / type->size, type->size);
    for (size_t i = 0; i < count && !custub_failed(&b->error); i++) {
        product_call call = prepare(b, type, transposed, shapes[i][0], shapes[i][1], shapes[i][2]);
        call.launch.kernel = kernel;
        measure(b, name, call);
    }
}

void bench_products(bench *b, const type_name *type)
{
    static const int large[][3] = {
        {2048, 2048, 2048}, {4096, 4096, 4096}, {4095, 4097, 4099}, {4096, 4100, 4098}};
    static const int small[][3] = {{1024, 1024, 1024}, {1000, 1001, 1003}, {1, ROWS, DEPTH},
                                   {4, ROWS, DEPTH},   {8, ROWS, DEPTH},   {16, ROWS, DEPTH},
                                   {32, ROWS, DEPTH},  {64, ROWS, DEPTH}};

    measure_all(b, type, "product", false, large, sizeof(large) / sizeof(*large));
    measure_all(b, type, "product_transposed", true, large, sizeof(large) / sizeof(*large));
    measure_all(b, type, "product_small", false, small, sizeof(small) / sizeof(*small));
    measure_all(b, type, "product_small_transposed", true, small, sizeof(small) / sizeof(*small));
}
