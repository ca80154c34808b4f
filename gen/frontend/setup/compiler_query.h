/* compiler_query.h: what the program's files ask of the compiler in conditions, such as
 * __has_builtin(x). nvcc's host compiler answers there, and not clang. So clang reads these files
 * with the operators renamed to macros of the same length, which have the host compiler's answers.
 * The headers of the system and of the toolkit keep asking clang. */
#ifndef GEN_COMPILER_QUERY_H
#define GEN_COMPILER_QUERY_H

#include "frontend/reader/reader.h"
#include "frontend/setup/query_scan.h"

typedef struct gen_compiler_queries {
    size_t file_count;
    struct CXUnsavedFile *files; /* the files that ask, for clang */
    const char *answers;         /* definitions, for the prelude; null: nobody asks, or nobody
                                    answers */
    gen_query_rewriting rewriting;
    gen_words whole; /* the rewriting's */
} gen_compiler_queries;

/* Finds the files that ask, and asks the host compiler, which has answered for its macros. Never
 * null. */
gen_compiler_queries *gen_read_compiler_queries(gen_reader *reader);

/* A copy of a text that clang reads in place of one of the program's files, with the operators
 * renamed. */
const char *gen_query_rename(const gen_compiler_queries *queries, gen_arena *arena,
                             const char *text);

/* Gives the operators in clang's text of a file their names again. */
void gen_query_restore(char *text);

#endif
