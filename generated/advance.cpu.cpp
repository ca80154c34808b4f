/* The CPU image of advance.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "advance.cu"
// Moves particles by one time step. `step` is passed by value. The generated header declares both
// structs for C, with the device's layout.
#include <custub/kernel.h>

struct particle {
    float position[3];
    float velocity[3];
    unsigned char fixed;
};

struct time_step {
    double seconds;
    float gravity[3];
    unsigned int count;
};

extern "C" CUSTUB_THREADS(step.count) __global__ void advance(
    time_step step,
    particle *particles CUSTUB_COUNTED_BY(step.count))
{
    unsigned int i = ::custub_cpu::index_x<unsigned int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= step.count || particles[i].fixed)
        return;
    for (int axis = 0; axis < 3; axis++) {
        particles[i].velocity[axis] += step.gravity[axis] * (float)step.seconds;
        particles[i].position[axis] += particles[i].velocity[axis] * (float)step.seconds;
    }
}


#line 36 "advance.cpu.cpp"

namespace custub_cpu_absent
{
void advance(::custub_cpu::absent);
} // namespace custub_cpu_absent
using namespace custub_cpu_absent;

CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {
    ::custub_cpu::loop_kernel<&::advance, ::custub_cpu::loop_form::linear, ::custub_cpu::across_all>("advance", 0),
};

#if !defined(CUSTUB_CPU_LINKED)
extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),
    1, sizeof(custub_cpu_services),
    "advance.cu", custub_cpu_kernels, &::custub_cpu::services,
    nullptr, 0, sizeof(custub_cpu_global),
};
}
#endif

#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#include <custub/assertion.h>
#undef seconds
#undef gravity
#undef count
#undef position
#undef velocity
#undef fixed

#if defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ == 800) || (__CUDA_ARCH__ == 900))

// void advance(time_step step, particle *particles)
template <class custub_T0, class custub_T1> custub_assert::types<custub_T0, custub_T1> custub_assert_0(void (*)(custub_T0, custub_T1 *));
custub_assert::other custub_assert_0(...);
custub_assert::types<::custub_cpu::absent> custub_assert_0(void (*)(::custub_cpu::absent));
static_assert(!custub_assert::same<decltype(custub_assert_0(&::advance)), custub_assert::other>::value, "kernel 'advance': custub read 'void advance(time_step step, particle *particles)', and this compiler does not; write it without conditions on the compiler");
template <class> struct custub_assert_types_0 {};
template <class custub_T0, class custub_T1>
struct custub_assert_types_0<custub_assert::types<custub_T0, custub_T1>> {
    static_assert(sizeof(custub_T0) == 24 && alignof(custub_T0) == 8, "kernel 'advance', parameter 'step': custub read 'time_step' as 24 bytes aligned to 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, seconds) == 0 && custub_assert::is<decltype(custub_T0::seconds), double>::value, "kernel 'advance', parameter 'step': custub read 'time_step::seconds' as double at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, gravity) == 8 && sizeof(custub_T0::gravity) == 12 && custub_assert::is<decltype(custub_T0::gravity), float>::value, "kernel 'advance', parameter 'step': custub read 'time_step::gravity' as float[3] at byte 8, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T0, count) == 20 && custub_assert::is<decltype(custub_T0::count), unsigned int>::value, "kernel 'advance', parameter 'step': custub read 'time_step::count' as unsigned int at byte 20, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(sizeof(custub_T1) == 28 && alignof(custub_T1) == 4, "kernel 'advance', parameter 'particles': custub read 'particle' as 28 bytes aligned to 4, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, position) == 0 && sizeof(custub_T1::position) == 12 && custub_assert::is<decltype(custub_T1::position), float>::value, "kernel 'advance', parameter 'particles': custub read 'particle::position' as float[3] at byte 0, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, velocity) == 12 && sizeof(custub_T1::velocity) == 12 && custub_assert::is<decltype(custub_T1::velocity), float>::value, "kernel 'advance', parameter 'particles': custub read 'particle::velocity' as float[3] at byte 12, and this compiler does not; lay it out without packing and without conditions on the compiler");
    static_assert(__builtin_offsetof(custub_T1, fixed) == 24 && custub_assert::is<decltype(custub_T1::fixed), unsigned char>::value, "kernel 'advance', parameter 'particles': custub read 'particle::fixed' as unsigned char at byte 24, and this compiler does not; lay it out without packing and without conditions on the compiler");
};
template struct custub_assert_types_0<decltype(custub_assert_0(&::advance))>;
#endif
