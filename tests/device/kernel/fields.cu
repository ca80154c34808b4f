// Numbers in structs that C cannot express. A contract reads them as the kernel does.
#include <custub/kernel.h>

struct flags {
    unsigned mode : 3;
    int level : 5;
    unsigned long long big : 40;
    unsigned n;
    bool on : 1;
    int : 0;
    short tail;
    signed char c;
    long long wide : 64;
};

class mixed {
    int hidden_;

  public:
    int rows;
    struct {
        int x;
        union {
            unsigned y;
            float z;
        };
    };
    short data[3];
    flags inner;
};

#pragma pack(push, 1)
struct packed {
    char first;
    int crooked;
    unsigned low : 20;
    unsigned high : 12;
};
#pragma pack(pop)

struct wanted {
    long long values[16];
};

extern "C" CUSTUB_REQUIRES(f.n == w.values[0] && f.tail == w.values[1] && f.c == w.values[2])
__global__ void read_flags(flags f, wanted w, long long *out)
{
    const long long values[3] = {f.n, f.tail, f.c};

    for (int i = 0; i < 3; i++)
        out[i] = values[i];
}

extern "C" CUSTUB_REQUIRES(m.rows == w.values[0] && m.x == w.values[1] && m.y == w.values[2])
CUSTUB_REQUIRES(m.data[1] == w.values[3] && m.inner.n == w.values[4])
__global__ void read_mixed(mixed m, wanted w, long long *out)
{
    const long long values[5] = {m.rows, m.x, m.y, m.data[1], m.inner.n};

    for (int i = 0; i < 5; i++)
        out[i] = values[i];
}

extern "C" CUSTUB_REQUIRES(p.first == w.values[0] && p.crooked == w.values[1])
__global__ void read_packed(packed p, wanted w, long long *out)
{
    const long long values[2] = {p.first, p.crooked};

    for (int i = 0; i < 2; i++)
        out[i] = values[i];
}
