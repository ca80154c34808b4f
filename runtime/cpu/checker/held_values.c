#include "checker/held_values.h"

#include "checker/checked_memory.h"
#include "checker/held_memory.h"
#include "checker/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The elements of a pointer, and the range that they are to be in. */
typedef struct promise {
    const custub_held_values *of;
    custub_held_range range;
    uintptr_t base;
    size_t count;
} promise;

/* The bytes from `base` on that may be read. What lies beyond is reported if the kernel reads it.
 */
static uint64_t readable(uintptr_t base, uint64_t bytes)
{
    cpu_check_range range;
    uint64_t known = 0;

    while (known < bytes && cpu_check_memory_find(base + (uintptr_t)known, &range) &&
           !range.is_freed)
        known = range.base + range.size - base;
    return known < bytes ? known : bytes;
}

static custub_int element_at(const promise *p, size_t index)
{
    const unsigned char *at = (const unsigned char *)p->base + index * p->of->element_size;
    const bool is_signed = p->of->is_signed;
    uint64_t bits = 0;

    memcpy(&bits, at, p->of->element_size); /* little-endian; `at` need not be aligned */
    switch (p->of->element_size) {
    case 1:
        return is_signed ? custub_int_of_i64((int8_t)bits) : custub_int_of_u64(bits);
    case 2:
        return is_signed ? custub_int_of_i64((int16_t)bits) : custub_int_of_u64(bits);
    case 4:
        return is_signed ? custub_int_of_i64((int32_t)bits) : custub_int_of_u64(bits);
    default:
        return is_signed ? custub_int_of_i64((int64_t)bits) : custub_int_of_u64(bits);
    }
}

/* The index of the first element that is outside; `count` if there is none. */
static size_t first_outside(const promise *p)
{
    size_t i = 0;

    while (i < p->count) {
        const custub_int value = element_at(p, i);
        if (!custub_int_holds(custub_int_less_equal(p->range.low, value)) ||
            !custub_int_holds(custub_int_less(value, p->range.high)))
            break;
        i++;
    }
    return i;
}

static void format(custub_int value, char out[24])
{
    if (value.invalid)
        snprintf(out, 24, "no value");
    else if (value.negative)
        snprintf(out, 24, "-%" PRIu64, custub_int_magnitude(value));
    else
        snprintf(out, 24, "%" PRIu64, value.bits);
}

static void refuse(cpu_check_launch *launch, const promise *p, const char *name, size_t index)
{
    char value[24], low[24], high[24], place[256], text[1024];

    format(element_at(p, index), value);
    format(p->range.low, low);
    format(p->range.high, high);
    snprintf(place, sizeof(place), "%s:%" PRIu32, p->of->file, p->of->line);
    snprintf(text, sizeof(text),
             "values: '%s' has %s at element %zu, outside of [%s, %s), which is [%s, %s)", name,
             value, index, p->of->low, p->of->high, low, high);
    cpu_check_launch_refuse(launch, CPU_CHECK_ILLEGAL_ADDRESS, place, text);
}

static promise promise_of(const cpu_check_held *held, uint32_t index)
{
    const custub_bounds_extent *extents = (const void *)(held->head + 1);
    const custub_held_range *ranges = (const void *)(extents + held->contract->pointer_count);
    const custub_held_values *of = &held->contract->values[index];
    const custub_bounds_extent *extent = &extents[of->pointer];
    const uintptr_t base = (uintptr_t)extent->base;

    return (promise){of, ranges[index], base,
                     (size_t)(readable(base, extent->bytes) / of->element_size)};
}

int cpu_check_values(cpu_check_launch *launch)
{
    const cpu_check_held *held = cpu_check_launch_held(launch);

    for (uint32_t i = 0; held->head && i < held->contract->value_count; i++) {
        const promise p = promise_of(held, i);
        const size_t index = first_outside(&p);
        if (index < p.count)
            refuse(launch, &p, held->contract->pointers[p.of->pointer], index);
    }
    return cpu_check_launch_result(launch);
}
