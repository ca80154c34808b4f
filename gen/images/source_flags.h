/* source_flags.h: the flags with which compilers read what was generated for a source. */
#ifndef GEN_SOURCE_FLAGS_H
#define GEN_SOURCE_FLAGS_H

#include "run/file_flags.h"

typedef struct gen_source_flags {
    const gen_options *options;
    const char *source; /* the .cu file */
    gen_file_flags file;
} gen_source_flags;

/* True if the headers of CPU images are beside the program. */
bool gen_source_flags_has_headers(gen_arena *arena);

/* Collects the flags once more. The generator has reported what is wrong with them. */
bool gen_source_flags_collect(gen_source_flags *flags, gen_arena *arena, const gen_options *options,
                              const char *source);

/* Append the options of a C++ compiler for the image, and of a C compiler for the description. */
void gen_source_flags_add_for_image(const gen_source_flags *flags, gen_arena *arena,
                                    gen_words *words);
void gen_source_flags_add_for_description(const gen_source_flags *flags, gen_arena *arena,
                                          gen_words *words);

/* The folder of the source, for -iquote. */
const char *gen_source_flags_folder(const gen_source_flags *flags, gen_arena *arena);

#endif
