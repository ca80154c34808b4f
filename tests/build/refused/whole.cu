// A host compiler finds an error outside of all bodies: the whole file stays out.
#ifdef CUSTUB_CPU_NVCC
#error "not for a CPU"
#endif

struct pair {
    int number;
    double weight;
};

__device__ int counter;

extern "C" __global__ void first(pair p, int *out)
{
    out[0] = p.number;
}

extern "C" __global__ void second(int *out, int n)
{
    out[0] = counter + n;
}
