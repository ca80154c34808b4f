/* annotation_names.h: words that were meant as macros of <custub/kernel.h>. */
#ifndef GEN_ANNOTATION_NAMES_H
#define GEN_ANNOTATION_NAMES_H

#include <stdbool.h>

/* Whether a word that the compiler does not know looks like one of the macros, and is none. */
bool gen_annotation_is_misspelt(const char *word);
/* The macro that is nearest to it, or null if none is near. */
const char *gen_annotation_meant(const char *word);

#endif
