/* symbol.h: the names of C++ kernels in images. */
#ifndef GEN_SYMBOL_H
#define GEN_SYMBOL_H

#include "frontend/reader/reader.h"

/* True for C linkage. False for C++ kernels, templates and their instances. */
bool gen_read_has_c_linkage(gen_reader *reader, CXCursor function);
/* The symbol that nvcc gives a C++ kernel; null if custub does not know it. */
const char *gen_read_symbol(gen_reader *reader, CXCursor kernel);

#endif
