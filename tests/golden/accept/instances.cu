// What every libclang has to read alike: the compiler's own moves, in whose casts some show the
// class with all its members, and instances of templates that clang takes for wrong.
struct element {
    unsigned limbs[2];
    static __device__ element add(element x, element y) { return x; }
    template <class T> static __device__ element add(T x, element y) { return y; }
    template <class T> __device__ element &operator+=(T rhs)
    {
        *this = add(*this, rhs); // an instance decides which one
        return *this;
    }
    __device__ static void deep(void (*callback)(int)) { callback(threadIdx.z); }
};

extern "C" __global__ void moved(element *x, element *y)
{
    element sum = x[threadIdx.x];
    sum = element::add(sum, y[threadIdx.x]); // moves
    x[threadIdx.x] = sum;
}

struct started {
    unsigned limb;
    constexpr started() : limb(1) {}
};

template <class T, int n> __device__ void exchange(T *x)
{
    __shared__ T tile[n]; // initialized, to clang
    __shared__ int known[4];
    tile[threadIdx.x] = x[0];
    known[0] = 1;
}

extern "C" __global__ void shared_instance(started *x) { exchange<started, 3>(x); }

template <class T, int n> __device__ int sum(const T *x)
{
    __shared__ T tile[n];
    tile[threadIdx.y] = x[threadIdx.x];
    return tile[0];
}

extern "C" __global__ void fine_instance(const int *x, int *y) { *y = sum<int, 8>(x); }
