// custub: -p nvcc_flags.build
// The macros and the architectures of nvcc's command; what custub cannot follow is noted.
#include <custub/kernel.h>

struct tile {
    float values[N][HOST];
};

extern "C" __global__ void place(tile t, float *out CUSTUB_COUNTED_BY(N * HOST)) {}

#if __CUDA_ARCH__ >= 900
extern "C" __global__ void place_later(tile t, float *out CUSTUB_COUNTED_BY(N)) {}
#endif
