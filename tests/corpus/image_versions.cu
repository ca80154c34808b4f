// kernels: versioned
// needs: cuda
// What nvcc says of its version, and the headers that it includes before every file.
#if !defined(__CUDACC_VER_MAJOR__) || __CUDACC_VER_MAJOR__ < 11
#error "too old"
#endif
#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 != CUDART_VERSION
#error "of two toolkits"
#endif

extern "C" __global__ void versioned(int *out)
{
    out[threadIdx.x] = CUDART_VERSION;
}
