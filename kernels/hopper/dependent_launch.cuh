/* Programmatic dependent launch (CUDA C++ Programming Guide): a kernel may begin before the one
 * before it in the stream has ended, if its launch has the attribute. */
#ifndef KERNELS_HOPPER_DEPENDENT_LAUNCH_CUH
#define KERNELS_HOPPER_DEPENDENT_LAUNCH_CUH

#include "../elements/element.cuh"

namespace hopper
{
/* Waits for the results of all kernels before this one. The first call of a kernel, in all
 * threads. */
__device__ __forceinline__ void wait_for_earlier_kernels()
{
#if KERNELS_PTX >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Lets the next kernel begin, which waits as above for this one's results. */
__device__ __forceinline__ void let_next_kernel_begin()
{
#if KERNELS_PTX >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}
} // namespace hopper

#endif
