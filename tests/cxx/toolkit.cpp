/* The toolkit's own __half, float2 and Thrust, for the host's compiler and for nvcc. */
#include "shapes.custub.h"

#include <custub/custub.hpp>

#include <cstdio>
#include <cuda_fp16.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <vector>

static_assert(custub::same_type<__half, custub_half>::value, "");
static_assert(custub::same_type<float2, custub_float2>::value, "");
static_assert(!custub::same_type<int2, custub_float2>::value, "");
static_assert(std::is_convertible<thrust::device_vector<float> &,
                                  custub::argument<custub_f32_view, float>>::value,
              "");
static_assert(std::is_convertible<const thrust::device_vector<__half> &,
                                  custub::argument<custub_f16_view, const custub_half>>::value,
              "");
static_assert(!std::is_convertible<const thrust::device_vector<__half> &,
                                   custub::argument<custub_f16_view, custub_half>>::value,
              "");

int main()
{
    auto device = custub::device::create(0);
    auto kernels = custub::load(shapes_load);
    auto from = custub::buffer<__half>::create(4);
    auto to = custub::buffer<__half>::create(4);
    auto pairs = custub::buffer<float2>::create(4);
    std::vector<__half> host(4);

    custub::fill(from, __float2half(1.5f));
    custub::fill(pairs, float2{1, 2});
    launch_sim_copy(kernels, nullptr, 4, {thrust::device_ptr<__half>(from.data()), 4}, to);
    launch_sim_copy(kernels, nullptr, 2, {pairs.data(), 2}, {pairs.data() + 2, 2});
    custub::download(to, host);
    std::printf("%g\n", __half2float(host[3]));
    return __half2float(host[3]) != 1.5f;
}
