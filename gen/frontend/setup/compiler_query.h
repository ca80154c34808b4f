/* compiler_query.h: what the program's files ask the compiler in conditions, such as
 * __has_builtin(x). Under nvcc, the host compiler answers, and not clang. So clang reads these
 * files with the operators renamed to macros of the same length, which have the host compiler's
 * answers. The headers of the system and the toolkit still ask clang. */
#ifndef GEN_COMPILER_QUERY_H
#define GEN_COMPILER_QUERY_H

#include "frontend/reader/reader.h"
#include "frontend/setup/query_scan.h"

typedef struct gen_compiler_queries {
    size_t file_count;
    struct CXUnsavedFile *files; /* the files that ask, for clang */
    const char *answers;         /* definitions, for the prelude; null: no question, or no answer */
    gen_query_rewriting rewriting;
    gen_words whole; /* for the rewriting */
} gen_compiler_queries;

/* Finds the files that ask, and asks the host compiler, which has already told its macros. Never
 * null. */
gen_compiler_queries *gen_read_compiler_queries(gen_reader *reader);

/* Copies the text of one of the program's files for clang, with the operators renamed. */
const char *gen_query_rename(const gen_compiler_queries *queries, gen_arena *arena,
                             const char *text);

/* Restores the operators' names in clang's text of a file. */
void gen_query_restore(char *text);

#endif
