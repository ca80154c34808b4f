/* parse_attempt.h: opens the unit of one architecture. */
#ifndef GEN_PARSE_ATTEMPT_H
#define GEN_PARSE_ATTEMPT_H

#include "frontend/reader/reader.h"

/* Before the first architecture: chooses what clang reads before the file. */
void gen_read_choose_prelude(gen_reader *reader);
/* Opens reader->unit for the current architecture, with errors only in bodies. On failure, errors
 * were reported, unless the prelude was brief. */
bool gen_read_open(gen_reader *reader);

/* The file once more, for its launches alone: its functions are the host's. The caller disposes the
 * unit. Null if there is none; errors are not reported. */
CXTranslationUnit gen_read_open_launches(gen_reader *reader);

#endif
