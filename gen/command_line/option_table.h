/* option_table.h: all commands and options. Parsing, help, the manual page and the completions come
 * from these two tables. */
#ifndef GEN_OPTION_TABLE_H
#define GEN_OPTION_TABLE_H

#include "command_line/option_value.h"

typedef struct gen_command_row {
    const char *name;
    gen_command command;
    const char *operands; /* what follows the name in a synopsis: "FILE.cu..." */
    const char *summary;  /* what it does, in one line */
    const char *text;     /* more about it: whole sentences, or "" */
    const char *example;
} gen_command_row;

extern const gen_command_row gen_command_table[];
extern const size_t gen_command_count;

/* The row of the command; null for one that is not in the table. */
const gen_command_row *gen_command_find(const char *name);
const gen_command_row *gen_command_row_of(gen_command command);

/* "gen, build, list, verify, bounds, try or suggest" */
const char *gen_command_names(gen_arena *arena);

/* The command as a bit in `commands` of an option. */
#define GEN_ON(name) (1u << GEN_COMMAND_##name)

/* An option may have several rows, for commands to which it means different things. */
typedef struct gen_option_row {
    const char *name;  /* without dashes; "o" is -o */
    const char *value; /* the value's name in texts; null: it has none */
    unsigned commands; /* that take it */
    const char *help;  /* without a full stop */
    size_t target;     /* offset in gen_options of a text, or of a bool if there is no value */
    bool (*take)(gen_option_reader *reader, const char *value); /* in place of it, or null */
} gen_option_row;

extern const gen_option_row gen_option_table[];
extern const size_t gen_option_count;

bool gen_option_is_of(const gen_option_row *row, gen_command command);

/* "-o" or "--arch" */
const char *gen_option_spelled(gen_arena *arena, const gen_option_row *row);

/* The row of an option, which is spelled as on the command line: of the command if it takes it,
 * else of another command, else null. `length`: of the name in `word`. */
const gen_option_row *gen_option_find(const char *word, size_t length, gen_command command);

#endif
