// Packed structs with members that have constructors: clang packs them, nvcc and g++ do not.
// nvcc refuses: by_value
// verify refuses: by_value
// host refuses: by_value
// needs: cuda
#include <cuda_fp16.h>
struct __attribute__((packed)) halves {
    char a;
    __half h[3];
};
struct loose_halves {
    char a;
    __half h[3];
};
extern "C" __global__ void by_value(halves s)
{
}
extern "C" __global__ void by_pointer(const halves *s)
{
}
extern "C" __global__ void fine(loose_halves s, const loose_halves *t, const __half *h)
{
}
