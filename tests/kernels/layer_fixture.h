/* layer_fixture.h: a layer and a pass over it, on the device and in moe_reference.h. */
#ifndef LAYER_FIXTURE_H
#define LAYER_FIXTURE_H

#include "../device/device_fixture.h"
#include "moe_reference.h"

#include <math.h>
#include <string.h>

static size_t guard = 64; /* elements past the result that nothing may touch; 0 if bare */

static moe_kernels kernels;
static CUstream stream;
static uint64_t seed = 20240817;

static double random_number(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) / (double)(UINT64_C(1) << 53);
}

/* Quarters from -1 to 1, so that scores are exact and often equal. */
static double random_quarter(void)
{
    return floor(random_number() * 9) / 4 - 1;
}

static double *random_matrix(moe_element element, size_t count, double size)
{
    double *matrix = calloc(count, sizeof(*matrix));

    assert_non_null(matrix);
    for (size_t i = 0; i < count; i++)
        matrix[i] = reference_round(element,
                                    size > 0 ? (2 * random_number() - 1) * size : random_quarter());
    return matrix;
}

/* --- One layer and one pass ------------------------------------------------------------------- */

typedef struct fixture {
    reference want;
    moe_layer layer;
    moe_pass pass;
    custub_i32_buffer dropped;
    custub_bytes_buffer memory[7]; /* router, gate, up, down, x, out, workspace */
} fixture;

static uint64_t size_of(moe_element element)
{
    return element == MOE_F32 ? 4 : 2;
}

static custub_memory upload(fixture *f, int at, const double *values, size_t count)
{
    const uint64_t size = size_of(f->want.element);
    char *bytes = calloc(count, size);

    for (size_t i = 0; i < count; i++)
        element_set(reference_type(f->want.element), bytes, i, values[i]);
    f->memory[at] = custub_bytes_buffer_create(count * size, &fixture_error);
    succeed(custub_bytes_upload(f->memory[at].view, bytes, count * size, 0, &fixture_error));
    free(bytes);
    return custub_memory_of(f->memory[at].view.ptr, count, size);
}

static void poison(fixture *f)
{
    if (!guard)
        return;
    succeed(custub_bytes_fill(f->memory[5].view, 0xff, stream, &fixture_error));
    succeed(custub_bytes_fill(f->memory[6].view, 0xff, stream, &fixture_error));
}

static void open_pass(fixture *f)
{
    reference *r = &f->want;
    const size_t elements = (size_t)r->tokens * (size_t)r->hidden;
    const uint64_t size = size_of(r->element);

    f->memory[5] = custub_bytes_buffer_create((elements + guard) * size, &fixture_error);
    f->dropped = custub_i32_buffer_create((uint64_t)r->experts, &fixture_error);
    f->pass.tokens = r->tokens;
    f->pass.x = upload(f, 4, r->x, elements);
    f->pass.out = custub_memory_of(f->memory[5].view.ptr, elements, size);
    f->pass.dropped = f->dropped.view;
    f->pass.stream = stream;
    f->memory[6] = custub_bytes_buffer_create(
        moe_workspace_size(&f->layer, r->tokens, &fixture_error), &fixture_error);
    f->pass.workspace = f->memory[6].view;
    succeed(fixture_error.status);
    poison(f);
}

/* tokens, hidden, inner, experts, top, capacity and normalize are in `shape`. */
static void open_layer(fixture *f, reference shape, moe_element element)
{
    reference *r = &f->want;
    const size_t matrix = (size_t)(shape.experts * shape.inner * shape.hidden);

    memset(f, 0, sizeof(*f));
    *r = shape;
    r->element = element;
    r->x = random_matrix(element, (size_t)(r->tokens * r->hidden), 0);
    r->router = random_matrix(element, (size_t)(r->experts * r->hidden), 0);
    r->gate = random_matrix(element, matrix, 2 / sqrt(r->hidden));
    r->up = random_matrix(element, matrix, 2 / sqrt(r->hidden));
    r->down = random_matrix(element, matrix, 2 / sqrt(r->inner));
    r->out = calloc((size_t)(r->tokens * r->hidden), sizeof(double));
    r->bound = calloc((size_t)(r->tokens * r->hidden), sizeof(double));
    r->dropped = calloc((size_t)r->experts, sizeof(int));
    f->layer = (moe_layer){.element = element,
                           .hidden = r->hidden,
                           .inner = r->inner,
                           .experts = r->experts,
                           .top = r->top,
                           .capacity = r->capacity,
                           .normalize = r->normalize,
                           .router = upload(f, 0, r->router, (size_t)(r->experts * r->hidden)),
                           .gate = upload(f, 1, r->gate, matrix),
                           .up = upload(f, 2, r->up, matrix),
                           .down = upload(f, 3, r->down, matrix)};
}

static void close_layer(fixture *f)
{
    reference *r = &f->want;

    for (int i = 0; i < 7; i++)
        succeed(custub_bytes_buffer_destroy(&f->memory[i], &fixture_error));
    succeed(custub_i32_buffer_destroy(&f->dropped, &fixture_error));
    free(r->x);
    free(r->router);
    free(r->gate);
    free(r->up);
    free(r->down);
    free(r->out);
    free(r->bound);
    free(r->dropped);
}

static void compare(fixture *f)
{
    const reference *r = &f->want;
    const uint64_t size = size_of(r->element);
    const uint64_t count = f->memory[5].view.count;
    unsigned char *bytes = calloc(count, 1);
    int *dropped = calloc((size_t)r->experts, sizeof(*dropped));

    succeed(custub_bytes_download(f->memory[5].view, bytes, count, stream, &fixture_error));
    succeed(custub_i32_download(f->dropped.view, dropped, (uint64_t)r->experts, stream,
                                &fixture_error));
    for (size_t i = 0; i < (size_t)(r->tokens * r->hidden); i++) {
        const double got = (double)element_get(reference_type(r->element), bytes, i);
        if (!(fabs(got - r->out[i]) <= r->bound[i]))
            fail_msg("element type %d, token %zu, column %zu: %.9g, expected %.9g, off by %.3g, "
                     "allowed %.3g",
                     (int)r->element, i / (size_t)r->hidden, i % (size_t)r->hidden, got, r->out[i],
                     got - r->out[i], r->bound[i]);
    }
    for (size_t i = count - guard * size; i < count; i++)
        assert_int_equal(bytes[i], 0xff);
    for (int e = 0; e < r->experts; e++)
        assert_int_equal(dropped[e], r->dropped[e]);
    free(dropped);
    free(bytes);
}

#endif
