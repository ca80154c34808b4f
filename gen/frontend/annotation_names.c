#include "frontend/annotation_names.h"

#include "model/annotation_table.h"
#include "support/suggestion.h"

#include <string.h>

static gen_expr_suggestion nearest(const char *word)
{
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(word);

#define CONSIDER(NAME, key, place) gen_expr_suggestion_consider(&suggestion, "CUSTUB_" #NAME);
    GEN_ANNOTATIONS(CONSIDER)
#undef CONSIDER
    gen_expr_suggestion_consider(&suggestion, "CUSTUB_CONTRACT_OF");
    return suggestion;
}

#define FEW 2 /* letters */

bool gen_annotation_is_misspelt(const char *word)
{
    const gen_expr_suggestion suggestion = nearest(word);

    if (suggestion.best && strcmp(suggestion.best, word) == 0)
        return false;
    return strncmp(word, "CUSTUB_", strlen("CUSTUB_")) == 0 ||
           (suggestion.best && suggestion.distance <= FEW);
}

const char *gen_annotation_meant(const char *word)
{
    return nearest(word).best;
}
