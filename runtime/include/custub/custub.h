/* custub/custub.h: all of custub for a program that launches kernels. */
#ifndef CUSTUB_CUSTUB_H
#define CUSTUB_CUSTUB_H

#include "bounds.h"
#include "box.h"
#include "buffer.h"
#include "device.h"
#include "dynamic.h"
#include "global.h"
#include "graph.h"
#include "half.h"
#include "host_buffer.h"
#include "image.h"
#include "jit.h"
#include "launch.h"
#include "link.h"
#include "occupancy.h"
#include "pool.h"
#include "prepared.h"
#include "runtime.h"
#include "stream.h"
#include "tensor_map.h"
#include "texture.h"
#include "trace.h"
#include "vector.h"

#endif
