// custub: --arch sm_80,sm_86,sm_90
#include <custub/kernel.h>
#if __CUDA_ARCH__ >= 900
typedef double real;
#define ORDER int b; float a;
#define BITS 5
#define MODE unsigned char
#define MORE int more[4];
#define RESTRICT __restrict__
#define VALUE 2
#define ACCESS private: int p; long long q;
#else
typedef float real;
#define ORDER float a; int b;
#define BITS 4
#define MODE unsigned short
#define MORE
#define RESTRICT
#define VALUE 1
#define ACCESS private: long long q; int p; 
#endif
struct order { ORDER };
struct bits { unsigned x : BITS; unsigned y : 3; };
enum mode : MODE { A, B };
enum values { C, D = VALUE };
struct more { int x; MORE };
struct inner { order o[2]; };
struct outer { int n; inner i; };
struct base { ORDER };
struct derived : base { int c; };
template <class T> struct box { T t; real r; };
class closed { ACCESS public: int get(); };
struct node { real *data; int n; };
extern "C" __global__ void same(int n, float *x) {}
extern "C" __global__ void by_typedef(int n, real *x) {}
extern "C" __global__ void by_value(real n) {}
extern "C" __global__ void by_order(order o) {}
extern "C" __global__ void by_pointee(const order *o) {}
extern "C" __global__ void by_bits(bits b) {}
extern "C" __global__ void by_mode(mode m) {}
extern "C" __global__ void by_values(const values *v) {}
extern "C" __global__ void by_more(more *v) {}
extern "C" __global__ void by_outer(outer *v) {}
extern "C" __global__ void by_base(derived *v) {}
extern "C" __global__ void by_box(box<int> v) {}
extern "C" __global__ void by_closed(closed v) {}
extern "C" __global__ void by_node(node v) {}
extern "C" __global__ void by_restrict(int *RESTRICT x, const int *y) {}
#if __CUDA_ARCH__ >= 900
extern "C" __global__ void by_count(int n, int m) {}
extern "C" CUSTUB_THREADS(n) __global__ void by_names(int n, int m) {}
extern "C" __global__ void renamed(int n, int k) {}
extern "C" __global__ void __launch_bounds__(128) only(order o) {}
extern "C" __global__ void by_const(int *x) {}
#else
extern "C" __global__ void by_count(int n) {}
extern "C" CUSTUB_THREADS(n) __global__ void by_names(int m, int n) {}
extern "C" __global__ void renamed(const int n, int m) {}
extern "C" __global__ void by_const(const int *x) {}
#endif
