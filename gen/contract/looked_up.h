/* looked_up.h: the names in a contract that the compiler must look up. */
#ifndef GEN_LOOKED_UP_H
#define GEN_LOOKED_UP_H

#include "model/kernel.h"

/* What custub knows about a name without asking the compiler. */
typedef enum gen_expr_known {
    GEN_EXPR_UNKNOWN,
    GEN_EXPR_PLACE,   /* a parameter or a field */
    GEN_EXPR_ARGUMENT /* a parameter of the template whose argument is known */
} gen_expr_known;

typedef gen_expr_known gen_expr_knows(const void *data, const char *name);

/* The names in the text that are neither known nor words of the language, each once. */
gen_named *gen_expr_looked_up(gen_arena *arena, const char *text, gen_expr_knows *knows,
                              const void *data);

/* True for gridDim and the other words that a contract may use without a declaration. */
bool gen_expr_is_word(const char *name);

/* The parenthesis that closes the one just before `text`; null if there is none. */
const char *gen_expr_closing_parenthesis(const char *text);

/* The size of a type that consists of C's own words, or of a pointer to one; 0 for others. */
uint64_t gen_expr_size_of_words(const char *type);

#endif
