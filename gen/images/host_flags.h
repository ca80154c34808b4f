/* host_flags.h: what host compilers need of the flags with which a file is read. */
#ifndef GEN_HOST_FLAGS_H
#define GEN_HOST_FLAGS_H

#include "command_line/shell_words.h"

/* Appends the words of `clang`, which are for clang, that a C++ compiler of the file needs. Images
 * need C++17: an older standard is replaced by it. */
void gen_host_flags_add(gen_words *words, gen_arena *arena, const gen_words *clang);

/* Appends those with which a C compiler finds a header, and reads it as the file does. */
void gen_host_flags_add_for_headers(gen_words *words, gen_arena *arena, const gen_words *clang);

#endif
