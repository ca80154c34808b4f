# shellcheck shell=sh
# Sourced by blocks.sh: kernels that cannot be edited.
mkdir vendor
cat >vendor/saxpy.cu <<'C'
#include <stddef.h>
extern "C" __global__ void saxpy(size_t n, float a, const float *x, float *y) {}
C
cat >vendor/axpy.cuh <<'C'
namespace vendor
{
template <class T, int TILE> __global__ void axpy(int n, T a, const T *x, T *y) {}
} // namespace vendor
C
