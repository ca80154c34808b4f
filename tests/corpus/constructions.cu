// What runs where a value is made, copied or ended, without a call: its indices count.
// kernels: braces within base array parts members bases copies assigns instance ends plain
struct row {
    int y = threadIdx.y;
};
struct rows {
    row first;
    int count;
};
struct wide : row {
    int count;
};
struct several {
    row all[2];
};
struct made {
    int y;
    __device__ made() : y(threadIdx.y)
    {
    }
};
struct owner {
    made part;
    __device__ owner()
    {
    }
};
struct heir : made {
    int count;
    __device__ explicit heir(int n) : count(n)
    {
    }
};
template <class T> struct copied {
    T value;
    __device__ explicit copied(T v) : value(v)
    {
    }
    __device__ copied(const copied &other) : value(other.value + threadIdx.y)
    {
    }
};
struct holder {
    copied<int> part;
};
struct assigned {
    int value;
    __device__ assigned &operator=(const assigned &other)
    {
        value = other.value + threadIdx.y;
        return *this;
    }
};
struct assignable {
    assigned part;
};
template <class T> struct depth {
    T z = T(threadIdx.z);
};
template <class T> struct ended {
    T *out;
    __device__ ~ended()
    {
        *out = T(threadIdx.z);
    }
};
struct unique {
    int value = 1;
    __device__ unique()
    {
    }
    unique(const unique &) = delete;
};
extern "C" {
__global__ void braces(int *o)
{
    row r{};
    o[threadIdx.x] = r.y;
}
__global__ void within(int *o)
{
    rows r{};
    o[threadIdx.x] = r.first.y;
}
__global__ void base(int *o)
{
    wide w{};
    o[threadIdx.x] = w.y;
}
__global__ void array(int *o)
{
    several s{};
    o[threadIdx.x] = s.all[1].y;
}
__global__ void parts(int *o)
{
    struct {
        made part;
        int count;
    } m{};
    o[threadIdx.x] = m.part.y;
}
__global__ void members(int *o)
{
    owner h;
    o[threadIdx.x] = h.part.y;
}
__global__ void bases(int *o)
{
    heir h(3);
    o[threadIdx.x] = h.y;
}
__global__ void copies(int *o)
{
    holder h{copied<int>(2)};
    holder k = h;
    o[threadIdx.x] = k.part.value;
}
__global__ void assigns(int *o)
{
    assignable a{}, b{};
    a = b;
    o[threadIdx.x] = a.part.value;
}
__global__ void instance(int *o)
{
    depth<int> d;
    o[threadIdx.x] = d.z;
}
__global__ void ends(int *o)
{
    ended<int> e{o + threadIdx.x};
}
__global__ void plain(int *o)
{
    unique u;
    o[threadIdx.x] = u.value;
}
}
