#include "frontend/annotation_names.h"

#include "support/suggestion.h"

#include <string.h>

/* tests/docs/check.sh holds it against custub/kernel.h. */
static const struct {
    const char *key; /* null: of no annotation */
    const char *macro;
} names[] = {
    {"counted_by", "CUSTUB_COUNTED_BY"},   {"counted_by_or_null", "CUSTUB_COUNTED_BY_OR_NULL"},
    {"sized_by", "CUSTUB_SIZED_BY"},       {"sized_by_or_null", "CUSTUB_SIZED_BY_OR_NULL"},
    {"aligned", "CUSTUB_ALIGNED"},         {"disjoint", "CUSTUB_DISJOINT"},
    {"aliases", "CUSTUB_ALIASES"},         {"threads", "CUSTUB_THREADS"},
    {"grid_stride", "CUSTUB_GRID_STRIDE"}, {"block", "CUSTUB_BLOCK"},
    {"shared", "CUSTUB_SHARED"},           {"requires", "CUSTUB_REQUIRES"},
    {"cooperative", "CUSTUB_COOPERATIVE"}, {"dimensions", "CUSTUB_DIMENSIONS"},
    {NULL, "CUSTUB_CONTRACT_OF"},
};

#define COUNT (sizeof(names) / sizeof(names[0]))

const char *gen_annotation_macro(const char *key)
{
    for (size_t i = 0; i < COUNT; i++)
        if (names[i].key && strcmp(names[i].key, key) == 0)
            return names[i].macro;
    return NULL;
}

static gen_expr_suggestion nearest(const char *word)
{
    gen_expr_suggestion suggestion = gen_expr_suggestion_for(word);

    for (size_t i = 0; i < COUNT; i++)
        gen_expr_suggestion_consider(&suggestion, names[i].macro);
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
