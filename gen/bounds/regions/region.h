/* region.h: which accesses are tested together. A region is a range of statements that is
 * entered at its begin and left at its end, without loops; all addresses in it can be computed
 * before it. A group is a set of its accesses whose addresses differ by constants. */
#ifndef GEN_BOUNDS_REGION_H
#define GEN_BOUNDS_REGION_H

#include "bounds/regions/index.h"
#include "bounds/regions/loop_region.h"

/* What is compared before a region is alive at once. With 8 comparisons, 19 of 149 kernels of
 * public projects need more than 32 registers that need fewer when they are not checked; with 4, 15
 * do. */
#define GEN_BOUNDS_MAX_COMPARISONS 4
#define GEN_BOUNDS_MAX_GROUPS      12

typedef struct gen_bounds_group {
    const gen_bounds_access *first;
    int64_t low; /* bytes: the group touches [address of `first` + low, … + high) */
    int64_t high;
    uint32_t align;         /* bytes: of the access that needs most */
    bool is_aligned;        /* if the buffer is */
    gen_bounds_index index; /* of `first` */
} gen_bounds_group;

typedef struct gen_bounds_region {
    size_t first;  /* statements: an access, or the jump over one */
    size_t last;   /* an access, or the label behind it */
    bool is_alone; /* one instruction; see gen_bounds_access */
    size_t access_count;
    size_t group_count;
    gen_bounds_group groups[GEN_BOUNDS_MAX_GROUPS];
    size_t first_run;
    size_t run_count;
} gen_bounds_region;

/* A part of a region that has a slow copy. */
typedef struct gen_bounds_run {
    size_t region;
    size_t first; /* statements */
    size_t last;
} gen_bounds_run;

typedef struct gen_bounds_plan {
    gen_bounds_function *function;
    gen_bounds_access **accesses; /* of each statement; null: none */
    size_t *moved_to; /* of each statement: the region before which it is done; GEN_BOUNDS_NOWHERE:
                       * it stays */
    size_t *sunk_to;  /* of each statement: the run behind which it is done; GEN_BOUNDS_NOWHERE: it
                       * stays */
    size_t region_count;
    size_t region_capacity;
    gen_bounds_region *regions;
    size_t run_count;
    size_t run_capacity;
    gen_bounds_run *runs;                     /* of all regions, in the order of the statements */
    gen_bounds_loop_regions loops;            /* what they cover is in no region */
    struct gen_bounds_function_copy **called; /* of each statement: the copy of the function
                                               * that it calls; null: none. See file_plan.h */
    const char **unchecked; /* of each statement: why it is not checked; null: it need not be */
} gen_bounds_plan;

/* True if one comparison tests both groups. */
bool gen_bounds_is_same_comparison(const gen_bounds_group *a, const gen_bounds_group *b);

void gen_bounds_make_plan(gen_bounds_plan *plan, gen_bounds_function *function);

#endif
