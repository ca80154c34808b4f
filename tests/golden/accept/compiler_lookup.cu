// custub: -- -std=c++20
// The compiler looks names in contracts up, in the scope and at the place of the annotation.
#include <custub/kernel.h>

constexpr int WIDTH = 4;
enum class mode : unsigned char { A = 9 };
struct base { enum { LOW = 37 }; };
namespace other { constexpr int WIDTH = 5; }
struct tile : base {
    static constexpr int WIDTH = 16;
    using index = short;
    float *data CUSTUB_COUNTED_BY(rows * WIDTH * LOW * sizeof(index));
    int rows;
};
class outer {
    static constexpr int DEEP = 3; // private

  public:
    struct inner {
        struct cell { int c[3]; };
        float *data CUSTUB_COUNTED_BY(rows * DEEP + sizeof(cell)), *more CUSTUB_COUNTED_BY(WIDTH);
        int rows;
        enum { WIDTH = 77 }; // behind the annotation
    };
    friend CUSTUB_THREADS(DEEP) __global__ void befriended(int *x CUSTUB_COUNTED_BY(DEEP + n), int n);
};
__global__ void befriended(int *x, int m) { x[threadIdx.x] = m; }
template <class T, int N> struct box {
    enum { M = N * 2 };
    T *d CUSTUB_COUNTED_BY(n * M * sizeof(T[N]));
    int n;
    struct part { T *p CUSTUB_COUNTED_BY(count + M); int count; };
    part in;
};
template <class T> struct box<T, 0> { T *d CUSTUB_COUNTED_BY(WIDTH); enum { LOW = 3 }; };
struct particle { static constexpr unsigned char W = 200; typedef double value; };

extern "C" __global__ void fields(tile t, outer::inner o) { t.data[threadIdx.x] = 1; }
extern "C" __global__ void instances(box<float, 7> b, box<particle, 0> z) { b.d[threadIdx.x] = 1; }

namespace scoped {
using enum mode;
using other::WIDTH;
extern "C" CUSTUB_REQUIRES(n > A + WIDTH) __global__ void used(int n) {}
} // namespace scoped
namespace later { constexpr int LATE = 1; }
constexpr int LATE = 2;
extern "C" CUSTUB_REQUIRES(n > LATE) __global__ void before(int n) {}
namespace around {
constexpr int K = 6;
__global__ void qualified(int *x, int n);
} // namespace around
constexpr int K = 7;
CUSTUB_REQUIRES(n > K) __global__ void around::qualified(int *x CUSTUB_COUNTED_BY(K), int n) { x[n] = 1; }

// A macro that writes the constant and the kernel.
#define KERNEL(T, W)                                                                               \
    namespace of_##T {                                                                             \
    enum { WIDTH = W };                                                                            \
    extern "C" __global__ void k_##T(T *x CUSTUB_COUNTED_BY(n * WIDTH * LATE), int n) { x[n] = 0; } \
    constexpr int LATE = 99;                                                                       \
    }
KERNEL(float, 3)
KERNEL(int, 5);

// The contract is of the positions of the declaration that carries it.
template <class A, int B> CUSTUB_THREADS(n * B * A::W) __global__ void exchanged(
    A *x CUSTUB_COUNTED_BY(m * sizeof(typename A::value)), int n, int m);
template <class B, int A> __global__ void exchanged(B *x, int m, int n) { x[m + n + A] = B(); }
template <> __global__ void exchanged<particle, 8>(particle *y, int m, int x) { y[m + x] = particle(); }
template <> CUSTUB_THREADS(rest) __global__ void exchanged<particle, 9>(particle *n, int x, int rest) {}
CUSTUB_STUB(befriended, befriended);
CUSTUB_STUB(qualified, around::qualified);
CUSTUB_STUB(exchanged_7, exchanged<particle, 7>);
CUSTUB_STUB(exchanged_8, exchanged<particle, 8>);
CUSTUB_STUB(exchanged_9, exchanged<particle, 9>);
extern "C" __global__ void renamed(float *x CUSTUB_COUNTED_BY(n), int n, int m);
extern "C" __global__ void renamed(float *x CUSTUB_COUNTED_BY(m), int m, int n) { x[n] = 1; }
extern "C" __global__ void apart(int rows, int columns, float *x) { x[rows] = 1; }
extern "C" __global__ void CUSTUB_CONTRACT_OF(apart)(int columns, int rows, float *x CUSTUB_COUNTED_BY(rows));

// Macros that write fields: what follows a field, in the macro or behind it, is not meant.
#define POINTER(NAME) float *NAME CUSTUB_COUNTED_BY(rows * WIDTH);
#define WIDER(NAME) enum { WIDE = 6 }; float *NAME CUSTUB_COUNTED_BY(rows * WIDTH * WIDE); enum { WIDTH = 8 };
#define CLASS(NAME) struct NAME : base { float *d CUSTUB_COUNTED_BY(rows * WIDTH * LOW); int rows; enum { WIDTH = 9 }; };
struct narrow { int rows; POINTER(data) enum { WIDTH = 7 }; };
struct wide { int rows; WIDER(data) };
CLASS(whole)
extern "C" __global__ void written(narrow n, wide w, whole o) { n.data[0] = w.data[1] = o.d[2]; }

// The names do not depend on arguments that have no name at global scope.
template <class... T> CUSTUB_REQUIRES(n > WIDTH) __global__ void packed(int n, T... values) {}
template <template <class> class T> CUSTUB_REQUIRES(n > WIDTH) __global__ void of_template(int n) {}
template <int *P> CUSTUB_REQUIRES(n > WIDTH) __global__ void of_pointer(int n) { *P = n; }
template <class T, T V, class U> CUSTUB_REQUIRES(n > U::W) __global__ void of_value(int n) {}
template <class T> struct single {};
__device__ int global;
namespace around { template <class T> __global__ void defined_later(T *x, int n); }
template <class T> CUSTUB_REQUIRES(n > K + T::W) __global__ void around::defined_later(
    T *x CUSTUB_COUNTED_BY(K + T::W), int n) { x[n] = T(); }
CUSTUB_STUB(packed, packed<int, float>);
CUSTUB_STUB(of_template, of_template<single>);
CUSTUB_STUB(of_pointer, of_pointer<&global>);
CUSTUB_STUB(of_enumerator, of_value<mode, mode::A, particle>);
CUSTUB_STUB(of_largest, of_value<unsigned long long, 18446744073709551615ULL, particle>);
CUSTUB_STUB(of_char, of_value<char, -5, particle>);
CUSTUB_STUB(defined_later, around::defined_later<particle>);

// Names in unnamed namespaces are those of the scope around them.
namespace { constexpr int HIDDEN = 12; struct unseen { enum { PART = 13 }; }; }
namespace around { namespace { constexpr int HIDDEN_TOO = 14; } }
extern "C" CUSTUB_REQUIRES(n > HIDDEN + unseen::PART + around::HIDDEN_TOO) __global__ void hidden(int n) {}
