// Annotations of fields, and CUSTUB_FIELD, that a launch cannot check.
#include <custub/kernel.h>

struct wrong {
    int n CUSTUB_COUNTED_BY(3);
    float *unknown CUSTUB_COUNTED_BY(m);
    float *similar CUSTUB_COUNTED_BY(count1);
    float *pointer CUSTUB_COUNTED_BY(unknown);
    float *twice CUSTUB_COUNTED_BY(n) CUSTUB_SIZED_BY(n);
    struct incomplete *unsized CUSTUB_COUNTED_BY(n);
    float *odd CUSTUB_ALIGNED(24);
    float *itself CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(itself);
    float *number CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(n, nothing);
    float *uncounted CUSTUB_COUNTED_BY(n) CUSTUB_DISJOINT(plain);
    float *plain;
    float *threads CUSTUB_THREADS(n);
    unsigned bits : 3 CUSTUB_ALIGNED(4);
    bool flag CUSTUB_ALIGNED(16);
    int count;
};
extern "C" __global__ void wrongs(wrong a, wrong b) {}

union either {
    float *x CUSTUB_COUNTED_BY(4);
    long n;
};
struct around {
    either e;
    union {
        int *y CUSTUB_COUNTED_BY(4);
        long m;
    };
};
extern "C" __global__ void unions(around a) {}

class closed {
    float *x CUSTUB_COUNTED_BY(n);

  public:
    int n;
};
extern "C" __global__ void hidden(closed c) {}

struct base {
    int n;
    float *x CUSTUB_COUNTED_BY(n);
};
struct derived : base {
    int m;
};
template <class T> struct derived_instance : derived {
    T t;
};
extern "C" __global__ void inherits(derived d) {}
extern "C" __global__ void inherits_twice(derived_instance<int> d) {}

enum colour { red };
template <class T, colour C, class... More> struct unknown {
    float *x CUSTUB_COUNTED_BY(C);
    float *y CUSTUB_COUNTED_BY(T);
    float *z CUSTUB_COUNTED_BY(sizeof(T));
};
extern "C" __global__ void templates(unknown<int, red, int> u) {}

struct plain {
    float *x, *y[2];
    int n;
};
extern "C" CUSTUB_FIELD(q.x, COUNTED_BY(n)) CUSTUB_FIELD(p.z, COUNTED_BY(n)) CUSTUB_FIELD(p.n, COUNTED_BY(n))
CUSTUB_FIELD(p, COUNTED_BY(n)) CUSTUB_FIELD(x, COUNTED_BY(n)) CUSTUB_FIELD(p.x) CUSTUB_FIELD()
CUSTUB_FIELD(p.x, THREADS(n)) CUSTUB_FIELD(p.x, COUNTED_BY) CUSTUB_FIELD(p.x + 1, COUNTED_BY(n))
CUSTUB_FIELD(p.y[2], COUNTED_BY(n)) CUSTUB_FIELD(p.x, COUNTED_BY(k))
__global__ void named(plain p, int n, float *x) {}

extern "C" CUSTUB_FIELD(p.y, COUNTED_BY(1)) CUSTUB_FIELD(p.y[1], COUNTED_BY(2)) __global__ void both(plain p) {}

extern "C" __global__ void on_parameter(float *x CUSTUB_FIELD(p.x, COUNTED_BY(1))) {}

struct many {
    float *all[1100] CUSTUB_COUNTED_BY(1);
};
extern "C" __global__ void too_many(many m) {}
