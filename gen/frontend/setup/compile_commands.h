/* compile_commands.h: a compilation database, compile_commands.json, as libclang reads it. */
#ifndef GEN_COMPILE_COMMANDS_H
#define GEN_COMPILE_COMMANDS_H

#include "command_line/shell_words.h"
#include "support/diag.h"
#include "support/name_table.h"

typedef struct gen_compile_command {
    struct gen_compile_command *next; /* another command for the same file, or null */
    const char
        *directory;   /* where the compiler runs; absolute, or relative like the database's path */
    const char *file; /* the source; links are resolved if it exists */
    gen_words arguments; /* the whole command, with the compiler */
} gen_compile_command;

typedef struct gen_compile_commands {
    const char *path;     /* of compile_commands.json */
    gen_name_table files; /* the first command of each source */
} gen_compile_commands;

/* Reads compile_commands.json in the folder. False, with errors in `diag`, if it cannot be read or
 * is malformed; libclang prints the reason on stderr. */
bool gen_compile_commands_read(gen_compile_commands *database, gen_arena *arena, gen_diag *diag,
                               const char *folder);

/* The entry for a source. If there are several, the first, and a note. If there is none, null, and
 * an error. */
const gen_compile_command *gen_compile_commands_find(const gen_compile_commands *database,
                                                     gen_arena *arena, gen_diag *diag,
                                                     const char *file);

#endif
