/* interface.h: checks that a kernel's interface is the same on every architecture. */
#ifndef GEN_INTERFACE_H
#define GEN_INTERFACE_H

#include "frontend/reader/reader.h"

/* Compares the kernel's parameters and their types with those on other architectures. False if it
 * reported a difference in the parameters themselves. */
bool gen_read_compare_interface(gen_reader *reader, CXCursor function, const gen_kernel *kernel);

#endif
