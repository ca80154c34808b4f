// Types of an anonymous namespace as parameters.
// kernels: anonymous
namespace {
struct hidden {
    int a;
    float b;
};
namespace inner {
template <class T> struct box {
    T value;
};
} // namespace inner
} // namespace
extern "C" __global__ void anonymous(char a, hidden b, const hidden *c, inner::box<double> d)
{
}
