#include "trial/launches/choice.h"

#include "check/evaluate.h"
#include "trial/launches/random.h"

#include <math.h>
#include <string.h>

/* A search from one beginning, and how many of them are made. */
#define STEPS      40
#define BEGINNINGS 30
#define TRIES      24 /* values of a number that a step compares */
#define REPAIRS    400

/* Sizes of warps, blocks and tiles with their neighbours, small numbers, primes. */
static const int64_t interesting[] = {
    0,   1,   2,   3,   4,   5,   7,   8,    13,   15,   16,   17,   31,   32,   33,   37,
    48,  63,  64,  65,  96,  97,  100, 127,  128,  129,  211,  255,  256,  257,  384,  499,
    511, 512, 513, 640, 768, 997, 999, 1000, 1023, 1024, 1025, 2048, 4095, 4096, 4097, 10007};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int64_t around_constant(const trial_subject *subject, trial_random *random)
{
    const uint64_t constant =
        subject->constants[trial_random_below(random, subject->constant_count)];
    const int64_t value = constant > INT32_MAX ? INT32_MAX : (int64_t)constant;

    switch (trial_random_below(random, 5)) {
    case 0:
        return value - 1;
    case 1:
        return value + 1;
    case 2:
        return value * (int64_t)trial_random_below(random, 9);
    default:
        return value;
    }
}

static int64_t any_integer(const trial_subject *subject, trial_random *random)
{
    switch (trial_random_below(random, 8)) {
    case 0:
        return (int64_t)trial_random_below(random, 5);
    case 1:
    case 2:
        return (int64_t)trial_random_below(random, 300);
    case 3:
        return (int64_t)1 << trial_random_below(random, 13);
    case 4:
        if (subject->constant_count)
            return around_constant(subject, random);
        break;
    case 5:
        if (trial_random_once_in(random, 8)) /* most contracts forbid it */
            return -1 - (int64_t)trial_random_below(random, 4);
        break;
    default:
        break;
    }
    return interesting[trial_random_below(random, COUNT(interesting))];
}

/* --- The beginning ---------------------------------------------------------------------------- */

static void choose_block(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    static const uint16_t sizes[] = {1,   32,  32,  33,  64,  64,  96,  100,
                                     128, 128, 192, 256, 256, 512, 1024};
    static const uint16_t sides[] = {1, 2, 3, 4, 8, 8, 16, 16, 32};
    size_t axes = 0;

    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *number = &subject->numbers[i];

        if (number->kind == TRIAL_BLOCK)
            axes++;
    }
    for (size_t axis = 0; axis < 3; axis++)
        c->wished_block[axis] = 1;
    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *number = &subject->numbers[i];

        if (number->kind == TRIAL_BLOCK)
            c->wished_block[number->axis] = axes == 1
                                                ? sizes[trial_random_below(random, COUNT(sizes))]
                                                : sides[trial_random_below(random, COUNT(sides))];
    }
}

static void choose_grid(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *number = &subject->numbers[i];
        uint64_t *blocks = &c->wished_grid[number->axis];

        if (number->kind != TRIAL_GRID)
            continue;
        if (!subject->has_threads || subject->info->flags & CUSTUB_KERNEL_GRID_STRIDE)
            *blocks = 1 + trial_random_below(random, trial_random_once_in(random, 3) ? 40 : 4);
        else
            *blocks = trial_random_once_in(random, 4);
    }
}

void trial_choose_floats(const trial_subject *subject, trial_candidate *c, double factor,
                         trial_random *random)
{
    static const double values[] = {0, 1, 1, 2, -1, 0.5, 1.5, -3};

    for (uint32_t i = 0; i < subject->info->param_count; i++) {
        const custub_param_info *param = &subject->info->params[i];
        const double value = factor * values[trial_random_below(random, COUNT(values))];
        const float narrow = (float)value;
        const custub_half half = custub_half_of(narrow);
        const custub_bfloat16 bfloat16 = custub_bfloat16_of(narrow);
        const void *from = param->scalar == CUSTUB_SCALAR_F32    ? (const void *)&narrow
                           : param->scalar == CUSTUB_SCALAR_F64  ? (const void *)&value
                           : param->scalar == CUSTUB_SCALAR_F16  ? (const void *)&half
                           : param->scalar == CUSTUB_SCALAR_BF16 ? (const void *)&bfloat16
                                                                 : NULL;

        if (from && param->kind == CUSTUB_PARAM_SCALAR)
            memcpy(c->arguments + param->offset, from, param->size);
    }
}

static void choose_nulls(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        if (subject->info->pointers[i].flags & CUSTUB_POINTER_OR_NULL &&
            trial_random_once_in(random, 3))
            c->nulls |= UINT64_C(1) << i;
    }
}

static void begin(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    trial_candidate_initialize(c);
    c->contents = trial_random_next(random);
    for (size_t i = 0; i < subject->number_count; i++) {
        if (subject->numbers[i].kind == TRIAL_ARGUMENT)
            trial_number_set(c, subject, &subject->numbers[i], any_integer(subject, random));
    }
    trial_choose_floats(subject, c, 1, random);
    choose_block(subject, c, random);
    choose_grid(subject, c, random);
    choose_nulls(subject, c, random);
}

/* --- The search ------------------------------------------------------------------------------- */

static const trial_number *any_number(const trial_subject *subject, trial_random *random)
{
    return &subject->numbers[trial_random_below(random, subject->number_count)];
}

/* A value that the other side of a broken comparison suggests. */
static int64_t from_sides(const custub_int sides[2], int64_t value, trial_random *random)
{
    const int64_t left = (int64_t)sides[0].bits;
    const int64_t right = (int64_t)sides[1].bits;
    double scaled;

    switch (trial_random_below(random, 5)) {
    case 0:
        return left;
    case 1:
        return right;
    case 2:
        return (int64_t)((uint64_t)value + (uint64_t)left - (uint64_t)right);
    case 3:
        return (int64_t)((uint64_t)value - (uint64_t)left + (uint64_t)right);
    default:
        scaled = (double)value * (double)right / (double)left;
        return left > 0 && right > 0 && scaled < 9e18 && scaled > -9e18 ? (int64_t)scaled
                                                                        : value / 2;
    }
}

/* A value that may be better than the one that the number has. */
static int64_t other_value(const trial_subject *subject, const trial_candidate *c,
                           const trial_number *number, const custub_expr *broken,
                           trial_random *random)
{
    const int64_t value = trial_number_get(c, subject, number);
    const int64_t a = trial_number_get(c, subject, any_number(subject, random));
    const int64_t b = trial_number_get(c, subject, any_number(subject, random));
    int64_t constant = 32;
    custub_int sides[2];

    if (subject->constant_count)
        constant =
            (int64_t)(subject->constants[trial_random_below(random, subject->constant_count)] &
                      INT32_MAX);
    switch (trial_random_below(random, 12)) {
    case 0:
        return (int64_t)((uint64_t)value + 1);
    case 1:
        return (int64_t)((uint64_t)value - 1);
    case 2:
        return value / 2;
    case 3:
        return (int64_t)((uint64_t)value * 2);
    case 4:
        return a;
    case 5:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case 6:
        return b > 0 ? a / b : a;
    case 7:
        return constant ? value - value % constant : value;
    case 8:
        return constant ? (int64_t)((uint64_t)(value - value % constant) + (uint64_t)constant)
                        : value;
    case 9:
    case 10:
        if (broken && trial_sides(subject, c, broken, sides))
            return from_sides(sides, value, random);
        break;
    default:
        break;
    }
    return any_integer(subject, random);
}

/* Gives one number the best of several values. */
static double improve(const trial_subject *subject, const trial_limits *limits, trial_candidate *c,
                      double distance, const custub_expr **broken, trial_random *random)
{
    const trial_number *number = any_number(subject, random);
    const int64_t old = trial_number_get(c, subject, number);
    int64_t best = old;

    for (size_t i = 0; i < TRIES && distance > 0; i++) {
        const int64_t value = other_value(subject, c, number, *broken, random);
        const custub_expr *expression;
        double found;

        trial_number_set(c, subject, number, value);
        found = trial_settle(subject, c, limits, &expression);
        if (found < distance || (found == distance && trial_random_once_in(random, 4))) {
            distance = found;
            best = value;
            *broken = expression;
        }
        trial_number_set(c, subject, number, best);
    }
    return trial_settle(subject, c, limits, broken);
}

/* True if no buffer has elements. Such a launch tells little. */
static bool is_empty(const trial_subject *subject, const trial_candidate *c)
{
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        if (c->bytes[i])
            return false;
    }
    return subject->info->pointer_count > 0;
}

bool trial_choose(const trial_subject *subject, uint64_t seed, const trial_limits *limits,
                  trial_candidate *candidate, const custub_expr **broken)
{
    trial_random random = {seed * UINT64_C(0xd1342543de82ef95) + 1};
    trial_candidate empty;
    bool is_found = false;
    double least = INFINITY;

    *broken = NULL;
    for (size_t i = 0; i < BEGINNINGS; i++) {
        const custub_expr *expression;
        double distance;

        begin(subject, candidate, &random);
        distance = trial_settle(subject, candidate, limits, &expression);
        for (size_t step = 0; step < STEPS && distance > 0 && subject->number_count; step++)
            distance = improve(subject, limits, candidate, distance, &expression, &random);
        if (distance == 0 && (!is_empty(subject, candidate) || trial_random_once_in(&random, 4)))
            return true;
        if (distance == 0) {
            empty = *candidate;
            is_found = true;
        }
        if (distance < least) {
            least = distance;
            *broken = expression;
        }
    }
    if (is_found)
        *candidate = empty;
    return is_found;
}

uint64_t trial_magnitude(int64_t value)
{
    return value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

bool trial_repair(const trial_subject *subject, uint64_t seed, const trial_limits *limits,
                  trial_candidate *candidate)
{
    trial_random random = {seed * UINT64_C(0xd1342543de82ef95) + 1};
    const trial_candidate most = *candidate;
    const custub_expr *broken;
    double distance = trial_settle(subject, candidate, limits, &broken);

    for (size_t step = 0; step < REPAIRS && distance > 0; step++) {
        const trial_number *number = any_number(subject, &random);
        const int64_t old = trial_number_get(candidate, subject, number);
        const int64_t value = other_value(subject, candidate, number, broken, &random);
        const custub_expr *expression;
        double found;

        if (trial_magnitude(value) > trial_magnitude(trial_number_get(&most, subject, number)))
            continue;
        trial_number_set(candidate, subject, number, value);
        found = trial_settle(subject, candidate, limits, &expression);
        if (found > distance) {
            trial_number_set(candidate, subject, number, old);
        } else {
            distance = found;
            broken = expression;
        }
    }
    return distance == 0;
}
