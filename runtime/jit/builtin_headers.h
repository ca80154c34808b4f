/* builtin_headers.h: headers that NVRTC does not have, and that kernels' sources include. */
#ifndef CUSTUBI_BUILTIN_HEADERS_H
#define CUSTUBI_BUILTIN_HEADERS_H

#include <custub/jit.h>

/* The text of <custub/assertion.h>, in a file that the build writes. */
extern const char custubi_assertion_text[];

/* Ends with a null name. */
extern const custub_jit_header custubi_builtin_headers[];

#endif
