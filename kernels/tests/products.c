/* Products of matrices. Each of the k products is exact or rounded once. They are added one after
 * another in the wide type, or by tensor cores, which may truncate. So the result is off by at most
 * (k + 1) * 2 roundings of the sum of the magnitudes. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>

typedef struct shape {
    size_t batch, m, n, k;
    size_t shift; /* of a or b, for array_create() */
} shape;

/* Element [p, j] of matrix b of one entry of the batch. */
static long double get_b(const array *b, const shape *of, bool transposed, size_t entry, size_t p,
                         size_t j)
{
    return array_get(b, entry * of->k * of->n + (transposed ? j * of->k + p : p * of->n + j));
}

static void compare(session *s, const array *a, const array *b, const array *c, const shape *of,
                    bool transposed)
{
    const long double unit = 2 * element_rounding(element_wide(c->type));

    for (size_t i = 0; i < c->count; i++) {
        const size_t row = i / of->n, column = i % of->n;
        long double sum = 0, magnitudes = 0;
        for (size_t p = 0; p < of->k; p++) {
            const long double product =
                array_get(a, row * of->k + p) * get_b(b, of, transposed, row / of->m, p, column);
            sum += product;
            magnitudes += fabsl(product);
        }
        array_compare(s, c, i, sum, 0, (long double)(of->k + 1) * unit * magnitudes);
    }
}

static void run(session *s, const element_type *type, const char *name, bool transposed, shape of)
{
    const custub_kernel *kernel = session_kernel(s, name, type);
    array a = array_create(s, type, of.batch * of.m * of.k, of.shift % 2);
    array b = array_create(s, type, of.batch * of.k * of.n, of.shift / 2);
    array c = array_create(s, type, of.batch * of.m * of.n, 0);
    custub_argument arguments[] = {custub_argument_u64(of.batch),
                                   custub_argument_u64(of.m),
                                   custub_argument_u64(of.n),
                                   custub_argument_u64(of.k),
                                   array_argument(&a),
                                   array_argument(&b),
                                   array_argument(&c)};

    array_randomize(s, &a, 1, false);
    array_randomize(s, &b, 1, false);
    snprintf(s->what, sizeof(s->what), "%s_%s of %zu [%zu, %zu] by [%zu, %zu]", name, type->name,
             of.batch, of.m, of.k, of.k, of.n);
    session_launch(s, kernel, 7, arguments);
    array_download(s, &c);
    compare(s, &a, &b, &c, &of, transposed);
    if (c.count && of.k) {
        arguments[5].count--;
        session_refused(s, kernel, 7, arguments, CUSTUB_ERROR_COUNT_TOO_SMALL);
    }
    array_destroy(s, &c);
    array_destroy(s, &b);
    array_destroy(s, &a);
}

void test_products(session *s, const element_type *type)
{
    static const char *const names[] = {"product", "product_small", "product_transposed",
                                        "product_small_transposed"};
    static const shape shapes[] = {{0, 3, 3, 3, 0},     {2, 0, 3, 3, 0},     {1, 3, 0, 5, 0},
                                   {2, 3, 5, 0, 0},     {1, 1, 1, 1, 0},     {3, 17, 31, 201, 0},
                                   {1, 130, 8, 424, 0}, {2, 8, 136, 136, 0}, {1, 64, 16, 64, 1},
                                   {1, 16, 64, 64, 2},  {1, 600, 130, 2, 0}, {1, 2, 70, 1030, 0},
                                   {2, 7, 40, 600, 0},  {50, 65, 3, 70, 0}};

    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++)
        for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
            if (session_kernel(s, names[n], type))
                run(s, type, names[n], n >= 2, shapes[i]);
}
