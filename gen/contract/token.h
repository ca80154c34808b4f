/* token.h: the tokens of an expression. */
#ifndef GEN_TOKEN_H
#define GEN_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum gen_expr_token_kind {
    GEN_EXPR_TOKEN_END,
    GEN_EXPR_TOKEN_NAME,   /* one identifier; qualified names are several tokens */
    GEN_EXPR_TOKEN_NUMBER, /* an integer literal */
    GEN_EXPR_TOKEN_MARK,   /* an operator or a punctuator of C++ */
    GEN_EXPR_TOKEN_BAD     /* anything else; `id` and `problem` say what is wrong */
} gen_expr_token_kind;

typedef struct gen_expr_token {
    gen_expr_token_kind kind;
    const char *begin; /* borrowed from the text */
    size_t length;
    uint64_t value;      /* of a number */
    const char *id;      /* of a bad token: the id of its error */
    const char *problem; /* of a bad token: the end of the message, after the quoted token */
} gen_expr_token;

/* The first token at or after `cursor`, which is zero-terminated. Continue at begin + length. */
gen_expr_token gen_expr_token_next(const char *cursor);

/* True if the token is this operator, punctuator or name. */
bool gen_expr_token_is(const gen_expr_token *token, const char *text);

/* These know only ASCII, in every locale. */
bool gen_expr_is_space(char c);
bool gen_expr_is_name_part(char c);

#endif
