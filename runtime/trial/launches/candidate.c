#include "trial/launches/candidate.h"

#include "check/evaluate.h"

#include <math.h>
#include <string.h>

#define BLOCK_LIMIT  1024
#define SHARED_LIMIT (UINT64_C(227) << 10)

void trial_candidate_initialize(trial_candidate *candidate)
{
    memset(candidate, 0, sizeof(*candidate));
    for (size_t i = 0; i < TRIAL_POINTERS; i++)
        candidate->same_as[i] = candidate->filled_as[i] = (uint8_t)i;
}

uint64_t trial_threads(const trial_candidate *candidate)
{
    uint64_t threads = 1;

    for (size_t axis = 0; axis < 3; axis++)
        threads *= candidate->block[axis] * candidate->grid[axis];
    return threads;
}

uint64_t trial_terms(const trial_subject *subject, const trial_candidate *candidate)
{
    uint64_t terms = 0;

    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        const uint32_t size = subject->info->pointers[i].element_size;
        const uint64_t count = candidate->bytes[i] / (size ? size : 1);

        terms = count > terms ? count : terms;
    }
    return terms;
}

/* --- Numbers ---------------------------------------------------------------------------------- */

static unsigned char *place(trial_candidate *candidate, const trial_subject *subject,
                            const trial_number *number)
{
    return candidate->arguments + subject->info->params[number->param].offset + number->offset;
}

static int64_t load(const unsigned char *at, const custubi_scalar *type)
{
    const uint32_t shift = 64 - 8 * type->size;
    uint64_t bits = 0;

    memcpy(&bits, at, type->size);
    if (type->class == CUSTUBI_SCALAR_SIGNED)
        return (int64_t)(bits << shift) >> shift;
    return bits > INT64_MAX ? INT64_MAX : (int64_t)bits;
}

int64_t trial_number_get(const trial_candidate *candidate, const trial_subject *subject,
                         const trial_number *number)
{
    const unsigned char *at = candidate->arguments;

    if (number->kind == TRIAL_BLOCK)
        return (int64_t)candidate->wished_block[number->axis];
    if (number->kind == TRIAL_GRID)
        return (int64_t)candidate->wished_grid[number->axis];
    at += subject->info->params[number->param].offset + number->offset;
    return load(at, custubi_scalar_of(number->scalar));
}

static int64_t fit(int64_t value, const custubi_scalar *type)
{
    const int64_t most = type->class == CUSTUBI_SCALAR_BOOL ? 1
                         : type->size == 8                  ? INT64_MAX
                         : type->class == CUSTUBI_SCALAR_SIGNED
                             ? (INT64_C(1) << (8 * type->size - 1)) - 1
                             : (INT64_C(1) << 8 * type->size) - 1;
    const int64_t least = type->class == CUSTUBI_SCALAR_SIGNED ? -most - 1 : 0;

    return value > most ? most : value < least ? least : value;
}

void trial_number_set(trial_candidate *candidate, const trial_subject *subject,
                      const trial_number *number, int64_t value)
{
    const custubi_scalar *type = custubi_scalar_of(number->scalar);

    if (number->kind == TRIAL_BLOCK) {
        candidate->wished_block[number->axis] = value < 1             ? 1
                                                : value > BLOCK_LIMIT ? BLOCK_LIMIT
                                                                      : (uint64_t)value;
    } else if (number->kind == TRIAL_GRID) {
        candidate->wished_grid[number->axis] = value < 0 ? 0 : (uint64_t)value;
    } else {
        value = fit(value, type);
        memcpy(place(candidate, subject, number), &value, type->size);
    }
}

/* --- Settling --------------------------------------------------------------------------------- */

/* What is evaluated against: the launch so far. */
typedef struct state {
    const trial_subject *subject;
    trial_candidate *candidate;
    void *arguments[TRIAL_PARAMS];
    custub_dim3 grid, block;
    double distance;
    const custub_expr *broken;
} state;

static custub_dim3 dim3_of(const uint64_t extent[3])
{
    return custub_dim3_of(extent[0], extent[1], extent[2]);
}

static void start(state *s, const trial_subject *subject, trial_candidate *candidate)
{
    memset(s, 0, sizeof(*s));
    s->subject = subject;
    s->candidate = candidate;
    for (uint32_t i = 0; i < subject->info->param_count; i++)
        s->arguments[i] = candidate->arguments + subject->info->params[i].offset;
    s->grid = dim3_of(candidate->grid);
    s->block = dim3_of(candidate->block);
}

static void add_distance(state *s, double gap, const custub_expr *expression)
{
    if (!s->broken)
        s->broken = expression;
    s->distance += 1 + log2(1 + gap) / 64;
}

static void add_excess(state *s, double found, double limit, const custub_expr *expression)
{
    if (found > limit)
        add_distance(s, log2(found / limit), expression);
}

/* The value of a count; 0, and a distance, if it is not one. */
static uint64_t count_of(state *s, const custub_expr *expression)
{
    const custub_int value = custubi_evaluate(expression, s->arguments, &s->grid, &s->block);

    if (value.invalid || value.negative) {
        add_distance(s, value.invalid ? 4 : -(double)(int64_t)value.bits, expression);
        return 0;
    }
    return value.bits;
}

static void settle_block(state *s)
{
    trial_candidate *c = s->candidate;
    const custub_kernel_info *info = s->subject->info;
    uint64_t limit = info->max_threads ? info->max_threads : BLOCK_LIMIT;
    double threads = 1;

    for (size_t axis = 0; axis < 3; axis++) {
        c->block[axis] = c->wished_block[axis] ? c->wished_block[axis] : 1;
        if (s->subject->has_block)
            c->block[axis] = info->block[axis].code ? count_of(s, &info->block[axis]) : 1;
        if (c->block[axis] == 0) {
            add_distance(s, 1, &info->block[axis]);
            c->block[axis] = 1;
        }
        threads *= (double)c->block[axis];
    }
    add_excess(s, threads, (double)limit, s->subject->has_block ? &info->block[0] : NULL);
    if (c->block[2] > 64)
        add_distance(s, (double)c->block[2], NULL);
}

/* A kernel that does not read blockIdx along an axis has one block there. */
static void widen_block(state *s, size_t axis, uint64_t threads)
{
    trial_candidate *c = s->candidate;

    if (s->subject->info->flags & CUSTUB_KERNEL_ONE_BLOCK_X << axis && threads > c->block[axis] &&
        !s->subject->has_block)
        c->block[axis] = threads;
}

static void settle_grid(state *s)
{
    trial_candidate *c = s->candidate;
    const custub_kernel_info *info = s->subject->info;

    for (size_t axis = 0; axis < 3; axis++) {
        const bool one_block = info->flags & CUSTUB_KERNEL_ONE_BLOCK_X << axis;
        uint64_t threads;

        c->grid[axis] = one_block || c->wished_grid[axis] == 0 ? 1 : c->wished_grid[axis];
        if (!info->threads[axis].code)
            continue;
        threads = count_of(s, &info->threads[axis]);
        widen_block(s, axis, threads);
        if (info->flags & CUSTUB_KERNEL_GRID_STRIDE)
            continue;
        c->grid[axis] = threads ? (threads - 1) / c->block[axis] + 1 : 1;
        if (one_block && c->grid[axis] > 1)
            add_distance(s, (double)c->grid[axis], &info->threads[axis]);
        else if (!one_block)
            c->grid[axis] += c->wished_grid[axis];
    }
}

/* The values that the elements have. None lie in an empty range. */
static void settle_values(state *s, uint32_t i)
{
    const custub_pointer_info *pointer = &s->subject->info->pointers[i];
    trial_range *range = &s->candidate->values[i];
    custub_int low, high;

    *range = (trial_range){0, 0};
    if (!pointer->low.code || s->candidate->bytes[i] == 0)
        return;
    low = custubi_evaluate(&pointer->low, s->arguments, &s->grid, &s->block);
    high = custubi_evaluate(&pointer->high, s->arguments, &s->grid, &s->block);
    if (!custub_int_holds(custub_int_less(low, high)))
        add_distance(s, 1, &pointer->high);
    else
        *range = (trial_range){(int64_t)low.bits, (int64_t)high.bits};
}

static void settle_needs(state *s, const trial_limits *limits)
{
    trial_candidate *c = s->candidate;
    const custub_kernel_info *info = s->subject->info;
    const custub_expr *largest = NULL;
    double total = 0;

    c->shared = info->shared.code ? count_of(s, &info->shared) : 0;
    add_excess(s, (double)c->shared, (double)SHARED_LIMIT, &info->shared);
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];
        const uint64_t unit = pointer->flags & CUSTUB_POINTER_SIZED ? 1 : pointer->element_size;
        uint64_t count;

        c->bytes[i] = 0;
        if (c->nulls >> i & 1)
            continue;
        count = count_of(s, &pointer->count);
        if ((double)count * (double)unit > total / 2)
            largest = &pointer->count;
        total += (double)count * (double)unit;
        c->bytes[i] = total > (double)limits->bytes ? 0 : count * unit;
        settle_values(s, i);
    }
    add_excess(s, total, (double)limits->bytes, largest);
}

static double gap_of(const custub_int sides[2])
{
    if (sides[0].invalid || sides[1].invalid)
        return 1;
    return fabs((sides[0].negative ? (double)(int64_t)sides[0].bits : (double)sides[0].bits) -
                (sides[1].negative ? (double)(int64_t)sides[1].bits : (double)sides[1].bits));
}

static void settle_requirements(state *s)
{
    const custub_kernel_info *info = s->subject->info;

    for (uint32_t i = 0; i < info->requirement_count; i++) {
        const custub_expr *expression = &info->requirements[i];
        custub_int sides[2];

        if (custub_int_holds(custubi_evaluate(expression, s->arguments, &s->grid, &s->block)))
            continue;
        add_distance(
            s,
            custubi_evaluate_comparison(expression, s->arguments, &s->grid, &s->block, sides)
                ? gap_of(sides)
                : 1,
            expression);
    }
}

double trial_settle(const trial_subject *subject, trial_candidate *candidate,
                    const trial_limits *limits, const custub_expr **broken)
{
    state s;
    double threads;

    start(&s, subject, candidate);
    settle_block(&s);
    s.block = dim3_of(candidate->block);
    settle_grid(&s);
    s.block = dim3_of(candidate->block);
    s.grid = dim3_of(candidate->grid);
    threads = (double)candidate->grid[0] * (double)candidate->grid[1] * (double)candidate->grid[2] *
              (double)candidate->block[0] * (double)candidate->block[1] *
              (double)candidate->block[2];
    add_excess(&s, threads, (double)limits->threads,
               subject->has_threads ? &subject->info->threads[0] : NULL);
    settle_needs(&s, limits);
    settle_requirements(&s);
    if (broken)
        *broken = s.broken;
    return s.distance;
}

bool trial_sides(const trial_subject *subject, const trial_candidate *candidate,
                 const custub_expr *expression, custub_int sides[2])
{
    trial_candidate copy = *candidate;
    state s;

    start(&s, subject, &copy);
    return custubi_evaluate_comparison(expression, s.arguments, &s.grid, &s.block, sides) != NULL;
}
