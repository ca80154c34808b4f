// Attributes of C++ on parameters and kernels.
// kernels: attributed kept old
extern "C" __global__ void attributed([[maybe_unused]] int a, float *b [[maybe_unused]],
                                      int c __attribute__((unused)))
{
}
extern "C" __global__ __attribute__((used)) void kept(int a)
{
}
extern "C" [[deprecated("use another")]] __global__ void old(int a)
{
}
