// Kernels whose declarations begin with a macro, in a file that is included several times.
namespace SPACE {
constexpr int WIDTH = SPACE_WIDTH;
struct row { float *x CUSTUB_COUNTED_BY(n * WIDTH); int n; };
__global__ void scale(row r, float *y CUSTUB_COUNTED_BY(n * WIDTH), int n) { y[n] = r.x[n]; }
}
#undef SPACE
#undef SPACE_WIDTH
