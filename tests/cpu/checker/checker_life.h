/* checker_life.h: the buffers of checker_memory.h that are allocated, written or freed in special
 * ways: by other streams, graphs and copies, or in mapped pieces. */
#ifndef CHECKER_LIFE_H
#define CHECKER_LIFE_H

#include "checker_memory.h"

CUdeviceptr checker_life_create(checker_state state);

#endif
