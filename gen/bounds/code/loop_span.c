#include "bounds/code/loop_span.h"

/* A counter, a step and their products are bounded so that nothing wraps: 2^40 * 2^22 = 2^31 *
 * 2^31 = 2^62. */
#define MAX_COUNTER INT64_C(0x2000000000000000) /* 2^61: of values */
#define MAX_SPAN    INT64_C(0x10000000000)      /* 2^40 */
#define MAX_RATIO   (INT64_C(1) << 22)
#define MAX_STEP    (INT64_C(1) << 31)
#define MAX_TURNS   (INT64_C(1) << 31)

static const char *literal(const gen_bounds_loop_code *code, int64_t number)
{
    return gen_bounds_literal(code, number);
}

static const char *operate(gen_bounds_loop_code *code, const char *operation, const char *a,
                           const char *b)
{
    return gen_bounds_write_operation(code, operation, a, b);
}

static bool is_power(uint64_t number)
{
    return number && !(number & (number - 1));
}

static unsigned log2_of(uint64_t number)
{
    unsigned result = 0;

    while (number >>= 1)
        result++;
    return result;
}

/* --- Limits ----------------------------------------------------------------------------------- */

static const char *write_predicate(gen_bounds_loop_code *code, const char *comparison,
                                   const char *a, const char *b)
{
    const char *result = gen_bounds_new_register(code, GEN_BOUNDS_PREDICATE);

    gen_text_printf(&code->out, "setp.%s.s64 %s, %s, %s;\n", comparison, result, a, b);
    return result;
}

/* counter != bound: what is missing must be so many steps. */
static void write_difference(gen_bounds_loop_code *code, const gen_bounds_turn_limit *limit,
                             gen_bounds_limit_code *to)
{
    const char *counter = gen_bounds_write_sum(code, &limit->counter.first, limit->bits);
    const char *bound = gen_bounds_write_sum(code, &limit->bound.first, limit->bits);
    bool is_up = (int64_t)limit->step.constant > 0;
    const char *rest;

    if (limit->bits == 32) {
        const char *narrow = gen_bounds_new_register(code, GEN_BOUNDS_NARROW);
        gen_text_printf(&code->out, "sub.s32 %s, %s, %s;\n", narrow, is_up ? bound : counter,
                        is_up ? counter : bound);
        to->span = gen_bounds_write_extension(code, narrow, false);
    } else {
        to->span = operate(code, "sub.s64", is_up ? bound : counter, is_up ? counter : bound);
        gen_bounds_require(code, "lt", "u64", to->span, literal(code, MAX_SPAN));
    }
    if (is_power(to->step) && to->step > 1) {
        rest = operate(code, "and.b64", to->span, literal(code, (int64_t)to->step - 1));
        gen_bounds_require(code, "eq", "u64", rest, "0");
    }
    to->some = write_predicate(code, "ne", to->span, "0");
}

/* All that is compared in 64 bits. */
static const char *write_wide(gen_bounds_loop_code *code, const gen_bounds_turn_limit *limit,
                              const gen_bounds_turn_value *value)
{
    const char *name = gen_bounds_write_sum(code, &value->first, limit->bits);

    if (limit->bits == 32)
        return gen_bounds_write_extension(code, name, limit->is_signed);
    if (limit->is_signed)
        gen_bounds_require(code, "lt", "u64",
                           operate(code, "add.s64", name, literal(code, MAX_COUNTER)),
                           literal(code, 2 * MAX_COUNTER));
    else
        gen_bounds_require(code, "lt", "u64", name, literal(code, MAX_COUNTER));
    return name;
}

/* The counter must not wrap before the relation ends: `end` is the first value that is too far, for
 * a step of 1. */
static void require_no_wrap(gen_bounds_loop_code *code, const gen_bounds_turn_limit *limit,
                            const gen_bounds_limit_code *to, const char *end)
{
    const int64_t most = limit->is_signed ? INT64_C(1) << 31 : INT64_C(1) << 32;
    const int64_t least = !limit->is_signed   ? 0
                          : limit->bits == 32 ? -(INT64_C(1) << 31)
                                              : INT64_MIN + 1;

    if (to->step == 1 && !limit->or_equal)
        return;
    if (limit->relation == GEN_BOUNDS_GREATER) {
        end = operate(code, "sub.s64", end, literal(code, (int64_t)to->step));
        gen_bounds_require(code, "ge", "s64", end, literal(code, least - 1));
    } else if (limit->bits == 32) {
        end = operate(code, "add.s64", end, literal(code, (int64_t)to->step));
        gen_bounds_require(code, "le", "s64", end, literal(code, most));
    }
}

static void write_distance(gen_bounds_loop_code *code, const gen_bounds_turn_limit *limit,
                           gen_bounds_limit_code *to)
{
    bool is_up = limit->relation == GEN_BOUNDS_LESS;
    const char *counter = write_wide(code, limit, &limit->counter);
    const char *bound = write_wide(code, limit, &limit->bound);
    const char *span;

    if (limit->or_equal)
        bound = operate(code, "add.s64", bound, is_up ? "1" : "-1");
    require_no_wrap(code, limit, to, bound);
    to->some = write_predicate(code, is_up ? "lt" : "gt", counter, bound);
    span =
        is_up ? operate(code, "sub.s64", bound, counter) : operate(code, "sub.s64", counter, bound);
    if (to->step > 1)
        span = operate(code, "add.s64", span, literal(code, (int64_t)to->step - 1));
    to->span = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);
    gen_text_printf(&code->out, "selp.b64 %s, %s, 0, %s;\n", to->span, span, to->some);
    if (limit->bits == 64 || to->step > 1)
        gen_bounds_require(code, "lt", "u64", to->span, literal(code, MAX_SPAN));
}

static gen_bounds_limit_code *write_limit(gen_bounds_loop_code *code, size_t number)
{
    const gen_bounds_turn_limit *limit = &code->region->limits[number];
    gen_bounds_limit_code *to = &code->limits[number];

    if (to->is_written)
        return to;
    to->is_written = true;
    to->step = limit->step.constant;
    if ((int64_t)to->step < 0)
        to->step = 0 - to->step;
    if (limit->relation == GEN_BOUNDS_DIFFERS)
        write_difference(code, limit, to);
    else
        write_distance(code, limit, to);
    return to;
}

const char *gen_bounds_write_some(gen_bounds_loop_code *code, size_t limit)
{
    return write_limit(code, limit)->some;
}

/* --- Turns ------------------------------------------------------------------------------------ */

/* How many whole steps the span is. */
static const char *write_turns(gen_bounds_loop_code *code, size_t number)
{
    gen_bounds_limit_code *to = write_limit(code, number);
    const char *rest;

    if (to->turns)
        return to->turns;
    if (to->step == 1) {
        to->turns = to->span;
    } else if (is_power(to->step)) {
        to->turns = operate(code, "shr.u64", to->span, literal(code, log2_of(to->step)));
    } else {
        const char *narrow[2];
        for (size_t i = 0; i < 2; i++)
            narrow[i] = gen_bounds_new_register(code, GEN_BOUNDS_NARROW);
        gen_bounds_require(code, "lt", "u64", to->span, literal(code, MAX_STEP));
        gen_text_printf(&code->out, "cvt.u32.u64 %s, %s;\ndiv.u32 %s, %s, %llu;\n", narrow[0],
                        to->span, narrow[1], narrow[0], (unsigned long long)to->step);
        to->turns = gen_bounds_write_extension(code, narrow[1], false);
        if (code->region->limits[number].relation == GEN_BOUNDS_DIFFERS) {
            rest = operate(code, "mul.lo.s64", to->turns, literal(code, (int64_t)to->step));
            gen_bounds_require(code, "eq", "u64", rest, to->span);
        }
    }
    return to->turns;
}

/* How far the counter goes. */
static const char *write_covered(gen_bounds_loop_code *code, size_t number)
{
    gen_bounds_limit_code *to = write_limit(code, number);

    if (to->covered)
        return to->covered;
    if (to->step == 1)
        to->covered = to->span;
    else if (is_power(to->step))
        to->covered = operate(code, "and.b64", to->span, literal(code, -(int64_t)to->step));
    else
        to->covered = operate(code, "mul.lo.s64", write_turns(code, number),
                              literal(code, (int64_t)to->step));
    return to->covered;
}

/* --- Ratios ----------------------------------------------------------------------------------- */

/* step = ratio * counter's step. 0: there is none. */
static int64_t ratio_of(const gen_bounds_form *step, const gen_bounds_turn_limit *limit)
{
    const int64_t unit = (int64_t)limit->step.constant;
    int64_t ratio;

    if (step->count || unit == INT64_MIN || (int64_t)step->constant % unit)
        return 0;
    ratio = (int64_t)step->constant / unit;
    return ratio > -MAX_RATIO && ratio < MAX_RATIO ? ratio : 0;
}

/* --- Spans ------------------------------------------------------------------------------------ */

/* How far a value goes up to one limit. `sign`: of the result, 0: not known. */
static const char *write_one(gen_bounds_loop_code *code, const gen_bounds_form *step, size_t number,
                             bool is_after, int *sign, bool *fails)
{
    const gen_bounds_turn_limit *limit = &code->region->limits[number];
    const gen_bounds_limit_code *to = write_limit(code, number);
    int64_t ratio = ratio_of(step, limit);
    bool is_down = (int64_t)limit->step.constant < 0;
    const char *result;

    if (ratio) {
        ratio = is_down ? -ratio : ratio;
        result = write_covered(code, number);
        if (is_after)
            result = operate(code, "sub.s64", result, literal(code, (int64_t)to->step));
        *sign = ratio < 0 ? -1 : 1;
        return ratio == 1 ? result : operate(code, "mul.lo.s64", result, literal(code, ratio));
    }
    result = write_turns(code, number);
    if (is_after)
        result = operate(code, "sub.s64", result, "1");
    gen_bounds_require(code, "lt", "u64", write_turns(code, number), literal(code, MAX_TURNS));
    *sign = step->count ? 0 : (int64_t)step->constant < 0 ? -1 : 1;
    if (step->count) {
        const char *value = gen_bounds_write_sum(code, step, 64);
        const char *moved = operate(code, "add.s64", value, literal(code, MAX_STEP));
        gen_bounds_require(code, "lt", "u64", moved, literal(code, 2 * MAX_STEP));
        return operate(code, "mul.lo.s64", result, value);
    }
    *fails |= (int64_t)step->constant < -MAX_STEP || (int64_t)step->constant > MAX_STEP;
    return operate(code, "mul.lo.s64", result, literal(code, (int64_t)step->constant));
}

const char *gen_bounds_write_span(gen_bounds_loop_code *code, const gen_bounds_form *step,
                                  uint32_t before, uint32_t after, bool *fails)
{
    const char *all = NULL;
    int first_sign = 0;

    if (!step->count && !step->constant)
        return NULL;
    for (size_t i = 0; i < 2 * code->region->limit_count; i++) {
        size_t number = i % code->region->limit_count;
        bool is_after = i < code->region->limit_count;
        int sign = 0;
        const char *one;
        if (!((is_after ? after : before) >> number & 1) || (all && !first_sign))
            continue;
        one = write_one(code, step, number, is_after, &sign, fails);
        if (!all)
            first_sign = sign;
        all = all ? operate(code, first_sign > 0 ? "min.s64" : "max.s64", all, one) : one;
    }
    *fails |= !all;
    return all;
}
