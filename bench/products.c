/* Products of matrices of 16 bits by matmul(), beside those of cuBLAS if it is there: cubes, sizes
 * that nothing divides, and rows of 4096 x 4096; few rows of 4096 x 11008, whose ceiling is the
 * bandwidth that reading the second matrix needs. */
#include "kernel_bench.h"

#if KERNELS_f16 || KERNELS_bf16
#include "checked.h"
#include "figure.h"

#include <matmul.h>

#define SECOND (BYTES / 2) /* where second matrices lie */

enum {
    ROWS = 11008, /* of the second matrix for few rows */
    DEPTH = 4096,
    PLACES = 64 /* of the second matrix, at most: more than the cache holds */
};

/* A product in both ways. The second matrix lies at another address each time, so that it is not in
 * the cache; custub's product is prepared for each of them. */
typedef struct product_call {
    custub_prepared *prepared[PLACES];
    cublas_product cublas;
    CUdeviceptr begin;
    uint64_t bytes, places, turn; /* of both */
} product_call;

static void multiply(bench *b, void *user)
{
    product_call *call = user;

    custub_prepared_launch(call->prepared[call->turn++ % call->places], &b->error);
}

static void multiply_by_cublas(bench *b, void *user)
{
    product_call *call = user;

    call->cublas.b = call->begin + call->turn++ % call->places * call->bytes;
    const int status = cublas_multiply(&call->cublas, b->stream);
    if (status)
        fprintf(stderr, "cublasGemmEx: status %d\n", status);
}

static void measure(bench *b, const char *name, product_call *call)
{
    static work *const both[] = {multiply, multiply_by_cublas};
    const cublas_product *p = &call->cublas;
    const double operations = 2.0 * p->m * p->n * p->k;
    const double bytes = (double)call->bytes;
    double times[2] = {0, 0};
    char shape[64];

    if (b->has_cublas)
        bench_time_both(b, both, call, times);
    else
        times[0] = bench_time(b, multiply, call);
    const double seconds = times[0], other = times[1];
    if (p->n != ROWS) {
        snprintf(shape, sizeof(shape), "%d x %d x %d", p->m, p->n, p->k);
        print_figure(name, shape, seconds, operations / seconds * 1e-12, "Tflop/s", other / seconds,
                     "cuBLAS");
        return;
    }
    snprintf(shape, sizeof(shape), "%d rows", p->m);
    print_figure(name, shape, seconds, bytes / seconds / 1e9, "GB/s", bytes / seconds / b->copied,
                 "copy");
    if (other > 0) {
        char beside[64];
        snprintf(beside, sizeof(beside), "cuBLAS: %s", name);
        print_figure(beside, shape, other, bytes / other / 1e9, "GB/s", bytes / other / b->copied,
                     "copy");
    }
}

static product_call prepare(bench *b, const product_kernels *kernels, const type_name *type,
                            bool transposed, const int *shape)
{
    const uint64_t m = (uint64_t)shape[0], n = (uint64_t)shape[1], k = (uint64_t)shape[2];
    const custub_launch in_stream = custub_launch_in(b->stream);
    matmul product = {.element =
                          type->cublas == CUBLAS_F16 ? CUSTUB_SCALAR_F16 : CUSTUB_SCALAR_BF16,
                      .transposed = transposed,
                      .batch = 1,
                      .m = m,
                      .n = n,
                      .k = k,
                      .a = custub_memory_of(b->memory[0], m * k, type->size),
                      .c = custub_memory_of(b->memory[2], m * n, type->size)};
    product_call call = {.cublas = {type->cublas, shape[0], shape[1], shape[2], transposed,
                                    b->memory[0], 0, b->memory[2]},
                         .begin = b->memory[1],
                         .bytes = (n * k * type->size + 255) / 256 * 256};

    call.places = SECOND / call.bytes < PLACES ? SECOND / call.bytes : PLACES;
    for (uint64_t i = 0; i < call.places; i++) {
        product.b = custub_memory_of(call.begin + i * call.bytes, n * k, type->size);
        call.prepared[i] = matmul_prepare(kernels, &in_stream, &product, &b->error);
    }
    return call;
}

/* A kernel of product.cu beside its bounds checks. */
static void compare_checked(bench *b, const type_name *type, const char *operation,
                            const int *shape)
{
    NAMED(operation);
    const uint64_t m = (uint64_t)shape[0], n = (uint64_t)shape[1], k = (uint64_t)shape[2];
    launch_call call = {bench_find(name),
                        7,
                        {custub_argument_u64(1), custub_argument_u64(m), custub_argument_u64(n),
                         custub_argument_u64(k),
                         custub_argument_buffer(CUSTUB_SCALAR_NONE, b->memory[0], m * k),
                         custub_argument_buffer(CUSTUB_SCALAR_NONE, b->memory[1], n * k),
                         custub_argument_buffer(CUSTUB_SCALAR_NONE, b->memory[2], m * n)}};
    char text[64];

    if (!call.kernel || !bench_chooses(b, name))
        return;
    snprintf(text, sizeof(text), "%d x %d x %d", shape[0], shape[1], shape[2]);
    checked_compare(b, name, text, &call);
}

static const int shapes[][3] = {{1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096},
                                {8192, 8192, 8192}, {1, 4096, 4096},    {16, 4096, 4096},
                                {64, 4096, 4096},   {128, 4096, 4096},  {256, 4096, 4096},
                                {512, 4096, 4096},  {1024, 4096, 4096}, {4095, 4097, 4099},
                                {4096, 4100, 4098}, {1, ROWS, DEPTH},   {8, ROWS, DEPTH},
                                {16, ROWS, DEPTH},  {64, ROWS, DEPTH}};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

void bench_products(bench *b, const type_name *type, const void *kernels)
{
    static const char *const operations[] = {"product", "product_transposed", "product_small",
                                             "product_small_transposed"};

    if (type->cublas != CUBLAS_F16 && type->cublas != CUBLAS_BF16)
        return;
    bench_randomize(b, 0, BYTES / 4 / type->size, type->size);
    bench_randomize(b, 1, SECOND / type->size, type->size);
    for (int i = 0; i < 4 && b->compares; i++) /* large tiles for a cube, small ones for few rows */
        for (int k = i < 2 ? 1 : 4; k < (i < 2 ? 3 : 8); k++)
            compare_checked(b, type, operations[i], shapes[k]);
    for (int transposed = 0; transposed < 2 && !b->compares; transposed++) {
        NAMED(transposed ? "matmul_transposed" : "matmul");
        for (int i = 0; i < SHAPES && bench_chooses(b, name) && !custub_failed(&b->error); i++) {
            product_call call = prepare(b, kernels, type, transposed, shapes[i]);
            measure(b, name, &call);
            for (uint64_t k = 0; k < call.places; k++)
                custub_prepared_destroy(call.prepared[k]);
        }
    }
}
#endif
