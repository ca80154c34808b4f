/* loop_memory.h: how far the accesses of a loop are from the beginning of their memory. Groups that
 * are equally far from their pointers in each turn are tested by one comparison. */
#ifndef GEN_BOUNDS_LOOP_MEMORY_H
#define GEN_BOUNDS_LOOP_MEMORY_H

#include "bounds/code/code.h"
#include "bounds/code/loop_code.h"

/* Registers of 64 bits, or numbers. */
typedef struct gen_bounds_loop_memory {
    const char *distance; /* in the first turn */
    const char *limit;    /* it must be less */
} gen_bounds_loop_memory;

/* For the group, whose address is in the register, and for all later ones that are as far from
 * their pointers. False if there is no room for a limit. */
bool gen_bounds_write_memory(const gen_bounds_code *to, gen_bounds_loop_code *code,
                             const gen_bounds_loop_group *group, const char *address,
                             gen_bounds_loop_memory *memory);

/* True if the comparison of an earlier group of the loop is this one's, too. */
bool gen_bounds_is_in_earlier_memory(const gen_bounds_loop_code *code,
                                     const gen_bounds_loop_group *group);

#endif
