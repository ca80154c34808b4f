/* signature.h: writes a kernel's declaration. */
#ifndef GEN_SIGNATURE_H
#define GEN_SIGNATURE_H

#include "frontend/reader/reader.h"

/* The type of the parameter on the device, as the author named it. */
CXType gen_read_argument_type(CXCursor function, unsigned index);
/* "void saxpy(size_t n, const float *x)", for the comment in the header. */
const char *gen_read_signature(gen_reader *reader, CXCursor function, const gen_kernel *kernel);
/* "void (*)(const float *, int)" */
const char *gen_read_pointer_type(gen_reader *reader, CXCursor function);
/* A type as it is meant, with "template parameter 2" for one of a template. */
const char *gen_read_canonical_text(gen_reader *reader, CXType type);

#endif
