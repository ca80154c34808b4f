#include "array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUARD  32   /* elements before and after an array */
#define POISON 0xa5 /* of every byte */

static size_t bytes_of(const array *a)
{
    return (a->count + a->shift + 2 * a->guard) * a->type->size;
}

array array_create(session *s, const element_type *type, size_t count, size_t shift)
{
    array a = {type, count, shift, s->bare ? 0 : GUARD, NULL, 0, 0};

    a.host = malloc(count * type->size + 1);
    if (!a.host)
        abort();
    memset(a.host, POISON, count * type->size);
    a.memory = custub_memory_create(bytes_of(&a), 1, &s->error);
    a.ptr = a.memory + (a.guard + shift) * type->size;
    array_poison(s, &a);
    return a;
}

void array_destroy(session *s, array *a)
{
    custub_memory_destroy(a->memory, &s->error);
    free(a->host);
}

void array_poison(session *s, array *a)
{
    const unsigned char poison = POISON;

    if (!s->bare)
        custub_memory_fill(custub_memory_of(a->memory, bytes_of(a), 1), &poison, 0, &s->error);
}

void array_upload(session *s, array *a)
{
    array_poison(s, a);
    custub_memory_upload(custub_memory_of(a->ptr, a->count, a->type->size), a->host, a->count, 0,
                         &s->error);
}

void array_download(session *s, array *a)
{
    size_t before = (a->guard + a->shift) * a->type->size;
    size_t size = a->count * a->type->size;
    unsigned char *bytes;

    if (s->bare) {
        custub_memory_download(custub_memory_of(a->ptr, a->count, a->type->size), a->host, a->count,
                               0, &s->error);
        return;
    }
    bytes = malloc(bytes_of(a));
    if (!bytes)
        abort();
    custub_memory_download(custub_memory_of(a->memory, bytes_of(a), 1), bytes, bytes_of(a), 0,
                           &s->error);
    for (size_t i = 0; i < bytes_of(a); i++) {
        if ((i < before || i >= before + size) && bytes[i] != POISON) {
            session_fail(s, "byte %ld beside the array of %zu was written", (long)i - (long)before,
                         size);
            break;
        }
    }
    memcpy(a->host, bytes + before, size);
    free(bytes);
}

void array_randomize(session *s, array *a, int exponent, bool special)
{
    for (size_t i = 0; i < a->count; i++)
        element_set(a->type, a->host, i, session_number(s, a->type, exponent, special));
    array_upload(s, a);
}

/* The number clamped to the limit: beyond the range of a type all numbers are the same. */
static long double within(long double number, long double limit)
{
    return number > limit ? limit : number < -limit ? -limit : number;
}

void array_compare(session *s, const array *a, size_t index, long double wanted,
                   long double relative, long double absolute)
{
    long double got = array_get(a, index);
    long double limit = element_limit(a->type);
    long double allowed = absolute > 0 && absolute < limit ? absolute : 0;

    s->compared++;
    if (!a->type->is_float) {
        if (got != wanted)
            session_fail(s, "[%zu] is %Lg, not %Lg", index, got, wanted);
        return;
    }
    if (isnan(wanted) || isnan(got)) {
        if (!isnan(wanted) || !isnan(got))
            session_fail(s, "[%zu] is %Lg, not %Lg", index, got, wanted);
        return;
    }
    got = within(got, limit);
    wanted = within(wanted, limit);
    allowed += fabsl(wanted) * relative;
    if (element_wide(a->type) != a->type)
        allowed += fmaxl((fabsl(wanted) + allowed) * element_rounding(a->type),
                         element_smallest(a->type) / 2);
    if (!(fabsl(got - wanted) <= allowed))
        session_fail(s, "[%zu] is %.9Lg, not %.9Lg within %.3Lg", index, got, wanted, allowed);
}
