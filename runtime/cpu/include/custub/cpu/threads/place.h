/* custub/cpu/threads/place.h: threadIdx, blockIdx, blockDim, gridDim, and how a kernel ends with an
 * error. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PLACE_H
#define CUSTUB_CPU_PLACE_H

#include "../../cpu_image.h"
#include "../language/cuda_vector.h"
#include "../language/qualifier.h"

/* They are variables, as in CUDA: a program may use their names for something else. They are static
 * and nothing here takes their address: so compilers know that no store of a kernel reaches them,
 * keep them in registers in the loop over threads, and vectorize it. */
#if defined(CUSTUB_CPU_CHECKED) && defined(__GNUC__) && !defined(__clang__)
/* Reads of constants are not checked, and these are most of what a small kernel reads. For the
 * thread that reads them, they are constant. */
#define CUSTUB_CPU_PLACE(type, name)                                                               \
    extern const __thread type name __asm__("custub_cpu_" #name)                                   \
        __attribute__((visibility("hidden")));                                                     \
    extern __thread type custub_cpu_own_##name __asm__("custub_cpu_" #name)                        \
        __attribute__((visibility("hidden")));                                                     \
    __thread type custub_cpu_own_##name;
#define CUSTUB_CPU_OWN(name) custub_cpu_own_##name /* the variable to write to */
#else
#define CUSTUB_CPU_PLACE(type, name) CUSTUB_CPU_STATE thread_local type name;
#define CUSTUB_CPU_OWN(name)         name
#endif
CUSTUB_CPU_PLACE(uint3, threadIdx)
CUSTUB_CPU_PLACE(uint3, blockIdx)
CUSTUB_CPU_PLACE(dim3, blockDim)
CUSTUB_CPU_PLACE(dim3, gridDim)
#undef CUSTUB_CPU_PLACE

namespace custub_cpu
{

CUSTUB_CPU_STATE const custub_cpu_services *services = nullptr; /* set by the driver */

/* Ends the launch. `text` is one line. Code that runs when the image is loaded, such as
 * initializers, has no launch to end. */
CUSTUB_CPU_NO_RETURN inline void trap(custub_cpu_trap kind, const char *text)
{
    if (services)
        services->trap(kind, text);
    fprintf(stderr, "custub: while a CPU image was loaded: %s\n", text);
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
    /* If blocks run together, threadIdx counts from the first block (linear_loop.h). */
    snprintf(text, sizeof(text),
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file, line,
             function, blockIdx.x + threadIdx.x / blockDim.x, blockIdx.y + threadIdx.y / blockDim.y,
             blockIdx.z + threadIdx.z / blockDim.z, threadIdx.x % blockDim.x,
             threadIdx.y % blockDim.y, threadIdx.z % blockDim.z, condition);
    trap(CUSTUB_CPU_TRAP_ASSERT, text);
}

/* Keeps the thread's index around a call that lets other threads of the block run. */
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
        CUSTUB_CPU_OWN(threadIdx).x = x_;
        CUSTUB_CPU_OWN(threadIdx).y = y_;
        CUSTUB_CPU_OWN(threadIdx).z = z_;
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
/* glibc's assert() calls this function. In a kernel it ends the launch, not the process. */
#define __assert_fail(condition, file, line, function)                                             \
    ::custub_cpu::assert_fail(condition, file, line, function)
#endif

inline void __trap()
{
    ::custub_cpu::trap(CUSTUB_CPU_TRAP_EXIT, "the kernel called __trap()");
}

#endif
