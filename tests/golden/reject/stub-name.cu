// CUSTUB_STUB with the kernel alone.
#include <custub/kernel.h>
template <typename E> __global__ void scale(int n, E *x) {}
namespace math {
template <typename E, int N> __global__ void axpy(int n, E *x) {}
}
__global__ void plain(int n) {}
CUSTUB_STUB(scale<float>);
CUSTUB_STUB(math::axpy<float, 4>);
CUSTUB_STUB(plain);
CUSTUB_STUB(static_cast<void (*)(int)>(plain));
CUSTUB_STUB(right, plain);
