// dim3, which has constructors.
// kernels: shapes
struct shape {
    dim3 grid, block;
    unsigned shared;
};
extern "C" __global__ void shapes(char a, dim3 b, const dim3 c, shape d, dim3 *e)
{
}
