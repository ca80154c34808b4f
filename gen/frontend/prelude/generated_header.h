/* generated_header.h: headers that the generator writes. A source of a program may include them,
 * its own as well, and they may not have been written yet. Kernels do not depend on them, so the
 * generator never reads one: they are empty where __CUSTUB__ is defined. */
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
    gen_place in_part; /* where a saxpy.cu that is a part of the source includes it; else no file */
} gen_generated_headers;

/* True for "folder/saxpy.custub.h". */
bool gen_is_generated_header(const char *name);

/* The name in clang's error about one that is not there, "folder/saxpy.custub.h"; null if the error
 * is another. */
const char *gen_generated_header_missing(gen_arena *arena, const char *error);

/* Adds one by its name, with or without folders, unless the list has it. The list's entry; null if
 * the name has no stem. */
gen_generated_headers *gen_generated_headers_add(gen_generated_headers **list, gen_arena *arena,
                                                 const char *name);
/* True if they have the same headers, in any order. */
bool gen_generated_headers_equal(gen_generated_headers *a, gen_generated_headers *b);
/* True if the header is that of the source, "folder/saxpy.cu", with the prefix or without it. */
bool gen_generated_header_is_of(const gen_generated_headers *header, const char *source,
                                const char *prefix);

/* Appends the types that sources need for their declarations: those of <custub/stub.h>, and each
 * header's struct of loaded kernels. They do not depend on where the headers are, or whether they
 * have been written yet. */
void gen_prelude_write_generated(gen_text *out, const gen_generated_headers *headers);

#endif
