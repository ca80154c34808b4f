#include "trial/suggest/exploration.h"

#include "check/evaluate.h"
#include "trial/launches/choice.h"

#include <string.h>

#define MOST_THREADS  (1 << 13)
#define MOST_BYTES    (UINT64_C(1) << 31)
#define TRIES         400
#define LARGE_FLOATS  16   /* times what trials choose: a size may come of a number */
#define CHEAPER       12   /* of them are legal, and have too much work */
#define REPAIRED      10   /* the last ones: if they are not legal, they are made so */
#define MOST_MULTIPLE 4096 /* of other numbers */
#define MOST_BITS     8    /* of a number */

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- Numbers ---------------------------------------------------------------------------------- */

static bool is_argument(const trial_subject *subject, size_t i)
{
    return subject->numbers[i].kind == TRIAL_ARGUMENT;
}

static size_t count_arguments(const trial_subject *subject)
{
    size_t count = 0;

    for (size_t i = 0; i < subject->number_count; i++)
        count += is_argument(subject, i);
    return count;
}

/* Gives more bits to one of the arguments. */
static void give_bits(const trial_subject *subject, uint64_t argument, size_t more,
                      uint8_t bits[TRIAL_NUMBERS])
{
    for (size_t i = 0; i < subject->number_count; i++) {
        if (is_argument(subject, i) && argument-- == 0 && (more > 1 || bits[i] < MOST_BITS))
            bits[i] = (uint8_t)(bits[i] + more);
    }
}

/* Gives each argument a number of bits, so that products of all of them are not too large. */
static void share_bits(const trial_subject *subject, trial_random *random,
                       uint8_t bits[TRIAL_NUMBERS])
{
    const size_t arguments = count_arguments(subject);
    const size_t most = 8 + (arguments > 2 ? 2 : arguments);
    const size_t all = trial_random_once_in(random, 3) ? most / 2 : most;
    size_t given = 0;

    memset(bits, 0, TRIAL_NUMBERS);
    if (subject->favors_one && arguments && trial_random_once_in(random, 2)) {
        given = MOST_BITS + trial_random_below(random, 2);
        give_bits(subject, trial_random_below(random, arguments), given, bits);
    }
    for (size_t i = given; i < all && arguments; i++)
        give_bits(subject, trial_random_below(random, arguments + 1), 1, bits);
}

static int64_t number_of(const trial_number *number, uint8_t bits, trial_random *random)
{
    const int64_t least = (int64_t)1 << bits;

    if (number->scalar == CUSTUB_SCALAR_BOOL)
        return (int64_t)trial_random_below(random, 2);
    if (trial_random_once_in(random, 24))
        return 0;
    return least + (int64_t)trial_random_below(random, (uint64_t)least);
}

/* Makes some numbers multiples of a vector or a tile, or equal. */
static void relate_numbers(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    static const int64_t granules[] = {2, 4, 4, 8, 16, 32, 64, 256};
    const int64_t granule = granules[trial_random_below(random, COUNT(granules))];
    const bool rounds = trial_random_once_in(random, 3);
    const bool copies = trial_random_once_in(random, 6);
    int64_t last = 1;

    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *number = &subject->numbers[i];
        int64_t value;

        if (!is_argument(subject, i))
            continue;
        value = trial_number_get(c, subject, number);
        if (rounds && value > 1 && !trial_random_once_in(random, 4))
            value = (value + granule - 1) / granule * granule;
        if (copies && trial_random_once_in(random, 3))
            value = last;
        trial_number_set(c, subject, number, value);
        last = value;
    }
}

/* Makes one number a multiple of another, or of two: rows, and planes. */
static void multiply_numbers(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    const trial_number *chosen[3] = {NULL, NULL, NULL};
    int64_t product = 1 + (int64_t)trial_random_below(random, 8);

    for (size_t k = 0; k < COUNT(chosen); k++) {
        const trial_number *number =
            &subject->numbers[trial_random_below(random, subject->number_count)];

        if (number->kind == TRIAL_ARGUMENT && number != chosen[0] && number != chosen[1])
            chosen[k] = number;
    }
    for (size_t k = 1; k < COUNT(chosen); k++)
        product *= chosen[k] ? trial_number_get(c, subject, chosen[k]) : 1;
    if (chosen[0] && (chosen[1] || chosen[2]) && product <= MOST_MULTIPLE)
        trial_number_set(c, subject, chosen[0], product);
}

static void choose_numbers(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    uint8_t bits[TRIAL_NUMBERS];

    share_bits(subject, random, bits);
    for (size_t i = 0; i < subject->number_count; i++) {
        if (is_argument(subject, i))
            trial_number_set(c, subject, &subject->numbers[i],
                             number_of(&subject->numbers[i], bits[i], random));
    }
    relate_numbers(subject, c, random);
    if (count_arguments(subject) > 1 && trial_random_once_in(random, 4))
        multiply_numbers(subject, c, random);
}

/* --- Shape ------------------------------------------------------------------------------------ */

/* The largest argument, and the product of all. */
typedef struct extent {
    uint64_t largest, product;
} extent;

static extent measure(const trial_subject *subject, const trial_candidate *c)
{
    extent e = {1, 1};

    for (size_t i = 0; i < subject->number_count; i++) {
        uint64_t value;

        if (!is_argument(subject, i) || trial_number_get(c, subject, &subject->numbers[i]) < 1)
            continue;
        value = (uint64_t)trial_number_get(c, subject, &subject->numbers[i]);
        e.largest = value > e.largest ? value : e.largest;
        e.product = e.product < MOST_THREADS ? e.product * value : e.product;
    }
    e.largest = e.largest < MOST_THREADS ? e.largest : MOST_THREADS;
    e.product = e.product < MOST_THREADS ? e.product : MOST_THREADS;
    return e;
}

/* Threads to cover along one of `axes` axes; 0: give no thought to it. */
static uint64_t cover(extent e, size_t axes, trial_random *random)
{
    switch (trial_random_below(random, 6)) {
    case 0:
        return 0;
    case 1:
    case 2:
    case 3:
        return axes == 1 ? e.product : e.largest;
    case 4:
        return axes == 1 ? e.product : e.largest * 3;
    default:
        return e.largest;
    }
}

static uint64_t block_extent(size_t axes, uint32_t axis, trial_random *random)
{
    static const uint64_t lines[] = {1, 32, 32, 64, 64, 96, 128, 33, 128, 256, 256, 512, 7, 1024};
    static const uint64_t sides[] = {1, 2, 3, 4, 5, 8, 8, 16, 16, 32, 32};

    if (axes == 1)
        return lines[trial_random_below(random, COUNT(lines))];
    if (axis == 0 && trial_random_once_in(random, 6))
        return lines[trial_random_below(random, COUNT(lines) - 3)];
    return sides[trial_random_below(random, COUNT(sides))];
}

static size_t count_axes(const trial_subject *subject)
{
    size_t axes = 0;

    for (size_t i = 0; i < subject->number_count; i++) {
        if (!is_argument(subject, i) && subject->numbers[i].axis + 1 > axes)
            axes = subject->numbers[i].axis + 1;
    }
    return axes;
}

static void choose_shape(const trial_subject *subject, trial_candidate *c, trial_random *random)
{
    const size_t axes = count_axes(subject);
    const extent e = measure(subject, c);
    const bool are_square = trial_random_once_in(random, 3);
    const bool counts_blocks = trial_random_once_in(random, 3);
    uint64_t last = 0;

    for (size_t axis = 0; axis < 3; axis++)
        c->wished_block[axis] = c->wished_grid[axis] = 1;
    for (size_t i = 0; i < subject->number_count; i++) {
        const uint32_t axis = subject->numbers[i].axis;
        uint64_t wished;

        if (subject->numbers[i].kind == TRIAL_BLOCK) {
            wished = are_square && last && axis < 2 ? last : block_extent(axes, axis, random);
            trial_number_set(c, subject, &subject->numbers[i], (int64_t)wished);
            last = wished;
        } else if (subject->numbers[i].kind == TRIAL_GRID) {
            wished = cover(e, axes, random);
            if (!counts_blocks || wished > 256)
                wished /= c->wished_block[axis];
            c->wished_grid[axis] = 1 + wished + trial_random_below(random, 3);
        }
    }
}

/* Halves what is larger than the launch should be. */
static void limit_shape(trial_candidate *c)
{
    for (size_t axis = 0; trial_threads(c) > 4 * MOST_THREADS; axis = (axis + 1) % 3) {
        if (c->grid[axis] > 1)
            c->wished_grid[axis] = c->grid[axis] = (c->grid[axis] + 1) / 2;
        else if (c->grid[(axis + 1) % 3] == 1 && c->grid[(axis + 2) % 3] == 1)
            return;
    }
}

double exploration_work(const trial_subject *subject, const trial_candidate *candidate)
{
    return (double)trial_threads(candidate) * (double)measure(subject, candidate).largest;
}

static bool is_too_much(const trial_subject *subject, const trial_candidate *candidate)
{
    return subject->most_work > 0 && exploration_work(subject, candidate) > subject->most_work;
}

bool exploration_choose(const trial_subject *subject, uint64_t seed, trial_candidate *candidate)
{
    const trial_limits limits = {MOST_BYTES, UINT64_C(1) << 17};
    trial_random random = {seed * UINT64_C(0x9e6c63d0676a9a99) + 7};
    size_t legal = 0;

    for (size_t i = 0; i < TRIES; i++) {
        trial_candidate_initialize(candidate);
        candidate->contents = trial_random_next(&random) | 1; /* no special numbers */
        choose_numbers(subject, candidate, &random);
        trial_choose_floats(subject, candidate, seed % 4 ? 1 : LARGE_FLOATS, &random);
        choose_shape(subject, candidate, &random);
        trial_settle(subject, candidate, &limits, NULL);
        limit_shape(candidate);
        if ((trial_settle(subject, candidate, &limits, NULL) == 0 ||
             (i >= TRIES - REPAIRED && trial_repair(subject, seed + i, &limits, candidate))) &&
            (!is_too_much(subject, candidate) || ++legal == CHEAPER))
            return true;
    }
    return false;
}

bool exploration_is_small(const trial_subject *subject, const trial_candidate *candidate)
{
    const trial_limits small = {UINT64_C(1) << 20, UINT64_C(1) << 13};
    trial_candidate copy = *candidate;

    return trial_settle(subject, &copy, &small, NULL) == 0 && !is_too_much(subject, &copy);
}
