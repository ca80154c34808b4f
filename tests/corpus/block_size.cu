// __block_size__, where the architecture has it, in place of a block that the launch chooses.
// needs: cuda 12.4
// says: __block_size__ differs between the architectures
// kernels: block line
#if __CUDA_ARCH__ >= 900
#define SIZE(...) __block_size__(__VA_ARGS__)
#else
#define SIZE(...)
#endif
constexpr int width = 16;
extern "C" __global__ void SIZE((32, 2, 1)) block(float *a)
{
}
extern "C" __global__ void SIZE((width * 2, 1, 1)) line(float *a)
{
}
