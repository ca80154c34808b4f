/* custub/cpu/place.h: threadIdx, blockIdx, blockDim, gridDim, and how a kernel gives up.
 * Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PLACE_H
#define CUSTUB_CPU_PLACE_H

#include "../cpu_image.h"
#include "cuda_vector.h"
#include "qualifier.h"

namespace custub_cpu
{

/* Of a type of its own, so that no store of a kernel to its buffers can be taken for a change of
 * it: the loop over threads then keeps it in registers, and vectorizes. */
enum class coordinate : uint32_t {};

struct coordinates {
    coordinate x, y, z;
};

struct place {
    coordinates thread_index;
    coordinates block_index;
    coordinates block_extent;
    coordinates grid_extent;
};

static thread_local place here;
static const custub_cpu_services *services = nullptr; /* set by the driver */

/* Field by field, and no reference to `here` anywhere: a compiler that sees its address taken has
 * to expect that a kernel's stores reach it, whatever their type. */

inline uint3 thread_index()
{
    return uint3{unsigned(here.thread_index.x), unsigned(here.thread_index.y),
                 unsigned(here.thread_index.z)};
}

inline uint3 block_index()
{
    return uint3{unsigned(here.block_index.x), unsigned(here.block_index.y),
                 unsigned(here.block_index.z)};
}

inline dim3 block_extent()
{
    return dim3(unsigned(here.block_extent.x), unsigned(here.block_extent.y),
                unsigned(here.block_extent.z));
}

inline dim3 grid_extent()
{
    return dim3(unsigned(here.grid_extent.x), unsigned(here.grid_extent.y),
                unsigned(here.grid_extent.z));
}

/* Ends the launch. `text` is one line. */
CUSTUB_CPU_NO_RETURN inline void trap(custub_cpu_trap kind, const char *text)
{
    services->trap(kind, text);
    abort();
}

CUSTUB_CPU_NO_RETURN inline void unfit(const char *function, const char *reason)
{
    char text[512];
    snprintf(text, sizeof(text), "%s cannot run on the CPU: %s", function, reason);
    trap(CUSTUB_CPU_TRAP_UNFIT, text);
}

CUSTUB_CPU_NO_RETURN inline void assert_fail(const char *condition, const char *file, unsigned line,
                                             const char *function)
{
    char text[512];
    const uint3 block = block_index();
    const uint3 thread = thread_index();
    snprintf(text, sizeof(text),
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file, line,
             function, block.x, block.y, block.z, thread.x, thread.y, thread.z, condition);
    trap(CUSTUB_CPU_TRAP_ASSERT, text);
}

} // namespace custub_cpu

/* Macros, since a variable would have to be written for each thread of the loop. */
#define threadIdx (::custub_cpu::thread_index())
#define blockIdx  (::custub_cpu::block_index())
#define blockDim  (::custub_cpu::block_extent())
#define gridDim   (::custub_cpu::grid_extent())

static constexpr int warpSize = 32;

#if defined(__GLIBC__)
/* What glibc's assert() calls: in a kernel it ends the launch, not the process. */
#define __assert_fail(condition, file, line, function)                                             \
    ::custub_cpu::assert_fail(condition, file, line, function)
#endif

inline void __trap()
{
    ::custub_cpu::trap(CUSTUB_CPU_TRAP_EXIT, "the kernel called __trap()");
}

#endif
