/* precompiled_header.h: a precompiled header of the toolkit's headers, kept in the cache folder. */
#ifndef GEN_PRECOMPILED_HEADER_H
#define GEN_PRECOMPILED_HEADER_H

#include "frontend/reader/reader.h"

/* A precompiled header for this file and architecture, kept in the options' cache
 * folder and made if it is not there; null if that fails. A failure is not an error: the
 * file is then read without. */
const char *gen_read_pch(gen_reader *reader);
/* Adds the files that it was made of to the model's dependencies. */
void gen_read_pch_dependencies(gen_reader *reader, const char *precompiled);

#endif
