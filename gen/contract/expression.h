/* expression.h: the expressions of contracts: parsed, checked and folded. */
#ifndef GEN_EXPRESSION_H
#define GEN_EXPRESSION_H

#include "model/model.h"

#include <custub/arith.h>

/* A checked expression. One node per operation; `op` is what the runtime's code calls it. */
typedef struct gen_expr {
    custub_op op;
    const char *text;            /* of the root: as the author wrote it */
    gen_assumption *assumptions; /* of the root, also what folding left nothing of */
    const struct gen_expr *left; /* the only operand of a unary operation */
    const struct gen_expr *right;
    custub_int value;     /* of CUSTUB_OP_CONSTANT: never negative, never invalid */
    uint32_t index;       /* parameter, or component of gridDim and blockDim */
    uint32_t offset;      /* bytes, into a struct parameter */
    custub_scalar scalar; /* what lies there */
    const char *access;   /* of a parameter, as its author names it: "n", "p.shape.rows" */
} gen_expr;

typedef struct gen_expr_rules {
    bool allows_grid;       /* gridDim may be named */
    bool allows_block;      /* blockDim may be named */
    const char *annotation; /* "CUSTUB_THREADS", for messages */
} gen_expr_rules;

/* Parses and checks one expression over `kernel`'s parameters and the model's constants. Reports to
 * `diag`, naming the kernel and, where `param` is not null, the parameter, and returns null. */
const gen_expr *gen_expr_parse(gen_arena *arena, gen_diag *diag, const gen_model *model,
                               const gen_kernel *kernel, const gen_param *param,
                               const gen_annotation *annotation, const char *text,
                               const gen_expr_rules *rules);

/* Splits the text of an annotation at its top-level commas into at most `limit` trimmed parts.
 * Returns how many there are, which may be more than were stored. */
size_t gen_expr_split(gen_arena *arena, const char *text, const char **parts, size_t limit);

/* True if it is a constant; then with its value. */
bool gen_expr_constant(const gen_expr *expr, custub_int *value);

/* True if the operation, or an operand such as CUSTUB_OP_GRID, is anywhere in the expression. Null
 * has none. */
bool gen_expr_uses(const gen_expr *expr, custub_op op);

/* The functions of the language, by index; null after the last. */
const char *gen_expr_function(size_t index);

#endif
