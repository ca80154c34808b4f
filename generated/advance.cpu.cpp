/* The CPU image of advance.cu, for a host C++17 compiler. Written by custub; edits are lost. */
#include <custub/cpu_device.h>
#define __CUDA_ARCH__ 900
#line 1 "advance.cu"
// Moves particles by one time step. `step` is passed by value, and so are the particles' fields to C:
// the generated header declares both structs with the layout that the device sees.
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

static constexpr custub_cpu_kernel custub_cpu_kernels[] = {
    ::custub_cpu::loop_kernel<&::advance, ::custub_cpu::loop_form::linear, ::custub_cpu::across_all>("advance", 0),
};

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
