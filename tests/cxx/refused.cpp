/* Calls that must not compile, one for each REFUSED; refused.sh has their messages. */
#include "shapes.custub.h"

#ifndef WITHOUT_CUSTUB_HPP
#include "stand_ins.hpp"

#include <array>
#include <vector>

namespace other
{
struct particle {
    float x, speed;
};

enum class mode { HALVES, DOUBLES };
} // namespace other

void refused(const shapes_kernels &kernels, const custub::buffer<float> &x,
             custub::buffer<double> &d, custub::buffer<int> &i, custub::buffer<__half> &h,
             custub::buffer<other::particle> &p, std::vector<float> &v, std::array<float, 4> &a);

void refused(const shapes_kernels &kernels, const custub::buffer<float> &x,
             custub::buffer<double> &d, custub::buffer<int> &i, custub::buffer<__half> &h,
             custub::buffer<other::particle> &p, std::vector<float> &v, std::array<float, 4> &a)
#else
void refused(const shapes_kernels &kernels, const custub_f32_view &x);
void refused(const shapes_kernels &kernels, const custub_f32_view &x)
#endif
{
    launch_axpy(kernels, nullptr, 4, 1.0f, x, x);
#ifdef REFUSED
    REFUSED;
#endif
}
