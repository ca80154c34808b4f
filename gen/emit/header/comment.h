/* comment.h: the comment above a launch function in the generated header. */
#ifndef GEN_COMMENT_H
#define GEN_COMMENT_H

#include "emit/names/c_name.h"
#include "support/text.h"

/* Appends a line, broken after commas or parentheses if it is too long. `first` begins it; `others`
 * begins the lines that follow. */
void gen_emit_wrapped(gen_text *out, const char *line, const char *first, const char *others);

/* "T = float, TILE = 4" after `before`; nothing if the kernel is no instance of a template. */
void gen_emit_template_arguments(gen_text *out, const gen_kernel *kernel, const char *before);

/* The kernel as C++ declares it, its place and its contract. */
void gen_emit_launch_comment(gen_text *out, const gen_kernel_names *names);

#endif
