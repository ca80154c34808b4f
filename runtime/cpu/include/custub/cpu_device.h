/* custub/cpu_device.h: CUDA's device side for a host C++17 compiler.
 *
 * `<stem>.cpu.cpp` includes it before the text of the `.cu` file. It declares CUDA's qualifiers,
 * built-in variables, types and functions, at global scope and under CUDA's names. If the toolkit's
 * vector_types.h is in the include path, its types are used, so that cuda_fp16.h and cuda_bf16.h
 * can be included as host code.
 */
#ifndef CUSTUB_CPU_DEVICE_H
#define CUSTUB_CPU_DEVICE_H

#include "cpu/language/qualifier.h"
#include "cpu/language/cuda_vector.h"
#include "cpu/language/runtime_types.h"
#include "cpu/threads/place.h"
#include "cpu/kernel/linear.h"
#include "cpu/kernel/linear_loop.h"
#include "cpu/language/address_space.h"
#include "cpu/threads/barrier.h"
#include "cpu/threads/cluster.h"
#include "cpu/memory/async_copy.h"
#include "cpu/arithmetic/intrinsic.h"
#include "cpu/arithmetic/simd_word.h"
#include "cpu/arithmetic/rounding.h"
#include "cpu/arithmetic/cuda_math.h"
#include "cpu/arithmetic/norm.h"
#include "cpu/arithmetic/bessel.h"
#include "cpu/arithmetic/dpx.h"
#include "cpu/threads/atomic.h"
#include "cpu/threads/warp.h"
#include "cpu/arithmetic/half.h"
#include "cpu/groups/lanes.h"
#include "cpu/groups/block.h"
#include "cpu/groups/tile.h"
#include "cpu/groups/reduce.h"
#include "cpu/groups/cooperative_group.h"
#include "cpu/memory/standard_library.h"
#include "cpu/memory/pipeline.h"
#include "cpu/memory/bulk_copy.h"
#include "cpu/memory/bulk_ptx.h"
#include "cpu/language/print.h"
#if defined(CUSTUB_CPU_WITH_MATRIX)
#include "cpu/arithmetic/matrix.h"
#endif
#include "cpu/memory/texture.h"
#include "cpu/memory/heap.h"
#include "cpu/memory/checked.h"
#include "cpu/kernel/entry.h"

#endif
