// Code that asks for the compiler sees the GCC that nvcc runs, and not clang.
// kernels: gnu not_clang version
#if defined(__GNUC__) && __GNUC__ >= 9 && !defined(__clang__)
#define TILE 32
typedef double real;
#else
#define TILE 16
typedef float real;
#endif
struct tile {
    real values[TILE];
};
extern "C" __global__ void __launch_bounds__(TILE) gnu(tile t, real scale) {}

#if !defined(__clang__) && !defined(__clang_major__) && !defined(__clang_version__) && \
    !defined(__llvm__) && !defined(__CUDA__) && !defined(__NVPTX__) && !defined(__LITTLE_ENDIAN__)
#if __GNUC__ == __GNUG__ && __GNUC__ * 100 + __GNUC_MINOR__ >= 900 && __GNUC_PATCHLEVEL__ >= 0
extern "C" __global__ void not_clang(int a) {}
#endif
#endif

#ifdef __has_feature
#if __has_feature(cxx_exceptions)
#define HAS_FEATURE
#endif
#endif
#ifndef HAS_FEATURE
extern "C" __global__ void version(char (*a)[sizeof(__VERSION__)], char b) {}
#endif
