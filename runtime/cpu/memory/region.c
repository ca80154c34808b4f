#include "memory/region.h"

#include <stdlib.h>

region *region_add(region **list, uintptr_t base, size_t size)
{
    region *r = calloc(1, sizeof(*r));

    if (!r)
        return NULL;
    r->base = base;
    r->size = size;
    r->next = *list;
    *list = r;
    return r;
}

void region_remove(region **list, const region *gone)
{
    region *r;

    while (*list && *list != gone)
        list = &(*list)->next;
    r = *list;
    if (r)
        *list = r->next;
    free(r);
}

static bool has(const region *r, uintptr_t address, size_t size)
{
    return address >= r->base && size <= r->size && address - r->base <= r->size - size;
}

region *region_at(region *list, uintptr_t address)
{
    while (list && !has(list, address, 1))
        list = list->next;
    return list;
}

bool region_holds(const region *list, uintptr_t address, size_t size)
{
    while (list && !has(list, address, size))
        list = list->next;
    return list != NULL;
}

bool region_is_free(const region *list, uintptr_t address, size_t size)
{
    while (list && (address + size <= list->base || list->base + list->size <= address))
        list = list->next;
    return !list;
}

bool region_is_filled(region *list, uintptr_t address, size_t size)
{
    while (size > 0) {
        const region *r = region_at(list, address);

        if (!r || r->base != address || r->size > size)
            return false;
        address += r->size;
        size -= r->size;
    }
    return true;
}
