#include "trial/suggest/block_sizes.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const int64_t lines[][2] = {{256, 1}, {128, 1}, {64, 1}, {32, 1}, {512, 1}, {1024, 1}};
static const int64_t planes[][2] = {{16, 16}, {32, 32}, {8, 8}, {32, 8},
                                    {32, 16}, {64, 4},  {32, 4}};

size_t block_sizes_count(const suggestion *s)
{
    const size_t axes = suggestion_block_axes(s);

    return s->launched.count + (axes == 1 ? COUNT(lines) : axes == 2 ? COUNT(planes) : 0);
}

const int64_t *block_sizes_get(const suggestion *s, size_t choice)
{
    const size_t own = s->launched.count;

    return choice < own                    ? s->launched.list[choice]
           : suggestion_block_axes(s) == 1 ? lines[choice - own]
                                           : planes[choice - own];
}

static bool names_block(const suggestion *s, const formula *f)
{
    for (size_t i = s->variables.parameters; i < s->variables.count; i++) {
        if (s->variables.numbers[i].kind == TRIAL_BLOCK && formula_names(f, i))
            return true;
    }
    return false;
}

/* True if a condition about the block alone forbids the size. */
static bool is_forbidden(const suggestion *s, const int64_t *size)
{
    int64_t values[VARIABLES];

    for (size_t i = 0; i < s->variables.count; i++) {
        const trial_number *number = &s->variables.numbers[i];

        values[i] =
            number->kind == TRIAL_BLOCK && number->axis < 2 ? size[number->axis] : INT64_MIN;
    }
    for (size_t i = 0; i < s->found.requirement_count; i++) {
        if (formula_value(&s->found.requirements[i], values) == 0)
            return true;
    }
    return false;
}

void block_sizes_take(suggestion *s, size_t choice)
{
    const size_t axes = suggestion_block_axes(s);
    const int64_t *size = block_sizes_get(s, choice);
    size_t kept = 0;

    for (size_t i = 0; i < s->found.requirement_count; i++) {
        if (!names_block(s, &s->found.requirements[i]))
            s->found.requirements[kept++] = s->found.requirements[i];
    }
    s->found.requirement_count = kept;
    for (size_t axis = 0; axis < axes; axis++)
        s->found.block[axis] = formula_constant(size[axis]);
}

bool block_sizes_take_only(suggestion *s)
{
    const size_t count = suggestion_block_axes(s) == 2 ? block_sizes_count(s) : 0;
    size_t choice = count;

    for (size_t i = 0; i < count; i++) {
        if (is_forbidden(s, block_sizes_get(s, i)))
            continue;
        if (choice < count &&
            memcmp(block_sizes_get(s, i), block_sizes_get(s, choice), 2 * sizeof(int64_t)) != 0)
            return false;
        choice = i;
    }
    if (choice < count)
        block_sizes_take(s, choice);
    return choice < count;
}
