/* compile_commands.h: a compilation database, compile_commands.json, as libclang reads it. */
#ifndef GEN_COMPILE_COMMANDS_H
#define GEN_COMPILE_COMMANDS_H

#include "command_line/shell_words.h"
#include "support/diag.h"
#include "support/name_table.h"

typedef struct gen_compile_command {
    struct gen_compile_command *next; /* another one of the same file, or null */
    const char *directory;            /* the compiler's; absolute, or as the database is reached */
    const char *file;                 /* the source, with links resolved where it exists */
    gen_words arguments;              /* the compiler's words, with that of the compiler */
} gen_compile_command;

typedef struct gen_compile_commands {
    const char *path;     /* of the file */
    gen_name_table files; /* the first command of each source */
} gen_compile_commands;

/* Reads the compile_commands.json of the folder. False, and errors in `diag`, if it cannot be read
 * or is malformed; libclang then says on stderr what is wrong. */
bool gen_compile_commands_read(gen_compile_commands *database, gen_arena *arena, gen_diag *diag,
                               const char *folder);

/* The entry of the source `file`, the first if there are several, which a note says; null, and an
 * error, if there is none. */
const gen_compile_command *gen_compile_commands_find(const gen_compile_commands *database,
                                                     gen_arena *arena, gen_diag *diag,
                                                     const char *file);

#endif
