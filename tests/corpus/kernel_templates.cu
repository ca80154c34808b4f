// Kernels without C linkage are named in a note, whether they are templates or not.
// kernels: plain
// says: 5 kernels without C linkage
template <class T> __global__ void generic(T a) {}
template __global__ void generic<int>(int);
template <> __global__ void generic<float>(float a) {}
__global__ void mangled(int a) {}
namespace n {
__global__ void mangled_too(int a) {}
template <int N> __global__ void sized(float *a) {}
template __global__ void sized<4>(float *);
} // namespace n
extern "C" __global__ void plain(int a) {}
