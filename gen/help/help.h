/* help.h: texts about the command line, made from its tables. */
#ifndef GEN_HELP_H
#define GEN_HELP_H

#include "command_line/options.h"
#include "support/text.h"

/* `custub --help`, or `custub COMMAND --help` if `topic` names one. */
void gen_help_write(gen_text *out, gen_arena *arena, const char *topic);

/* custub.1, in the macros of man(7). */
void gen_manual_write(gen_text *out, gen_arena *arena);

/* The completions for a shell: "bash", "zsh" or "fish". */
void gen_completion_write(gen_text *out, gen_arena *arena, const char *shell);

/* What an exit status means; null after the last. */
extern const char *const gen_exit_texts[];

#endif
