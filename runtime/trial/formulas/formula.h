/* formula.h: an expression of a contract that was made here: its value, its text, its code. */
#ifndef TRIAL_FORMULA_H
#define TRIAL_FORMULA_H

#include "trial/launches/candidate.h"

#define FORMULA_NODES 24
#define FORMULA_WORDS (4 * FORMULA_NODES)
#define FORMULA_TEXT  2048

/* The integers of a launch that formulas name. */
#define VARIABLES 40

typedef struct formula_variables {
    const custub_kernel_info *info;
    size_t count;
    size_t parameters; /* of them: the first ones; the others are extents of the shape */
    trial_number numbers[VARIABLES];
    char names[VARIABLES][256];
} formula_variables;

/* An operation on earlier nodes, or an operand. */
typedef struct formula_node {
    uint8_t op; /* custub_op; CUSTUB_OP_PARAMETER stands for every variable */
    uint8_t left, right;
    uint8_t variable;
    int64_t constant; /* not negative */
} formula_node;

/* Plain data. The last node is the whole; without nodes it is no formula. */
typedef struct formula {
    uint8_t count;
    formula_node nodes[FORMULA_NODES];
} formula;

/* All integers that a contract of the kernel may name: parameters, blockDim, gridDim. */
void formula_variables_initialize(formula_variables *variables, const trial_subject *subject);

/* The values of the variables in a launch. */
void formula_variables_get(const formula_variables *variables, const trial_subject *subject,
                           const trial_candidate *candidate, int64_t values[VARIABLES]);

/* Formulas of one node, and of an operation. A formula that is too large has no nodes, and so has
 * every formula that is made of it. Neutral operands are left out: 1 * n is n. */
formula formula_constant(int64_t value);
formula formula_variable(size_t variable);
formula formula_of(custub_op op, const formula *left, const formula *right);

/* (rows - 1) * pitch + columns: a matrix whose last row ends behind its columns. */
formula formula_rows(size_t rows, const formula *pitch, const formula *columns);

bool formula_equals(const formula *a, const formula *b);

/* True for operations of one operand. */
bool formula_is_of_one(custub_op op);

/* The value; INT64_MIN if there is none, or if it is too large for products of such values. */
int64_t formula_value(const formula *f, const int64_t values[VARIABLES]);

/* Smaller for formulas that people prefer. */
uint32_t formula_cost(const formula *f, const formula_variables *variables);

/* True if it is made of products, quotients and their like alone: no sum, no difference. */
bool formula_is_product(const formula *f);

bool formula_names(const formula *f, size_t variable);

/* True if it names an extent of the shape. */
bool formula_names_shape(const formula *f, const formula_variables *variables);

/* In the syntax of annotations. */
void formula_text(const formula *f, const formula_variables *variables, char out[FORMULA_TEXT]);

/* The postfix code; returns its words. */
uint32_t formula_code(const formula *f, const formula_variables *variables,
                      uint32_t out[FORMULA_WORDS]);

/* True if the formula has this operation. */
bool formula_has(const formula *f, custub_op op);

/* True for a quotient, rounded either way, or what is made of one. */
bool formula_has_quotient(const formula *f);

#endif
