/* buffer_size.h: the bytes that the program's own code allocates for a kernel's pointers. */
#ifndef GEN_BUFFER_SIZE_H
#define GEN_BUFFER_SIZE_H

#include "frontend/launches/host_code.h"

/* Adds to the model the size of each buffer of a launch that its arguments and its shape can tell.
 */
void gen_read_buffer_sizes(gen_host_code *code);

#endif
