/* recording_texture.h: what the recording driver was told of arrays, textures and surfaces. */
#ifndef RECORDING_TEXTURE_H
#define RECORDING_TEXTURE_H

#include "recording_driver.h"

#include "driver/driver_types.h"

/* What cuTensorMapEncodeTiled was given. Dimensions are counted from the innermost one. */
typedef struct recording_tensor_map {
    int type;
    unsigned int rank;
    const void *address;
    uint64_t sizes[5];
    uint64_t strides[4];
    unsigned int box[5];
    unsigned int steps[5];
    int ways[4]; /* interleave, swizzle, promotion, fill */
} recording_tensor_map;

typedef struct recording_textures {
    custubi_array_descriptor array;
    custubi_resource resource;           /* of a texture or a surface */
    custubi_texture_descriptor sampling; /* of a texture */
    custubi_box_copy copy;               /* from or to an array */
    recording_tensor_map map;
} recording_textures;

/* What the last calls were given. */
const recording_textures *recording_last_textures(void);

#endif
