#include <custub/kernel.h>
__global__ void declared(int n, float *y);
template <class T> __global__ void declared_template(T *y);
CUSTUB_STUB(a, declared);
CUSTUB_STUB(b, declared_template<int>);
