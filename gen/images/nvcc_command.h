/* nvcc_command.h: what nvcc's commands for the images of a source have in common. */
#ifndef GEN_NVCC_COMMAND_H
#define GEN_NVCC_COMMAND_H

#include "images/source_flags.h"

/* nvcc of the toolkit; null if there is none. */
const char *gen_nvcc_find(gen_arena *arena, const gen_options *options);

/* Appends the options of nvcc that finds custub's headers, and others as the file does. */
void gen_nvcc_add_folders(gen_words *command, gen_arena *arena, const gen_source_flags *flags);

#endif
