#include "support/suggestion.h"

#include <stdint.h>
#include <string.h>

#define LONGEST 64 /* longer names get no suggestion */

#define MOST_ERRORS 50 /* clang's limit is the same */

bool gen_expr_suggests(const gen_diag *diag)
{
    return diag->errors < MOST_ERRORS;
}

gen_expr_suggestion gen_expr_suggestion_for(const char *name)
{
    gen_expr_suggestion suggestion = {name, NULL, SIZE_MAX};

    return suggestion;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The number of letters to insert, delete, replace or swap with their neighbour. Case does not
 * count. */
static size_t edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST + 1];

    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *before = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            row[j] = smaller(replaced, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

/* The part after the last `::`. */
static const char *unqualified(const char *name)
{
    const char *colons = strrchr(name, ':');

    return colons ? colons + 1 : name;
}

void gen_expr_suggestion_consider(gen_expr_suggestion *suggestion, const char *candidate)
{
    size_t length = strlen(suggestion->name);
    size_t other = strlen(candidate);
    size_t distance;

    if (length > LONGEST || other > LONGEST)
        return;
    distance = strcmp(unqualified(candidate), suggestion->name) == 0
                   ? 0 /* only the namespace is missing */
                   : edit_distance(suggestion->name, length, candidate, other);
    /* In a short name every letter counts: 'm' is not suggested for 'n'. */
    if (distance > smaller(length, other) / 3 || distance >= suggestion->distance)
        return;
    suggestion->best = candidate;
    suggestion->distance = distance;
}
