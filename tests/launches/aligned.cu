// Parameters that are aligned to more than 16 bytes, which an image for GPUs has at other offsets than
// a struct in C.
#include <cuda.h>
#include <custub/kernel.h>

struct alignas(32) quad {
    double values[4];
};
struct alignas(64) line {
    int values[16];
};
struct alignas(256) page {
    char values[256];
};

// Sums what is in each parameter, so that a wrong place of any shows.
extern "C" __global__ void sum_aligned(char one, quad two, short three,
                                       const __grid_constant__ CUtensorMap map, int five, line six,
                                       page seven, char eight,
                                       double *sums CUSTUB_COUNTED_BY(8))
{
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&map);

    sums[0] = one;
    sums[1] = two.values[0] + 2 * two.values[3];
    sums[2] = three;
    sums[3] = 0;
    for (int i = 0; i < 128; i++)
        sums[3] += bytes[i] * (i + 1);
    sums[4] = five;
    sums[5] = six.values[0] + 2 * six.values[15];
    sums[6] = seven.values[0] + 2 * seven.values[255];
    sums[7] = eight;
}
