/* expression.h: the expressions of contracts: parsed, checked and folded. */
#ifndef GEN_EXPRESSION_H
#define GEN_EXPRESSION_H

#include "model/model.h"

#include <custub/arith.h>

/* A checked expression. One node per operation; `op` is the operation's name in the runtime's code.
 */
typedef struct gen_expr {
    custub_op op;
    const char *text;            /* only in the root: the author's text */
    gen_assumption *assumptions; /* only in the root; folding keeps them */
    const struct gen_expr *left; /* the only operand of a unary operation; the condition of ?: */
    const struct gen_expr *right;
    const struct gen_expr *otherwise; /* the last operand of ?:; else null */
    custub_int value;                 /* of CUSTUB_OP_CONSTANT: never negative, never invalid */
    uint32_t index;       /* the index of a parameter, or of a component of gridDim or blockDim */
    uint32_t offset;      /* bytes, in a struct parameter */
    custub_scalar scalar; /* the type at the offset */
    const char *access;   /* a parameter, as the author writes it: "n", "p.shape.rows"; the size
                             of a C type, "sizeof(float)"; else null */
} gen_expr;

/* A place in a kernel's parameters that a path names: "p.planes[2]". */
typedef struct gen_expr_place {
    uint32_t param;
    uint64_t offset; /* bytes, in the parameter */
    const gen_type *type;
    const char *text; /* as the author writes it */
} gen_expr_place;

/* The argument of a template's parameter, by its name in an annotation's declaration (`names`; null
 * for a field's). Null if there is no such parameter, or if custub does not know the argument. */
const gen_template_argument *gen_expr_find_argument(const gen_template_arguments *arguments,
                                                    const gen_parameter_names *names,
                                                    const char *name);

typedef struct gen_expr_rules {
    bool allows_grid;       /* gridDim may be named */
    bool allows_block;      /* blockDim may be named */
    const char *annotation; /* "CUSTUB_THREADS", for messages */
} gen_expr_rules;

/* Parses and checks one expression over `kernel`'s parameters and the model's constants. The
 * annotation of a field names the field's siblings instead of parameters. On an error, reports to
 * `diag`, with the names of the kernel and of `pointer` if that is not null, and returns null. */
const gen_expr *gen_expr_parse(gen_arena *arena, gen_diag *diag, const gen_model *model,
                               const gen_kernel *kernel, const gen_pointer *pointer,
                               const gen_annotation *annotation, const char *text,
                               const gen_expr_rules *rules);

/* Finds what a path names: a parameter, a field or an element of an array. Names mean the same as
 * in this annotation's expressions. False after an error. */
bool gen_expr_locate(gen_arena *arena, gen_diag *diag, const gen_model *model,
                     const gen_kernel *kernel, const gen_pointer *pointer,
                     const gen_annotation *annotation, const char *path, gen_expr_place *place);

/* Splits an annotation's text at its top-level commas into at most `limit` trimmed parts. Returns
 * the number of parts, which may exceed `limit`. */
size_t gen_expr_split(gen_arena *arena, const char *text, const char **parts, size_t limit);

/* The same at a condition's top-level &&. One part if there is none, or if there is a top-level ||
 * or ?:, which bind less. */
size_t gen_expr_split_conjuncts(gen_arena *arena, const char *text, const char **parts,
                                size_t limit);

/* True if the expression is a constant; sets `value` to it. */
bool gen_expr_constant(const gen_expr *expr, custub_int *value);

/* True if the value is 0 or 1 and its C type is int. */
bool gen_expr_is_truth(const gen_expr *expr);

/* True if the expression contains the operation, or the operand, such as CUSTUB_OP_GRID. `expr` may
 * be null. */
bool gen_expr_uses(const gen_expr *expr, custub_op op);

/* The functions of the language, by index; null after the last. */
const char *gen_expr_function(size_t index);

#endif
