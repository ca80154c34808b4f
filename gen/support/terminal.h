/* terminal.h: whether a stream is a terminal, and what it can show. */
#ifndef GEN_TERMINAL_H
#define GEN_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The columns of the terminal; 0 if the stream is none, or its width is not known. */
size_t gen_terminal_width(FILE *stream);

/* True for a terminal that shows colours, unless the environment's NO_COLOR is set. */
bool gen_terminal_has_colours(FILE *stream);

/* Shows what is waited for, if stderr is a terminal, until the next call. Null: nothing. */
void gen_terminal_show_progress(const char *text);

#endif
