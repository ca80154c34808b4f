/* host_image.h: builds images of a file for the CPU driver, and for its memory checker. */
#ifndef GEN_HOST_IMAGE_H
#define GEN_HOST_IMAGE_H

#include "command_line/options.h"
#include "support/diag.h"

typedef struct gen_host_image {
    gen_arena *arena;
    gen_diag *diag;
    const gen_options *options; /* with which `gen` has written the image's source */
    bool is_checked;            /* the one for the memory checker */
    const char *source;         /* <stem>.cpu.cpp */
    const char *name;           /* <folder>/<stem>, without an ending, of all other files */
    gen_words flags;            /* for a host compiler: how it reads the file */
} gen_host_image;

/* The image's tag and path; the tag is null on machines that the CPU driver does not run on. */
const char *gen_host_image_tag(bool is_checked);
const char *gen_host_image_path(gen_arena *arena, const char *name, bool is_checked);

/* Compiles the source. If the compiler refuses code, the generator leaves it out in a new source,
 * as CustubBuildImage.cmake does. False if an error was reported. */
bool gen_host_image_build(const gen_host_image *image);

#endif
