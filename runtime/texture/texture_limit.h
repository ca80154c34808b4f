/* texture_limit.h: the limits that device and memory set to textures and arrays. `doing` begins the
 * message: "making a texture of linear memory". All return CUSTUB_OK or refuse with both
 * numbers. */
#ifndef CUSTUBI_TEXTURE_LIMIT_H
#define CUSTUBI_TEXTURE_LIMIT_H

#include <custub/texture.h>

/* Opens the driver, unless the record holds a failure, and refuses texels that CUDA does not
 * have. */
custub_status custubi_texture_begin(const char *doing, custub_texel texel, custub_error *error);

/* The bytes of a texel. */
uint64_t custubi_texel_size(custub_texel texel);

/* Refuses a value above an attribute of the current context's device, and zero. `what` is the unit:
 * "texels in a row". */
custub_status custubi_texture_at_most(const char *doing, const char *what, uint64_t value,
                                      int attribute, custub_error *error);

/* Refuses an address or a pitch, in bytes, that is not a multiple of the device's alignment. A
 * pitch of 0 is not checked. */
custub_status custubi_texture_aligned(const char *doing, CUdeviceptr address, uint64_t pitch,
                                      custub_error *error);

/* Refuses a view that is shorter than `rows` rows of `row` bytes, each `pitch` bytes after the one
 * before; at the whole level also the memory at its address. The rows are used in `stream`. */
custub_status custubi_texture_within(const char *doing, custub_memory view, uint64_t rows,
                                     uint64_t row, uint64_t pitch, CUstream stream,
                                     custub_error *error);

#endif
