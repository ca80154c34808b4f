/* architecture_choice.h: the architectures that the command line names. */
#ifndef GEN_ARCHITECTURE_CHOICE_H
#define GEN_ARCHITECTURE_CHOICE_H

#include "command_line/options.h"

/* Sets the options' architectures: those of --arch and of --ptx, each once, in nvcc's spelling. The
 * toolkit's version must be known, because `all` depends on it. False, with one line in *error, if
 * nvcc does not build for one of them. */
bool gen_options_choose_architectures(gen_options *options, gen_arena *arena, const char **error);

#endif
