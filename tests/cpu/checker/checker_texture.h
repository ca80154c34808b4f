/* checker_texture.h: the textures and surfaces of checker_memory.h. */
#ifndef CHECKER_TEXTURE_H
#define CHECKER_TEXTURE_H

#include "checker_memory.h"

/* Returns the handle. */
CUdeviceptr checker_texture_create(checker_state state);

#endif
