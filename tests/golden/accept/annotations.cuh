// Without a guard, and a header of the system's to clang.
#pragma GCC system_header
#ifndef TWICE
#define TWICE first
#else
#undef TWICE
#define TWICE second
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
extern "C" CUSTUB_THREADS(n) __global__ void JOIN(included_, TWICE)(int n, float *x CUSTUB_COUNTED_BY(n))
{
}
