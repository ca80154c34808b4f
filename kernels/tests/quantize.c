/* Numbers as e4m3 of 8 bits. The quotient by the scale, or the product with its reciprocal, is off
 * by up to a unit and a half of float before it is rounded to e4m3. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>

#define LARGEST      0x7e /* 448 */
#define NOT_A_NUMBER 0x7f

static long double number_of(unsigned bits)
{
    const int exponent = bits >> 3 & 15;
    const long double fraction = ldexpl(bits & 7, -3);
    const long double number = exponent ? ldexpl(1 + fraction, exponent - 7) : ldexpl(fraction, -6);

    return (bits & 0x7f) == NOT_A_NUMBER ? (long double)NAN : bits & 0x80 ? -number : number;
}

/* Half the distance between neighbours at this number. */
static long double half_step(long double number)
{
    int exponent;

    frexpl(fabsl(number), &exponent);
    return ldexpl(1, (number == 0 || exponent < -5 ? -5 : exponent) - 5);
}

static void compare(session *s, const array *y, size_t index, long double wanted)
{
    const unsigned bits = (unsigned)element_bits(y->type, y->host, index);
    const long double got = number_of(bits), near = fminl(448, fmaxl(-448, wanted));

    s->compared++;
    if (isnan(wanted) ? !isnan(got)
                      : !(fabsl(got - near) <= half_step(near) + 1.5L * ldexpl(fabsl(near), -23)))
        session_fail(s, "[%zu] is %Lg, not %Lg", index, got, wanted);
}

static array make_scale(session *s, size_t count)
{
    array scale = array_create(s, element_type_named("f32"), count, 0);

    for (size_t i = 0; i < count; i++)
        element_set(scale.type, scale.host, i, ldexpl((long double)session_random(s, 99) + 1, -6));
    array_upload(s, &scale);
    return scale;
}

static void quantize(session *s, const element_type *type, size_t count, size_t shift)
{
    array x = array_create(s, type, count, 0), scale = make_scale(s, 1);
    array y = array_create(s, element_type_named("u8"), count, shift);
    const custub_argument arguments[] = {custub_argument_u64(count), array_argument(&x),
                                         array_argument(&scale), array_argument(&y)};

    array_randomize(s, &x, 8, true);
    snprintf(s->what, sizeof(s->what), "quantize_e4m3_%s of %zu", type->name, count);
    session_launch(s, session_kernel(s, "quantize_e4m3", type), 4, arguments);
    array_download(s, &y);
    for (size_t i = 0; i < count; i++)
        compare(s, &y, i, array_get(&x, i) / array_get(&scale, 0));
    array_destroy(s, &y);
    array_destroy(s, &scale);
    array_destroy(s, &x);
}

/* All numbers of e4m3, those half way between them, which become the even neighbour, and what is
 * beyond them, each with both signs. */
static void round_exactly(session *s, const element_type *type)
{
    static const long double beyond[] = {464, 465, 1e4L, INFINITY, NAN};
    enum { COUNT = 4 * LARGEST + 2 + 2 * sizeof(beyond) / sizeof(*beyond) };
    array x = array_create(s, type, COUNT, 0), scale = make_scale(s, 1);
    array y = array_create(s, element_type_named("u8"), COUNT, 0);
    const custub_argument arguments[] = {custub_argument_u64(COUNT), array_argument(&x),
                                         array_argument(&scale), array_argument(&y)};
    unsigned wanted[COUNT];

    for (unsigned i = 0; i < COUNT; i += 2) {
        const unsigned bits = i / 4, last = i / 2 - 2 * LARGEST - 1;
        long double number = number_of(bits);
        wanted[i] = bits;
        if (i > 4 * LARGEST) {
            number = beyond[last];
            wanted[i] = isnan(number) ? NOT_A_NUMBER : LARGEST;
        } else if (i % 4) {
            number = (number + number_of(bits + 1)) / 2;
            wanted[i] += bits % 2;
        }
        wanted[i + 1] = wanted[i] | 0x80;
        element_set(type, x.host, i, number);
        element_set(type, x.host, i + 1, -number);
    }
    element_set(scale.type, scale.host, 0, 1);
    array_upload(s, &scale);
    array_upload(s, &x);
    snprintf(s->what, sizeof(s->what), "quantize_e4m3_%s of exact numbers", type->name);
    session_launch(s, session_kernel(s, "quantize_e4m3", type), 4, arguments);
    array_download(s, &y);
    for (unsigned i = 0; i < COUNT; i++) {
        const unsigned got = (unsigned)element_bits(y.type, y.host, i);
        s->compared++;
        if (got != wanted[i] && (got | wanted[i]) != (NOT_A_NUMBER | 0x80))
            session_fail(s, "%Lg is %#x, not %#x", array_get(&x, i), got, wanted[i]);
    }
    array_destroy(s, &y);
    array_destroy(s, &scale);
    array_destroy(s, &x);
}

static void check_row(session *s, const array *x, const array *y, const array *scale, size_t row,
                      size_t width)
{
    const long double smallest = ldexpl(1, -126);
    long double highest = 0;

    for (size_t i = row * width; i < (row + 1) * width; i++)
        highest = fmaxl(highest, fabsl(array_get(x, i)));
    array_compare(s, scale, row, fmaxl(highest / 448, smallest), ldexpl(1, -24), 0);
    for (size_t i = row * width; i < (row + 1) * width; i++)
        compare(s, y, i, array_get(x, i) / array_get(scale, row));
}

static void quantize_rows(session *s, const element_type *type, size_t rows, size_t width)
{
    const size_t shift = session_random(s, 8);
    array x = array_create(s, type, rows * width, shift);
    array y = array_create(s, element_type_named("u8"), rows * width,
                           width % 5 ? shift : session_random(s, 8));
    array scale = array_create(s, element_type_named("f32"), rows, 0);
    const custub_argument arguments[] = {custub_argument_u64(rows), custub_argument_u64(width),
                                         array_argument(&x), array_argument(&y),
                                         array_argument(&scale)};

    array_randomize(s, &x, 8, width < 100);
    for (size_t i = 0; i < width && rows > 1; i++) /* zeros have a scale, too */
        element_set(type, x.host, i, 0);
    array_upload(s, &x);
    snprintf(s->what, sizeof(s->what), "quantize_rows_e4m3_%s of [%zu, %zu]", type->name, rows,
             width);
    session_launch(s, session_kernel(s, "quantize_rows_e4m3", type), 5, arguments);
    array_download(s, &y);
    array_download(s, &scale);
    for (size_t row = 0; row < rows; row++)
        check_row(s, &x, &y, &scale, row, width);
    array_destroy(s, &scale);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

static void dequantize(session *s, const element_type *type, size_t rows, size_t width)
{
    array x = array_create(s, element_type_named("u8"), rows * width, rows % 2);
    array scale = make_scale(s, rows), y = array_create(s, type, rows * width, 0);
    const custub_argument arguments[] = {custub_argument_u64(rows), custub_argument_u64(width),
                                         array_argument(&x), array_argument(&scale),
                                         array_argument(&y)};

    for (size_t i = 0; i < x.count; i++)
        element_set_bits(x.type, x.host, i, i);
    array_upload(s, &x);
    snprintf(s->what, sizeof(s->what), "dequantize_e4m3_%s of [%zu, %zu]", type->name, rows, width);
    session_launch(s, session_kernel(s, "dequantize_e4m3", type), 5, arguments);
    array_download(s, &y);
    for (size_t i = 0; i < y.count; i++)
        array_compare(s, &y, i,
                      number_of((unsigned)element_bits(x.type, x.host, i)) *
                          array_get(&scale, i / width),
                      ldexpl(1, -24), 0);
    array_destroy(s, &y);
    array_destroy(s, &scale);
    array_destroy(s, &x);
}

void test_quantize(session *s, const element_type *type)
{
    static const size_t counts[] = {0, 1, 31, 1000, 20011};
    static const size_t shapes[][2] = {{0, 8},    {3, 0},    {1, 1},     {70, 8},   {9, 128},
                                       {5, 1001}, {3, 4096}, {1, 20000}, {2, 50257}};

    if (!session_kernel(s, "quantize_e4m3", type))
        return;
    round_exactly(s, type);
    for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
        for (size_t shift = 0; shift < 2; shift++)
            quantize(s, type, counts[i], shift);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        quantize_rows(s, type, shapes[i][0], shapes[i][1]);
        dequantize(s, type, shapes[i][0], shapes[i][1]);
    }
}
