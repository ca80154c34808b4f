/* suggestion.h: the name that somebody who wrote another one may have meant. */
#ifndef GEN_SUGGESTION_H
#define GEN_SUGGESTION_H

#include "support/diag.h"

#include <stddef.h>

typedef struct gen_expr_suggestion {
    const char *name; /* what was written */
    const char *best; /* the closest name so far that is close enough, or null; borrowed */
    size_t distance;  /* of `best` */
} gen_expr_suggestion;

/* Whether a suggestion is still worth a look at all names: after so many errors nobody reads on,
 * and each would cost the time again. */
bool gen_expr_suggests(const gen_diag *diag);

gen_expr_suggestion gen_expr_suggestion_for(const char *name);
void gen_expr_suggestion_consider(gen_expr_suggestion *suggestion, const char *candidate);

#endif
