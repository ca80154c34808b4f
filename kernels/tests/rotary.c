/* Rotary position embedding. The table has the cosines and sines of angles that are computed in
 * double. A turned element is the sum of two products in float, each rounded, as the sum is. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE 10000

typedef struct rotary_shape {
    size_t tokens;
    size_t heads;
    size_t size;
    size_t pitch;
    size_t rotated;
    size_t limit;
    size_t shift;
} rotary_shape;

static array make_table(session *s, const rotary_shape *p)
{
    array table = array_create(s, element_type_named("f32"), p->limit * p->rotated, 0);
    const custub_argument arguments[] = {custub_argument_u64(p->limit),
                                         custub_argument_u64(p->rotated), custub_argument_f64(BASE),
                                         array_argument(&table)};

    snprintf(s->what, sizeof(s->what), "rotary_table_f32 of [%zu, %zu]", p->limit, p->rotated);
    session_launch(s, session_kernel(s, "rotary_table", table.type), 4, arguments);
    array_download(s, &table);
    for (size_t i = 0; i < table.count; i++) {
        const size_t pair = i % p->rotated % (p->rotated / 2);
        const bool is_sine = i % p->rotated >= p->rotated / 2;
        long double angle = (long double)(i / p->rotated) *
                            powl(BASE, -2 * (long double)pair / (long double)p->rotated);
        array_compare(s, &table, i, is_sine ? sinl(angle) : cosl(angle), ldexpl(1, -24),
                      ldexpl(angle + 1, -50));
    }
    return table;
}

/* Random positions, some of them out of range. */
static array make_positions(session *s, const rotary_shape *p)
{
    array positions = array_create(s, element_type_named("i32"), p->tokens, 0);

    for (size_t i = 0; i < p->tokens; i++)
        element_set_bits(positions.type, positions.host, i, session_random(s, p->limit + 2) - 1);
    array_upload(s, &positions);
    return positions;
}

/* Compares element `i` of x, of which `before` has the elements before the launch. */
static void compare(session *s, const rotary_shape *p, bool halves, const array *positions,
                    const array *table, const array *before, const array *x, size_t i)
{
    const long double u = element_rounding(element_wide(x->type));
    const size_t at = i % p->pitch % p->size, half = p->rotated / 2;
    const uint64_t position = element_bits(positions->type, positions->host, i / p->pitch);
    const bool is_second = halves ? at >= half : at % 2;
    const size_t pair = halves ? at - is_second * half : at / 2, apart = halves ? half : 1;

    if (position >= p->limit || i % p->pitch >= p->heads * p->size || at >= p->rotated) {
        array_compare(s, x, i, array_get(before, i), 0, 0);
        return;
    }
    const long double cosine = array_get(table, position * p->rotated + pair);
    const long double sine = array_get(table, position * p->rotated + half + pair);
    const long double straight = array_get(before, i) * cosine;
    const long double across = array_get(before, is_second ? i - apart : i + apart) * sine;
    array_compare(s, x, i, is_second ? straight + across : straight - across, u,
                  (fabsl(straight) + fabsl(across)) * u + element_smallest(element_wide(x->type)));
}

static void turn(session *s, const element_type *type, const rotary_shape *p, bool halves)
{
    const char *name = halves ? "rotary_halves" : "rotary_pairs";
    const custub_kernel *kernel = session_kernel(s, name, type);
    array table = make_table(s, p), positions = make_positions(s, p);
    array x = array_create(s, type, p->tokens ? (p->tokens - 1) * p->pitch + p->heads * p->size : 0,
                           p->shift);
    array before = x;
    custub_argument arguments[] = {custub_argument_u64(p->tokens),
                                   custub_argument_u64(p->heads),
                                   custub_argument_u64(p->size),
                                   custub_argument_u64(p->pitch),
                                   custub_argument_u64(p->rotated),
                                   custub_argument_u64(p->limit),
                                   array_argument(&positions),
                                   array_argument(&table),
                                   array_argument(&x)};

    array_randomize(s, &x, 3, true);
    before.host = malloc(x.count * type->size + 1);
    if (!before.host)
        abort();
    memcpy(before.host, x.host, x.count * type->size);
    snprintf(s->what, sizeof(s->what), "%s_%s of %zu of %zu heads, %zu of %zu", name, type->name,
             p->tokens, p->heads, p->rotated, p->size);
    session_launch(s, kernel, 9, arguments);
    array_download(s, &x);
    for (size_t i = 0; i < x.count; i++)
        compare(s, p, halves, &positions, &table, &before, &x, i);
    arguments[4] = custub_argument_u64(p->rotated + 1);
    session_refused(s, kernel, 9, arguments, CUSTUB_ERROR_REQUIRES);
    free(before.host);
    array_destroy(s, &x);
    array_destroy(s, &positions);
    array_destroy(s, &table);
}

/* A table with more positions than an i32 has: negative ones are not in it. Only the count of the
 * table is so large, since nothing reads it. */
static void keep_negative_positions(session *s, const element_type *type)
{
    const size_t limit = (size_t)1 << 32;
    array positions = array_create(s, element_type_named("i32"), 2, 0);
    array x = array_create(s, type, 4, 0);
    const CUdeviceptr beyond = (x.ptr > positions.ptr ? x.ptr : positions.ptr) + 16;
    custub_launch launch = custub_launch_default();
    const custub_argument arguments[] = {
        custub_argument_u64(2),     custub_argument_u64(1),
        custub_argument_u64(2),     custub_argument_u64(2),
        custub_argument_u64(2),     custub_argument_u64(limit),
        array_argument(&positions), custub_argument_elements(beyond, 2 * limit, 4),
        array_argument(&x)};

    launch.check = CUSTUB_CHECK_CONTRACT;
    element_set(positions.type, positions.host, 0, -1);
    element_set(positions.type, positions.host, 1, -2147483648.0L);
    array_upload(s, &positions);
    for (size_t i = 0; i < 4; i++)
        element_set(type, x.host, i, i + 1);
    array_upload(s, &x);
    snprintf(s->what, sizeof(s->what), "rotary_halves_%s of negative positions", type->name);
    custub_kernel_launch(session_kernel(s, "rotary_halves", type), &launch, 9, arguments,
                         &s->error);
    custub_stream_synchronize(0, &s->error);
    if (custub_failed(&s->error))
        session_fail(s, "%s", s->error.message);
    s->error = custub_error_none();
    array_download(s, &x);
    for (size_t i = 0; i < 4; i++)
        array_compare(s, &x, i, i + 1, 0, 0);
    array_destroy(s, &x);
    array_destroy(s, &positions);
}

void test_rotary(session *s, const element_type *type)
{
    static const rotary_shape shapes[] = {
        {0, 2, 8, 16, 8, 5, 0},          {3, 0, 8, 0, 8, 5, 0},      {3, 2, 8, 16, 0, 5, 0},
        {3, 2, 8, 16, 8, 0, 0},          {70, 3, 16, 56, 16, 33, 0}, {9, 9, 128, 1152, 128, 100, 0},
        {11, 5, 80, 416, 32, 40, 0},     {5, 3, 10, 37, 6, 9, 1},    {5, 4, 64, 256, 64, 9, 1},
        {300, 1, 64, 192, 64, 70000, 0},
    };

    if (!session_kernel(s, "rotary_halves", type))
        return;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        turn(s, type, &shapes[i], true);
        turn(s, type, &shapes[i], false);
    }
    keep_negative_positions(s, type);
}
