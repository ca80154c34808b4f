#pragma GCC system_header
extern "C" __attribute__((global)) void included(int n, float *x) {}
extern "C" CUSTUB_THREADS(n) __attribute__((global)) void included(int n, float *x);
