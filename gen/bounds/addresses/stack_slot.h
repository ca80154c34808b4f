/* stack_slot.h: pointers that a function keeps in its local memory, as debug builds do. */
#ifndef GEN_BOUNDS_STACK_SLOT_H
#define GEN_BOUNDS_STACK_SLOT_H

#include "bounds/flow/checked_function.h"

/* 8 bytes of a local variable. */
typedef struct gen_bounds_slot {
    struct gen_bounds_slot *next;
    size_t variable;
    uint64_t offset; /* bytes */
    gen_bounds_origin origin;
} gen_bounds_slot;

typedef struct gen_bounds_stack {
    gen_bounds_slot *slots;
    gen_bounds_origin anywhere; /* what was stored at places that are not known */
    bool escapes;               /* others may write it */
} gen_bounds_stack;

/* Finds the slots that stores write as a whole. Before the rest. */
void gen_bounds_find_slots(gen_bounds_function *function);

/* Adds what a store or a call makes of local memory. True if that changed what is known. */
bool gen_bounds_store_slot(gen_bounds_function *function, size_t place);

/* What a load from local memory may give. */
gen_bounds_origin gen_bounds_load_slot(gen_bounds_function *function, size_t place);

#endif
