// Instances whose names differ in signs alone, that C names have no room for.
// kernels: twins
template <class T> struct box {
    T value;
};
template <int N> struct number {
    char v[N + 4];
};
struct box_int {
    short a;
};
namespace box_ {
struct int_ {
    char c;
};
} // namespace box_
extern "C" __global__ void twins(box<int> a, box<int *> b, box<int **> c, box<const int *> d,
                                 box_int e, number<1> f, number<-1> g, box_::int_ h,
                                 box<unsigned int> i, box<int[2]> j)
{
}
