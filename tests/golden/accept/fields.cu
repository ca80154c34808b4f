// Pointers inside structs: annotated fields, arrays, nested structs, templates, CUSTUB_FIELD.
#include <custub/kernel.h>

#include "fields.cuh"

#define TILE 16
enum { PITCH = 64 };

struct particle {
    float position[3];
};

// Each form, siblings, fields of siblings, constants and sizes.
struct forms {
    struct {
        int x, y;
    } size;
    const float *counted CUSTUB_COUNTED_BY(size.x * size.y);
    float *or_null CUSTUB_COUNTED_BY_OR_NULL(size.x * TILE);
    void *sized CUSTUB_SIZED_BY(size.y * sizeof(particle));
    const void *sized_or_null CUSTUB_SIZED_BY_OR_NULL(PITCH);
    particle *particles CUSTUB_COUNTED_BY(size.x) CUSTUB_ALIGNED(16);
    float *__restrict__ written CUSTUB_COUNTED_BY(size.x) CUSTUB_DISJOINT(sized) CUSTUB_ALIASES(particles);
    int *aligned CUSTUB_ALIGNED(32);
    int *plain;
    int **rows CUSTUB_COUNTED_BY(size.y);
    forms *next CUSTUB_COUNTED_BY_OR_NULL(1);
};
extern "C" CUSTUB_THREADS(f.size.x) __global__ void each_form(
    forms f, float *x CUSTUB_COUNTED_BY(f.size.x) CUSTUB_DISJOINT(f.counted)) {}

// Arrays of pointers, of structs and of both; a name that two pointers would share.
struct tile {
    float *data CUSTUB_COUNTED_BY(n);
    int n;
};
struct nest {
    tile tiles[2];
    tile one;
    int *grid[2][2] CUSTUB_COUNTED_BY(one.n) CUSTUB_DISJOINT(grid);
};
extern "C" __global__ void arrays(scale_params p, nest n, int *p_planes CUSTUB_COUNTED_BY(1)) {}

// What C cannot describe is read from the bytes.
template <class T> struct view {
    T *data CUSTUB_COUNTED_BY(length);
    long length;
};
class box {
    int closed;

  public:
    float *data CUSTUB_COUNTED_BY(count);
    unsigned short count;
};
extern "C" __global__ void as_bytes(view<float> a, view<const double> b, box c) {}

// Parameters of a template hide constants of the file.
enum { N = 3 };
template <class T, int N, bool is_deep = true> struct tower {
    T *floors[N] CUSTUB_SIZED_BY(N * is_deep * count * sizeof(T)) CUSTUB_ALIGNED(4 * N);
    struct roof {
        T *tiles CUSTUB_COUNTED_BY(N + ::N);
    } top;
    int count;
};
extern "C" CUSTUB_SHARED(4) __global__ void towers(
    tower<float, 2> a, tower<particle, 1, false> b, void *shared CUSTUB_SIZED_BY(N)) {}

// A CUSTUB_FIELD goes before what the field says of the same thing, and names what the kernel has.
extern "C" CUSTUB_FIELD(p.planes[1], SIZED_BY(bytes)) CUSTUB_FIELD(t.data, ALIGNED(64))
__global__ void overridden(scale_params p, tile t, unsigned bytes) {}

// Structs that cannot be edited.
extern "C" CUSTUB_FIELD(v.in, COUNTED_BY(v.n), ALIGNED(2 * TILE))
CUSTUB_FIELD(v.out, COUNTED_BY_OR_NULL(limit), DISJOINT(v.in, s.data))
CUSTUB_FIELD(s.data, COUNTED_BY(s.count * gridDim.x))
__global__ void CUSTUB_CONTRACT_OF(vendored)(vendors v, span<float> s, int limit);

// A kernel says which member of a union it takes.
struct bands {
    union {
        struct {
            short *low, *high;
        };
        short *all[2];
    };
    union {
        float *weights;
        long number;
    } extra;
};
extern "C" CUSTUB_FIELD(b.all, COUNTED_BY(n), ALIGNED(8))
CUSTUB_FIELD(b.extra.weights, COUNTED_BY_OR_NULL(2 * n)) __global__ void by_index(bands b, int n) {}
extern "C" CUSTUB_FIELD(b.high, COUNTED_BY(n)) __global__ void by_name(bands b, int n) {}
union either {
    float *__restrict__ x;
    int *y;
};
extern "C" CUSTUB_FIELD(e.x, COUNTED_BY(n)) CUSTUB_FIELD(e.y, COUNTED_BY(n))
__global__ void both_members(either e, int n) {}

// A struct that is only pointed to is not looked at, whatever it says.
struct elsewhere {
    int n CUSTUB_COUNTED_BY(3);
    float *x CUSTUB_COUNTED_BY(unknown);
};
extern "C" __global__ void pointed_to(elsewhere *e) {}
