/* parse_state.h: what the files of the expression parser share. Nobody else includes it.
 *
 * Each function that reads a part of the expression returns an operand. One whose `expr` is null
 * means that an error was reported; callers return it, and report nothing more.
 */
#ifndef GEN_PARSE_STATE_H
#define GEN_PARSE_STATE_H

#include "contract/expression.h"
#include "contract/token.h"

/* Operations on a way from the root to a leaf, and pairs of parentheses around one another: keeps
 * every recursion short, and the parentheses of the emitted C below clang's limit of 256. */
#define GEN_EXPR_NESTING 100

typedef struct gen_expr_parser {
    gen_arena *arena;
    gen_diag *diag;
    const gen_model *model;
    const gen_kernel *kernel;
    const gen_param *param; /* or null */
    const gen_annotation *annotation;
    const gen_expr_rules *rules;
    const char *text;     /* trimmed */
    gen_expr_token token; /* the one to be read next */
    const char *end;      /* of the token that was read last */
    gen_assumption *assumptions;
    unsigned nesting;
    unsigned decided; /* above 0: in a right operand that does not matter, values are not checked */
} gen_expr_parser;

typedef struct gen_expr_operand {
    gen_expr *expr;    /* null: an error, reported */
    const char *begin; /* its text, parentheses included */
    const char *end;
    unsigned height; /* operations from here down */
    unsigned stack;  /* operands on the stack at once */
    int comparison;  /* the precedence of a comparison that is not in parentheses, else 0 */
} gen_expr_operand;

/* --- parse_state.c: tokens, and what is said of them */

void gen_expr_advance(gen_expr_parser *parser);

/* Reads the punctuator, or reports that it is missing. */
bool gen_expr_expect(gen_expr_parser *parser, const char *mark);

/* Reports the next token, in place of which `wanted` was expected. */
gen_expr_operand gen_expr_unexpected(gen_expr_parser *parser, const char *wanted);

/* Reports the next token, which follows a whole expression. */
gen_expr_operand gen_expr_fail_after(gen_expr_parser *parser);

/* Reports FACT; WHAT TO DO, after the place, the kernel, the parameter and the annotation. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
gen_expr_operand
gen_expr_fail(gen_expr_parser *parser, const char *id, const char *format, ...);

/* A piece of the text for a message, shortened if it is long. */
const char *gen_expr_quote(const gen_expr_parser *parser, const char *begin, const char *end);

/* --- grammar.c */

/* Reads a whole expression, up to a token that cannot continue it. */
gen_expr_operand gen_expr_read(gen_expr_parser *parser);

/* --- fold.c: nodes, constants folded */

/* What is known before the launch: false if it is not a constant. */
bool gen_expr_is_constant(const gen_expr_operand *operand, custub_int *value);

/* True if a constant `left` of && or || settles the result, so that the right operand does not
 * matter. */
bool gen_expr_fold_settles(custub_op op, const gen_expr_operand *left);

/* An operand's text reaches from `begin` to the end of what has been read. */
gen_expr_operand gen_expr_fold_leaf(gen_expr_parser *parser, custub_op op, const char *begin);
gen_expr_operand gen_expr_fold_constant(gen_expr_parser *parser, custub_int value,
                                        const char *begin);
gen_expr_operand gen_expr_fold_unary(gen_expr_parser *parser, custub_op op,
                                     const gen_expr_operand *left, const char *begin);
gen_expr_operand gen_expr_fold_binary(gen_expr_parser *parser, custub_op op,
                                      const gen_expr_operand *left, const gen_expr_operand *right,
                                      const char *begin);

/* --- name.c */

/* Reads a name and what belongs to it: components, fields, elements, arguments. */
gen_expr_operand gen_expr_read_name(gen_expr_parser *parser);

/* --- access.c */

/* Reads the fields and the indices after a parameter's name, which started at `begin`. */
gen_expr_operand gen_expr_read_parameter(gen_expr_parser *parser, uint32_t index,
                                         const char *begin);

/* --- size_of.c */

/* True if the name is a type's, or one word of it. */
bool gen_expr_type_is_named(const gen_model *model, const char *name);

/* The size in bytes of the type that is spelled from `begin` to `end`, on some architecture that
 * has the kernel; null if there is none. */
const gen_constant *gen_expr_type_size(const gen_expr_parser *parser, const char *begin,
                                       const char *end);

#endif
