#include "checker/order/open_write.h"

static cpu_check_open_write *_Atomic all;

void cpu_check_open_write_publish(cpu_check_open_write *own)
{
    own->next = atomic_load(&all);
    while (!atomic_compare_exchange_weak(&all, &own->next, own))
        ;
}

void cpu_check_open_write_extend(cpu_check_open_write *own, uintptr_t begin, uintptr_t end)
{
    atomic_store_explicit(&own->begin, begin, memory_order_relaxed);
    atomic_store_explicit(&own->end, end, memory_order_release);
}

static bool has(const cpu_check_open_write *write, uintptr_t address, size_t size)
{
    return atomic_load_explicit(&write->end, memory_order_acquire) > address &&
           atomic_load_explicit(&write->begin, memory_order_relaxed) < address + size;
}

bool cpu_check_open_write_of_others(const cpu_check_open_write *own, uintptr_t address, size_t size)
{
    for (const cpu_check_open_write *w = atomic_load(&all); w; w = w->next)
        if (w != own && has(w, address, size))
            return true;
    return false;
}
