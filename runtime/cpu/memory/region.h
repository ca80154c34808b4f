/* region.h: ranges of virtual addresses, in lists that the caller locks. The ranges of a list do
 * not overlap. Sizes are in bytes. */
#ifndef CPU_REGION_H
#define CPU_REGION_H

#include "heap/physical.h"

typedef struct region {
    uintptr_t base;
    size_t size;
    cpu_physical *physical; /* what is mapped there; null: nothing, the range is only reserved */
    int access;             /* CU_MEM_ACCESS_FLAGS_PROT_… */
    struct region *next;
} region;

/* Adds a region to the list. Returns null without memory. */
region *region_add(region **list, uintptr_t base, size_t size);
void region_remove(region **list, const region *gone);

/* Returns the region that contains the address, or null. */
region *region_at(region *list, uintptr_t address);

/* True if one region contains the whole range. */
bool region_holds(const region *list, uintptr_t address, size_t size);

/* True if no region overlaps the range. */
bool region_is_free(const region *list, uintptr_t address, size_t size);

/* True if whole regions cover the range exactly. */
bool region_is_filled(region *list, uintptr_t address, size_t size);

#endif
