/* silu(gate) up: the errors of silu (unary.c) and half a unit for the product. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>

static long double silu_units(const element_type *type, long double gate)
{
    if (element_wide(type) == type)
        return 4;
    return 5 + (3 + fminl(fabsl(gate), 1000)) / (1 + expl(gate));
}

static void compare(session *s, const array *y, size_t index, long double gate, long double up)
{
    const element_type *wide = element_wide(y->type);
    const long double units = silu_units(y->type, gate);
    /* Quotients of numbers beyond a quarter of the limit become 0. */
    const long double least =
        (element_smallest(wide) * units + 4 / element_limit(wide)) * fmaxl(1, fabsl(gate));
    const long double silu = gate / (1 + expl(-gate));

    if (isinf(up) && fabsl(silu) <= least)
        return; /* 0 times infinity is NaN */
    array_compare(s, y, index, silu * up, units * 2 * element_rounding(wide),
                  least * fmaxl(1, fabsl(up)));
}

static void silu_mul(session *s, const element_type *type, size_t count, size_t shift)
{
    const custub_kernel *kernel = session_kernel(s, "silu_mul", type);
    array gate = array_create(s, type, count, shift);
    array up = array_create(s, type, count, 0);
    array y = array_create(s, type, count, 0);
    custub_argument arguments[] = {custub_argument_u64(count), array_argument(&gate),
                                   array_argument(&up), array_argument(&y)};

    array_randomize(s, &gate, 5, true);
    array_randomize(s, &up, 5, true);
    snprintf(s->what, sizeof(s->what), "silu_mul_%s of %zu", type->name, count);
    if (count > 1) {
        arguments[3].ptr = up.ptr - type->size;
        session_refused(s, kernel, 4, arguments, CUSTUB_ERROR_OVERLAP);
    }
    arguments[3].ptr = y.ptr;
    session_launch(s, kernel, 4, arguments);
    array_download(s, &y);
    for (size_t i = 0; i < count; i++)
        compare(s, &y, i, array_get(&gate, i), array_get(&up, i));
    array_destroy(s, &y);
    array_destroy(s, &up);
    array_destroy(s, &gate);
}

static void silu_mul_packed(session *s, const element_type *type, size_t rows, size_t width)
{
    array x = array_create(s, type, rows * 2 * width, rows % 2);
    array y = array_create(s, type, rows * width, 0);
    const custub_argument arguments[] = {custub_argument_u64(rows), custub_argument_u64(width),
                                         array_argument(&x), array_argument(&y)};

    array_randomize(s, &x, 5, true);
    snprintf(s->what, sizeof(s->what), "silu_mul_packed_%s of [%zu, %zu]", type->name, rows, width);
    session_launch(s, session_kernel(s, "silu_mul_packed", type), 4, arguments);
    array_download(s, &y);
    for (size_t i = 0; i < y.count; i++) {
        const size_t gate = i / width * 2 * width + i % width;
        compare(s, &y, i, array_get(&x, gate), array_get(&x, gate + width));
    }
    array_destroy(s, &y);
    array_destroy(s, &x);
}

void test_gated(session *s, const element_type *type)
{
    static const size_t counts[] = {0, 1, 31, 1000, 40009};
    static const size_t shapes[][2] = {{0, 8}, {3, 0}, {1, 1}, {4, 128}, {7, 128}, {30, 101}};

    if (!session_kernel(s, "silu_mul", type))
        return;
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
        for (size_t shift = 0; shift < 2; shift++)
            silu_mul(s, type, counts[i], shift);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        silu_mul_packed(s, type, shapes[i][0], shapes[i][1]);
}
