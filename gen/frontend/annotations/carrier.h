/* carrier.h: the declarations at which annotations are written. */
#ifndef GEN_CARRIER_H
#define GEN_CARRIER_H

#include "frontend/reader/reader.h"

typedef struct gen_carrier {
    CXCursor declaration; /* the function, the template of functions, or the field */
    gen_place place;
    const char *unified; /* its USR */
    bool of_param;       /* the annotation is a parameter's */
    const char *origin;  /* the annotation's name in the source, the same for every architecture */
    const gen_parameter_names *names; /* null for a field */
    struct gen_carrier *earlier; /* the carrier of the same attribute at an earlier declaration,
                                    or null */
} gen_carrier;

/* The declaration where the attribute was written. Later declarations inherit an attribute with its
 * location, so the first call decides. `holder`: what has the attribute: a function, a field, or a
 * parameter of `declaration`. */
const gen_carrier *gen_read_carrier(gen_reader *reader, CXCursor attribute, CXCursor holder,
                                    CXCursor declaration);
/* The carrier with this origin in the open unit; null if there is none. */
const gen_carrier *gen_read_carrier_of(gen_reader *reader, const char *origin);

#endif
