// Kernels behind the toolkit's version.
// needs: cuda
// kernels: recent
#if __CUDACC_VER_MAJOR__ > 11 || (__CUDACC_VER_MAJOR__ == 11 && __CUDACC_VER_MINOR__ >= 8)
extern "C" __global__ void recent(int a) {}
#else
extern "C" __global__ void older(int a) {}
#endif
