#include "layer_fixture.h"

#include <math.h>
#include <string.h>

moe_kernels fixture_kernels;
size_t fixture_guard = 64;

/* Quarters from -1 to 1, so that scores are exact and often equal. */
static double random_quarter(void)
{
    return floor(reference_random() * 9) / 4 - 1;
}

double *fixture_random(moe_element element, size_t count, double size)
{
    double *matrix = calloc(count, sizeof(*matrix));

    assert_non_null(matrix);
    for (size_t i = 0; i < count; i++)
        matrix[i] = reference_round(element, size > 0 ? (2 * reference_random() - 1) * size
                                                      : random_quarter());
    return matrix;
}

/* --- One layer and one pass ------------------------------------------------------------------- */

custub_memory fixture_upload(fixture *f, int at, const double *values, size_t count)
{
    const uint64_t size = reference_type(f->want.element)->size;
    char *bytes = calloc(count, size);

    for (size_t i = 0; i < count; i++)
        element_set(reference_type(f->want.element), bytes, i, values[i]);
    f->memory[at] = custub_bytes_buffer_create(count * size, &fixture_error);
    succeed(custub_bytes_upload(f->memory[at].view, bytes, count * size, 0, &fixture_error));
    free(bytes);
    return custub_memory_of(f->memory[at].view.ptr, count, size);
}

void fixture_poison(fixture *f)
{
    if (!fixture_guard)
        return;
    succeed(custub_bytes_fill(f->memory[5].view, 0xff, 0, &fixture_error));
    succeed(custub_bytes_fill(f->memory[6].view, 0xff, 0, &fixture_error));
    succeed(custub_i32_fill(f->dropped.view, -1, 0, &fixture_error));
}

void fixture_open_pass(fixture *f)
{
    reference *r = &f->want;
    const size_t elements = (size_t)r->tokens * (size_t)r->hidden;
    const uint64_t size = reference_type(r->element)->size;

    f->memory[5] = custub_bytes_buffer_create((elements + fixture_guard) * size, &fixture_error);
    f->dropped = custub_i32_buffer_create((uint64_t)r->experts, &fixture_error);
    f->pass.tokens = r->tokens;
    f->pass.x = fixture_upload(f, 4, r->x, elements);
    f->pass.out = custub_memory_of(f->memory[5].view.ptr, elements, size);
    f->pass.dropped = f->dropped.view;
    f->memory[6] = custub_bytes_buffer_create(
        moe_workspace_size(&f->layer, r->tokens, &fixture_error), &fixture_error);
    f->pass.workspace = f->memory[6].view;
    succeed(fixture_error.status);
    fixture_poison(f);
}

void fixture_open_layer(fixture *f, reference shape, moe_element element)
{
    reference *r = &f->want;
    const size_t matrix = (size_t)(shape.experts * shape.inner * shape.hidden);

    memset(f, 0, sizeof(*f));
    *r = shape;
    r->element = element;
    r->x = fixture_random(element, (size_t)(r->tokens * r->hidden), 0);
    r->router = fixture_random(element, (size_t)(r->experts * r->hidden), 0);
    r->gate = fixture_random(element, matrix, 2 / sqrt(r->hidden));
    r->up = fixture_random(element, matrix, 2 / sqrt(r->hidden));
    r->down = fixture_random(element, matrix, 2 / sqrt(r->inner));
    r->out = calloc((size_t)(r->tokens * r->hidden), sizeof(double));
    r->bound = calloc((size_t)(r->tokens * r->hidden), sizeof(double));
    r->dropped = calloc((size_t)r->experts, sizeof(int));
    f->layer =
        (moe_layer){.element = element,
                    .hidden = r->hidden,
                    .inner = r->inner,
                    .experts = r->experts,
                    .top = r->top,
                    .capacity = r->capacity,
                    .normalize = r->normalize,
                    .router = fixture_upload(f, 0, r->router, (size_t)(r->experts * r->hidden)),
                    .gate = fixture_upload(f, 1, r->gate, matrix),
                    .up = fixture_upload(f, 2, r->up, matrix),
                    .down = fixture_upload(f, 3, r->down, matrix)};
}

void fixture_skip_unless_built(moe_element element)
{
    if (!reference_is_built(element))
        skip();
}

fixture fixture_open_small(moe_product_function product)
{
    const reference shape = {
        .tokens = 5, .hidden = 16, .inner = 24, .experts = 4, .top = 2, .normalize = true};
    fixture f;

    fixture_skip_unless_built(MOE_F32);
    fixture_open_layer(&f, shape, MOE_F32);
    f.layer.product = product;
    fixture_open_pass(&f);
    succeed(custub_bytes_fill(f.memory[5].view, 0xff, 0, &fixture_error));
    return f;
}

void fixture_close(fixture *f)
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

void fixture_compare(fixture *f)
{
    const reference *r = &f->want;
    const uint64_t size = reference_type(r->element)->size;
    const uint64_t count = f->memory[5].view.count;
    unsigned char *bytes = calloc(count, 1);
    int *dropped = calloc((size_t)r->experts, sizeof(*dropped));

    succeed(custub_bytes_download(f->memory[5].view, bytes, count, 0, &fixture_error));
    succeed(custub_i32_download(f->dropped.view, dropped, (uint64_t)r->experts, 0, &fixture_error));
    for (size_t i = 0; i < (size_t)(r->tokens * r->hidden); i++) {
        const double got = (double)element_get(reference_type(r->element), bytes, i);
        if (!(fabs(got - r->out[i]) <= r->bound[i]))
            fail_msg("element type %d, %d/%d/%d/%d, token %zu, column %zu: %.9g, expected %.9g, "
                     "off by %.3g, allowed %.3g",
                     (int)r->element, r->hidden, r->inner, r->experts, r->top,
                     i / (size_t)r->hidden, i % (size_t)r->hidden, got, r->out[i], got - r->out[i],
                     r->bound[i]);
    }
    for (size_t i = count - fixture_guard * size; i < count; i++)
        assert_int_equal(bytes[i], 0xff);
    for (int e = 0; e < r->experts; e++)
        assert_int_equal(dropped[e], r->dropped[e]);
    free(dropped);
    free(bytes);
}
