/* stub_error.h: clang's errors about what a CUSTUB_STUB names, in custub's words. */
#ifndef GEN_STUB_ERROR_H
#define GEN_STUB_ERROR_H

#include "frontend/reader/reader.h"

/* True if the error is in a CUSTUB_STUB and was reported: what was found there, what is needed, and
 * the functions that may be meant. False: nothing was reported. */
bool gen_read_stub_error(gen_reader *reader, CXTranslationUnit unit, CXDiagnostic diagnostic,
                         const char *text);

#endif
