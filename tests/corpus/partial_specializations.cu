// The members of a partial specialization are bodies like others: host code in them is left out.
// kernels: fill
extern "C" __global__ void fill(int *x) { x[threadIdx.x] = 1; }

template <class T, int N> struct launcher {
    static void run(T *) {}
};
template <int N> struct launcher<int, N> {
    static void run(int *x) { fill<<<1, N>>>(x); }
};
void run(int *x) { launcher<int, 4>::run(x); }
