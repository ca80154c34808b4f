#include "axpy.custub.h"

#include <custub/custub.hpp>

#include <cstdio>
#include <vector>

/* A launcher that knows no stub. */
template <class T> T last_of_axpy(const axpy_kernels &kernels, size_t n)
{
    auto stream = custub::stream::create();
    auto x = custub::create_uploaded(std::vector<T>(n, T(2)), stream);
    auto y = custub::create_uploaded(std::vector<T>(n, T(1)), stream);
    std::vector<T> host(n);

    launch_math_axpy(kernels, stream, n, T(3), x, y);
    custub::download(y, host, stream); /* waits */
    return host.back();
}

int main()
{
    try {
        auto device = custub::device::create(0);
        auto kernels = custub::load(axpy_load);

        std::printf("%g\n", last_of_axpy<double>(kernels, 1000)); /* 7 */

        auto x = custub::buffer<float>::create(10);
        launch_math_axpy(kernels, nullptr, 11, 1.0f, x, x);
    } catch (const custub::error &error) {
        std::printf("%s\n", error.what());
    }
}
