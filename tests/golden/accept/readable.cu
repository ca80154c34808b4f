// Numbers in structs that C has no form for.
#include <custub/kernel.h>
struct flags {
    unsigned mode : 3;
    int level : 5;
    unsigned long long big : 40;
    unsigned n;
    bool on : 1;
    int : 0;
    signed char c;
};
struct base { int b; };
class mixed : public base {
  public:
    struct {
        union {
            long long x;
            double z;
        };
    };
    bool truths[2];
    flags inner[2];
};
template <class T, int N> struct array { T data[N]; unsigned short count; };
union number { int i; float f; };

extern "C" CUSTUB_THREADS(f.n) CUSTUB_REQUIRES(f.c > -2)
__global__ void bits(flags f, float *x CUSTUB_COUNTED_BY(f.n)) {}
extern "C" CUSTUB_REQUIRES(m.x > 0 && m.truths[1] && m.inner[0].n > 1 && max(max(m.inner[0].n, m.inner[1].n), min(m.inner[0].n, m.inner[1].n)) * 16 < 1000 * 16)
__global__ void members(mixed m) {}
extern "C" CUSTUB_SHARED(a.count * sizeof(int)) CUSTUB_REQUIRES(a.data[3] == u.i) __global__ void
instances(array<int, 4> a, number u)
{
    extern __shared__ int tile[];
    tile[threadIdx.x] = 0;
}
