/* Errors are derived from those of the C functions on a GPU (CUDA C++ Programming Guide,
 * "Mathematical Functions", the largest number of any version). `steps` is their sum over the
 * operations of the formula, in units in the last place; each rounding is half a unit. If a
 * function's argument is rounded, the error grows with the function's condition. */
#include "array.h"
#include "groups.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct unary_case {
    const char *name;
    long double (*exact)(long double x);
    long double steps[2]; /* float, double */
    /* |f(x (1 + d)) - f(x)| / d for the roundings of the argument; null: it is not rounded. */
    long double (*condition)(long double x);
    /* Units for types of 16 bits with kernels/elements/quick.cuh; null: it is not used. */
    long double (*quick)(long double x);
    bool divides; /* by a sum that may be infinite, so that results below |x| / limit become 0. With
                   * the GPU's quick division this begins at a quarter of the limit */
} unary_case;

static long double negated(long double x)
{
    return -x;
}

static long double relu(long double x)
{
    return x < 0 ? 0 : x;
}

static long double reciprocal(long double x)
{
    return 1 / x;
}

static long double sigmoid(long double x)
{
    return 1 / (1 + expl(-x));
}

static long double silu(long double x)
{
    return x / (1 + expl(-x));
}

static long double gelu(long double x)
{
    return x / 2 * erfcl(-x / sqrtl(2));
}

/* double: the argument of erfc() is a product with a constant, 1 unit. float: that of the power has
 * two roundings, 1 unit. The other 10 units are 1 of the polynomial, 2 of its argument, 3 of its
 * roundings, 2 of the power, and 2 of the products. */
static long double gelu_condition(long double x)
{
    return x * x * expl(-x * x / 2) * 0.4L;
}

static long double gelu_exponent(long double x)
{
    return -2 * sqrtl(2 / acosl(-1)) * (x + 0.044715L * x * x * x);
}

static long double gelu_fast(long double x)
{
    return x / (1 + expl(gelu_exponent(x)));
}

/* The argument of exp() has six roundings: 3 units. */
static long double gelu_fast_condition(long double x)
{
    long double e = gelu_exponent(x);

    return 3 * fabsl(x * e / (1 + expl(e)) / (1 + expl(-e)));
}

/* Functions of 16 bits: the largest errors of the polynomials of elements/quick.cuh are 2^-21.3 for
 * log and 2^-18.9 for tanh. PTX ISA has those of the GPU's approximations: 1 unit for a reciprocal,
 * 2 for a power of two. Roundings add half a unit each. */

/* Away from 1 the GPU's logarithm is off by 3 units; between 1/2 and 2 these are units of 1. */
static long double log_quick(long double x)
{
    return fabsl(x - 1) < 0.0625L ? 6 : 3 + 3.1L / fabsl(logl(x));
}

/* Above 1/16 the power's 2 units are 16 of the result. */
static long double tanh_quick(long double x)
{
    (void)x;
    return 21;
}

/* The error of e = exp(exponent) in 1 / (1 + e), and 4 units of the rest. */
static long double quotient_quick(long double exponent)
{
    return 4 + (3 + fminl(fabsl(exponent), 1000)) / (1 + expl(-exponent));
}

static long double sigmoid_quick(long double x)
{
    return quotient_quick(-x);
}

static long double gelu_fast_quick(long double x)
{
    return quotient_quick(gelu_exponent(x));
}

static const unary_case cases[] = {
    {"neg", negated, {0, 0}, NULL, NULL, false},
    {"abs", fabsl, {0, 0}, NULL, NULL, false},
    {"relu", relu, {0, 0}, NULL, NULL, false},
    {"exp", expl, {2, 1}, NULL, NULL, false},
    {"log", logl, {1, 1}, NULL, log_quick, false},
    {"sin", sinl, {2, 2}, NULL, NULL, false},
    {"cos", cosl, {2, 2}, NULL, NULL, false},
    {"tanh", tanhl, {2, 2}, NULL, tanh_quick, false},
    {"sqrt", sqrtl, {0.5, 0.5}, NULL, NULL, false},
    {"recip", reciprocal, {0.5, 0.5}, NULL, NULL, false},
    {"sigmoid", sigmoid, {3, 2}, NULL, sigmoid_quick, true},
    {"silu", silu, {3, 2}, NULL, sigmoid_quick, true},
    {"gelu", gelu, {10, 6}, gelu_condition, NULL, false},
    {"gelu_fast", gelu_fast, {3, 2}, gelu_fast_condition, gelu_fast_quick, true},
};

/* False for large arguments of double, for which the functions in long double are not exact. */
static bool reference_is_exact(const element_type *type, const unary_case *c, long double x)
{
    bool periodic = c->exact == sinl || c->exact == cosl;

    return type->digits < 53 || !periodic || fabsl(x) < 1e6L;
}

static void compare(session *s, const unary_case *c, const array *x, const array *y)
{
    const element_type *wide = element_wide(x->type);
    long double unit = 2 * element_rounding(wide);

    for (size_t i = 0; i < x->count; i++) {
        long double number = array_get(x, i);
        bool quick = c->quick && wide != x->type;
        long double steps = quick ? c->quick(number) : c->steps[wide->digits == 53];
        long double absolute = steps * element_smallest(wide) * fmaxl(1, fabsl(number));
        if (!reference_is_exact(x->type, c, number))
            continue;
        if (c->divides)
            absolute += 4 * fmaxl(1, fabsl(number)) / element_limit(wide);
        if (c->condition)
            absolute += c->condition(number) * unit;
        if (steps == 0)
            absolute = 0;
        array_compare(s, y, i, c->exact(number), steps * unit, absolute);
    }
}

static void compare_integers(session *s, const unary_case *c, const array *x, const array *y)
{
    for (size_t i = 0; i < x->count; i++) {
        uint64_t bits = element_bits(x->type, x->host, i);
        bool is_negative = array_get(x, i) < 0;
        array wanted = *x;
        uint64_t result = c->exact == relu                    ? (is_negative ? 0 : bits)
                          : c->exact == fabsl && !is_negative ? bits
                                                              : 0 - bits;
        unsigned char room[8];
        wanted.host = room;
        element_set_bits(x->type, room, 0, result);
        array_compare(s, y, i, array_get(&wanted, 0), 0, 0);
    }
}

static void run(session *s, const unary_case *c, const custub_kernel *kernel, array *x, array *y)
{
    const custub_argument arguments[] = {custub_argument_u64(x->count), array_argument(x),
                                         array_argument(y)};

    snprintf(s->what, sizeof(s->what), "%s_%s of %zu, %zu beside the alignment", c->name,
             x->type->name, x->count, x->shift);
    array_poison(s, y);
    if (!session_launch(s, kernel, 3, arguments))
        return;
    array_download(s, y);
    if (x->type->is_float)
        compare(s, c, x, y);
    else
        compare_integers(s, c, x, y);
}

/* x may be its own result, and no part of it one element further. */
static void run_in_place(session *s, const unary_case *c, const custub_kernel *kernel, array *x)
{
    custub_argument arguments[] = {custub_argument_u64(x->count), array_argument(x),
                                   array_argument(x)};
    array y = *x;

    snprintf(s->what, sizeof(s->what), "%s_%s in place", c->name, x->type->name);
    arguments[2].ptr += x->type->size;
    session_refused(s, kernel, 3, arguments, CUSTUB_ERROR_OVERLAP);
    arguments[2].ptr = x->ptr;
    y.host = malloc(x->count * x->type->size);
    if (!y.host)
        abort();
    if (session_launch(s, kernel, 3, arguments)) {
        array_download(s, &y);
        if (x->type->is_float)
            compare(s, c, x, &y);
        else
            compare_integers(s, c, x, &y);
    }
    free(y.host);
}

void test_unary(session *s, const element_type *type)
{
    static const size_t counts[] = {0, 1, 31, 1000, 40009};

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const custub_kernel *kernel = session_kernel(s, cases[i].name, type);
        if (!kernel)
            continue;
        for (size_t k = 0; k < sizeof(counts) / sizeof(*counts); k++) {
            /* x is aligned, misaligned, misaligned as y is */
            for (size_t shift = 0; shift < (counts[k] <= 1000 ? 3 : 2); shift++) {
                array x = array_create(s, type, counts[k], shift != 0);
                array y = array_create(s, type, counts[k], shift == 2);
                array_randomize(s, &x, 7, true);
                run(s, &cases[i], kernel, &x, &y);
                if (counts[k] == 1000 && shift < 2)
                    run_in_place(s, &cases[i], kernel, &x);
                array_destroy(s, &y);
                array_destroy(s, &x);
            }
        }
    }
}
