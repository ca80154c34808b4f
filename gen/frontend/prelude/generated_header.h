/* generated_header.h: headers that the generator writes. A program's source may include them, also
 * its own one, before they are written. Kernels do not depend on them, so the generator never reads
 * one: where __CUSTUB__ is defined, they are empty. */
#ifndef GEN_GENERATED_HEADER_H
#define GEN_GENERATED_HEADER_H

#include "support/arena.h"
#include "support/diag.h"
#include "support/text.h"

#include <stdbool.h>

/* Headers, in the order in which they were found. */
typedef struct gen_generated_headers {
    struct gen_generated_headers *next;
    const char *stem;  /* "saxpy" */
    gen_place in_part; /* where a part of the source named saxpy.cu includes it; else no file */
} gen_generated_headers;

/* True for "folder/saxpy.custub.h". */
bool gen_is_generated_header(const char *name);

/* The name in clang's error about a missing one, "folder/saxpy.custub.h"; null if it is another
 * error. */
const char *gen_generated_header_missing(gen_arena *arena, const char *error);

/* Adds a header by its name, with or without folders, unless the list has it. Returns the list's
 * entry; null if the name has no stem. */
gen_generated_headers *gen_generated_headers_add(gen_generated_headers **list, gen_arena *arena,
                                                 const char *name);
/* True if they have the same headers, in any order. */
bool gen_generated_headers_equal(gen_generated_headers *a, gen_generated_headers *b);
/* True if the header is that of the source, "folder/saxpy.cu", with the prefix or without it. */
bool gen_generated_header_is_of(const gen_generated_headers *header, const char *source,
                                const char *prefix);

/* Appends the types that sources need for their declarations: those of <custub/stub.h>, and each
 * header's struct of loaded kernels. They are the same wherever the headers are, and whether or not
 * they exist. */
void gen_prelude_write_generated(gen_text *out, const gen_generated_headers *headers);

#endif
