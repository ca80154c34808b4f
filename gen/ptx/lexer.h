/* lexer.h: the tokens of PTX. */
#ifndef GEN_PTX_LEXER_H
#define GEN_PTX_LEXER_H

#include "support/body_scan.h" /* gen_token */

#include <stdbool.h>
#include <stdint.h>

typedef struct gen_ptx_lexer {
    const char *last; /* just after the token before */
    const char *next; /* just after `token` */
    const char *end;
    gen_token token;
    uint32_t line; /* of the token */
    char
        sign; /* what the token is: GEN_PTX_WORD, GEN_PTX_STRING, another character; 0 at the end */
} gen_ptx_lexer;

#define GEN_PTX_WORD   'a' /* ".param", "%tid.x", "$L__BB0_2", "0f3F800000", "ld.L2::cache_hint" */
#define GEN_PTX_STRING '"' /* with its quotes */

/* Begins at the first token of the text. `line` is that of its beginning. */
gen_ptx_lexer gen_ptx_lexer_begin(const char *text, size_t length, uint32_t line);
void gen_ptx_advance(gen_ptx_lexer *lexer);

/* If the current token is this sign, advances and returns true. */
bool gen_ptx_take(gen_ptx_lexer *lexer, char sign);
bool gen_ptx_at_word(const gen_ptx_lexer *lexer, const char *word);
bool gen_ptx_take_word(gen_ptx_lexer *lexer, const char *word);

/* True at a word such as ".align". */
bool gen_ptx_at_directive(const gen_ptx_lexer *lexer);
/* True at a word that is neither a directive nor a number. */
bool gen_ptx_at_name(const gen_ptx_lexer *lexer);

/* Skips from an opening bracket to the token after its closing one. False if there is none. */
bool gen_ptx_skip_brackets(gen_ptx_lexer *lexer);

/* The text from `begin` to the end of the last token before the current one. */
gen_token gen_ptx_since(const gen_ptx_lexer *lexer, const char *begin);

#endif
