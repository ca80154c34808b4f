/* A sum of n numbers is off by at most (additions in a row) x (half a unit) x (sum of magnitudes).
 * The kernels have at most n / 16 + 64 additions in a row: those of a thread's share, and then
 * those of a tree over the threads. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORKSPACE (8 << 20) /* bytes, as kernels/README.md says */

typedef struct shape {
    size_t outer;
    size_t axis;
    size_t inner;
} shape;

static const shape shapes[] = {
    {0, 5, 1},     {3, 0, 1},     {1, 1, 1},     {37, 128, 1},  {5, 1000, 1},
    {7, 77, 1},    {3, 4096, 1},  {2, 16384, 1}, {2, 20001, 1}, {3, 50, 8},
    {2, 33, 7},    {1, 100, 300}, {2, 0, 3},     {1, 70003, 1}, {1, 9001, 3},
    {2, 700, 260}, {3, 1001, 1},  {600, 3, 5},   {5, 3, 300},   {1, 2000, 77},
    {70, 9, 1},    {3, 5000, 12}, {2, 40, 1001}, {2, 90001, 1}, {300, 8, 2}};

static long double sum_bound(const element_type *type, size_t count, long double magnitudes)
{
    return ((long double)count / 16 + 64) * element_rounding(element_wide(type)) * magnitudes;
}

static size_t place(const shape *p, size_t result, size_t k)
{
    return (result / p->inner * p->axis + k) * p->inner + result % p->inner;
}

static array run(session *s, const char *name, const shape *p, const array *x,
                 const array *workspace, const element_type *result)
{
    const custub_kernel *kernel = session_kernel(s, name, x->type);
    array y = array_create(s, result, p->outer * p->inner, 0);
    const custub_argument arguments[] = {custub_argument_u64(p->outer),
                                         custub_argument_u64(p->axis),
                                         custub_argument_u64(p->inner),
                                         array_argument(x),
                                         array_argument(&y),
                                         array_argument(workspace)};

    snprintf(s->what, sizeof(s->what), "%s_%s of [%zu, %zu, %zu]", name, x->type->name, p->outer,
             p->axis, p->inner);
    session_launch(s, kernel, 6, arguments);
    array_download(s, &y);
    return y;
}

static void sums(session *s, const shape *p, const array *x, const array *workspace, bool mean)
{
    const element_type *result = x->type->is_float    ? x->type
                                 : x->type->is_signed ? element_type_named("i64")
                                                      : element_type_named("u64");
    array y = run(s, mean ? "mean" : "sum", p, x, workspace, result);

    for (size_t i = 0; i < y.count; i++) {
        long double sum = 0, magnitudes = 0;
        uint64_t bits = 0;
        unsigned char room[8];
        for (size_t k = 0; k < p->axis; k++) {
            long double number = array_get(x, place(p, i, k));
            sum += number;
            magnitudes += fabsl(number);
            bits += element_bits(x->type, x->host, place(p, i, k));
        }
        if (!x->type->is_float) {
            element_set_bits(result, room, 0, bits);
            array_compare(s, &y, i, element_get(result, room, 0), 0, 0);
            continue;
        }
        if (mean) {
            sum /= (long double)p->axis;
            magnitudes /= (long double)p->axis;
        }
        array_compare(s, &y, i, sum, element_rounding(element_wide(result)),
                      sum_bound(result, p->axis, magnitudes) + element_smallest(result));
    }
    array_destroy(s, &y);
}

/* The index of the largest number; p->axis if all are NaN. */
static size_t largest(const shape *p, const array *x, size_t result)
{
    size_t best = p->axis;

    for (size_t k = 0; k < p->axis; k++) {
        long double number = array_get(x, place(p, result, k));
        if (!isnan(number) && (best == p->axis || number > array_get(x, place(p, result, best))))
            best = k;
    }
    return best;
}

/* The maximum of nothing. */
static long double least(const element_type *type)
{
    return type->is_float ? (long double)NAN : type->is_signed ? -ldexpl(1, type->digits) : 0;
}

static void maxima(session *s, const shape *p, const array *x, const array *workspace)
{
    array y = run(s, "max_axis", p, x, workspace, x->type);

    for (size_t i = 0; i < y.count; i++) {
        size_t best = largest(p, x, i);
        array_compare(s, &y, i, best == p->axis ? least(x->type) : array_get(x, place(p, i, best)),
                      0, 0);
    }
    array_destroy(s, &y);
    y = run(s, "argmax", p, x, workspace, element_type_named("i64"));
    for (size_t i = 0; i < y.count; i++) {
        size_t best = largest(p, x, i);
        array_compare(s, &y, i, best == p->axis ? 0 : (long double)best, 0, 0);
    }
    array_destroy(s, &y);
}

/* Repeats numbers, so that maxima are equal, and adds NaN and -infinity. */
static void repeat_some(array *x)
{
    for (size_t k = 3; k < x->count; k += 5)
        element_set(x->type, x->host, k, array_get(x, k - 3));
    for (size_t k = 0; x->type->is_float && k < x->count; k += 7)
        element_set(x->type, x->host, k, k % 3 ? (long double)NAN : -(long double)INFINITY);
}

/* Replaces positive numbers by zeros of both signs, which are equal. */
static void cut_positive(array *x)
{
    for (size_t k = 0; k < x->count; k++)
        if (array_get(x, k) > 0)
            element_set(x->type, x->host, k, k % 2 ? 0 : -0.0L);
}

/* Sets all to the identity of the maximum (the lowest integer, or NaN); the second half to
 * -infinity. */
static void lower_all(array *x)
{
    for (size_t k = 0; k < x->count; k++)
        element_set(x->type, x->host, k,
                    !x->type->is_float ? least(x->type)
                    : k < x->count / 2 ? (long double)NAN
                                       : -(long double)INFINITY);
}

static void (*const make_equal[])(array *) = {repeat_some, cut_positive, lower_all};

void test_reductions(session *s, const element_type *type)
{
    array workspace, none;

    if (!session_kernel(s, "sum", type))
        return;
    workspace = array_create(s, element_type_named("u8"), WORKSPACE, 0);
    memset(workspace.host, 0, WORKSPACE);
    array_upload(s, &workspace);
    none = workspace;
    none.ptr = 0;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        const shape *p = &shapes[i];
        array x = array_create(s, type, p->outer * p->axis * p->inner, i % 4 == 3 ? i : 0);
        array_randomize(s, &x, 1, false);
        sums(s, p, &x, &workspace, false);
        if (type->is_float)
            sums(s, p, &x, &workspace, true);
        for (int kind = 0; kind < 3; kind++) {
            make_equal[kind](&x);
            array_upload(s, &x);
            maxima(s, p, &x, &workspace);
            if (p->outer * p->inner < 10)
                maxima(s, p, &x, &none);
        }
        array_destroy(s, &x);
    }
    array_destroy(s, &workspace);
}
