/* parse.h: one run of clang over a file. */
#ifndef GEN_PARSE_H
#define GEN_PARSE_H

#include "frontend/reader/reader.h"
#include "frontend/unit/arguments.h"

/* Parses `path`, with the prelude and, if it is not null, another file that is not on
 * disk; null after an error was reported. */
CXTranslationUnit gen_read_parse(gen_reader *reader, const char *path,
                                 const gen_arguments *arguments, const struct CXUnsavedFile *other,
                                 unsigned flags);
/* The file itself; at least the bodies of all functions for which gen_read_in_system() is false.
 * `precompiled`: the arguments name a precompiled header. */
CXTranslationUnit gen_read_parse_file(gen_reader *reader, const gen_arguments *arguments,
                                      bool precompiled);
/* Behind such an error, of a missing header for instance, clang finds only more. */
bool gen_read_has_fatal_error(CXTranslationUnit unit);

#endif
