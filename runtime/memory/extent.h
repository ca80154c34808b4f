/* extent.h: how much memory the driver knows at an address. */
#ifndef CUSTUBI_EXTENT_H
#define CUSTUBI_EXTENT_H

#include <custub/types.h>

/* The bytes from an address to the end of what the driver knows there. Adjacent mappings count as
 * one piece, but are only followed until `needed` bytes are found. Returns the driver's result. */
int custubi_extent(CUdeviceptr address, uint64_t needed, uint64_t *found);

/* The same, and where the memory begins that the driver knows at the address. */
int custubi_extent_around(CUdeviceptr address, uint64_t needed, CUdeviceptr *base, uint64_t *found);

#endif
