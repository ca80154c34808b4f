// The vector types of CUDA 13 that name their alignment.
// needs: cuda 13
// kernels: aligned
extern "C" __global__ void aligned(char a, double4_16a b, char c, double4_32a d, char e,
                                   longlong4_16a f, char g, longlong4_32a h, char i, ulong4_32a j,
                                   double4_32a *k)
{
}
