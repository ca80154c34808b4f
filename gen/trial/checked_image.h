/* checked_image.h: builds the image of a file for the memory checker of the CPU driver. */
#ifndef GEN_CHECKED_IMAGE_H
#define GEN_CHECKED_IMAGE_H

#include "command_line/options.h"
#include "support/diag.h"

typedef struct gen_checked_image {
    gen_arena *arena;
    gen_diag *diag;
    const gen_options *options; /* with which `gen` has written the image's source */
    const char *name;           /* <folder>/<stem>, without an ending, of all files */
    gen_words flags;            /* for a host compiler: how it reads the file */
} gen_checked_image;

/* The image's tag and path; the tag is null on machines that the CPU driver does not run on. */
const char *gen_checked_image_tag(void);
const char *gen_checked_image_path(gen_arena *arena, const char *name);

/* Compiles <name>.cpu.cpp. If the compiler refuses code, the generator leaves it out in a new
 * source, as CustubBuildImage.cmake does. False if an error was reported. */
bool gen_checked_image_build(const gen_checked_image *image);

#endif
