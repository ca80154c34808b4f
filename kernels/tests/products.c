/* Products of matrices. Each of the k products is exact or rounded once. They are added one after
 * another in the wide type, or by tensor cores, which may truncate. So the result is off by at most
 * (k + 1) * 2 roundings of the sum of the magnitudes. */
#include "groups.h"

#if KERNELS_f16 || KERNELS_bf16
#include "array.h"
#include "hopper/hopper.h"
#include "matmul.h"
#include "product_tiles.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct shape {
    size_t batch, m, n, k;
    size_t shift; /* of a or b, for array_create() */
} shape;

/* Element [p, j] of matrix b of one entry of the batch. */
static long double get_b(const array *b, const shape *of, bool transposed, size_t entry, size_t p,
                         size_t j)
{
    return array_get(b, entry * of->k * of->n + (transposed ? j * of->k + p : p * of->n + j));
}

static void compare(session *s, const array *a, const array *b, const array *c, const shape *of,
                    bool transposed)
{
    const long double unit = 2 * element_rounding(element_wide(c->type));

    for (size_t i = 0; i < c->count; i++) {
        const size_t row = i / of->n, column = i % of->n;
        long double sum = 0, magnitudes = 0;
        for (size_t p = 0; p < of->k; p++) {
            const long double product =
                array_get(a, row * of->k + p) * get_b(b, of, transposed, row / of->m, p, column);
            sum += product;
            magnitudes += fabsl(product);
        }
        array_compare(s, c, i, sum, 0, (long double)(of->k + 1) * unit * magnitudes);
    }
}

static void run(session *s, const element_type *type, const char *name, bool transposed, shape of)
{
    const custub_kernel *kernel = session_kernel(s, name, type);
    array a = array_create(s, type, of.batch * of.m * of.k, of.shift % 2);
    array b = array_create(s, type, of.batch * of.k * of.n, of.shift / 2);
    array c = array_create(s, type, of.batch * of.m * of.n, 0);
    custub_argument arguments[] = {custub_argument_u64(of.batch),
                                   custub_argument_u64(of.m),
                                   custub_argument_u64(of.n),
                                   custub_argument_u64(of.k),
                                   array_argument(&a),
                                   array_argument(&b),
                                   array_argument(&c)};

    array_randomize(s, &a, 1, false);
    array_randomize(s, &b, 1, false);
    snprintf(s->what, sizeof(s->what), "%s_%s of %zu [%zu, %zu] by [%zu, %zu]", name, type->name,
             of.batch, of.m, of.k, of.k, of.n);
    session_launch(s, kernel, 7, arguments);
    array_download(s, &c);
    compare(s, &a, &b, &c, &of, transposed);
    if (c.count && of.k) {
        arguments[5].count--;
        session_refused(s, kernel, 7, arguments, CUSTUB_ERROR_COUNT_TOO_SMALL);
    }
    array_destroy(s, &c);
    array_destroy(s, &b);
    array_destroy(s, &a);
}

/* --- The tiles for Hopper --- */

#if KERNELS_HOPPER
static void run_tile(session *s, const element_type *type, const char *tile, size_t rows,
                     size_t part, bool transposed, shape of)
{
    char name[64];

    snprintf(name, sizeof(name), "product%s_wgmma_%s", transposed ? "_transposed" : "", tile);
    const custub_kernel *kernel = session_kernel(s, name, type);
    if (!kernel || !hopper_runs(kernel))
        return;
    array a = array_create(s, type, of.batch * of.m * of.k, 0);
    array b = array_create(s, type, of.batch * of.k * of.n, 0);
    array c = array_create(s, type, of.batch * of.m * of.n, 0);
    const custub_memory in_a = custub_memory_of(a.ptr, a.count, 2);
    const custub_memory in_b = custub_memory_of(b.ptr, b.count, 2);
    const custub_tensor_map map_a =
        hopper_map(in_a, type->scalar, 0, of.batch * of.m, of.k, rows, &s->error);
    const custub_tensor_map map_b =
        transposed ? hopper_map(in_b, type->scalar, of.batch, of.n, of.k, part, &s->error)
                   : hopper_map(in_b, type->scalar, of.batch, of.k, of.n, 64, &s->error);
    const custub_argument arguments[] = {custub_argument_u64(of.batch),
                                         custub_argument_u64(of.m),
                                         custub_argument_u64(of.n),
                                         custub_argument_u64(of.k),
                                         custub_argument_bytes(&map_a, sizeof(map_a)),
                                         custub_argument_bytes(&map_b, sizeof(map_b)),
                                         array_argument(&c)};

    array_randomize(s, &a, 1, false);
    array_randomize(s, &b, 1, false);
    snprintf(s->what, sizeof(s->what), "%s_%s of %zu [%zu, %zu] by [%zu, %zu]", name, type->name,
             of.batch, of.m, of.k, of.k, of.n);
    session_launch(s, kernel, 7, arguments);
    array_download(s, &c);
    compare(s, &a, &b, &c, &of, transposed);
    array_destroy(s, &c);
    array_destroy(s, &b);
    array_destroy(s, &a);
}

static void test_tiles(session *s, const element_type *type)
{
    static const shape shapes[] = {
        {1, 1, 8, 8, 0}, {3, 70, 136, 72, 0}, {1, 300, 264, 200, 0}, {2, 17, 520, 1032, 0}};

    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        for (int transposed = 0; transposed < 2; transposed++) {
#define RUN_TILE(name, rows, columns, part, ...)                                                   \
    run_tile(s, type, #name, rows, part, transposed, shapes[i]);
            PRODUCT_TILES(RUN_TILE)
#undef RUN_TILE
        }
}
#else
static void test_tiles(session *s, const element_type *type)
{
    (void)s;
    (void)type;
}
#endif

/* --- matmul() --- */

/* The name of the kernel that was launched last. */
static char traced[96];

static void note_kernel(const custub_activity *activity, void *user)
{
    (void)user;
    if (activity->kind == CUSTUB_ACTIVITY_LAUNCH)
        snprintf(traced, sizeof(traced), "%s", activity->name);
}

/* What the kernels for Hopper cannot count in int is left to the others. */
static void test_counts(session *s)
{
    const uint64_t end = UINT64_C(1) << 31, most = end - 256;
    const struct {
        uint64_t batch, m, n, k;
        bool suits;
    } sizes[] = {{1, 1, 8, 8, true},           {3, 5, 4096, UINT64_C(1) << 30, true},
                 {1, most, 8, 8, true},        {most, 1, 8, 8, false}, /* tiles */
                 {end / 4, 1, 128, 8, true},   {1, 1, most - most % 8, 8, true},
                 {1, end - 1, 8, 8, false},    {1, 1, end - 8, 8, false},
                 {1, 1, 8, end - 8, false},    {1, 1, 8, (UINT64_C(1) << 30) + 8, false},
                 {end / 2, 2, 8, 8, false},    {UINT64_C(1) << 63, 2, 8, 8, false},
                 {1, UINT64_MAX, 8, 8, false}, {1, 1, UINT64_MAX - 7, 8, false},
                 {1, 0, 8, 8, false},          {0, 1, 8, 8, false}};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        snprintf(s->what, sizeof(s->what), "sizes %zu", i);
        s->compared++;
        if (hopper_counts(sizes[i].batch, sizes[i].m, sizes[i].n, sizes[i].k) != sizes[i].suits)
            session_fail(s, "hopper_counts() is %d", !sizes[i].suits);
    }
}

static bool is_hopper(session *s, const element_type *type)
{
    const custub_kernel *kernel = session_kernel(s, "product_wgmma_256x128", type);

    return kernel && hopper_runs(kernel);
}

static void expect_status(session *s, const matmul *product, custub_status status, const char *text)
{
    custub_error error = custub_error_none();

    matmul_launch(session_products(), NULL, product, &error);
    if (error.status != status || !strstr(error.message, text))
        session_fail(s, "matmul: %s, not %s with '%s': %s", custub_status_name(error.status),
                     custub_status_name(status), text, error.message);
}

static void run_matmul(session *s, const element_type *type, bool transposed, shape of)
{
    array a = array_create(s, type, of.batch * of.m * of.k, of.shift % 2);
    array b = array_create(s, type, of.batch * of.k * of.n, of.shift / 2);
    array c = array_create(s, type, of.batch * of.m * of.n, 0);
    matmul product = {.element = type->scalar,
                      .transposed = transposed,
                      .batch = of.batch,
                      .m = of.m,
                      .n = of.n,
                      .k = of.k,
                      .a = custub_memory_of(a.ptr, a.count, 2),
                      .b = custub_memory_of(b.ptr, b.count, 2),
                      .c = custub_memory_of(c.ptr, c.count, 2)};
    const bool by_maps =
        is_hopper(s, type) && a.count && b.count && of.n % 8 == 0 && of.k % 8 == 0 && !of.shift;

    array_randomize(s, &a, 1, false);
    array_randomize(s, &b, 1, false);
    snprintf(s->what, sizeof(s->what), "matmul of %s, %zu [%zu, %zu] by [%zu, %zu]", type->name,
             of.batch, of.m, of.k, of.k, of.n);
    custub_set_activity(note_kernel, NULL);
    expect_status(s, &product, CUSTUB_OK, "");
    custub_set_activity(NULL, NULL);
    if (!strstr(traced, "wgmma") == by_maps)
        session_fail(s, "%s ran", traced);
    array_download(s, &c);
    compare(s, &a, &b, &c, &of, transposed);
    if (c.count && of.k) {
        product.b.count--;
        expect_status(s, &product, CUSTUB_ERROR_COUNT_TOO_SMALL, "");
        product.b = custub_memory_of(c.ptr, b.count, 2);
        expect_status(s, &product, CUSTUB_ERROR_OVERLAP, "");
        product.b = custub_memory_of(0, b.count, 2);
        expect_status(s, &product, CUSTUB_ERROR_NULL_POINTER, "");
        product.element = (custub_scalar)99;
        expect_status(s, &product, CUSTUB_ERROR_INVALID_ARGUMENT, "the element type is 99, needed");
    }
    array_destroy(s, &c);
    array_destroy(s, &b);
    array_destroy(s, &a);
}

void test_products(session *s, const element_type *type)
{
    static const char *const names[] = {"product", "product_small", "product_transposed",
                                        "product_small_transposed"};
    static const shape shapes[] = {{0, 3, 3, 3, 0},     {2, 0, 3, 3, 0},     {1, 3, 0, 5, 0},
                                   {2, 3, 5, 0, 0},     {1, 1, 1, 1, 0},     {3, 17, 31, 201, 0},
                                   {1, 130, 8, 424, 0}, {2, 8, 136, 136, 0}, {1, 64, 16, 64, 1},
                                   {1, 16, 64, 64, 2},  {1, 600, 130, 2, 0}, {1, 2, 70, 1030, 0},
                                   {2, 7, 40, 600, 0},  {50, 65, 3, 70, 0}};

    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++)
        for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
            if (session_kernel(s, names[n], type))
                run(s, type, names[n], n >= 2, shapes[i]);
    if (type->scalar != CUSTUB_SCALAR_F16 && type->scalar != CUSTUB_SCALAR_BF16)
        return;
    test_counts(s);
    test_tiles(s, type);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
        for (int transposed = 0; transposed < 2; transposed++)
            if (session_kernel(s, "product", type))
                run_matmul(s, type, transposed, shapes[i]);
}

#else
void test_products(session *s, const element_type *type)
{
    (void)s;
    (void)type;
}
#endif
