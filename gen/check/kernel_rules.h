/* kernel_rules.h: inside the checks: the kernel that is being checked. */
#ifndef GEN_KERNEL_RULES_H
#define GEN_KERNEL_RULES_H

#include "contract/expression.h"

typedef struct gen_checker {
    gen_model *model;
    gen_arena *arena;
    gen_diag *diag;
    gen_kernel *kernel;
    bool dimensions_given; /* by CUSTUB_DIMENSIONS */
    bool block_given;      /* by CUSTUB_BLOCK */
    bool grid_of_clusters; /* a launch's grid counts clusters, not blocks */
} gen_checker;

/* kernel_rules.c */
/* "counted_by_or_null" as its author wrote it: "CUSTUB_COUNTED_BY_OR_NULL". */
const char *gen_check_macro(const gen_annotation *annotation);
const gen_expr *gen_check_parse(const gen_checker *check, const gen_param *param,
                                const gen_annotation *annotation, const char *text,
                                bool allows_grid, bool allows_block);

/* An annotation of which there can be one; `param` is null for one of the kernel. */
void gen_check_fail_twice(const gen_checker *check, const gen_param *param,
                          const gen_annotation *first, const gen_annotation *second);

/* never_launches.c: notes of contracts that no launch can meet, whatever its arguments: of a count,
 * a size or threads (`param` is null for one of the kernel), of a condition, of the block. */
void gen_check_never_negative(const gen_checker *check, const gen_param *param,
                              const gen_annotation *annotation, const gen_expr *expr);
void gen_check_never_true(const gen_checker *check, const gen_annotation *annotation,
                          const gen_expr *expr);
void gen_check_never_block(const gen_checker *check);

/* buffer_rules.c: the annotations of a parameter, and what they say of two. The second comes when
 * every parameter was through the first. */
void gen_check_param(const gen_checker *check, gen_param *param);
void gen_check_relations(const gen_checker *check);

#endif
