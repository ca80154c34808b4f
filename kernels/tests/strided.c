/* Copies of four dimensions with strides: permuted, repeated, with gaps; and shapes that exceed a
 * buffer. */
#include "strided.custub.h"

#include "array.h"
#include "groups.h"

#include <stdio.h>

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
    {{2, 3, 5, 7}, {105, 35, 7, 1}, {105, 35, 7, 1}},
    /* x is permuted */
    {{2, 3, 5, 70}, {1, 2, 6, 30}, {1050, 350, 70, 1}},
    /* x has gaps */
    {{2, 3, 5, 70}, {2200, 700, 140, 2}, {1050, 350, 70, 1}},
    /* x is repeated by rows, and the result is permuted */
    {{1, 4, 33, 9}, {0, 0, 0, 1}, {1, 297, 1, 33}},
    /* x is one element */
    {{1, 4, 33, 9}, {0, 0, 0, 0}, {1, 297, 1, 33}},
    /* 16 bytes at once: x is permuted or repeated, and the result has gaps */
    {{2, 3, 4, 32}, {32, 64, 192, 1}, {576, 192, 48, 1}},
    {{2, 3, 4, 32}, {1, 2, 6, 0}, {576, 192, 48, 1}},
    /* x is repeated by columns, and by rows */
    {{2, 3, 5, 8}, {0, 0, 0, 1}, {120, 40, 8, 1}},
    {{2, 3, 5, 8}, {15, 5, 1, 0}, {120, 40, 8, 1}},
    /* no elements */
    {{4, 0, 3, 2}, {6, 6, 2, 1}, {6, 6, 2, 1}},
    {{1, 5, 0, 7}, {0, 0, 7, 1}, {0, 0, 7, 1}},
    /* one dimension */
    {{1, 1, 1, 5003}, {0, 0, 0, 3}, {7, 7, 7, 2}},
};

static void each_element(session *s, const strided_kernels_strides *p, const array *x,
                         const array *y)
{
    const size_t *size = p->size;

    for (size_t i = 0; i < size[0] * size[1] * size[2] * size[3]; i++) {
        const size_t at[] = {i / size[3] / size[2] / size[1], i / size[3] / size[2] % size[1],
                             i / size[3] % size[2], i % size[3]};
        size_t from = 0, to = 0;
        for (int d = 0; d < 4; d++) {
            from += at[d] * p->x[d];
            to += at[d] * p->y[d];
        }
        array_compare(s, y, to, array_get(x, from), 0, 0);
    }
}

static void refuse(session *s, const strided_kernels_strides *p, const custub_kernel *kernel,
                   custub_argument *arguments)
{
    strided_kernels_strides twice = *p;

    arguments[1].count--;
    session_refused(s, kernel, 3, arguments, CUSTUB_ERROR_COUNT_TOO_SMALL);
    arguments[1].count++;
    twice.y[3] = 0;
    arguments[0] = custub_argument_bytes(&twice, sizeof(twice));
    session_refused(s, kernel, 3, arguments, CUSTUB_ERROR_REQUIRES);
    if (p->size[2] == 1 || p->size[3] == 1)
        return;
    /* Neighbours along two dimensions have one address. */
    twice.y[2] = twice.y[3] = p->y[2] < p->y[3] ? p->y[2] : p->y[3];
    session_refused(s, kernel, 3, arguments, CUSTUB_ERROR_REQUIRES);
}

static void run(session *s, const strided_kernels_strides *p, const element_type *type)
{
    const custub_kernel *kernel = session_kernel(s, "copy_strided", type);
    array x = array_create(s, type, reach(p->size, p->x), 0);
    array y = array_create(s, type, reach(p->size, p->y), 0);
    custub_argument arguments[] = {custub_argument_bytes(p, sizeof(*p)), array_argument(&x),
                                   array_argument(&y)};

    snprintf(s->what, sizeof(s->what), "copy_strided_%s", type->name);
    array_randomize(s, &x, 5, false);
    if (s->bare) /* the gaps between elements are downloaded too, and no kernel writes them */
        array_upload(s, &y);
    if (session_launch(s, kernel, 3, arguments)) {
        array_download(s, &y);
        each_element(s, p, &x, &y);
    }
    if (x.count)
        refuse(s, p, kernel, arguments);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

void test_strided(session *s, const element_type *type)
{
    if (!session_kernel(s, "copy_strided", type))
        return;
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++)
        run(s, &shapes[i], type);
}
