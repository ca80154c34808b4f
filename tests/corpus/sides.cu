// __host__ and __device__ that differ from one declaration to another: to nvcc one function.
// kernels: sides
template <class T> struct sum {
    static __device__ T get();
    __device__ T add(T a) const;
    template <class U> __device__ static U cast(T a);
    struct inner {
        __device__ T get() const;
    };
};
template <> float sum<float>::get() { return 0.0f; }
template <> __device__ double sum<double>::get() { return 0.0; }
template <> float sum<float>::add(float a) const { return a; }
template <class T> T sum<T>::add(T a) const { return a; }
template <class T> template <class U> U sum<T>::cast(T a) { return U(a); }
template <class T> T sum<T>::inner::get() const { return T(1); }

template <class T> __device__ T twice(T x);
template <> float twice<float>(float x) { return x + x; }
template <> __device__ double twice(double x) { return x + x; }
template <class T> T twice(T x) { return 2 * x; }
template <class T> __device__ T thrice(T x) { return 3 * x; }
template float thrice<float>(float);
template <class T> __host__ __device__ T four(T x) { return 4 * x; }
template __device__ float four<float>(float);

struct number {
    __device__ number();
    __host__ __device__ number(int x);
    __device__ ~number();
    __device__ int get() const;
    __device__ static number make();
    __device__ operator int() const;
    __device__ number &operator+=(const number &other);
    friend __device__ number operator+(number a, const number &b);
    friend __device__ int peek(const number &a);
    template <class T> __device__ T as() const;

  private:
    int x;
};
number::number() : x(1) {}
__device__ number::number(int value) : x(value) {}
number::~number() {}
int number::get() const { return x; }
number number::make() { return number(); }
number::operator int() const { return x; }
number &number::operator+=(const number &other) {
    x += other.x;
    return *this;
}
number operator+(number a, const number &b) { return a += b; }
int peek(const number &a) { return a.x; }
template <class T> T number::as() const { return T(x); }

struct plain {
    __device__ plain();
    int x;
};
plain::plain() = default;

struct base {
    __device__ virtual int value() const;
    __host__ __device__ virtual ~base() {}
};
struct derived : base {
    __device__ int value() const override;
};
__device__ int base::value() const { return 1; }
int derived::value() const { return 2; }

namespace outer {
__device__ int inside(int a = 3);
}
int outer::inside(int a) { return a; }
int later(int a);
__device__ int later(int a) { return a; }
__host__ int both(int a);
__device__ int both(int a) { return a; }
extern "C" __device__ int linked(int a);
extern "C" int linked(int a) { return a; }
static inline __device__ int narrow(int a);
static inline int narrow(int a) { return a; }
constexpr __device__ int fixed(int a);
constexpr int fixed(int a) { return a + 1; }

int on_host(int a);
__device__ auto of_host(int a) -> decltype(on_host(a)) { return a; }
template <class T> struct result {
    typedef decltype(twice(T())) type;
};
template <int (*F)(int)> __device__ int apply(int a) { return F(a); }
__device__ int (*const pointer)(int) = later;

struct of_both {
    number device;
    plain other;
};

__device__ int counter;
static __device__ __constant__ int table[fixed(3)];

extern "C" __global__ void sides(float *x, result<float>::type scale, int n) {
    __shared__ int shared[sizeof(result<double>::type)];
    of_both members;
    derived object;

    shared[0] = members.device.get() + object.value() + n;
    x[threadIdx.x] = scale * sum<float>::get() + sum<float>().add(1.0f) + twice(1.0f) +
                     thrice(2.0f) + four(1.0f) + outer::inside() + later(2) + both(1) + linked(1) +
                     narrow(1) + number::make().get() + peek(number(2) + number(3)) +
                     number(4).as<float>() + sum<int>::cast<float>(2) + sum<int>::inner().get() +
                     counter + table[0] + of_host(3) + apply<later>(1) + shared[0];
}
