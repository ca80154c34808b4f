// A typedef that raises a scalar's alignment.
// kernels: aligned_scalars
typedef int int_16 __attribute__((aligned(16)));
typedef double double_32 __attribute__((aligned(32)));
struct holder {
    char a;
    int_16 b;
    double_32 c;
};
extern "C" __global__ void aligned_scalars(char a, int_16 b, char c, double_32 d, char e, holder f)
{
}
