/* stub_error.h: clang's errors about what a CUSTUB_STUB names, in custub's words. */
#ifndef GEN_STUB_ERROR_H
#define GEN_STUB_ERROR_H

#include "frontend/reader/reader.h"

/* If the error is in a CUSTUB_STUB, may report what was found there, what is needed, and which
 * functions may be meant. True if it reported that. */
bool gen_read_stub_error(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic,
                         const char *text);

#endif
