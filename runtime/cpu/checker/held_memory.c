#include "checker/held_memory.h"

#include <inttypes.h>
#include <stdio.h>

static const custub_bounds_extent *extents_of(const cpu_check_held *held)
{
    return (const custub_bounds_extent *)(const void *)(held->head + 1);
}

static uintptr_t end_of(const cpu_check_range *range)
{
    return range->base + range->size;
}

/* The end of an extent, at most that of the range. */
static uintptr_t extent_end(const custub_bounds_extent *extent, const cpu_check_range *range)
{
    const uintptr_t base = (uintptr_t)extent->base;
    const uintptr_t end = end_of(range);

    return base < end && extent->bytes > end - base ? end : base + (uintptr_t)extent->bytes;
}

/* True if the extent has bytes of the range, or is empty and begins in it. */
static bool is_in(const custub_bounds_extent *extent, const cpu_check_range *range)
{
    const uintptr_t base = (uintptr_t)extent->base;

    return extent->base && base < end_of(range) &&
           (base >= range->base || extent->bytes > range->base - base);
}

/* Adds an extent that touches or overlaps the window. True if that made it larger. */
static bool widen(cpu_check_window *window, const custub_bounds_extent *extent,
                  const cpu_check_range *range)
{
    const uintptr_t base = (uintptr_t)extent->base;
    const uintptr_t end = extent_end(extent, range);
    const uintptr_t window_end = window->base + window->size;
    const uintptr_t low = base < window->base ? base : window->base;
    const uintptr_t high = end > window_end ? end : window_end;

    if (base > window_end || end < window->base || high - low == window->size)
        return false;
    *window = (cpu_check_window){low, high - low};
    return true;
}

cpu_check_window cpu_check_window_in(const cpu_check_held *held, const cpu_check_range *range,
                                     uintptr_t address)
{
    cpu_check_window window = {range->base, range->size};
    const custub_bounds_extent *extents;
    bool grows = true;

    if (!held->head)
        return window;
    extents = extents_of(held);
    for (uint32_t i = 0; i < held->contract->pointer_count; i++)
        if (is_in(&extents[i], range))
            window = (cpu_check_window){address, 0};
    if (window.size)
        return window;
    while (grows) {
        grows = false;
        for (uint32_t i = 0; i < held->contract->pointer_count; i++)
            grows |= is_in(&extents[i], range) && widen(&window, &extents[i], range);
    }
    return address - window.base < window.size ? window : (cpu_check_window){address, 0};
}

/* Bytes between the address and the extent. */
static uintptr_t distance(const custub_bounds_extent *extent, const cpu_check_range *range,
                          uintptr_t address)
{
    const uintptr_t end = extent_end(extent, range);

    if (address < extent->base)
        return (uintptr_t)extent->base - address;
    return address < end ? 0 : address - end;
}

void cpu_check_held_place(const cpu_check_held *held, const cpu_check_range *range,
                          uintptr_t address, size_t size, char *out, size_t out_size)
{
    const custub_bounds_extent *extents = extents_of(held);
    uint32_t best = UINT32_MAX;
    uintptr_t away;
    const char *where;

    for (uint32_t i = 0; i < held->contract->pointer_count; i++)
        if (is_in(&extents[i], range) &&
            (best == UINT32_MAX ||
             distance(&extents[i], range, address) < distance(&extents[best], range, address)))
            best = i;
    if (best == UINT32_MAX) {
        snprintf(out, out_size, "which no buffer of the launch is near");
        return;
    }
    away = distance(&extents[best], range, address);
    where = address < extents[best].base ? "before" : "after the end of";
    if (away == 0 && address >= extents[best].base && address < extent_end(&extents[best], range)) {
        away = size - (extent_end(&extents[best], range) - address);
        where = "too many at the end of";
    }
    snprintf(out, out_size,
             "%" PRIuPTR " bytes %s '%s', of which the launch may touch %" PRIu64
             " bytes at 0x%" PRIx64,
             away, where, held->contract->pointers[best], extents[best].bytes, extents[best].base);
}

bool cpu_check_held_byte(const cpu_check_held *held, uintptr_t address, char *out, size_t size)
{
    for (uint32_t i = 0; held->head && i < held->contract->pointer_count; i++) {
        const custub_bounds_extent *extent = &extents_of(held)[i];

        if (address - extent->base >= extent->bytes)
            continue;
        snprintf(out, size, "byte %" PRIu64 " of '%s'", address - extent->base,
                 held->contract->pointers[i]);
        return true;
    }
    return false;
}
