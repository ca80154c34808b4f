#include <custub/kernel.h>
extern "C" CUSTUB_COUNTED_BY(n) __global__ void k(int n, float *x CUSTUB_THREADS(n))
{
}
template <class T> void generic(T *x CUSTUB_COUNTED_BY(1)) {}
void declared(float *x) {}
void declared(float *x CUSTUB_COUNTED_BY(1));
void declared(float *x CUSTUB_COUNTED_BY(1));
void (*returned(int n))(float *x CUSTUB_COUNTED_BY(1));
