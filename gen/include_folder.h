/* include_folder.h: the folders for headers that a command line of clang's names. */
#ifndef GEN_INCLUDE_FOLDER_H
#define GEN_INCLUDE_FOLDER_H

#include <stddef.h>

/* The folder of the argument at `*at`, such as "-Idir" or "-I" "dir"; null if it is another. Goes
 * over a value that stands apart. */
const char *gen_include_folder(const char *const *arguments, size_t count, size_t *at);

#endif
