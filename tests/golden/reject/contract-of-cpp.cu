#include <custub/kernel.h>
namespace math {
template <class T, int N> __global__ void axpy(int n, T *y) {}
template <int N, int M> __global__ void swapped(int n) {}
template <class... A> __global__ void pack(A... a) {}
__global__ void scale(int n, float *y) {}
CUSTUB_THREADS(n) __global__ void own(int n) {}
template <class T> __global__ void generic(T n) {}
}
template <class T, int N> CUSTUB_REQUIRES(n > N) __global__ void CUSTUB_CONTRACT_OF(axpy)(int n, T *y);
namespace math {
template <class T, unsigned N> CUSTUB_REQUIRES(n > N) __global__ void CUSTUB_CONTRACT_OF(axpy)(int n, T *y);
template <class T> CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(axpy)(int n, T *y);
template <class T, class N> CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(axpy)(int n, T *y);
template <class N, class T> CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(axpy)(int n, T *y);
template <class U, unsigned N> CUSTUB_REQUIRES(n > N) __global__ void CUSTUB_CONTRACT_OF(axpy)(int n, U *y);
template <int M, int N> CUSTUB_REQUIRES(n > N) __global__ void CUSTUB_CONTRACT_OF(swapped)(int n);
template <class... A> CUSTUB_REQUIRES(blockDim.x > 1) __global__ void CUSTUB_CONTRACT_OF(pack)(A... a);
CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, const float *y);
CUSTUB_REQUIRES(n > 1) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, float *y);
CUSTUB_REQUIRES(n > 1) __global__ void CUSTUB_CONTRACT_OF(scale)(int n, float *y CUSTUB_COUNTED_BY(n));
CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(own)(int n);
template <class T> CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(generic)(T n);
template <> CUSTUB_REQUIRES(n > 0) __global__ void CUSTUB_CONTRACT_OF(generic)<int>(int n);
template <class T> CUSTUB_REQUIRES(n > 0) void CUSTUB_CONTRACT_OF(generic)(T n);
}
CUSTUB_STUB(axpy, math::axpy<float, 4>);
CUSTUB_STUB(swapped, math::swapped<1, 2>);
CUSTUB_STUB(pack, math::pack<int, float>);
CUSTUB_STUB(scale, math::scale);
CUSTUB_STUB(own, math::own);
CUSTUB_STUB(generic, math::generic<int>);
