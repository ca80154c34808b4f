/* section.h: .section, the debug information of a file. */
#ifndef GEN_PTX_SECTION_H
#define GEN_PTX_SECTION_H

#include "ptx/reader.h"

/* .section name { … }: keeps the labels of .debug_str. */
bool gen_ptx_read_section(gen_ptx_reader *reader);

#endif
