/* interface.h: the interface of a kernel, which must be the same on every architecture. */
#ifndef GEN_INTERFACE_H
#define GEN_INTERFACE_H

#include "frontend/reader/reader.h"

/* The parameters of the kernel, and all that they are made of, against what other
 * architectures have. False after an error was reported of the parameters themselves. */
bool gen_read_compare_interface(gen_reader *reader, CXCursor function, const gen_kernel *kernel);

#endif
