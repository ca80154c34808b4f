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
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= step.count || particles[i].fixed)
        return;
    for (int axis = 0; axis < 3; axis++) {
        particles[i].velocity[axis] += step.gravity[axis] * (float)step.seconds;
        particles[i].position[axis] += particles[i].velocity[axis] * (float)step.seconds;
    }
}
