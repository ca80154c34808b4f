/* group_test.h: the comparisons before a region that make the predicate of a group of accesses. */
#ifndef GEN_BOUNDS_GROUP_TEST_H
#define GEN_BOUNDS_GROUP_TEST_H

#include "bounds/code/code.h"

typedef struct gen_bounds_group_test {
    const gen_bounds_code *code;
    const gen_bounds_region *region;
    const gen_bounds_group *group;
    unsigned predicate; /* its number */
    const char *join;   /* "and" or "or" */
    bool is_first;      /* nothing was compared yet */
} gen_bounds_group_test;

/* Joins a comparison with the predicate. */
void gen_bounds_compare(gen_bounds_group_test *test, const char *comparison, const char *type,
                        const char *a, const char *b);

/* Joins one that does not hold. */
void gen_bounds_refuse(gen_bounds_group_test *test);

/* A limit of the group for an extent, of scale 1. */
custub_bounds_limit gen_bounds_group_limit(const gen_bounds_group *group,
                                           custub_bounds_limit_kind kind, size_t extent);

/* Where the limit is in the parameter, or 0. */
uint32_t gen_bounds_group_offset(const gen_bounds_group_test *test,
                                 const custub_bounds_limit *limits, size_t count);

char *gen_bounds_register_name(const gen_bounds_group_test *test, const gen_ptx_register *reg);

uint64_t gen_bounds_group_span(const gen_bounds_group *group);

#endif
