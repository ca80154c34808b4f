/* How fast the kernels of the library are on this GPU, as a share of ceilings that are measured in
 * the same run: a copy in the device's memory, and cuBLAS for products if it is there.
 *
 *   bench_kernels [part of a kernel's name]...
 *
 * Prints a table: the kernel, its shape, microseconds, GB/s or TFLOPS, and the share. Times are
 * CUDA events around ten launches, the median of nine. */
#include "binary.custub.h"
#include "cast.custub.h"
#include "select.custub.h"
#include "strided.custub.h"
#include "unary.custub.h"

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES    (UINT64_C(1) << 30) /* of a buffer, many times the caches */
#define LAUNCHES 10
#define ROUNDS   9

typedef struct bench {
    custub_error error;
    CUstream stream;
    CUevent start;
    CUevent end;
    CUdeviceptr memory[4]; /* BYTES each */
    custub_library *libraries[16];
    unsigned library_count;
    double copied; /* bytes per second that a copy reads and writes */
    char **parts;
    int part_count;
} bench;

/* One call of what is measured. */
typedef void work(bench *b, void *user);

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Seconds of one call. */
static double time_of(bench *b, work *call, void *user)
{
    double times[ROUNDS];

    call(b, user);
    for (int round = 0; round < ROUNDS; round++) {
        custub_event_record(b->start, b->stream, &b->error);
        for (int i = 0; i < LAUNCHES; i++)
            call(b, user);
        custub_event_record(b->end, b->stream, &b->error);
        times[round] = (double)custub_event_elapsed(b->start, b->end, &b->error) / 1000 / LAUNCHES;
    }
    qsort(times, ROUNDS, sizeof(*times), compare_times);
    return times[ROUNDS / 2];
}

static void copy(bench *b, void *user)
{
    (void)user;
    custub_memory_copy(custub_memory_of(b->memory[1], BYTES, 1),
                       custub_memory_of(b->memory[0], BYTES, 1), BYTES, b->stream, &b->error);
}

typedef struct launch_call {
    const custub_kernel *kernel;
    uint32_t count;
    custub_argument arguments[10];
} launch_call;

static void launch(bench *b, void *user)
{
    const launch_call *call = user;
    custub_launch shape = custub_launch_default();

    shape.stream = b->stream;
    custub_kernel_launch(call->kernel, &shape, call->count, call->arguments, &b->error);
}

static bool is_chosen(const bench *b, const char *name)
{
    for (int i = 0; i < b->part_count; i++)
        if (strstr(name, b->parts[i]))
            return true;
    return !b->part_count;
}

static const custub_kernel *find(const bench *b, const char *name)
{
    for (unsigned i = 0; i < b->library_count; i++) {
        custub_error error = custub_error_none();
        const custub_kernel *kernel = custub_library_find(b->libraries[i], name, &error);
        if (kernel)
            return kernel;
    }
    return NULL;
}

static custub_argument number(uint64_t n)
{
    return custub_argument_u64(n);
}

static custub_argument buffer(const bench *b, int index, uint64_t count)
{
    return custub_argument_buffer(CUSTUB_SCALAR_NONE, b->memory[index], count);
}

/* Measures a kernel that moves `bytes`, and prints its line. */
static void measure(bench *b, const char *name, const char *shape, uint64_t bytes, launch_call call)
{
    double seconds;

    call.kernel = find(b, name);
    if (!call.kernel || !is_chosen(b, name) || custub_failed(&b->error))
        return;
    seconds = time_of(b, launch, &call);
    if (custub_failed(&b->error)) {
        printf("%s: %s\n", name, b->error.message);
        b->error = custub_error_none();
        return;
    }
    printf("%-22s %-22s %10.1f us %8.0f GB/s  %5.3f of a copy\n", name, shape, seconds * 1e6,
           (double)bytes / seconds / 1e9, (double)bytes / seconds / b->copied);
}

typedef struct type_name {
    const char *name;
    uint64_t size;
} type_name;

static const type_name types[] = {{"f32", 4}, {"bf16", 2}, {"f16", 2}, {"f64", 8}, {"i8", 1}};

#define NAMED(operation)                                                                           \
    char name[48];                                                                                 \
    snprintf(name, sizeof(name), "%s_%s", operation, type->name)

static void unary(bench *b, const char *operation, const type_name *type)
{
    uint64_t n = BYTES / type->size;
    launch_call call = {NULL, 3, {number(n), buffer(b, 0, n), buffer(b, 1, n)}};
    NAMED(operation);

    measure(b, name, "1 GiB", 2 * BYTES, call);
}

static void binary(bench *b, const char *operation, const type_name *type)
{
    uint64_t n = BYTES / type->size;
    launch_call call = {NULL, 4, {number(n), buffer(b, 0, n), buffer(b, 1, n), buffer(b, 2, n)}};
    NAMED(operation);

    measure(b, name, "1 GiB", 3 * BYTES, call);
}

static void selections(bench *b, const type_name *type)
{
    uint64_t n = BYTES / type->size;
    bool is_float = type->name[0] != 'i';
    custub_argument five = is_float ? custub_argument_f64(5) : custub_argument_i32(5);
    launch_call fill = {NULL, 3, {number(n), five, buffer(b, 1, n)}};
    launch_call axpy = {NULL, 4, {number(n), five, buffer(b, 0, n), buffer(b, 1, n)}};
    launch_call add = {NULL, 4, {number(n), buffer(b, 0, n), five, buffer(b, 1, n)}};
    launch_call where = {
        NULL, 5, {number(n), buffer(b, 3, n), buffer(b, 0, n), buffer(b, 1, n), buffer(b, 2, n)}};
    char name[48];

    snprintf(name, sizeof(name), "fill_%s", type->name);
    measure(b, name, "1 GiB", BYTES, fill);
    snprintf(name, sizeof(name), "axpy_%s", type->name);
    measure(b, name, "1 GiB", 3 * BYTES, axpy);
    snprintf(name, sizeof(name), "add_scalar_%s", type->name);
    measure(b, name, "1 GiB", 2 * BYTES, add);
    snprintf(name, sizeof(name), "where_%s", type->name);
    measure(b, name, "1 GiB", 3 * BYTES + n, where);
}

static void casts(bench *b, const type_name *type)
{
    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
        uint64_t size = types[i].size > type->size ? types[i].size : type->size;
        uint64_t n = BYTES / size;
        launch_call call = {NULL, 3, {number(n), buffer(b, 0, n), buffer(b, 1, n)}};
        char name[48];
        snprintf(name, sizeof(name), "cast_%s_%s", type->name, types[i].name);
        measure(b, name, "1 GiB", n * (types[i].size + type->size), call);
    }
}

static void streaming(bench *b, const type_name *type)
{
    static const char *const one[] = {"neg", "relu", "exp",  "log",      "tanh",
                                      "sin", "silu", "gelu", "gelu_fast"};
    static const char *const two[] = {"add", "mul", "div", "max", "pow"};

    for (size_t i = 0; i < sizeof(one) / sizeof(*one); i++)
        unary(b, one[i], type);
    for (size_t i = 0; i < sizeof(two) / sizeof(*two); i++)
        binary(b, two[i], type);
    selections(b, type);
    casts(b, type);
}

static void measure_all(bench *b)
{
    b->copied = 2 * (double)BYTES / time_of(b, copy, NULL);
    printf("%-22s %-22s %13s %8.0f GB/s\n", "copy", "1 GiB", "", b->copied / 1e9);
    for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
        streaming(b, &types[i]);
}

int main(int count, char **words)
{
    bench b = {.error = custub_error_none(), .parts = words + 1, .part_count = count - 1};
    custub_device *device = custub_device_open(0, &b.error);
    binary_kernels binary_loaded = binary_load(&b.error);
    cast_kernels cast_loaded = cast_load(&b.error);
    select_kernels select_loaded = select_load(&b.error);
    strided_kernels strided_loaded = strided_load(&b.error);
    unary_kernels unary_loaded = unary_load(&b.error);
    custub_library *libraries[] = {binary_loaded.library, cast_loaded.library,
                                   select_loaded.library, strided_loaded.library,
                                   unary_loaded.library};

    b.library_count = sizeof(libraries) / sizeof(*libraries);
    memcpy(b.libraries, libraries, sizeof(libraries));
    b.stream = custub_stream_create(&b.error);
    b.start = custub_event_create_timed(&b.error);
    b.end = custub_event_create_timed(&b.error);
    for (int i = 0; i < 4; i++) {
        const unsigned char bytes = 0x3c; /* a number of moderate size in all types */
        b.memory[i] = custub_memory_create(BYTES, 1, &b.error);
        custub_memory_fill(custub_memory_of(b.memory[i], BYTES, 1), &bytes, b.stream, &b.error);
    }
    if (!custub_failed(&b.error))
        measure_all(&b);
    for (int i = 0; i < 4; i++)
        custub_memory_destroy(b.memory[i], &b.error);
    custub_event_destroy(b.end, &b.error);
    custub_event_destroy(b.start, &b.error);
    custub_stream_destroy(b.stream, &b.error);
    unary_unload(&unary_loaded, &b.error);
    strided_unload(&strided_loaded, &b.error);
    select_unload(&select_loaded, &b.error);
    cast_unload(&cast_loaded, &b.error);
    binary_unload(&binary_loaded, &b.error);
    custub_device_close(device, &b.error);
    if (custub_failed(&b.error)) {
        fprintf(stderr, "%s\n", b.error.message);
        return 1;
    }
    return 0;
}
