/* parse.h: runs clang over a file once. */
#ifndef GEN_PARSE_H
#define GEN_PARSE_H

#include "frontend/reader/reader.h"
#include "frontend/setup/arguments.h"

/* Parses `path` with the prelude and other texts that are not on disk. Null after an error was
 * reported. */
CXTranslationUnit gen_read_parse(gen_reader *reader, const char *path,
                                 const gen_arguments *arguments, const struct CXUnsavedFile *others,
                                 size_t count, unsigned flags);
/* Parses the source file, at least with the bodies of functions for which gen_read_in_system() is
 * false. `precompiled`: the arguments name a precompiled header. */
CXTranslationUnit gen_read_parse_file(gen_reader *reader, const gen_arguments *arguments,
                                      bool precompiled);
/* After a fatal error, such as a missing header, clang's other errors are only consequences. */
bool gen_read_has_fatal_error(CXTranslationUnit unit);

#endif
