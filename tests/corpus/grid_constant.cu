// __grid_constant__ at each place where it may stand.
// kernels: constants
struct block_of_constants {
    float weights[9];
    int n;
};
extern "C" __global__ void constants(char a, const __grid_constant__ block_of_constants b,
                                     __grid_constant__ const int c, const int __grid_constant__ d)
{
}
