/* probe.h: declarations that are added to the source's text, so that the compiler looks up names at
 * the places of contracts.
 *
 * A probe is directly before the function with the annotation, or after the field. It is a
 * static_assert whose message has its number; inside a template it is a class with that number in
 * its name. Both contain `constexpr auto custub_value = (NAME);`. */
#ifndef GEN_PROBE_H
#define GEN_PROBE_H

#include "frontend/annotations/carrier.h"
#include "support/text.h"

#define GEN_PROBE_VALUE    "custub_value"
#define GEN_PROBE_CLASS    "custub_probe_"
#define GEN_PROBE_MESSAGE  "custub.probe:"
#define GEN_PROBE_ARGUMENT "custub_argument"

typedef struct gen_probe {
    unsigned number;
    const gen_carrier *carrier;
    const char *text; /* what is looked up */
    bool is_size;     /* the text is the operand of a sizeof */
    bool in_template;
    CXFile file;
    const char *file_name;
    unsigned offset;    /* where it is inserted */
    unsigned inclusion; /* libclang's number of the file's inclusion; 0 in a macro */
    const char *before; /* reopens its namespaces; `after` closes them */
    const char *after;
} gen_probe;

/* Finds the place. `late`: after a declaration that a macro writes; names that the macro declares
 * before it are visible only there. False if there is no such place. */
bool gen_probe_place(gen_reader *reader, gen_probe *probe, bool late);

/* The namespace or class around a probe in a function template. */
CXCursor gen_probe_scope(const gen_probe *probe);

/* True if a macro writes the beginning of the declaration. */
bool gen_probe_is_in_macro(const gen_carrier *carrier);

/* Writes the probe as text on one line. */
void gen_probe_write(gen_reader *reader, gen_text *out, const gen_probe *probe);

/* Where the name begins in the file, from the offset of the probe's variable. */
unsigned gen_probe_text_offset(const gen_probe *probe, unsigned variable);

#endif
