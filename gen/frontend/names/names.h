/* names.h: what the names in contracts mean, which the compiler looks up. */
#ifndef GEN_NAMES_H
#define GEN_NAMES_H

#include "frontend/reader/reader.h"

/* Looks up the names in all contracts of the open unit, and closes the unit. It parses the file a
 * second time, with probes (probe.h), unless contracts name only parameters and fields. */
void gen_read_names(gen_reader *reader);

#endif
