/* parse_state.h: what the files of the expression parser share. No other file includes it.
 *
 * Each function that reads a part of the expression returns an operand. A null `expr` means that an
 * error was reported; callers return the operand and report nothing more.
 */
#ifndef GEN_PARSE_STATE_H
#define GEN_PARSE_STATE_H

#include "contract/expression.h"
#include "contract/token.h"
#include "support/suggestion.h"

/* The greatest depth of operations, and of parentheses. It bounds every recursion, and keeps the
 * parentheses of the emitted C below clang's limit of 256. */
#define GEN_EXPR_NESTING 100

typedef struct gen_expr_parser {
    gen_arena *arena;
    gen_diag *diag;
    const gen_model *model;
    const gen_kernel *kernel;
    const gen_pointer *pointer; /* or null */
    const gen_scope *scope;     /* the struct whose fields are named; null: parameters are named */
    const gen_annotation *annotation;
    const gen_expr_rules *rules;
    const char *text;     /* the expression, without blanks at its ends */
    gen_expr_token token; /* the next one */
    const char *end;      /* the end of the last token that was read */
    gen_assumption *assumptions;
    unsigned nesting;
    unsigned decided; /* above 0: inside an operand whose value does not matter and is not
                         checked */
} gen_expr_parser;

typedef struct gen_expr_operand {
    gen_expr *expr;    /* null: an error was reported */
    const char *begin; /* its text, parentheses included */
    const char *end;
    unsigned height; /* depth of the operations in it */
    unsigned stack;  /* the most operands on the stack at once */
    int comparison;  /* the precedence of a comparison without parentheses, else 0 */
} gen_expr_operand;

/* --- parse_state.c: tokens, and messages about them */

void gen_expr_advance(gen_expr_parser *parser);

/* Reads the punctuator. False, with an error, if it is missing. */
bool gen_expr_expect(gen_expr_parser *parser, const char *mark);

/* Reports the next token; `wanted` was expected instead. */
gen_expr_operand gen_expr_unexpected(gen_expr_parser *parser, const char *wanted);

/* Reports the next token, which follows a complete expression. */
gen_expr_operand gen_expr_fail_after(gen_expr_parser *parser);

/* Reports FACT; WHAT TO DO, after the annotation and whose it is. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
gen_expr_operand
gen_expr_fail(gen_expr_parser *parser, const char *id, const char *format, ...);

/* A part of the text for a message, shortened if it is long. */
const char *gen_expr_quote(const gen_expr_parser *parser, const char *begin, const char *end);

/* --- grammar.c */

/* Reads an expression, up to the first token that cannot continue it. */
gen_expr_operand gen_expr_read(gen_expr_parser *parser);

/* --- fold.c: makes nodes, and folds constants */

/* True if the operand is a constant; sets `value` to it. */
bool gen_expr_is_constant(const gen_expr_operand *operand, custub_int *value);

/* True if a constant `left` of && or || decides the result, so that the right operand does not
 * matter. */
bool gen_expr_fold_settles(custub_op op, const gen_expr_operand *left);

/* The next functions make an operand whose text begins at `begin` and ends with the last token
 * read. */
gen_expr_operand gen_expr_fold_leaf(gen_expr_parser *parser, custub_op op, const char *begin);
gen_expr_operand gen_expr_fold_constant(gen_expr_parser *parser, custub_int value,
                                        const char *begin);
gen_expr_operand gen_expr_fold_unary(gen_expr_parser *parser, custub_op op,
                                     const gen_expr_operand *left, const char *begin);
gen_expr_operand gen_expr_fold_binary(gen_expr_parser *parser, custub_op op,
                                      const gen_expr_operand *left, const gen_expr_operand *right,
                                      const char *begin);
gen_expr_operand gen_expr_fold_conditional(gen_expr_parser *parser,
                                           const gen_expr_operand *condition,
                                           const gen_expr_operand *chosen,
                                           const gen_expr_operand *otherwise, const char *begin);

/* --- name.c */

/* Reads a name and what follows it: components, fields, indices, arguments. */
gen_expr_operand gen_expr_read_name(gen_expr_parser *parser);

/* Makes an operand from a constant that the author calls `what`. All architectures share one
 * contract, so the constant must have the same value on all of them. */
gen_expr_operand gen_expr_read_constant(gen_expr_parser *parser, const char *what,
                                        const gen_constant *constant, const char *begin);

/* --- template_argument.c: parameters of a template: of a kernel, or of the class that has the
 * annotated field */

/* True if the name is a parameter whose argument is known. */
bool gen_expr_is_argument(const gen_expr_parser *parser, const char *name);

/* Reads a name for which gen_expr_is_argument() is true. */
gen_expr_operand gen_expr_read_argument(gen_expr_parser *parser, const char *name,
                                        const char *begin);

/* The size of the argument if the name is a type parameter of the kernel's template; sets `type` to
 * the argument. Null for other names. */
const gen_constant *gen_expr_size_of_argument(const gen_expr_parser *parser, const char **type);

/* --- access.c */

/* True if the name is a parameter's, or in a scope a field's. */
bool gen_expr_is_place(const gen_expr_parser *parser, const char *name);

/* Offers the names of all parameters, or of the scope's fields, for a suggestion. */
void gen_expr_suggest_places(const gen_expr_parser *parser, gen_expr_suggestion *suggestion);

/* Reads the fields and indices after such a name, and finds the place. False after an error. */
bool gen_expr_read_path(gen_expr_parser *parser, const char *name, gen_expr_place *place);

/* The same if the path is the whole text. */
bool gen_expr_read_whole_path(gen_expr_parser *parser, gen_expr_place *place);

/* The same for a number in an expression whose name begins at `begin`. */
gen_expr_operand gen_expr_read_number(gen_expr_parser *parser, const char *name, const char *begin);

#endif
