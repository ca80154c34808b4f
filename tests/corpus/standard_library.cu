// Templates of the host's standard library and of the toolkit's.
// needs: cuda
// kernels: host_types device_types
#include <array>
#include <complex>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <utility>

extern "C" __global__ void host_types(char a, std::array<float, 3> b, std::pair<char, double> c,
                                      std::complex<float> *d, std::uint16_t e, std::size_t f)
{
}
extern "C" __global__ void device_types(char a, cuda::std::array<short, 5> b,
                                        cuda::std::complex<double> c,
                                        const cuda::std::complex<float> *d)
{
}
