// Handles of the runtime API and of the driver API.
// needs: cuda
// kernels: runtime driver
#include <cuda.h>
#include <cuda_runtime.h>

extern "C" __global__ void runtime(char a, cudaTextureObject_t b, cudaSurfaceObject_t c,
                                   cudaStream_t d, cudaArray_t e, cudaEvent_t f,
                                   cudaTextureObject_t *g)
{
}
extern "C" __global__ void driver(char a, CUtexObject b, CUsurfObject c, CUdeviceptr d,
                                  CUdevice e, CUstream f, CUresult g)
{
}
