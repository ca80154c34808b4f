/* loop_region.h: loops whose accesses are tested before the loop, for all turns at once. The loop
 * itself is then raw code. If one cannot be tested so, no access of the loop is. Neither is a
 * counter whose step is only known when the kernel runs followed: such loops, over the threads of a
 * block or of a grid, have few turns, for which a test before them costs more than one in each. */
#ifndef GEN_BOUNDS_LOOP_REGION_H
#define GEN_BOUNDS_LOOP_REGION_H

#include "bounds/addresses/access.h"
#include "bounds/regions/turn_limit.h"

#define GEN_BOUNDS_MAX_LOOP_GROUPS 32 /* one after another: but each costs time before the loop */
#define GEN_BOUNDS_MAX_LOOP_LIMITS 8

/* Accesses whose addresses differ by constants, in the same turns. */
typedef struct gen_bounds_loop_group {
    const gen_bounds_access *first;
    gen_bounds_turn_value address; /* without its constant, which is in `low` and `high` */
    gen_bounds_form step;          /* 64 bits */
    int64_t low;                   /* bytes: the group touches [address + low, address + high) */
    int64_t high;
    uint32_t align;
    bool is_aligned;
    uint32_t before; /* bits: of the loop's limits, those that come after the group in a turn */
    uint32_t after;  /* those that come before it, or guard it */
    const gen_ptx_register *guard; /* not changed by the loop; null: none */
    bool guard_negated;
} gen_bounds_loop_group;

typedef struct gen_bounds_loop_region {
    gen_bounds_loop loop;
    gen_bounds_turns turns;
    bool votes; /* the warp decides together: the loop has instructions that its lanes make so */
    size_t limit_count;
    gen_bounds_turn_limit limits[GEN_BOUNDS_MAX_LOOP_LIMITS];
    uint32_t exits; /* bits: the limits that end the loop */
    size_t group_count;
    gen_bounds_loop_group groups[GEN_BOUNDS_MAX_LOOP_GROUPS];
} gen_bounds_loop_region;

typedef struct gen_bounds_loop_regions {
    size_t count;
    size_t capacity;
    gen_bounds_loop_region **items;
    bool *covers; /* of each statement: its access is tested before a loop */
    size_t loops; /* innermost loops with accesses */
} gen_bounds_loop_regions;

/* `accesses`: of each statement, or null. */
void gen_bounds_find_loop_regions(gen_bounds_loop_regions *regions, gen_bounds_function *function,
                                  gen_bounds_access *const *accesses);

/* The region whose loop begins with this block, or null. */
const gen_bounds_loop_region *gen_bounds_loop_region_at(const gen_bounds_loop_regions *regions,
                                                        size_t block);

/* The region whose loop's header the statement jumps to, or null. */
const gen_bounds_loop_region *gen_bounds_loop_of_jump(const gen_bounds_loop_regions *regions,
                                                      const gen_bounds_flow *flow,
                                                      const gen_ptx_statement *statement);

#endif
