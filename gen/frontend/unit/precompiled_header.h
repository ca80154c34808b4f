/* precompiled_header.h: precompiles the toolkit's headers into the cache folder. */
#ifndef GEN_PRECOMPILED_HEADER_H
#define GEN_PRECOMPILED_HEADER_H

#include "frontend/reader/reader.h"
#include "frontend/setup/include_scan.h"
#include "frontend/unit/header_list.h"

/* Scans the source for headers of the toolkit. False if there is no toolkit, or if the flags
 * include files. */
bool gen_read_scan_includes(gen_reader *reader, gen_include_scan *scan);
/* The precompiled header for this file and architecture in the cache folder. It is made if it is
 * missing or a file in it has changed. Null if that fails, which is not an error: the file is then
 * read without it. */
const char *gen_read_pch(gen_reader *reader, gen_header_list *files);
/* Adds the files in it to the model's dependencies. */
void gen_read_pch_dependencies(gen_reader *reader, const gen_header_list *files);

#endif
