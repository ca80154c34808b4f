#include "checker/measured_memory.h"

#include <stdatomic.h>

#define WORD_BITS 32u

static void lower(uint64_t *number, uint64_t to)
{
    _Atomic uint64_t *shared = (_Atomic uint64_t *)number;
    uint64_t found = atomic_load_explicit(shared, memory_order_relaxed);

    while (to < found && !atomic_compare_exchange_weak_explicit(
                             shared, &found, to, memory_order_relaxed, memory_order_relaxed))
        ;
}

static void raise(uint64_t *number, uint64_t to)
{
    _Atomic uint64_t *shared = (_Atomic uint64_t *)number;
    uint64_t found = atomic_load_explicit(shared, memory_order_relaxed);

    while (to > found && !atomic_compare_exchange_weak_explicit(
                             shared, &found, to, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* Marks the bytes from address `first` to `end`. */
static void mark(uint64_t marks, uint64_t first, uint64_t end)
{
    while (first < end) {
        const uint64_t next = (first / WORD_BITS + 1) * WORD_BITS;
        const uint64_t last = next < end ? next : end;
        const uint32_t mask =
            (uint32_t)(((UINT64_C(1) << (last - first)) - 1) << first % WORD_BITS);
        _Atomic uint32_t *word = (_Atomic uint32_t *)(uintptr_t)(marks + first / WORD_BITS * 4);

        if ((atomic_load_explicit(word, memory_order_relaxed) & mask) != mask)
            atomic_fetch_or_explicit(word, mask, memory_order_relaxed);
        first = last;
    }
}

/* The bytes from address `first` to `end` are touched. */
static void touch(custub_bounds_measure *measure, uint64_t first, uint64_t end, bool writes)
{
    lower(&measure->lowest, first);
    raise(&measure->end, end);
    if (writes && measure->marks != CUSTUB_BOUNDS_NO_MARKS)
        mark(measure->marks, first, end);
}

void cpu_check_measure(const cpu_check_held *held, uintptr_t address, size_t size, bool writes)
{
    const custub_bounds_extent *extents =
        (const custub_bounds_extent *)(const void *)(held->head + 1);

    for (uint32_t i = 0; i < held->contract->pointer_count; i++) {
        const custub_bounds_extent *extent = &extents[i];
        const uint64_t before = extent->base > address ? extent->base - address : 0;
        const uint64_t first = extent->base > address ? 0 : address - extent->base;

        if (before >= size || first >= extent->bytes)
            continue;
        touch(&held->measures[i], extent->base + first,
              extent->base +
                  (size - before < extent->bytes - first ? first + (size - before) : extent->bytes),
              writes);
    }
}
