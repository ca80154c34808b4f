/* prelude_functions.h: the part of the prelude with the device functions that nvcc declares without
 * an include. */
#ifndef GEN_PRELUDE_FUNCTIONS_H
#define GEN_PRELUDE_FUNCTIONS_H

#include "support/text.h"

/* Writes a line for each name of a list: the form, with the name in place of '@'. */
void gen_prelude_write_each(gen_text *out, const char *names, const char *form);

void gen_prelude_write_functions(gen_text *out);
void gen_prelude_write_rare_functions(gen_text *out);

/* The first is true for a function that reads or writes a texture or a surface, and that the CPU
 * driver lacks; the second is the reason to give then. */
bool gen_prelude_has_gpu_texture_function(const char *name);
#define GEN_PRELUDE_GPU_TEXTURE "textures with layers, cubes, levels or gathering"

#endif
