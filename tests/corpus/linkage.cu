// inline and weak kernels keep their entry; static ones have no C name.
// kernels: weak_kernel inline_kernel strong
// says: 1 kernel without C linkage
extern "C" {
__global__ __attribute__((weak)) void weak_kernel(int a) {}
inline __global__ void inline_kernel(int a) {}
static __global__ void static_kernel(int a) {}
}
extern "C" __global__ void strong(int a) {}
