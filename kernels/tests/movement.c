/* Transposition, rows by number, and the largest elements: exact, except for sums of floats. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void transpose(session *s, const element_type *type, size_t batch, size_t rows,
                      size_t columns)
{
    array x = array_create(s, type, batch * rows * columns, rows % 2);
    array y = array_create(s, type, batch * rows * columns, columns % 3);
    const custub_argument arguments[] = {custub_argument_u64(batch), custub_argument_u64(rows),
                                         custub_argument_u64(columns), array_argument(&x),
                                         array_argument(&y)};

    array_randomize(s, &x, 5, true);
    snprintf(s->what, sizeof(s->what), "transpose_%s of %zu [%zu, %zu]", type->name, batch, rows,
             columns);
    session_launch(s, session_kernel(s, "transpose", type), 5, arguments);
    array_download(s, &y);
    for (size_t i = 0; i < x.count; i++) {
        size_t matrix = i / (rows * columns) * rows * columns, at = i % (rows * columns);
        array_compare(s, &y, matrix + at % columns * rows + at / columns, array_get(&x, i), 0, 0);
    }
    array_destroy(s, &y);
    array_destroy(s, &x);
}

/* Random row numbers, some of them out of range. */
static array row_numbers(session *s, size_t rows, size_t count)
{
    array index = array_create(s, element_type_named("i64"), count, 0);

    for (size_t i = 0; i < count; i++)
        element_set_bits(index.type, index.host, i, session_random(s, rows + 2) - 1);
    array_upload(s, &index);
    return index;
}

static void gather(session *s, const element_type *type, size_t rows, size_t width, size_t count)
{
    array x = array_create(s, type, rows * width, 0);
    array y = array_create(s, type, count * width, 0);
    array index = row_numbers(s, rows, count);
    const custub_argument arguments[] = {custub_argument_u64(rows),  custub_argument_u64(width),
                                         custub_argument_u64(count), array_argument(&x),
                                         array_argument(&index),     array_argument(&y)};

    array_randomize(s, &x, 5, true);
    snprintf(s->what, sizeof(s->what), "gather_%s of %zu from [%zu, %zu]", type->name, count, rows,
             width);
    session_launch(s, session_kernel(s, "gather", type), 6, arguments);
    array_download(s, &y);
    for (size_t i = 0; i < y.count; i++) {
        uint64_t row = element_bits(index.type, index.host, i / width);
        array_compare(s, &y, i, row < rows ? array_get(&x, row * width + i % width) : 0, 0, 0);
    }
    array_destroy(s, &index);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

/* Each addition rounds to the type. The sum of the magnitudes bounds all partial sums. */
static void check_scattered(session *s, const array *x, const array *index, const void *before,
                            const array *y, size_t width)
{
    const element_type *type = y->type;

    for (size_t i = 0; i < y->count; i++) {
        long double sum = element_get(type, before, i), magnitudes = fabsl(sum);
        uint64_t bits = element_bits(type, before, i);
        size_t added = 0;
        unsigned char room[8];
        for (size_t k = 0; k < index->count; k++) {
            if (element_bits(index->type, index->host, k) != i / width)
                continue;
            sum += array_get(x, k * width + i % width);
            magnitudes += fabsl(array_get(x, k * width + i % width));
            bits += element_bits(type, x->host, k * width + i % width);
            added++;
        }
        element_set_bits(type, room, 0, bits);
        array_compare(s, y, i, type->is_float ? sum : element_get(type, room, 0), 0,
                      (long double)added * element_rounding(type) * magnitudes * 1.1L);
    }
}

static void scatter_add(session *s, const element_type *type, size_t rows, size_t width,
                        size_t count)
{
    const custub_kernel *kernel = session_kernel(s, "scatter_add", type);
    array x = array_create(s, type, count * width, 0);
    array y = array_create(s, type, rows * width, 0);
    array index = row_numbers(s, rows, count);
    void *before = malloc(rows * width * type->size + 1);
    const custub_argument arguments[] = {custub_argument_u64(rows),  custub_argument_u64(width),
                                         custub_argument_u64(count), array_argument(&x),
                                         array_argument(&index),     array_argument(&y)};

    if (!before)
        abort();
    array_randomize(s, &x, 2, false);
    array_randomize(s, &y, 2, false);
    memcpy(before, y.host, rows * width * type->size);
    snprintf(s->what, sizeof(s->what), "scatter_add_%s of %zu to [%zu, %zu]", type->name, count,
             rows, width);
    if (kernel && session_launch(s, kernel, 6, arguments)) {
        array_download(s, &y);
        check_scattered(s, &x, &index, before, &y, width);
    }
    free(before);
    array_destroy(s, &index);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

/* True if number i of a row comes before number k. */
static bool is_before(const long double *row, size_t i, size_t k)
{
    if (isnan(row[i]) || isnan(row[k]))
        return !isnan(row[i]) || (isnan(row[k]) && i < k);
    return row[i] > row[k] || (row[i] == row[k] && i < k);
}

static void check_top(session *s, const array *x, size_t width, unsigned k, const array *values,
                      const array *indices)
{
    long double row[12000]; /* no test has wider rows */

    for (size_t i = 0; i < x->count; i++) {
        size_t at = i % width, place = 0;
        for (size_t other = 0; at == 0 && other < width; other++)
            row[other] = array_get(x, i + other);
        for (size_t other = 0; other < width && place < k; other++)
            place += is_before(row, other, at);
        if (place >= k)
            continue;
        array_compare(s, values, i / width * k + place, row[at], 0, 0);
        array_compare(s, indices, i / width * k + place, (long double)at, 0, 0);
    }
}

typedef enum row_kind {
    RANDOM, /* with pairs of equal elements */
    RISING, /* with 16 equal elements each time */
    EQUAL   /* four numbers: those of the largest are many more than k, in few blocks of the row */
} row_kind;

static long double element_of(row_kind kind, size_t column)
{
    return kind == RISING ? (long double)(column / 16) : (long double)(column / 1500 * 7 % 4);
}

static void top_k(session *s, const element_type *type, size_t rows, size_t width, unsigned k,
                  row_kind kind)
{
    array x = array_create(s, type, rows * width, 0);
    array values = array_create(s, type, rows * k, 0);
    array indices = array_create(s, element_type_named("i32"), rows * k, 0);
    custub_argument arguments[] = {custub_argument_u64(rows), custub_argument_u64(width),
                                   custub_argument_u32(k),    array_argument(&x),
                                   array_argument(&values),   array_argument(&indices)};
    const custub_kernel *kernel = session_kernel(s, "top_k", type);

    array_randomize(s, &x, 2, true);
    for (size_t i = 3; i < x.count; i += 4)
        element_set_bits(type, x.host, i, element_bits(type, x.host, i - 3));
    for (size_t i = 0; kind != RANDOM && i < x.count; i++)
        element_set(type, x.host, i, element_of(kind, i % width));
    array_upload(s, &x);
    snprintf(s->what, sizeof(s->what), "top_k_%s of [%zu, %zu], %u", type->name, rows, width, k);
    session_launch(s, kernel, 6, arguments);
    array_download(s, &values);
    array_download(s, &indices);
    check_top(s, &x, width, k, &values, &indices);
    arguments[2] = custub_argument_u32((unsigned)width + 1);
    session_refused(s, kernel, 6, arguments, CUSTUB_ERROR_REQUIRES);
    array_destroy(s, &indices);
    array_destroy(s, &values);
    array_destroy(s, &x);
}

void test_movement(session *s, const element_type *type)
{
    if (!session_kernel(s, "transpose", type))
        return;
    transpose(s, type, 0, 3, 3);
    transpose(s, type, 2, 0, 3);
    transpose(s, type, 2, 3, 0);
    transpose(s, type, 1, 1, 1);
    transpose(s, type, 2, 64, 128);
    transpose(s, type, 3, 65, 131);
    transpose(s, type, 1, 200, 12);
    transpose(s, type, 2, 144, 272);
    transpose(s, type, 2, 300, 1);
    transpose(s, type, 2, 1, 301);
    transpose(s, type, 5, 3, 259);
    transpose(s, type, 3, 257, 136);
    transpose(s, type, 1, 128, 385);
    gather(s, type, 1, 1, 0);
    gather(s, type, 10, 7, 33);
    gather(s, type, 30, 64, 100);
    scatter_add(s, type, 1, 1, 0);
    scatter_add(s, type, 10, 7, 33);
    scatter_add(s, type, 30, 64, 100);
    top_k(s, type, 1, 1, 1, RANDOM);
    top_k(s, type, 37, 8, 2, RANDOM);
    top_k(s, type, 3, 300, 64, RANDOM);
    top_k(s, type, 2, 50, 0, RANDOM);
    top_k(s, type, 5, 129, 7, RANDOM);
    top_k(s, type, 3, 2048, 40, RANDOM);
    top_k(s, type, 2, 272, 64, RANDOM); /* fewer than k threads read packs of 8 bits */
    top_k(s, type, 2113, 40, 3, RANDOM);
    top_k(s, type, 2113, 257, 9, RANDOM);
    top_k(s, type, 2, 1031, 8, RANDOM);
    top_k(s, type, 3, 2048, 64, RISING);
    top_k(s, type, 2, 12000, 50, EQUAL);
}
