/* custub/cpu/language/qualifier.h: CUDA's qualifiers for a host compiler. Part of
 * custub/cpu_device.h. */
#ifndef CUSTUB_CPU_QUALIFIER_H
#define CUSTUB_CPU_QUALIFIER_H

/* The standard headers that kernels commonly use come before the macros, which would break them. */
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmath>

/* The toolkit's vector types include its definitions of the qualifiers. nvcc warns about deprecated
 * ones. */
#if __has_include(<vector_types.h>)
#define __NV_NO_VECTOR_DEPRECATION_DIAG
#include <vector_types.h>
#define CUSTUB_CPU_TOOLKIT_VECTORS 1
#endif

/* Replaces nvcc's macros in the conditions of the .cu file. */
#define CUSTUB_CPU_NVCC 1

/* The toolkit's header declares threadIdx and the other built-in variables; place.h defines them.
 */
#define __DEVICE_LAUNCH_PARAMETERS_H__

/* The toolkit's headers declare device functions, which are here. */
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_HPP__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_HPP__
#define __MATH_FUNCTIONS_H__
#define __MATH_FUNCTIONS_HPP__

#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __managed__
#undef __shared__
#undef __forceinline__
#undef __noinline__
#undef __inline_hint__
#undef __launch_bounds__
#undef __maxnreg__
#undef __cluster_dims__
#undef __block_size__
#undef __grid_constant__
#undef __nv_pure__
#undef __align__

/* Kernels run thread by thread, just as the source says, for the checker and for debuggers. Other
 * images have loops over the threads that compilers vectorize. */
#if defined(CUSTUB_CPU_CHECKED) || !defined(__OPTIMIZE__)
#define CUSTUB_CPU_STEPWISE
#endif

#if defined(__GNUC__)
/* The kernel must be inlined into the loop over threads. It is not declared `inline`, because
 * explicit instantiations of kernel templates may not be. It is hidden, so that nothing can replace
 * it. */
#pragma GCC diagnostic ignored "-Wattributes"
#if defined(CUSTUB_CPU_CHECKED) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wtsan" /* fences order threads here, and are not checked */
#endif
#if defined(CUSTUB_CPU_STEPWISE) /* functions keep frames, by which lines are found */
#define __global__      __attribute__((noinline, __visibility__("hidden")))
#define __forceinline__ __inline__
#else
#define __global__      __attribute__((__always_inline__, __visibility__("hidden")))
#define __forceinline__ __inline__ __attribute__((__always_inline__))
#endif
#if defined(CUSTUB_CPU_CHECKED)
#if defined(__clang__) /* clang instruments atomics in spite of no_sanitize("thread") */
#define CUSTUB_CPU_UNCHECKED                                                                       \
    __attribute__((noinline, __disable_sanitizer_instrumentation__, __no_sanitize__("alignment"),  \
                   __visibility__("hidden")))
#define CUSTUB_CPU_UNCHECKED_INLINE                                                                \
    __attribute__((__always_inline__, __disable_sanitizer_instrumentation__,                       \
                   __no_sanitize__("alignment")))
#else
#define CUSTUB_CPU_UNCHECKED                                                                       \
    __attribute__((noinline, __no_sanitize__("thread"), __visibility__("hidden")))
#define CUSTUB_CPU_UNCHECKED_INLINE                                                                \
    __attribute__((__always_inline__, __no_sanitize__("thread"), __no_sanitize__("alignment")))
#endif
#else
#define CUSTUB_CPU_UNCHECKED
#define CUSTUB_CPU_UNCHECKED_INLINE
#endif
#define __align__(n)         __attribute__((__aligned__(n)))
#define CUSTUB_CPU_NOINLINE  __attribute__((noinline))
#define CUSTUB_CPU_INLINE    inline __attribute__((__always_inline__))
#define CUSTUB_CPU_NO_RETURN __attribute__((__noreturn__))
#define CUSTUB_CPU_LAUNDER   __builtin_launder
#define CUSTUB_CPU_COPY      __builtin_memcpy /* for local variables: not checked, and no call */
#define CUSTUB_CPU_EXPORT    __attribute__((__visibility__("default")))
#define CUSTUB_CPU_ASSUME(condition)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_unreachable();                                                               \
    } while (0)
#else
#define __global__
#define __forceinline__ inline
#define __align__(n)    alignas(n)
#define CUSTUB_CPU_NOINLINE
#define CUSTUB_CPU_UNCHECKED
#define CUSTUB_CPU_UNCHECKED_INLINE
#define CUSTUB_CPU_INLINE    inline
#define CUSTUB_CPU_NO_RETURN [[noreturn]]
#define CUSTUB_CPU_LAUNDER   std::launder
#define CUSTUB_CPU_COPY      std::memcpy
#define CUSTUB_CPU_EXPORT
#define CUSTUB_CPU_ASSUME(condition) ((void)0)
#endif

/* Compiles the loop over threads for AVX2 and AVX-512 too; the dynamic linker takes the best form
 * that the processor can run. SSE2 cannot store a part of a vector, so `if (i < n)` around a store
 * keeps a loop from being vectorized. Results are the same: multiplications and additions are not
 * fused (-ffp-contract=off). */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CUSTUB_CPU_WIDE __attribute__((__target_clones__("default", "avx2", "avx512f")))
#else
#define CUSTUB_CPU_WIDE
#endif

#define __device__
#define __host__
#define __constant__
#define __managed__
/* A block runs on one thread of the operating system from beginning to end. */
#define __shared__ thread_local
/* Empty, because the standard library's headers write __attribute__((__noinline__)). */
#define __noinline__
#define __inline_hint__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__
#define __nv_pure__

/* State that a whole image shares. In an image of one file it is static, so that compilers know
 * that no store of a kernel reaches it. In an image of several files, the linker keeps one copy of
 * it, and of each function. */
#if defined(CUSTUB_CPU_LINKED)
#define CUSTUB_CPU_STATE inline
#define CUSTUB_CPU_ONCE  __attribute__((__weak__))
#else
#define CUSTUB_CPU_STATE static
#define CUSTUB_CPU_ONCE
#endif

/* An `extern __shared__` array is as large as any launch may ask for. */
#define CUSTUB_CPU_SHARED_ARRAY(element, name)                                                     \
    CUSTUB_CPU_ONCE thread_local __align__(128)                                                    \
        element name[(CUSTUB_CPU_SHARED_LIMIT + sizeof(element) - 1) / sizeof(element)]

/* All such arrays of a file are the same memory (CUDA C++ Programming Guide, "__shared__"). gcc
 * believes that an alias needs initializing, and calls the function that initializes everything in
 * the file. There is nothing to initialize, so this one does nothing. */
#if defined(__GNUC__) && !defined(__clang__)
#define CUSTUB_CPU_SHARED_MEMORY                                                                   \
    extern "C" {                                                                                   \
    CUSTUB_CPU_SHARED_ARRAY(unsigned char, custub_cpu_shared_memory);                              \
    }                                                                                              \
    __asm__(".pushsection .text\n.local __tls_init\n.type __tls_init, %function\n__tls_init: "     \
            "ret\n.popsection\n");
#else
#define CUSTUB_CPU_SHARED_MEMORY                                                                   \
    extern "C" {                                                                                   \
    CUSTUB_CPU_SHARED_ARRAY(unsigned char, custub_cpu_shared_memory);                              \
    }
#endif
#define CUSTUB_CPU_SHARED_ALIAS(element, name)                                                     \
    extern thread_local element                                                                    \
        name[(CUSTUB_CPU_SHARED_LIMIT + sizeof(element) - 1) / sizeof(element)]                    \
        __attribute__((__alias__("custub_cpu_shared_memory"))) CUSTUB_CPU_ONCE

/* Shared memory has no initializers. Without -fno-extern-tls-init, gcc still calls the function
 * that runs those of an `extern` array, from templates even if that function does not exist. This
 * function has that symbol and does nothing. */
#if defined(__GNUC__) && !defined(__clang__)
#define CUSTUB_CPU_NO_INITIALIZER(symbol)                                                          \
    __asm__(".pushsection .text\n.weak " symbol "\n.hidden " symbol "\n.type " symbol              \
            ", %function\n" symbol ": ret\n.popsection\n");
#else
#define CUSTUB_CPU_NO_INITIALIZER(symbol)
#endif

#endif
