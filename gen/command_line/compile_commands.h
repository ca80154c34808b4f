/* compile_commands.h: a compilation database, compile_commands.json. */
#ifndef GEN_COMPILE_COMMANDS_H
#define GEN_COMPILE_COMMANDS_H

#include "support/diag.h"
#include "support/name_table.h"
#include "command_line/shell_words.h"

typedef struct gen_compile_command {
    struct gen_compile_command *next; /* another one of the same file, or null */
    gen_place place;                  /* of its entry */
    const char *directory;            /* the compiler's; absolute, or as the database is reached */
    const char *file;                 /* the source, with links resolved where it exists */
    const char *command;              /* as a shell would read it; or null, and then: */
    gen_words arguments;
} gen_compile_command;

typedef struct gen_compile_commands {
    const char *path;     /* of the file */
    gen_name_table files; /* the first command of each source */
} gen_compile_commands;

/* Reads the database `path`, a file or a folder that has a compile_commands.json. False, and errors
 * in `diag`, if it cannot be read or is malformed. */
bool gen_compile_commands_read(gen_compile_commands *database, gen_arena *arena, gen_diag *diag,
                               const char *path);

/* The entry of the source `file`, the first if there are several, which a note says; null, and an
 * error, if there is none. Its `arguments` are filled: the compiler's words, that of the compiler
 * too. */
const gen_compile_command *gen_compile_commands_find(const gen_compile_commands *database,
                                                     gen_arena *arena, gen_diag *diag,
                                                     const char *file);

#endif
