/* Products on the tensor cores by warpgroups of 128 threads (PTX ISA, "wgmma.mma_async"): sums of
 * 64 rows by N columns in float, 16 deep, from operands in shared memory. */
#ifndef KERNELS_HOPPER_WARPGROUP_CUH
#define KERNELS_HOPPER_WARPGROUP_CUH

#include "async_copy.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace hopper
{
/* Describes an operand to wgmma: rows of 128 bytes with the 128-byte swizzle, as tensor maps copy
 * them, in groups of 8 rows. `address` is a multiple of 1024, and of 16 for a part of a row. */
__device__ __forceinline__ uint64_t operand(uint32_t address)
{
    constexpr uint64_t GROUP = 1024 / 16, SWIZZLE_128B = 1;
    return (address & 0x3ffff) >> 4 | 1ull << 16 | GROUP << 32 | SWIZZLE_128B << 62;
}

__device__ __forceinline__ void mma_begin()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

__device__ __forceinline__ void mma_commit()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Waits until at most PENDING committed groups are not done. */
template <int PENDING> __device__ __forceinline__ void mma_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(PENDING) : "memory");
}

/* The compiler may not move uses of the sums to before this. */
template <int COUNT> __device__ __forceinline__ void mma_keep(float (&sum)[COUNT])
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        asm volatile("" : "+f"(sum[i])::"memory");
}

/* add(sum, a, b) adds the products of 64 rows of a and N rows of b, of 16 elements each. With
 * TURNED, what lies in shared memory are 16 rows of 64 elements, the columns of a. */
template <class T, int N, bool TURNED> struct mma_of;

#define SUMS_4(i)   "+f"(sum[i]), "+f"(sum[i + 1]), "+f"(sum[i + 2]), "+f"(sum[i + 3])
#define SUMS_8(i)   SUMS_4(i), SUMS_4(i + 4)
#define SUMS_16(i)  SUMS_8(i), SUMS_8(i + 8)
#define SUMS_32(i)  SUMS_16(i), SUMS_16(i + 16)
#define SUMS_64(i)  SUMS_32(i), SUMS_32(i + 32)
#define SUMS_128(i) SUMS_64(i), SUMS_64(i + 64)
#define NAMES_8     "%0, %1, %2, %3, %4, %5, %6, %7"
#define NAMES_16                                                                                   \
    NAMES_8                                                                                        \
    ", %8, %9, %10, %11, %12, %13, %14, %15"
#define NAMES_32                                                                                   \
    NAMES_16                                                                                       \
    ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_64                                                                                   \
    NAMES_32                                                                                       \
    ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"             \
    ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define NAMES_128                                                                                  \
    NAMES_64                                                                                       \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79"             \
    ", %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"             \
    ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111" \
    ", %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, " \
    "%127"

/* A, B and TURN are the numbers of the operands behind the sums. */
#define MMA(T, type, N, HALF, A, B, TURN)                                                          \
    template <bool TURNED> struct mma_of<T, N, TURNED> {                                           \
        __device__ static __forceinline__ void add(float (&sum)[HALF], uint64_t a, uint64_t b)     \
        {                                                                                          \
            asm volatile("wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." type "." type           \
                         " {" NAMES_##HALF "}, %" #A ", %" #B ", 1, 1, 1, %" #TURN ", 0;"          \
                         : SUMS_##HALF(0)                                                          \
                         : "l"(a), "l"(b), "n"(TURNED));                                           \
        }                                                                                          \
    };
#define MMA_OF_TYPE(T, type)                                                                       \
    MMA(T, type, 16, 8, 8, 9, 10)                                                                  \
    MMA(T, type, 32, 16, 16, 17, 18)                                                               \
    MMA(T, type, 64, 32, 32, 33, 34)                                                               \
    MMA(T, type, 128, 64, 64, 65, 66)                                                              \
    MMA(T, type, 256, 128, 128, 129, 130)
MMA_OF_TYPE(__half, "f16")
MMA_OF_TYPE(__nv_bfloat16, "bf16")
#undef MMA_OF_TYPE
#undef MMA
} // namespace hopper

#endif
