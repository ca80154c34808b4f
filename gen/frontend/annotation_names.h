/* annotation_names.h: the macros of <custub/kernel.h>. */
#ifndef GEN_ANNOTATION_NAMES_H
#define GEN_ANNOTATION_NAMES_H

#include <stdbool.h>

/* "CUSTUB_COUNTED_BY" of the key "counted_by"; null if custub/kernel.h has no such annotation. */
const char *gen_annotation_macro(const char *key);

/* Whether a word that the compiler does not know looks like one of the macros, and is none. */
bool gen_annotation_is_misspelt(const char *word);
/* The macro that is nearest to it, or null if none is near. */
const char *gen_annotation_meant(const char *word);

#endif
