/* How fast the kernels of the library are on this GPU, as a share of ceilings that are measured in
 * the same run: a copy in the device's memory, and cuBLAS for products if it is there.
 *
 *   bench_kernels [--bounds] [part of a kernel's name]...
 *
 * --bounds compares the kernels with bounds checks with the plain ones instead, in more types: a
 * library that was built with CUSTUB_KERNEL_BOUNDS_CHECKS.
 *
 * Prints the GPU's name, and a line for each, as figure.h has it. Times are CUDA events around ten
 * launches, the median of nine. */
#include "kernel_bench.h"

#include "all_kernels.h"
#include "checked.h"
#include "figure.h"
#include "sorted.h"

#include <stdlib.h>
#include <string.h>

#define ZEROS    (UINT64_C(8) << 20)
#define LAUNCHES 10
#define ROUNDS   9

/* Seconds of one call, of LAUNCHES in a row. */
static double time_round(bench *b, work *call, void *user)
{
    custub_event_record(b->start, b->stream, &b->error);
    for (int i = 0; i < LAUNCHES; i++)
        call(b, user);
    custub_event_record(b->end, b->stream, &b->error);
    return (double)custub_event_elapsed(b->start, b->end, &b->error) / 1000 / LAUNCHES;
}

double bench_time(bench *b, work *call, void *user)
{
    double times[ROUNDS];

    call(b, user);
    for (int round = 0; round < ROUNDS; round++)
        times[round] = time_round(b, call, user);
    return median_of(times, ROUNDS);
}

void bench_time_both(bench *b, work *const calls[2], void *user, double seconds[2])
{
    double times[2][2 * ROUNDS];

    for (int round = -1; round < 2 * ROUNDS; round++) /* the first one warms up */
        for (int i = 0; i < 2; i++)
            times[i][round < 0 ? 0 : round] = time_round(b, calls[i], user);
    for (int i = 0; i < 2; i++)
        seconds[i] = median_of(times[i], 2 * ROUNDS);
}

static void copy(bench *b, void *user)
{
    (void)user;
    custub_memory_copy(custub_memory_of(b->memory[1], BYTES, 1),
                       custub_memory_of(b->memory[0], BYTES, 1), BYTES, b->stream, &b->error);
}

void bench_launch(bench *b, void *user)
{
    const launch_call *call = user;
    const custub_launch shape = custub_launch_in(b->stream);

    custub_kernel_launch(call->kernel, &shape, call->count, call->arguments, &b->error);
}

bool bench_chooses(const bench *b, const char *name)
{
    for (int i = 0; i < b->part_count; i++)
        if (strstr(name, b->parts[i]))
            return true;
    return !b->part_count;
}

const custub_kernel *bench_find(const char *name)
{
    return all_kernels_find(name);
}

void bench_measure(bench *b, const char *name, const char *shape, uint64_t bytes, launch_call call)
{
    double seconds;

    call.kernel = bench_find(name);
    if (!call.kernel || !bench_chooses(b, name) || custub_failed(&b->error))
        return;
    if (b->compares) {
        checked_compare(b, name, shape, &call);
        return;
    }
    seconds = bench_time(b, bench_launch, &call);
    if (custub_failed(&b->error)) {
        printf("%s: %s\n", name, b->error.message);
        b->error = custub_error_none();
        return;
    }
    print_figure(name, shape, seconds, (double)bytes / seconds / 1e9, "GB/s",
                 (double)bytes / seconds / b->copied, "copy");
}

const type_name bench_types[BENCH_TYPES] = {{"f32", 4, CUBLAS_F32},
                                            {"bf16", 2, CUBLAS_BF16},
                                            {"f16", 2, CUBLAS_F16},
                                            {"f64", 8, CUBLAS_F64},
                                            {"i8", 1, CUBLAS_F32}};
/* Only the bounds checks are measured for these. */
static const type_name other_types[] = {
    {"i16", 2, CUBLAS_F32}, {"i32", 4, CUBLAS_F32}, {"i64", 8, CUBLAS_F32}, {"u8", 1, CUBLAS_F32},
    {"u16", 2, CUBLAS_F32}, {"u32", 4, CUBLAS_F32}, {"u64", 8, CUBLAS_F32}};

/* Axes of many lengths, with elements side by side or 1024 apart, and axes with few results. */
static void reductions(bench *b, const type_name *type)
{
    static const char *const operations[] = {"sum", "argmax", "max_axis", "mean"};
    const uint64_t n = BYTES / type->size;
    static const uint64_t shapes[][2] = {{1024, 1},   {65536, 1024}, {128, 1},       {1001, 1},
                                         {4096, 1},   {16384, 1},    {65536, 1},     {1 << 28, 1},
                                         {128, 1024}, {4096, 1024},  {262144, 1024}, {64, 64},
                                         {1 << 26, 3}};

    for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++) {
        size_t count = i < 2 ? sizeof(shapes) / sizeof(*shapes) : 2;
        NAMED(operations[i]);
        for (size_t k = 0; k < count; k++) {
            uint64_t axis = shapes[k][0], inner = shapes[k][1], outer = n / axis / inner;
            uint64_t elements = outer * axis * inner;
            launch_call call = {NULL,
                                6,
                                {custub_argument_u64(outer), custub_argument_u64(axis),
                                 custub_argument_u64(inner), bench_buffer(b, 0, elements),
                                 bench_buffer(b, 1, outer * inner),
                                 custub_argument_buffer(CUSTUB_SCALAR_NONE, b->zeros, ZEROS)}};
            char shape[72];
            if (inner == 1 || inner == 1024)
                snprintf(shape, sizeof(shape), "[%llu, %llu, %llu]", (unsigned long long)outer,
                         (unsigned long long)axis, (unsigned long long)inner);
            else
                snprintf(shape, sizeof(shape), "%llu columns", (unsigned long long)inner);
            bench_measure(b, name, shape, elements * type->size, call);
        }
    }
}

static void rows(bench *b, const type_name *type)
{
    static const uint64_t widths[] = {128,   256, 512,  1024, 2048, 4096,  8192,
                                      16384, 129, 1000, 1001, 5003, 16383, 50257};

    for (size_t k = 0; k < sizeof(widths) / sizeof(*widths); k++) {
        const uint64_t width = widths[k], count = BYTES / type->size / width, n = count * width;
        const uint64_t bytes = 2 * n * type->size;
        custub_argument epsilon = custub_argument_f32(1e-5f);
        launch_call softmax = {NULL,
                               4,
                               {custub_argument_u64(count), custub_argument_u64(width),
                                bench_buffer(b, 0, n), bench_buffer(b, 1, n)}};
        launch_call layernorm = {NULL,
                                 7,
                                 {custub_argument_u64(count), custub_argument_u64(width), epsilon,
                                  bench_buffer(b, 0, n), bench_buffer(b, 2, width),
                                  bench_buffer(b, 3, width), bench_buffer(b, 1, n)}};
        launch_call rmsnorm = {NULL,
                               6,
                               {custub_argument_u64(count), custub_argument_u64(width), epsilon,
                                bench_buffer(b, 0, n), bench_buffer(b, 2, width),
                                bench_buffer(b, 1, n)}};
        launch_call add_rmsnorm = {NULL,
                                   8,
                                   {custub_argument_u64(count), custub_argument_u64(width), epsilon,
                                    bench_buffer(b, 0, n), bench_buffer(b, 1, n),
                                    bench_buffer(b, 3, width), bench_buffer(b, 1, n),
                                    bench_buffer(b, 2, n)}};
        launch_call quantize_rows = {NULL,
                                     5,
                                     {custub_argument_u64(count), custub_argument_u64(width),
                                      bench_buffer(b, 0, n), bench_buffer(b, 1, n),
                                      bench_buffer(b, 2, count)}};
        char name[48], shape[48];
        snprintf(shape, sizeof(shape), "width %llu", (unsigned long long)width);
        snprintf(name, sizeof(name), "softmax_%s", type->name);
        bench_measure(b, name, shape, bytes, softmax);
        snprintf(name, sizeof(name), "layernorm_%s", type->name);
        bench_measure(b, name, shape, bytes, layernorm);
        snprintf(name, sizeof(name), "rmsnorm_%s", type->name);
        bench_measure(b, name, shape, bytes, rmsnorm);
        snprintf(name, sizeof(name), "add_rmsnorm_%s", type->name);
        bench_measure(b, name, shape, 2 * bytes, add_rmsnorm);
        snprintf(name, sizeof(name), "quantize_rows_e4m3_%s", type->name);
        bench_measure(b, name, shape, n * (type->size + 1) + count * 4, quantize_rows);
    }
}

static void movement(bench *b, const type_name *type)
{
    static const uint64_t sides[] = {1024, 8192, 1001};
    uint64_t n = BYTES / type->size;
    const strided_kernels_strides plain = {
        {1, 1, n / 1024, 1024}, {0, 0, 1024, 1}, {0, 0, 1024, 1}};
    launch_call copy_strided = {NULL,
                                3,
                                {custub_argument_bytes(&plain, sizeof(plain)),
                                 bench_buffer(b, 0, n), bench_buffer(b, 1, n)}};
    char name[48];

    for (size_t i = 0; i < sizeof(sides) / sizeof(*sides); i++) {
        uint64_t side = sides[i];
        launch_call transpose = {NULL,
                                 5,
                                 {custub_argument_u64(n / side / side), custub_argument_u64(side),
                                  custub_argument_u64(side), bench_buffer(b, 0, n),
                                  bench_buffer(b, 1, n)}};
        char shape[48];
        snprintf(shape, sizeof(shape), "%llu x %llu", (unsigned long long)side,
                 (unsigned long long)side);
        snprintf(name, sizeof(name), "transpose_%s", type->name);
        bench_measure(b, name, shape, 2 * (n / side / side) * side * side * type->size, transpose);
    }
    snprintf(name, sizeof(name), "copy_strided_%s", type->name);
    bench_measure(b, name, "rows of 1024", 2 * BYTES, copy_strided);
}

/* What layers of models do beside products and norms: heads of 128, rows of 11008. */
static void models(bench *b, const type_name *type)
{
    enum { HEADS = 32, SIZE = 128, LIMIT = 8192, WIDTH = 11008 };
    const uint64_t pitch = HEADS * SIZE, tokens = BYTES / type->size / pitch;
    const uint64_t rows = BYTES / type->size / (2 * WIDTH);
    launch_call packed = {NULL,
                          4,
                          {custub_argument_u64(rows), custub_argument_u64(WIDTH),
                           bench_buffer(b, 0, rows * 2 * WIDTH), bench_buffer(b, 1, rows * WIDTH)}};
    launch_call rotary = {NULL,
                          9,
                          {custub_argument_u64(tokens), custub_argument_u64(HEADS),
                           custub_argument_u64(SIZE), custub_argument_u64(pitch),
                           custub_argument_u64(SIZE), custub_argument_u64(LIMIT),
                           bench_buffer(b, 3, tokens), bench_buffer(b, 0, LIMIT * SIZE),
                           bench_buffer(b, 1, tokens * pitch)}};
    int32_t *positions = malloc(tokens * sizeof(*positions));
    char name[48];

    if (!positions)
        return;
    for (uint64_t i = 0; i < tokens; i++)
        positions[i] = (int32_t)(i % LIMIT);
    custub_memory_upload(custub_memory_of(b->memory[3], tokens, 4), positions, tokens, b->stream,
                         &b->error);
    free(positions);
    snprintf(name, sizeof(name), "silu_mul_packed_%s", type->name);
    bench_measure(b, name, "rows of 11008", 3 * rows * WIDTH * type->size, packed);
    snprintf(name, sizeof(name), "rotary_halves_%s", type->name);
    bench_measure(b, name, "32 heads of 128", 2 * tokens * pitch * type->size, rotary);
    snprintf(name, sizeof(name), "rotary_pairs_%s", type->name);
    bench_measure(b, name, "32 heads of 128", 2 * tokens * pitch * type->size, rotary);
}

/* Rows by number: each of `count` numbers names another row, and neighbours are far apart. */
static void numbered_rows(bench *b, const type_name *type)
{
    uint64_t width = 1024, count = BYTES / type->size / width;
    int64_t *numbers = malloc(count * sizeof(*numbers));
    launch_call gather = {NULL,
                          6,
                          {custub_argument_u64(count), custub_argument_u64(width),
                           custub_argument_u64(count), bench_buffer(b, 0, count * width),
                           bench_buffer(b, 3, count), bench_buffer(b, 1, count * width)}};
    launch_call scatter = gather;
    char name[48];

    if (!numbers)
        return;
    for (uint64_t i = 0; i < count; i++)
        numbers[i] = (int64_t)(i * 40503 % count); /* odd, and so prime to a power of two */
    custub_memory_upload(custub_memory_of(b->memory[3], count, 8), numbers, count, b->stream,
                         &b->error);
    free(numbers);
    snprintf(name, sizeof(name), "gather_%s", type->name);
    bench_measure(b, name, "rows of 1024", 2 * BYTES, gather);
    snprintf(name, sizeof(name), "scatter_add_%s", type->name);
    bench_measure(b, name, "rows of 1024", 3 * BYTES, scatter);
}

void bench_randomize(bench *b, int index, uint64_t count, uint64_t size)
{
    uint16_t *bits = malloc(count * size);
    uint32_t state = (uint32_t)index + 1;

    if (!bits)
        return;
    for (uint64_t i = 0; i < count * size / 2; i++) {
        const bool leading = size > 1 && i % (size / 2) == size / 2 - 1; /* sign and exponent */
        state = state * 1664525 + 1013904223;
        bits[i] = (uint16_t)(leading ? 0x3c00 | (state >> 16 & 0x83ff) : state >> 16);
    }
    custub_memory_upload(custub_memory_of(b->memory[index], count * size, 1), bits, count * size,
                         NULL, &b->error);
    free(bits);
}

static void top_k(bench *b, const type_name *type)
{
    static const uint64_t shapes[][2] = {{8, 2}, {128, 8}, {4096, 8}, {50257, 8}, {50264, 40}};
    const uint64_t n = BYTES / 4 / type->size;
    NAMED("top_k");

    if (bench_chooses(b, name))
        bench_randomize(b, 0, n, type->size);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        const uint64_t width = shapes[i][0], k = shapes[i][1], rows = n / width;
        launch_call call = {NULL,
                            6,
                            {custub_argument_u64(rows), custub_argument_u64(width),
                             custub_argument_u32((uint32_t)k), bench_buffer(b, 0, rows * width),
                             bench_buffer(b, 1, rows * k), bench_buffer(b, 2, rows * k)}};
        char shape[48];
        snprintf(shape, sizeof(shape), "%llu of %llu", (unsigned long long)k,
                 (unsigned long long)width);
        bench_measure(b, name, shape, rows * (width * type->size + k * (type->size + 4)), call);
    }
}

/* What is measured in few types. */
static void rows_and_movement(bench *b, const type_name *type)
{
    reductions(b, type);
    rows(b, type);
    movement(b, type);
    models(b, type);
    numbered_rows(b, type);
    top_k(b, type);
}

static void products(bench *b, const type_name *type)
{
#if KERNELS_f16 || KERNELS_bf16
    bench_products(b, type, &all_kernels.product);
#else
    (void)b;
    (void)type;
#endif
}

static void measure_all(bench *b)
{
    const double seconds = bench_time(b, copy, NULL);

    b->copied = 2 * (double)BYTES / seconds;
    print_figure("copy", "1 GiB", seconds, b->copied / 1e9, "GB/s", 1, "copy");
    for (size_t i = 0; i < BENCH_TYPES; i++)
        bench_elementwise(b, &bench_types[i]);
    for (size_t i = 0; i < 4; i++)
        products(b, &bench_types[i]);
    for (size_t i = 0; i < 2; i++)
        rows_and_movement(b, &bench_types[i]);
}

static bool compare_all(bench *b)
{
    checked_begin(b);
    for (size_t i = 0; i < BENCH_TYPES; i++) {
        bench_elementwise(b, &bench_types[i]);
        products(b, &bench_types[i]);
        rows_and_movement(b, &bench_types[i]);
    }
    for (size_t i = 0; i < sizeof(other_types) / sizeof(*other_types); i++) {
        bench_elementwise(b, &other_types[i]);
        rows_and_movement(b, &other_types[i]);
    }
    return checked_end(b);
}

int main(int count, char **words)
{
    const bool compares = count > 1 && strcmp(words[1], "--bounds") == 0;
    bench b = {.error = custub_error_none(),
               .compares = compares,
               .parts = words + 1 + compares,
               .part_count = count - 1 - compares};
    custub_device *device = custub_device_open(0, &b.error);
    bool good = true;

    if (compares) /* the plain ones, whatever the environment says of the checked */
        custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_OFF);
    all_kernels_load(&b.error);
    b.stream = custub_stream_create(&b.error);
    b.start = custub_event_create_timed(&b.error);
    b.end = custub_event_create_timed(&b.error);
    for (int i = 0; i < 4; i++) {
        const unsigned char bytes = 0x3c; /* a number of moderate size in all types */
        b.memory[i] = custub_memory_create(BYTES, 1, &b.error);
        custub_memory_fill(custub_memory_of(b.memory[i], BYTES, 1), &bytes, b.stream, &b.error);
    }
    b.zeros = custub_memory_create(ZEROS, 1, &b.error);
    custub_memory_fill(custub_memory_of(b.zeros, ZEROS, 1), "", b.stream, &b.error);
    if (!custub_failed(&b.error)) {
        b.has_cublas = !compares && cublas_open();
        printf("# %s, driver for CUDA %d.%d.\n", custub_device_name(device),
               custub_driver_version() / 1000, custub_driver_version() % 1000 / 10);
        if (compares)
            good = compare_all(&b);
        else
            measure_all(&b);
        cublas_close();
    }
    custub_memory_destroy(b.zeros, &b.error);
    for (int i = 0; i < 4; i++)
        custub_memory_destroy(b.memory[i], &b.error);
    custub_event_destroy(b.end, &b.error);
    custub_event_destroy(b.start, &b.error);
    custub_stream_destroy(b.stream, &b.error);
    all_kernels_unload(&b.error);
    custub_device_close(device, &b.error);
    if (custub_failed(&b.error)) {
        fprintf(stderr, "%s\n", b.error.message);
        return 1;
    }
    return !good;
}
