// Random numbers of <curand_kernel.h>, which are the same on every device.
#include <custub/kernel.h>

#include <curand_kernel.h>

// Four numbers for each thread, whose index is added to the seed.
extern "C" __global__ void xorwow(unsigned long long seed, unsigned *out)
{
    curandStateXORWOW_t state;

    curand_init(seed + threadIdx.x, 0, 0, &state);
    for (int i = 0; i < 4; i++)
        out[4 * threadIdx.x + i] = curand(&state);
}

// Each thread has a sequence of its own.
extern "C" __global__ void philox(unsigned long long seed, unsigned *out)
{
    curandStatePhilox4_32_10_t state;

    curand_init(seed, threadIdx.x, 4, &state);
    const uint4 numbers = curand4(&state);
    out[4 * threadIdx.x] = numbers.x;
    out[4 * threadIdx.x + 1] = numbers.y;
    out[4 * threadIdx.x + 2] = numbers.z;
    out[4 * threadIdx.x + 3] = numbers.w;
}

// Later numbers of a sequence, by skipping and by drawing.
extern "C" __global__ void skipped(unsigned long long seed, unsigned *out)
{
    curandState state;
    curandState other;

    curand_init(seed, threadIdx.x, 0, &state);
    curand_init(seed, threadIdx.x, 37, &other);
    for (int i = 0; i < 37; i++)
        curand(&state);
    out[2 * threadIdx.x] = curand(&state);
    out[2 * threadIdx.x + 1] = curand(&other);
}

extern "C" __global__ void distributions(unsigned long long seed, float *uniform, double *doubles,
                                         float *normal)
{
    curandState state;

    curand_init(seed + threadIdx.x, 0, 0, &state);
    uniform[threadIdx.x] = curand_uniform(&state);
    doubles[threadIdx.x] = curand_uniform_double(&state);
    const float2 two = curand_normal2(&state);
    normal[2 * threadIdx.x] = two.x;
    normal[2 * threadIdx.x + 1] = two.y;
}
