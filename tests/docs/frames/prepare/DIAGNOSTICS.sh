# shellcheck shell=sh
# Sourced by blocks.sh: a kernel that no host compiler builds, beside one that it does.
cat >scan.cu <<'C'
#include <custub/kernel.h>

static __device__ int lane()
{
    int lane; asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

extern "C" __global__ void scan(int *x) { x[0] = lane(); }
extern "C" __global__ void zero(int *x) { x[0] = 0; }
C
