// Classes that nvcc's front end and its code lay out differently. No assertion shows it for pointees.
// nvcc refuses:
// verify refuses: around behind ends fields steps
// host refuses:
struct empty {
};
struct longer {
    double a;
    [[no_unique_address]] empty e;
};
typedef double loose __attribute__((aligned(4)));
struct moved {
    int a;
    loose b[2];
};
struct rounded {
    loose a;
    short b;
};
struct squeezed {
    loose a;
    char b;
};
struct roomy {
    squeezed inner;
    alignas(32) int after;
};
struct base {
    char c;
    int i;
};
struct derived : base {
    short s;
};
struct __attribute__((packed)) tight {
    char a;
    int b;
    double c[2];
};
#pragma pack(push, 2)
struct dense {
    double a;
    short b;
};
#pragma pack(pop)
union either {
    int i;
    double d;
};
struct bits {
    unsigned low : 3, high : 7;
    int c;
    union {
        int x;
        float y;
    };
};
template <class T> struct pair {
    T first;
    double second;
};
extern "C" __global__ void steps(const longer *s)
{
}
extern "C" __global__ void fields(const moved *s)
{
}
extern "C" __global__ void ends(const rounded *s)
{
}
extern "C" __global__ void around(roomy s)
{
}
extern "C" __global__ void behind(const squeezed *s)
{
}
extern "C" __global__ void fine(derived *a, tight *b, const either *c, bits *d, pair<char> *e,
                                dense *f)
{
}
