/* kernel_rules.h: shared by the files of the checks. */
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
/* The macro of the annotation: "CUSTUB_COUNTED_BY_OR_NULL". */
const char *gen_check_macro(const gen_annotation *annotation);
const gen_expr *gen_check_parse(const gen_checker *check, const gen_pointer *pointer,
                                const gen_annotation *annotation, const char *text,
                                bool allows_grid, bool allows_block);

/* Reports a repeated annotation, unless another declaration repeats the same one. `pointer` is null
 * for an annotation of the kernel. */
void gen_check_twice(const gen_checker *check, const gen_pointer *pointer,
                     const gen_annotation *first, const gen_annotation *second);
/* Reports annotations that have another meaning at another declaration. */
void gen_check_again(const gen_checker *check, const gen_annotation *list);

/* Adds a number in a struct parameter to those that the description names. */
void gen_check_add_part(const gen_checker *check, const gen_part *part);

/* number_list.c: adds all that a contract could name. */
void gen_check_list_numbers(const gen_checker *check);

/* check.c: adds a condition of a launch. */
void gen_check_add_requirement(const gen_checker *check, const gen_expr *expr);

/* never_launches.c: notes contracts that no launch can meet: negative counts, sizes and threads
 * (`pointer` is null for the kernel's), false conditions, impossible blocks. */
void gen_check_never_negative(const gen_checker *check, const gen_pointer *pointer,
                              const gen_annotation *annotation, const gen_expr *expr);
void gen_check_never_true(const gen_checker *check, const gen_annotation *annotation,
                          const gen_expr *expr);
void gen_check_never_block(const gen_checker *check);

/* index_rules.c: limits axes along which more than one block or thread would repeat the same work,
 * and reports a CUSTUB_THREADS that no launch can cover for this reason. */
void gen_check_indices(const gen_checker *check);

/* pointer_list.c: finds the pointers that the contract is about. */
void gen_check_list_pointers(const gen_checker *check);

/* pointer_rules.c: the annotations of a pointer, and of something that is not a pointer: `subject`
 * is "kernel 'k', parameter 'n'", `what` "parameter", `type` "int". */
bool gen_check_is_count(const gen_annotation *annotation);
void gen_check_pointer(const gen_checker *check, gen_pointer *pointer);
void gen_check_no_pointer(const gen_checker *check, const char *subject, const char *what,
                          const char *type, const gen_annotation *annotations);

/* map_rules.c: the annotations of a tensor map. */
void gen_check_map(const gen_checker *check, const gen_pointer *map);

/* relation_rules.c: the annotations that relate two pointers. Call it after all pointers were
 * checked. */
void gen_check_relations(const gen_checker *check);

#endif
