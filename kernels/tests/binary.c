/* Arithmetic of two operands is rounded once. pow() is off by at most 8 units in the last place for
 * float and 2 for double (CUDA C++ Programming Guide, "Mathematical Functions"). Kernels with a
 * scalar operand run on the same numbers. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>

typedef enum binary_operation {
    BINARY_ADD,
    BINARY_SUB,
    BINARY_MUL,
    BINARY_DIV,
    BINARY_MAX,
    BINARY_MIN,
    BINARY_POW
} binary_operation;

#define BINARY_COUNT (BINARY_POW + 1)
static const char *const names[BINARY_COUNT] = {"add", "sub", "mul", "div", "max", "min", "pow"};

static long double larger(long double x, long double y)
{
    return isnan(x) ? y : isnan(y) ? x : x < y ? y : x;
}

static long double smaller(long double x, long double y)
{
    return isnan(x) ? y : isnan(y) ? x : y < x ? y : x;
}

static long double float_result(binary_operation operation, long double x, long double y)
{
    switch (operation) {
    case BINARY_ADD:
        return x + y;
    case BINARY_SUB:
        return x - y;
    case BINARY_MUL:
        return x * y;
    case BINARY_DIV:
        return x / y;
    case BINARY_MAX:
        return larger(x, y);
    case BINARY_MIN:
        return smaller(x, y);
    case BINARY_POW:
        return powl(x, y);
    }
    return 0;
}

static uint64_t integer_quotient(bool is_signed, uint64_t x, uint64_t y)
{
    if (y == 0)
        return 0;
    if (!is_signed)
        return x / y;
    return y == UINT64_MAX ? 0 - x : (uint64_t)((int64_t)x / (int64_t)y);
}

static uint64_t integer_result(binary_operation operation, bool is_signed, uint64_t x, uint64_t y)
{
    bool less = is_signed ? (int64_t)x < (int64_t)y : x < y;

    switch (operation) {
    case BINARY_ADD:
        return x + y;
    case BINARY_SUB:
        return x - y;
    case BINARY_MUL:
        return x * y;
    case BINARY_DIV:
        return integer_quotient(is_signed, x, y);
    case BINARY_MAX:
        return less ? y : x;
    case BINARY_MIN:
        return less ? x : y;
    case BINARY_POW:
        break;
    }
    return 0;
}

/* Compares an element of z with the operation's result for two elements of z's type. */
static void compare(session *s, binary_operation operation, const array *z, size_t index,
                    const void *x, const void *y)
{
    const element_type *type = z->type;
    const element_type *wide = element_wide(type);
    unsigned char room[8];

    if (type->is_float) {
        long double a = element_get(type, x, 0), b = element_get(type, y, 0);
        long double steps = operation == BINARY_POW   ? wide->digits == 53 ? 2 : 8
                            : operation >= BINARY_MAX ? 0
                                                      : 0.5L;
        array_compare(s, z, index, float_result(operation, a, b),
                      steps * 2 * element_rounding(wide), steps * element_smallest(wide));
        return;
    }
    element_set_bits(type, room, 0,
                     integer_result(operation, type->is_signed, element_bits(type, x, 0),
                                    element_bits(type, y, 0)));
    array_compare(s, z, index, element_get(type, room, 0), 0, 0);
}

static const void *element_at(const array *a, size_t index)
{
    return (const char *)a->host + index * a->type->size;
}

static void run(session *s, binary_operation operation, const array *x, const array *y, array *z)
{
    const custub_kernel *kernel = session_kernel(s, names[operation], x->type);
    const custub_argument arguments[] = {custub_argument_u64(x->count), array_argument(x),
                                         array_argument(y), array_argument(z)};

    snprintf(s->what, sizeof(s->what), "%s_%s of %zu", names[operation], x->type->name, x->count);
    array_poison(s, z);
    if (!session_launch(s, kernel, 4, arguments))
        return;
    array_download(s, z);
    for (size_t i = 0; i < x->count; i++)
        compare(s, operation, z, i, element_at(x, i), element_at(y, i));
}

static custub_argument scalar_argument(const element_type *type, const void *number)
{
    custub_argument argument = custub_argument_none();

    argument.kind = CUSTUB_ARGUMENT_SCALAR;
    argument.scalar = (uint32_t)type->scalar;
    argument.u = element_bits(type, number, 0);
    argument.i = (int64_t)argument.u;
    argument.f = type->is_float ? (double)element_get(type, number, 0) : 0;
    return argument;
}

static void run_with_scalar(session *s, binary_operation operation, const array *x, const array *y,
                            array *z)
{
    char name[32];
    const custub_kernel *kernel;
    const custub_argument arguments[] = {custub_argument_u64(x->count), array_argument(x),
                                         scalar_argument(x->type, y->host), array_argument(z)};

    snprintf(name, sizeof(name), "%s_scalar", names[operation]);
    kernel = session_kernel(s, name, x->type);
    snprintf(s->what, sizeof(s->what), "%s_%s of %zu", name, x->type->name, x->count);
    array_poison(s, z);
    if (!session_launch(s, kernel, 4, arguments))
        return;
    array_download(s, z);
    for (size_t i = 0; i < x->count; i++)
        compare(s, operation, z, i, element_at(x, i), y->host);
}

static void run_both(session *s, binary_operation operation, const element_type *type, size_t count,
                     size_t shift)
{
    array x = array_create(s, type, count, 0);
    array y = array_create(s, type, count, shift);
    array z = array_create(s, type, count, shift);
    custub_argument short_one[] = {custub_argument_u64(count), array_argument(&x),
                                   array_argument(&y), array_argument(&z)};

    array_randomize(s, &x, operation == BINARY_POW ? 5 : 12, true);
    array_randomize(s, &y, operation == BINARY_POW ? 5 : 12, true);
    run(s, operation, &x, &y, &z);
    if (count) {
        run_with_scalar(s, operation, &x, &y, &z);
        short_one[3].ptr = x.ptr - type->size;
        if (count > 1) /* one element before x */
            session_refused(s, session_kernel(s, names[operation], type), 4, short_one,
                            CUSTUB_ERROR_OVERLAP);
        short_one[2].count--;
        session_refused(s, session_kernel(s, names[operation], type), 4, short_one,
                        CUSTUB_ERROR_COUNT_TOO_SMALL);
    }
    array_destroy(s, &z);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

/* pow() of all pairs of numbers with rules of their own in C. */
static void run_special(session *s, const element_type *type)
{
    const long double numbers[] = {
        0,        -0.0L,     1,  -1, 0.5L, -0.5L, 2, -2, 3, -3, element_smallest(type),
        INFINITY, -INFINITY, NAN};
    const size_t side = sizeof(numbers) / sizeof(*numbers);
    array x = array_create(s, type, side * side, 0);
    array y = array_create(s, type, side * side, 0);
    array z = array_create(s, type, side * side, 0);

    for (size_t i = 0; i < side * side; i++) {
        element_set(type, x.host, i, numbers[i / side]);
        element_set(type, y.host, i, numbers[i % side]);
    }
    array_upload(s, &x);
    array_upload(s, &y);
    run(s, BINARY_POW, &x, &y, &z);
    array_destroy(s, &z);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

/* Quotients of all pairs of bytes, and of numbers at the limits of 16 bits by all divisors. */
static void run_quotients(session *s, const element_type *type)
{
    const size_t count = 65536, end = type->is_signed ? 0x7fff : 0xfffe;
    array x = array_create(s, type, count, 1);
    array y = array_create(s, type, count, 1);
    array z = array_create(s, type, count, 1);

    for (size_t i = 0; i < count; i++) {
        element_set_bits(type, x.host, i, type->size == 1 ? i : end + i / 2 % 2);
        element_set_bits(type, y.host, i, type->size == 1 ? i / 256 : i);
    }
    array_upload(s, &x);
    array_upload(s, &y);
    run(s, BINARY_DIV, &x, &y, &z);
    array_destroy(s, &z);
    array_destroy(s, &y);
    array_destroy(s, &x);
}

void test_binary(session *s, const element_type *type)
{
    static const size_t counts[] = {0, 1, 31, 1000, 40009};

    for (int operation = 0; operation < BINARY_COUNT; operation++) {
        if (!session_kernel(s, names[operation], type))
            continue;
        for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++)
            for (size_t shift = 0; shift < 2; shift++)
                run_both(s, (binary_operation)operation, type, counts[i], shift);
        if (operation == BINARY_POW)
            run_special(s, type);
        if (operation == BINARY_DIV && type->size <= 2 && !type->is_float)
            run_quotients(s, type);
    }
}
