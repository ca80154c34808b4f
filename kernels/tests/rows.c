/* Softmax and normalization. u is half a unit of the type that kernels compute with. A sum of n
 * numbers has n / 16 + 64 additions in a row (reductions.c). Each is off by u of the magnitudes.
 *
 * - softmax: exp() of a rounded difference d is off by |d| u and 2 units, here and in the sum,
 *   where numbers far from the maximum count little; the quotient and the product add 2 u.
 * - rmsnorm: the sum of squares is off by the additions and 1, which the root halves; the root, the
 *   quotient and the products add 5 u.
 * - layernorm: the mean is off by the additions times the mean of |x|. This is also the absolute
 *   error of the differences and of the variance. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define EPSILON 1e-5f

typedef struct row_arrays {
    size_t rows;
    size_t width;
    array x;
    array residual;
    array weight;
    array bias;
    array sum;
    array y;
} row_arrays;

static long double additions(size_t count)
{
    return (long double)count / 16 + 64;
}

static void softmax(session *s, const row_arrays *r, array *y)
{
    const element_type *wide = element_wide(r->x.type);
    const long double u = element_rounding(wide);
    const bool is_quick = wide != r->x.type;
    const long double quick = is_quick ? 3.4L : 1; /* the GPU's approximation: 1.18 units */
    /* The approximation returns 0 for results below 2^-126. */
    const long double least = is_quick ? ldexpl(1, -126) : 2 * element_smallest(wide);
    const custub_argument arguments[] = {custub_argument_u64(r->rows),
                                         custub_argument_u64(r->width), array_argument(&r->x),
                                         array_argument(y)};

    snprintf(s->what, sizeof(s->what), "softmax_%s of [%zu, %zu]", r->x.type->name, r->rows,
             r->width);
    array_poison(s, y);
    session_launch(s, session_kernel(s, "softmax", r->x.type), 4, arguments);
    array_download(s, y);
    for (size_t row = 0; row < r->rows; row++) {
        const size_t first = row * r->width;
        long double highest = -(long double)INFINITY, sum = 0;
        for (size_t k = 0; k < r->width; k++)
            highest = fmaxl(highest, array_get(&r->x, first + k));
        for (size_t k = 0; k < r->width; k++)
            sum += expl(array_get(&r->x, first + k) - highest);
        for (size_t i = first; i < first + r->width; i++) {
            long double difference = array_get(&r->x, i) - highest;
            if (isinf(difference)) /* exactly 0 */
                array_compare(s, y, i, 0 / sum, 0, 0);
            else
                array_compare(s, y, i, expl(difference) / sum,
                              u * (quick * (fabsl(difference) + 30) + 10 + additions(r->width)),
                              least);
        }
    }
}

static long double of_column(const array *a, size_t column, long double otherwise)
{
    return a->ptr ? array_get(a, column) : otherwise;
}

static void layernorm(session *s, const row_arrays *r, array *y)
{
    const long double u = element_rounding(element_wide(r->x.type));
    const custub_argument arguments[] = {custub_argument_u64(r->rows),
                                         custub_argument_u64(r->width),
                                         custub_argument_f32(EPSILON),
                                         array_argument(&r->x),
                                         array_argument(&r->weight),
                                         array_argument(&r->bias),
                                         array_argument(y)};

    snprintf(s->what, sizeof(s->what), "layernorm_%s of [%zu, %zu]", r->x.type->name, r->rows,
             r->width);
    array_poison(s, y);
    session_launch(s, session_kernel(s, "layernorm", r->x.type), 7, arguments);
    array_download(s, y);
    for (size_t row = 0; row < r->rows; row++) {
        long double mean = 0, magnitude = 0, variance = 0, off, deviation;
        for (size_t k = 0; k < r->width; k++) {
            mean += array_get(&r->x, row * r->width + k) / (long double)r->width;
            magnitude += fabsl(array_get(&r->x, row * r->width + k)) / (long double)r->width;
        }
        for (size_t k = 0; k < r->width; k++) {
            long double d = array_get(&r->x, row * r->width + k) - mean;
            variance += d * d / (long double)r->width;
        }
        deviation = sqrtl(variance + (long double)EPSILON);
        off = (additions(r->width) + 1) * u * magnitude; /* the mean's */
        for (size_t k = 0; k < r->width; k++) {
            long double weight = of_column(&r->weight, k, 1), bias = of_column(&r->bias, k, 0);
            long double d = (array_get(&r->x, row * r->width + k) - mean) / deviation;
            long double relative = (additions(r->width) / 2 + 8) * u + off / deviation;
            array_compare(s, y, row * r->width + k, d * weight + bias, u,
                          fabsl(weight) * (fabsl(d) * relative + off / deviation));
        }
    }
}

/* Compares y with the norm of the rows of x. */
static void compare_rms(session *s, const row_arrays *r, const array *x, const array *y)
{
    const long double u = element_rounding(element_wide(x->type));

    for (size_t row = 0; row < r->rows; row++) {
        long double squares = 0;
        for (size_t k = 0; k < r->width; k++) {
            long double number = array_get(x, row * r->width + k);
            squares += number * number / (long double)r->width;
        }
        for (size_t k = 0; k < r->width; k++)
            array_compare(s, y, row * r->width + k,
                          array_get(x, row * r->width + k) / sqrtl(squares + (long double)EPSILON) *
                              of_column(&r->weight, k, 1),
                          (additions(r->width) / 2 + 5) * u,
                          element_smallest(element_wide(x->type)));
    }
}

static void rmsnorm(session *s, const row_arrays *r, array *y)
{
    const custub_argument arguments[] = {
        custub_argument_u64(r->rows), custub_argument_u64(r->width), custub_argument_f32(EPSILON),
        array_argument(&r->x),        array_argument(&r->weight),    array_argument(y)};

    snprintf(s->what, sizeof(s->what), "rmsnorm_%s of [%zu, %zu]", r->x.type->name, r->rows,
             r->width);
    array_poison(s, y);
    session_launch(s, session_kernel(s, "rmsnorm", r->x.type), 6, arguments);
    array_download(s, y);
    compare_rms(s, r, &r->x, y);
}

/* The norm is that of the sum after its rounding. */
static void add_rmsnorm(session *s, const row_arrays *r, array *sum, array *y)
{
    const custub_argument arguments[] = {
        custub_argument_u64(r->rows), custub_argument_u64(r->width),
        custub_argument_f32(EPSILON), array_argument(&r->x),
        array_argument(&r->residual), array_argument(&r->weight),
        array_argument(sum),          array_argument(y)};

    snprintf(s->what, sizeof(s->what), "add_rmsnorm_%s of [%zu, %zu]%s", r->x.type->name, r->rows,
             r->width, sum == &r->sum ? "" : " in place");
    session_launch(s, session_kernel(s, "add_rmsnorm", r->x.type), 8, arguments);
    array_download(s, sum);
    array_download(s, y);
    for (size_t i = 0; i < sum->count; i++)
        array_compare(s, sum, i, array_get(&r->x, i) + array_get(&r->residual, i),
                      element_rounding(element_wide(sum->type)), 0);
    compare_rms(s, r, sum, y);
}

/* The same array on the device, with room for its results on the host. */
static array again(const array *a)
{
    array result = *a;

    result.host = malloc(a->count * a->type->size + 1);
    if (!result.host)
        abort();
    return result;
}

/* Apart, and then with the sum over the residual and y over x. */
static void add_rmsnorms(session *s, row_arrays *r)
{
    array over_x = again(&r->x), over_residual = again(&r->residual);

    array_poison(s, &r->sum);
    array_poison(s, &r->y);
    add_rmsnorm(s, r, &r->sum, &r->y);
    add_rmsnorm(s, r, &over_residual, &over_x);
    array_upload(s, &r->x);
    free(over_residual.host);
    free(over_x.host);
}

/* The results may not overwrite the factors, which all rows read. */
static void refuses_overlap(session *s, row_arrays *r)
{
    const custub_argument layernorm[] = {
        custub_argument_u64(r->rows), custub_argument_u64(r->width), custub_argument_f32(EPSILON),
        array_argument(&r->x),        array_argument(&r->weight),    array_argument(&r->y),
        array_argument(&r->y)};
    const custub_argument rmsnorm[] = {custub_argument_u64(r->rows), custub_argument_u64(r->width),
                                       custub_argument_f32(EPSILON), array_argument(&r->x),
                                       array_argument(&r->y),        array_argument(&r->y)};

    snprintf(s->what, sizeof(s->what), "norms_%s over their factors", r->x.type->name);
    session_refused(s, session_kernel(s, "layernorm", r->x.type), 7, layernorm,
                    CUSTUB_ERROR_OVERLAP);
    session_refused(s, session_kernel(s, "rmsnorm", r->x.type), 6, rmsnorm, CUSTUB_ERROR_OVERLAP);
}

static void run(session *s, const element_type *type, size_t rows, size_t width, bool plain)
{
    const size_t shift = session_random(s, 8); /* of the rows; the factors have others */
    row_arrays r = {rows,
                    width,
                    array_create(s, type, rows * width, shift),
                    array_create(s, type, rows * width, shift),
                    array_create(s, type, width, session_random(s, 8)),
                    array_create(s, type, width, session_random(s, 8)),
                    array_create(s, type, rows * width, shift),
                    array_create(s, type, rows * width, width % 5 ? shift : session_random(s, 8))};
    row_arrays without;

    /* Numbers whose exp() would be infinite; only narrow rows have special numbers, which decide
     * a whole row. */
    array_randomize(s, &r.x, 10, width < 100);
    softmax(s, &r, &r.y);
    array_randomize(s, &r.x, 3, false);
    array_randomize(s, &r.residual, 3, false);
    if (rows > 2 && width && width < 100) { /* these decide rows */
        element_set(type, r.x.host, width - 1, NAN);
        element_set(type, r.x.host, width, INFINITY);
        array_upload(s, &r.x);
    }
    array_randomize(s, &r.weight, 1, false);
    array_randomize(s, &r.bias, 1, false);
    without = r;
    if (plain)
        without.weight.ptr = without.bias.ptr = 0;
    layernorm(s, &without, &r.y);
    rmsnorm(s, &without, &r.y);
    if (session_kernel(s, "add_rmsnorm", type))
        add_rmsnorms(s, &without);
    if (r.y.count)
        refuses_overlap(s, &r);
    array_destroy(s, &r.y);
    array_destroy(s, &r.sum);
    array_destroy(s, &r.bias);
    array_destroy(s, &r.weight);
    array_destroy(s, &r.residual);
    array_destroy(s, &r.x);
}

void test_rows(session *s, const element_type *type)
{
    static const size_t shapes[][2] = {{0, 8},    {3, 0},     {1, 1},     {70, 8},
                                       {9, 128},  {5, 1000},  {5, 1001},  {3, 4096},
                                       {2, 8192}, {2, 16384}, {1, 20000}, {2, 50257}};

    if (!session_kernel(s, "softmax", type))
        return;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        run(s, type, shapes[i][0], shapes[i][1], i % 3 == 0);
}
