// Parameters written as arrays.
// kernels: arrays
constexpr int size = 4;
constexpr int computed_size() { return 2 * size; }
struct item {
    short a;
};
extern "C" __global__ void arrays(float a[], const float b[size], int c[][size], item d[3],
                                  const char *e[], double f[2][3], const float g[computed_size()],
                                  void *h[])
{
}
