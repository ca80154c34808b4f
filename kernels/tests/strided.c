/* Four dimensions with strides: permuted, repeated, with gaps; and shapes that exceed a buffer. */
#include "strided.custub.h"

#include "binary.h"
#include "groups.h"

#include <stdio.h>
#include <string.h>

static size_t reach(const size_t size[4], const size_t stride[4])
{
    size_t elements = 1;

    for (int d = 0; d < 4; d++) {
        if (!size[d])
            return 0;
        elements += (size[d] - 1) * stride[d];
    }
    return elements;
}

static const strided_kernels_strides shapes[] = {
    /* by rows */
    {{2, 3, 5, 7}, {105, 35, 7, 1}, {105, 35, 7, 1}, {105, 35, 7, 1}},
    /* x is permuted, y has gaps */
    {{2, 3, 5, 70}, {1, 2, 6, 30}, {2200, 700, 140, 2}, {1050, 350, 70, 1}},
    /* x is repeated by rows, y is one element, and the result is permuted */
    {{1, 4, 33, 9}, {0, 0, 0, 1}, {0, 0, 0, 0}, {1, 297, 1, 33}},
    /* 16 bytes at once: x is permuted, y repeated, and the result has gaps */
    {{2, 3, 4, 32}, {32, 64, 192, 1}, {1, 2, 6, 0}, {576, 192, 48, 1}},
    /* x and the result by rows, y repeated by columns, and by rows */
    {{2, 3, 5, 8}, {120, 40, 8, 1}, {0, 0, 0, 1}, {120, 40, 8, 1}},
    {{2, 3, 5, 8}, {120, 40, 8, 1}, {15, 5, 1, 0}, {120, 40, 8, 1}},
    /* no elements */
    {{4, 0, 3, 2}, {6, 6, 2, 1}, {6, 6, 2, 1}, {6, 6, 2, 1}},
    {{1, 5, 0, 7}, {0, 0, 7, 1}, {0, 0, 7, 1}, {0, 0, 7, 1}},
    /* one dimension */
    {{1, 1, 1, 5003}, {0, 0, 0, 3}, {9, 9, 9, 1}, {7, 7, 7, 2}},
};

typedef struct operands {
    array x;
    array y;
    array z;
} operands;

static void each_element(session *s, const strided_kernels_strides *p, const operands *o,
                         int operation)
{
    const size_t *size = p->size;
    const unsigned width = o->x.type->size;

    for (size_t i = 0; i < size[0] * size[1] * size[2] * size[3]; i++) {
        const size_t at[] = {i / size[3] / size[2] / size[1], i / size[3] / size[2] % size[1],
                             i / size[3] % size[2], i % size[3]};
        size_t x = 0, y = 0, z = 0;
        for (int d = 0; d < 4; d++) {
            x += at[d] * p->x[d];
            y += at[d] * p->y[d];
            z += at[d] * p->z[d];
        }
        if (operation < BINARY_COUNT)
            binary_compare(s, (binary_operation)operation, &o->z, z, (char *)o->x.host + x * width,
                           (char *)o->y.host + y * width);
        else
            array_compare(s, &o->z, z, array_get(&o->x, x), 0, 0);
    }
}

/* Runs an operation of two operands, or the copy, whose number is BINARY_COUNT. */
static void run(session *s, const strided_kernels_strides *p, const operands *o, int operation)
{
    const custub_argument shape = custub_argument_bytes(p, sizeof(*p));
    const bool copies = operation == BINARY_COUNT;
    const uint32_t count = copies ? 3 : 4;
    custub_argument arguments[] = {shape, array_argument(&o->x), array_argument(&o->y),
                                   array_argument(&o->z)};
    strided_kernels_strides twice = *p;
    const custub_kernel *kernel;
    array z = o->z;
    char name[32];

    snprintf(name, sizeof(name), "%s_strided", copies ? "copy" : binary_names[operation]);
    snprintf(s->what, sizeof(s->what), "%s_%s", name, o->x.type->name);
    kernel = session_kernel(s, name, o->x.type);
    if (!kernel)
        return;
    if (copies)
        arguments[2] = arguments[3];
    array_poison(s, &z);
    if (s->bare) /* the gaps between elements are downloaded too, and no kernel writes them */
        array_upload(s, &z);
    if (!session_launch(s, kernel, count, arguments))
        return;
    array_download(s, &z);
    each_element(s, p, o, operation);
    if (!o->x.count)
        return;
    arguments[1].count--;
    session_refused(s, kernel, count, arguments, CUSTUB_ERROR_COUNT_TOO_SMALL);
    arguments[1].count++;
    twice.z[3] = 0;
    arguments[0] = custub_argument_bytes(&twice, sizeof(twice));
    session_refused(s, kernel, count, arguments, CUSTUB_ERROR_REQUIRES);
    if (p->size[2] == 1 || p->size[3] == 1)
        return;
    /* Neighbours along two dimensions have one address. */
    twice.z[2] = twice.z[3] = p->z[2] < p->z[3] ? p->z[2] : p->z[3];
    session_refused(s, kernel, count, arguments, CUSTUB_ERROR_REQUIRES);
}

void test_strided(session *s, const element_type *type)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        const strided_kernels_strides *p = &shapes[i];
        operands o = {array_create(s, type, reach(p->size, p->x), 0),
                      array_create(s, type, reach(p->size, p->y), 0),
                      array_create(s, type, reach(p->size, p->z), 0)};
        array_randomize(s, &o.x, 5, false);
        array_randomize(s, &o.y, 5, false);
        for (int operation = 0; operation <= BINARY_COUNT; operation++)
            run(s, p, &o, operation);
        array_destroy(s, &o.z);
        array_destroy(s, &o.y);
        array_destroy(s, &o.x);
    }
}
