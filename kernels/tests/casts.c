#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>

/* The number truncated towards zero and clamped to the type; 0 for NaN. */
static long double truncated(const element_type *to, long double number)
{
    long double end = ldexpl(1, to->digits);

    if (isnan(number))
        return 0;
    if (number >= end)
        return ldexpl(1, to->digits - 1) - 1 + ldexpl(1, to->digits - 1);
    if (!to->is_signed && number < 0)
        return 0;
    return number < -end ? -end : truncl(number);
}

static void run(session *s, const custub_kernel *kernel, const array *x, array *y)
{
    custub_argument arguments[] = {custub_argument_u64(x->count), array_argument(x),
                                   array_argument(y)};
    const element_type *to = y->type;
    /* A conversion to 16 bits goes through float, with one more rounding. */
    long double rounding = to->is_float ? element_rounding(element_wide(to)) : 0;
    long double smallest = to->is_float ? element_smallest(element_wide(to)) / 2 : 0;

    snprintf(s->what, sizeof(s->what), "cast_%s_%s of %zu", x->type->name, to->name, x->count);
    array_poison(s, y);
    if (!session_launch(s, kernel, 3, arguments))
        return;
    array_download(s, y);
    for (size_t i = 0; i < x->count; i++) {
        long double number = array_get(x, i);
        unsigned char room[8];
        if (!to->is_float && x->type->is_float) {
            number = truncated(to, number);
        } else if (!to->is_float) { /* the low bits */
            element_set_bits(to, room, 0, element_bits(x->type, x->host, i));
            number = element_get(to, room, 0);
        }
        array_compare(s, y, i, number, rounding, smallest);
    }
    if (!x->count)
        return;
    arguments[1].ptr = arguments[2].ptr;
    session_refused(s, kernel, 3, arguments, CUSTUB_ERROR_OVERLAP);
}

/* Puts the limits of the integer types, and their neighbours, among the floats. */
static void set_ends(session *s, array *x)
{
    static const int bits[] = {7, 8, 15, 16, 31, 32, 63, 64};
    const size_t count = 6 * sizeof(bits) / sizeof(*bits);

    for (size_t i = 0; x->type->is_float && i < count && i < x->count; i++) {
        long double number = ldexpl(1, bits[i / 6]) + (long double)(i / 2 % 3) - 1;
        element_set(x->type, x->host, i, i % 2 ? -number : number);
    }
    array_upload(s, x);
}

void test_casts(session *s, const element_type *type)
{
    static const size_t counts[] = {0, 1, 31, 20011};

    for (const element_type *to = element_types; to->name; to++) {
        char operation[32];
        const custub_kernel *kernel;
        snprintf(operation, sizeof(operation), "cast_%s", type->name);
        kernel = session_kernel(s, operation, to);
        for (size_t i = 0; kernel && i < 2 * sizeof(counts) / sizeof(*counts); i++) {
            array x = array_create(s, type, counts[i / 2], i % 2);
            array y = array_create(s, to, counts[i / 2], 0);
            array_randomize(s, &x, i < 4 ? 10 : 66, true);
            if (i == 6)
                set_ends(s, &x);
            run(s, kernel, &x, &y);
            array_destroy(s, &y);
            array_destroy(s, &x);
        }
    }
}
