// alignas() behind attributes of GNU's, which clang takes from version 20 on; and of less than the
// natural alignment, which it never takes.
// kernels: weaker unused both before of_struct in_struct several in_union of_template of_class of_type less
// image: any
struct weaker_first {
    char a;
    __attribute__((aligned(8))) alignas(16) float v;
};
struct unused_first {
    __attribute__((unused)) alignas(16) float v;
    int w;
};
struct standard_first {
    char a;
    [[maybe_unused]] __attribute__((unused)) alignas(16) float v;
};
struct alignas_first {
    char a;
    alignas(16) __attribute__((unused)) float v;
};
struct __attribute__((unused)) alignas(32) struct_behind {
    int a;
};
struct alignas(32) __attribute__((unused)) struct_before {
    int a;
};
struct with_several {
    __attribute__((unused)) alignas(struct_before) char c;
    __attribute__((unused)) alignas(8) alignas(16) char d[3], e;
};
union with_union {
    char a[3];
    __attribute__((unused)) alignas(16) float v;
};
template <class T> struct with_template {
    char a;
    __attribute__((unused)) alignas(2 * sizeof(T)) T v;
};
class with_class
{
  public:
    char a;
    __attribute__((unused)) alignas(double) float v;
};
struct alignas(4) with_less {
    char a;
    double v;
};
__device__ __attribute__((unused)) alignas(16) float table[4];

extern "C" {
__global__ void weaker(weaker_first s, char next) {}
__global__ void unused(unused_first s, char next) {}
__global__ void both(standard_first s, char next) {}
__global__ void before(alignas_first s, char next) {}
__global__ void of_struct(struct_behind s, char next) {}
__global__ void in_struct(struct_before s, char next) {}
__global__ void several(with_several s, char next) {}
__global__ void in_union(with_union s, char next) {}
__global__ void of_template(with_template<float> s, char next) {}
__global__ void of_class(with_template<short> s, char next) {}
__global__ void of_type(with_class s, char next) {}
__global__ void less(with_less s, char next) {}
}
