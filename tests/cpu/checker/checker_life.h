/* checker_life.h: the buffers of checker_memory.h whose memory has a history: other streams,
 * graphs, mapped pieces, copies. */
#ifndef CHECKER_LIFE_H
#define CHECKER_LIFE_H

#include "checker_memory.h"

CUdeviceptr checker_life_create(checker_state state);

#endif
