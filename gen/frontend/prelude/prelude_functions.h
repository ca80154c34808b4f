/* prelude_functions.h: the functions of the device that nvcc declares without an include, as a part
 * of the prelude. */
#ifndef GEN_PRELUDE_FUNCTIONS_H
#define GEN_PRELUDE_FUNCTIONS_H

#include "support/text.h"

/* Writes a line for each name of a list: the form, with the name in place of '@'. */
void gen_prelude_write_each(gen_text *out, const char *names, const char *form);

void gen_prelude_write_functions(gen_text *out);
void gen_prelude_write_rare_functions(gen_text *out);

/* True for the name of a function that reads or writes a texture or a surface, and that the CPU
 * driver does not have; and the reason that is given then. */
bool gen_prelude_has_gpu_texture_function(const char *name);
#define GEN_PRELUDE_GPU_TEXTURE "textures with layers, cubes, levels or gathering"

#endif
