// As many bytes of parameters as CUDA 12.1 allows: 32764.
// needs: cuda 12.1
// kernels: one_struct several beyond_4096
struct all_bytes {
    int words[8191];
};
struct half_of_them {
    double values[2047];
};
extern "C" __global__ void one_struct(all_bytes a)
{
}
extern "C" __global__ void several(half_of_them a, half_of_them b, int c)
{
}
extern "C" __global__ void beyond_4096(char a, const double *b, double (*c)[512], all_bytes *d,
                                       half_of_them e)
{
}
