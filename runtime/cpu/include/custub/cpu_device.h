/* custub/cpu_device.h: CUDA's device side for a host C++17 compiler.
 *
 * `<stem>.cpu.cpp` includes it before the text of the `.cu` file. It offers CUDA's qualifiers,
 * built-in variables and types, barriers, atomics, integer intrinsics and math functions, at global
 * scope and under CUDA's names. If the toolkit's vector_types.h is in the include path, its types
 * are used, so that cuda_fp16.h and cuda_bf16.h can be included as host code.
 */
#ifndef CUSTUB_CPU_DEVICE_H
#define CUSTUB_CPU_DEVICE_H

#include "cpu/qualifier.h"
#include "cpu/cuda_vector.h"
#include "cpu/runtime_types.h"
#include "cpu/place.h"
#include "cpu/linear.h"
#include "cpu/linear_loop.h"
#include "cpu/address_space.h"
#include "cpu/barrier.h"
#include "cpu/cluster.h"
#include "cpu/async_copy.h"
#include "cpu/intrinsic.h"
#include "cpu/simd_word.h"
#include "cpu/rounding.h"
#include "cpu/cuda_math.h"
#include "cpu/dpx.h"
#include "cpu/atomic.h"
#include "cpu/warp.h"
#include "cpu/half.h"
#include "cpu/group_lanes.h"
#include "cpu/group_block.h"
#include "cpu/group_tile.h"
#include "cpu/group_reduce.h"
#include "cpu/cooperative_group.h"
#include "cpu/standard_library.h"
#include "cpu/pipeline.h"
#include "cpu/print.h"
#if defined(CUSTUB_CPU_WITH_MATRIX)
#include "cpu/matrix.h"
#endif
#include "cpu/texture.h"
#include "cpu/heap.h"
#include "cpu/checked.h"
#include "cpu/entry.h"

#endif
