/* custub/cpu/place.h: threadIdx, blockIdx, blockDim, gridDim, and how a kernel gives up.
 * Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PLACE_H
#define CUSTUB_CPU_PLACE_H

#include "../cpu_image.h"
#include "cuda_vector.h"
#include "qualifier.h"

/* Variables, as in CUDA, whose names a program may use for others. Static, and nothing here takes
 * their address: compilers then know that no store of a kernel reaches them, so that the loop over
 * threads keeps them in registers, and vectorizes. */
static thread_local uint3 threadIdx;
static thread_local uint3 blockIdx;
static thread_local dim3 blockDim;
static thread_local dim3 gridDim;

namespace custub_cpu
{

static const custub_cpu_services *services = nullptr; /* set by the driver */

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
    /* Of blocks that run together, threads are counted from the first one (linear_loop.h). */
    snprintf(text, sizeof(text),
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file, line,
             function, blockIdx.x + threadIdx.x / blockDim.x, blockIdx.y + threadIdx.y / blockDim.y,
             blockIdx.z + threadIdx.z / blockDim.z, threadIdx.x % blockDim.x,
             threadIdx.y % blockDim.y, threadIdx.z % blockDim.z, condition);
    trap(CUSTUB_CPU_TRAP_ASSERT, text);
}

/* Around a call that lets other threads of the block run, which leave their own index. */
class place_keeper
{
    const unsigned x_ = threadIdx.x;
    const unsigned y_ = threadIdx.y;
    const unsigned z_ = threadIdx.z;

  public:
    place_keeper() = default;
    place_keeper(const place_keeper &) = delete;
    place_keeper &operator=(const place_keeper &) = delete;
    CUSTUB_CPU_INLINE ~place_keeper()
    {
        threadIdx.x = x_;
        threadIdx.y = y_;
        threadIdx.z = z_;
    }
};

/* The thread's index in its block, and in its warp. */
inline unsigned thread_rank()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

inline unsigned lane()
{
    return thread_rank() & 31;
}

} // namespace custub_cpu

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
