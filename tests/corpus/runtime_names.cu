// The runtime API's types without an include: as parameters, and of the host code around kernels.
// kernels: handles structs places
struct stage {
    cudaStream_t stream;
    cudaEvent_t done;
    cudaMemPool_t pool;
};
extern "C" __global__ void handles(char a, cudaStream_t b, cudaError_t c, cudaEvent_t d,
                                   cudaArray_t e, cudaGraph_t f, cudaMemcpyKind g, stage h,
                                   cudaError_t *i)
{
    *i = c == cudaSuccess ? c : cudaErrorUnknown;
}
extern "C" __global__ void structs(char a, cudaExtent b, cudaPos c, cudaPitchedPtr d)
{
}
extern "C" __global__ void places(unsigned *a)
{
    a[threadIdx.x] = __vadd2(a[threadIdx.y], 3) + atomicMax_block(a, 2u);
}
static void CUDART_CB called(cudaStream_t stream, cudaError_t status, void *data)
{
    cudaFree(data);
}
cudaError_t run(const stage &s, unsigned *x, cudaStreamCallback_t callback = called)
{
    places<<<1, 32, 0, s.stream>>>(x);
    if (cudaError_t error = cudaStreamAddCallback(s.stream, callback, x, 0))
        return error;
    return cudaGetLastError();
}
