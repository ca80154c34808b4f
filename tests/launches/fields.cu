/* Kernels whose structs have pointers, with a contract at the fields. */
#include <custub/kernel.h>

struct image {
    int *planes[3] CUSTUB_COUNTED_BY_OR_NULL(height * pitch) CUSTUB_ALIGNED(16);
    int height, pitch;
    const int *host; /* the kernel does not look at it */
};

extern "C" __global__ void increase_planes(
    image i)
{
    int at = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    for (int plane = 0; plane < 3 && at < i.height * i.pitch; plane++)
        if (i.planes[plane])
            i.planes[plane][at]++;
}

struct copying {
    const int *__restrict__ from CUSTUB_COUNTED_BY(n);
    int *__restrict__ to CUSTUB_COUNTED_BY(n);
    int n;
};

extern "C" CUSTUB_THREADS(c.n) __global__ void copy_and_mark(
    copying c, int m,
    int *marks CUSTUB_COUNTED_BY(m))
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < c.n)
        c.to[i] = c.from[i];
    if (i < c.n && i < m)
        marks[i] = 1;
}

struct doubling {
    const int *from CUSTUB_COUNTED_BY(n);
    int *to CUSTUB_COUNTED_BY(n);
    int n;
};

extern "C" CUSTUB_THREADS(d.n) __global__ void doubled(
    doubling d)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < d.n)
        d.to[i] = 2 * d.from[i];
}

template <class T, int N> struct spans {
    T *data[N];
    unsigned counts[N];
};

extern "C" CUSTUB_FIELD(s.data[0], COUNTED_BY(s.counts[0]))
CUSTUB_FIELD(s.data[1], COUNTED_BY(s.counts[1]), DISJOINT(s.data[0])) CUSTUB_THREADS(n)
__global__ void increase_spans(
    unsigned n, spans<int, 2> s)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int k = 0; k < 2; k++)
        if (i < n && i < s.counts[k])
            s.data[k][i]++;
}
