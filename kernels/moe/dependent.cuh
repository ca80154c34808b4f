/* Programmatic dependent launch (CUDA C++ Programming Guide): a kernel of the layer may begin
 * before the one before it has ended. */
#ifndef MOE_DEPENDENT_CUH
#define MOE_DEPENDENT_CUH

#include "../element.cuh"

namespace moe
{
/* Waits for the results of all kernels before this one, and lets the next one begin. The first call
 * of a kernel, in all threads. */
__device__ inline void wait_for_earlier_kernels()
{
#if KERNELS_PTX >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
} // namespace moe

#endif
