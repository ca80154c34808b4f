#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A scalar of 5, which all types can hold. */
static custub_argument five(const element_type *type)
{
    return type->is_float ? custub_argument_f64(5) : custub_argument_i32(5);
}

static void fill(session *s, array *z)
{
    const custub_kernel *kernel = session_kernel(s, "fill", z->type);
    const custub_argument arguments[] = {custub_argument_u64(z->count), five(z->type),
                                         array_argument(z)};

    snprintf(s->what, sizeof(s->what), "fill_%s of %zu", z->type->name, z->count);
    array_poison(s, z);
    if (!session_launch(s, kernel, 3, arguments))
        return;
    array_download(s, z);
    for (size_t i = 0; i < z->count; i++)
        array_compare(s, z, i, 5, 0, 0);
}

static void where(session *s, const array *c, const array *x, const array *y, array *z)
{
    const custub_kernel *kernel = session_kernel(s, "where", x->type);
    custub_argument arguments[] = {custub_argument_u64(x->count), array_argument(c),
                                   array_argument(x), array_argument(y), array_argument(z)};

    snprintf(s->what, sizeof(s->what), "where_%s of %zu", x->type->name, x->count);
    array_poison(s, z);
    if (!session_launch(s, kernel, 5, arguments))
        return;
    array_download(s, z);
    for (size_t i = 0; i < x->count; i++)
        array_compare(s, z, i, array_get(array_get(c, i) != 0 ? x : y, i), 0, 0);
    if (x->count) {
        arguments[1].ptr = z->ptr;
        session_refused(s, kernel, 5, arguments, CUSTUB_ERROR_OVERLAP);
    }
}

/* The product and the sum are each rounded by half a unit. */
static void axpy(session *s, const array *x, const array *y, array *z)
{
    const element_type *type = x->type;
    const element_type *wide = element_wide(type);
    const custub_kernel *kernel = session_kernel(s, "axpy", type);
    const custub_argument arguments[] = {custub_argument_u64(x->count), five(type),
                                         array_argument(x), array_argument(z)};

    snprintf(s->what, sizeof(s->what), "axpy_%s of %zu", type->name, x->count);
    memcpy(z->host, y->host, y->count * type->size);
    array_upload(s, z);
    if (!session_launch(s, kernel, 4, arguments))
        return;
    array_download(s, z);
    for (size_t i = 0; i < x->count; i++) {
        long double product = 5 * array_get(x, i);
        unsigned char room[8];
        if (type->is_float && fabsl(product) >= element_limit(wide))
            continue; /* the product is infinite unless it is fused with the sum */
        if (type->is_float) {
            array_compare(s, z, i, product + array_get(y, i), element_rounding(wide),
                          fabsl(product) * element_rounding(wide));
            continue;
        }
        element_set_bits(type, room, 0,
                         5 * element_bits(type, x->host, i) + element_bits(type, y->host, i));
        array_compare(s, z, i, element_get(type, room, 0), 0, 0);
    }
}

void test_selections(session *s, const element_type *type)
{
    static const size_t counts[] = {0, 1, 31, 40009};

    if (!session_kernel(s, "fill", type))
        return;
    for (size_t i = 0; i < 2 * sizeof(counts) / sizeof(*counts); i++) {
        size_t count = counts[i / 2];
        array c = array_create(s, element_type_named("u8"), count, 0);
        array x = array_create(s, type, count, 0);
        array y = array_create(s, type, count, 0);
        array z = array_create(s, type, count, i % 2);
        for (size_t k = 0; k < count; k++)
            ((unsigned char *)c.host)[k] = (unsigned char)(session_random(s, 3) * 100);
        array_upload(s, &c);
        array_randomize(s, &x, 7, true);
        array_randomize(s, &y, 7, true);
        fill(s, &z);
        where(s, &c, &x, &y, &z);
        axpy(s, &x, &y, &z);
        array_destroy(s, &z);
        array_destroy(s, &y);
        array_destroy(s, &x);
        array_destroy(s, &c);
    }
}
