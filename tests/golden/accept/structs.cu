// Structs by value: with fields that C can name, and as bytes where it cannot.
struct inner {
    short a;
    double b[2];
};
struct outer {
    char tag;
    inner parts[3];
    float *data;
    const int *fixed;
    bool flag;
};
struct __attribute__((aligned(32))) wide {
    float x, y, z;
};
struct __attribute__((packed)) tight {
    char a;
    int b;
};
struct __attribute__((packed)) unaligned {
    float a;
    int b;
};
struct bits {
    unsigned a : 3, b : 5;
};
union either {
    float f;
    int i;
};
class closed {
    int a;

  public:
    int b;
};
struct derived : inner {
    int c;
};
template <class T, int N> struct array {
    T data[N];
};
struct empty {
};
struct with_empty_array {
    int count;
    int tail[1];
};
namespace deep {
struct nested {
    struct part {
        int x;
    } p;
};
} // namespace deep

extern "C" __global__ void plain(outer o, wide w, with_empty_array a, deep::nested n)
{
}
extern "C" __global__ void bytes(tight t, unaligned u, bits b, either e, closed c, derived d,
                                 empty m)
{
}
extern "C" __global__ void templates(char first, array<float, 4> a, array<double, 2> b,
                                     array<inner, 2> *c)
{
}
// Makers: names of fields that the maker has a use for, arrays of arrays, padding, names that are taken.
struct maker {
    char value;
    double value_[2][3];
    short memset, structs_maker_of;
};
struct maker_of {
    int x;
};
struct element {
    int x;
};
struct element_buffer_create {
    int x;
};
extern "C" __global__ void makers(maker m, maker_of n, const element *e, element_buffer_create f)
{
}
