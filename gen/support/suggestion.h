/* suggestion.h: the known name that is most similar to an unknown one. */
#ifndef GEN_SUGGESTION_H
#define GEN_SUGGESTION_H

#include "support/diag.h"

#include <stddef.h>

typedef struct gen_expr_suggestion {
    const char *name; /* the unknown one */
    const char *best; /* the most similar name so far, if it is similar enough, or null; borrowed */
    size_t distance;  /* to `best` */
} gen_expr_suggestion;

/* False after many errors: nobody reads that far, and each suggestion compares all names. */
bool gen_expr_suggests(const gen_diag *diag);

gen_expr_suggestion gen_expr_suggestion_for(const char *name);
void gen_expr_suggestion_consider(gen_expr_suggestion *suggestion, const char *candidate);

#endif
