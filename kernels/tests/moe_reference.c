#include "moe_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TOP = 16 };

/* --- Element types ---------------------------------------------------------------------------- */

const element_type *reference_type(moe_element element)
{
    return element_type_named(element == MOE_F32 ? "f32" : element == MOE_F16 ? "f16" : "bf16");
}

bool reference_is_built(moe_element element)
{
    const moe_layer layer = {.element = element, .hidden = 1, .inner = 1, .experts = 1, .top = 1};

    return moe_workspace_size(&layer, 1, NULL) > 0;
}

double reference_round(moe_element element, double value)
{
    uint32_t bits;

    element_set(reference_type(element), &bits, 0, value);
    return (double)element_get(reference_type(element), &bits, 0);
}

/* --- Random numbers --------------------------------------------------------------------------- */

uint64_t reference_seed = 20240817;

double reference_random(void)
{
    reference_seed = reference_seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(reference_seed >> 11) / (double)(UINT64_C(1) << 53);
}

/* --- Errors ----------------------------------------------------------------------------------- */

/* The largest error of rounding a number of this size to the element type. */
static double rounding(moe_element element, double size)
{
    const element_type *type = reference_type(element);

    return (double)(size * element_rounding(type) + element_smallest(type) / 2);
}

/* A number, and a bound for its error. */
typedef struct number {
    double value, error;
} number;

/* A product of a row and a column, summed in float in any order. Each addition is off by half a
 * unit in the last place of its sum, which is at most the sum of all magnitudes (Higham, "Accuracy
 * and Stability of Numerical Algorithms", section 3.1). Tensor cores truncate, which is a whole
 * unit: 2^-23. `off` has the errors of the elements of a, or is null. */
static number product(const double *a, const double *off, const double *b, int count)
{
    number sum = {0, 0};
    double sizes = 0;

    for (int i = 0; i < count; i++) {
        sum.value += a[i] * b[i];
        sizes += fabs(a[i] * b[i]);
        sum.error += off ? off[i] * fabs(b[i]) : 0;
    }
    sum.error += (count + 1) * ldexp(sizes + sum.error, -23);
    return sum;
}

/* x / (1 + exp(-x)) * u. The slope of silu is at most 1.1. exp() of float is off by at most 2 units
 * in the last place, and __expf() by 2 + |1.173 x| (CUDA C++ Programming Guide, "Mathematical
 * Functions"). */
static number gated(number x, number u)
{
    const double silu = x.value / (1 + exp(-x.value));
    const double silu_error = 1.1 * x.error + fabs(silu) * ldexp(6 + 2 * fabs(x.value), -23);
    number h;

    h.value = silu * u.value;
    h.error = silu_error * (fabs(u.value) + u.error) + fabs(silu) * u.error;
    return h;
}

/* --- The layer -------------------------------------------------------------------------------- */

/* The choices of a token, and their weights. */
static void choose(const reference *r, int token, int choice[MAX_TOP], double weight[MAX_TOP])
{
    double *scores = calloc((size_t)r->experts, sizeof(*scores));
    double total = 0, chosen = 0, highest = -INFINITY;

    for (int s = 0; s < r->top && r->choice; s++) {
        choice[s] = r->choice[token * r->top + s];
        weight[s] = r->weight[token * r->top + s];
    }
    for (int e = 0; e < r->experts; e++)
        scores[e] = product(r->x + (size_t)token * (size_t)r->hidden, NULL,
                            r->router + (size_t)e * (size_t)r->hidden, r->hidden)
                        .value;
    for (int e = 0; e < r->experts; e++)
        highest = fmax(highest, scores[e]);
    for (int e = 0; e < r->experts; e++)
        total += exp(scores[e] - highest);
    for (int s = 0; s < r->top && !r->choice; s++) {
        choice[s] = -1;
        for (int e = 0; e < r->experts; e++)
            if (!isnan(scores[e]) && (choice[s] < 0 || scores[e] > scores[choice[s]]))
                choice[s] = e;
        weight[s] = exp(scores[choice[s]] - highest) / total;
        chosen += weight[s];
        scores[choice[s]] = NAN; /* taken */
    }
    for (int s = 0; s < r->top && r->normalize && !r->choice; s++)
        weight[s] /= chosen;
    free(scores);
}

/* Adds the expert's result for the token, times the weight, to the token's result. */
static void add_expert(reference *r, int token, int expert, double weight)
{
    const size_t hidden = (size_t)r->hidden, inner = (size_t)r->inner;
    const double *x = r->x + (size_t)token * hidden;
    double *h = calloc(inner, sizeof(*h)), *off = calloc(inner, sizeof(*off));

    for (size_t i = 0; i < inner; i++) {
        const size_t row = (size_t)expert * inner + i;
        number gate = product(x, NULL, r->gate + row * hidden, r->hidden);
        number up = product(x, NULL, r->up + row * hidden, r->hidden);
        number result;
        gate.error +=
            rounding(r->element, fabs(gate.value) + gate.error); /* the caller's product */
        up.error += rounding(r->element, fabs(up.value) + up.error);
        result = gated(gate, up);
        h[i] = result.value;
        off[i] = result.error + rounding(r->element, fabs(result.value) + result.error);
    }
    for (size_t i = 0; i < hidden; i++) {
        number y = product(h, off, r->down + ((size_t)expert * hidden + i) * inner, r->inner);
        y.error += rounding(r->element, fabs(y.value) + y.error);
        r->out[(size_t)token * hidden + i] += weight * y.value;
        /* The weight is off by some units of float: two exponentials, sums, a division. */
        r->bound[(size_t)token * hidden + i] +=
            weight * y.error + ldexp((64 + r->experts) * weight * (fabs(y.value) + y.error), -24);
    }
    free(off);
    free(h);
}

void reference_run(reference *r)
{
    int *taken = calloc((size_t)r->experts, sizeof(*taken));
    const size_t elements = (size_t)r->tokens * (size_t)r->hidden;

    memset(r->out, 0, elements * sizeof(*r->out));
    memset(r->bound, 0, elements * sizeof(*r->bound));
    memset(r->dropped, 0, (size_t)r->experts * sizeof(*r->dropped));
    for (int token = 0; token < r->tokens; token++) {
        int choice[MAX_TOP];
        double weight[MAX_TOP];
        choose(r, token, choice, weight);
        for (int s = 0; s < r->top; s++) {
            if (r->capacity > 0 && taken[choice[s]] >= r->capacity) {
                r->dropped[choice[s]]++;
                continue;
            }
            taken[choice[s]]++;
            add_expert(r, token, choice[s], weight[s]);
        }
    }
    for (size_t i = 0; i < elements; i++)
        r->bound[i] += rounding(r->element, fabs(r->out[i]) + r->bound[i]);
    free(taken);
}
