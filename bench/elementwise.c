/* Kernels that read and write each element once, of 1 GiB. */
#include "kernel_bench.h"

static void unary(bench *b, const char *operation, const type_name *type)
{
    uint64_t n = BYTES / type->size;
    launch_call call = {
        NULL, 3, {custub_argument_u64(n), bench_buffer(b, 0, n), bench_buffer(b, 1, n)}};
    NAMED(operation);

    bench_measure(b, name, "1 GiB", 2 * BYTES, call);
}

static void binary(bench *b, const char *operation, const type_name *type)
{
    uint64_t n = BYTES / type->size;
    launch_call call = {NULL,
                        4,
                        {custub_argument_u64(n), bench_buffer(b, 0, n), bench_buffer(b, 1, n),
                         bench_buffer(b, 2, n)}};
    NAMED(operation);

    bench_measure(b, name, "1 GiB", 3 * BYTES, call);
}

static void selections(bench *b, const type_name *type)
{
    uint64_t n = BYTES / type->size;
    const char kind = type->name[0];
    custub_argument five = kind == 'i'   ? custub_argument_i32(5)
                           : kind == 'u' ? custub_argument_u32(5)
                                         : custub_argument_f64(5);
    launch_call fill = {NULL, 3, {custub_argument_u64(n), five, bench_buffer(b, 1, n)}};
    launch_call axpy = {
        NULL, 4, {custub_argument_u64(n), five, bench_buffer(b, 0, n), bench_buffer(b, 1, n)}};
    launch_call add = {
        NULL, 4, {custub_argument_u64(n), bench_buffer(b, 0, n), five, bench_buffer(b, 1, n)}};
    launch_call where = {NULL,
                         5,
                         {custub_argument_u64(n), bench_buffer(b, 3, n), bench_buffer(b, 0, n),
                          bench_buffer(b, 1, n), bench_buffer(b, 2, n)}};
    char name[48];

    snprintf(name, sizeof(name), "fill_%s", type->name);
    bench_measure(b, name, "1 GiB", BYTES, fill);
    snprintf(name, sizeof(name), "axpy_%s", type->name);
    bench_measure(b, name, "1 GiB", 3 * BYTES, axpy);
    snprintf(name, sizeof(name), "add_scalar_%s", type->name);
    bench_measure(b, name, "1 GiB", 2 * BYTES, add);
    snprintf(name, sizeof(name), "where_%s", type->name);
    bench_measure(b, name, "1 GiB", 3 * BYTES + n, where);
}

static void casts(bench *b, const type_name *type)
{
    for (size_t i = 0; i < BENCH_TYPES; i++) {
        uint64_t size = bench_types[i].size > type->size ? bench_types[i].size : type->size;
        uint64_t n = BYTES / size;
        launch_call call = {
            NULL, 3, {custub_argument_u64(n), bench_buffer(b, 0, n), bench_buffer(b, 1, n)}};
        char name[48];
        snprintf(name, sizeof(name), "cast_%s_%s", type->name, bench_types[i].name);
        bench_measure(b, name, "1 GiB", n * (bench_types[i].size + type->size), call);
    }
}

static void quantize(bench *b, const type_name *type)
{
    const uint64_t n = BYTES / type->size, bytes = n * (type->size + 1);
    launch_call quantize = {NULL,
                            4,
                            {custub_argument_u64(n), bench_buffer(b, 0, n), bench_buffer(b, 3, 1),
                             bench_buffer(b, 1, n)}};
    launch_call dequantize = {NULL,
                              5,
                              {custub_argument_u64(1), custub_argument_u64(n),
                               bench_buffer(b, 1, n), bench_buffer(b, 3, 1),
                               bench_buffer(b, 2, n)}};
    char name[48];

    snprintf(name, sizeof(name), "quantize_e4m3_%s", type->name);
    bench_measure(b, name, "1 GiB", bytes, quantize);
    snprintf(name, sizeof(name), "dequantize_e4m3_%s", type->name);
    bench_measure(b, name, "1 GiB", bytes, dequantize);
}

void bench_elementwise(bench *b, const type_name *type)
{
    static const char *const one[] = {"neg", "relu", "exp",  "log",      "tanh",
                                      "sin", "silu", "gelu", "gelu_fast"};
    static const char *const two[] = {"add", "mul", "div", "max", "pow", "silu_mul"};

    for (size_t i = 0; i < sizeof(one) / sizeof(*one); i++)
        unary(b, one[i], type);
    for (size_t i = 0; i < sizeof(two) / sizeof(*two); i++)
        binary(b, two[i], type);
    selections(b, type);
    casts(b, type);
    quantize(b, type);
}
