// custub: --prototypes --arch sm_80 --ptx sm_80=verify-prototypes.ptx
#include <custub/kernel.h>

struct half_of {
    unsigned short bits;
};
struct meters {
    float value;
};
enum colour : int { RED };

extern "C" {
__global__ void types(int a, float b, float *c, float *d, colour e, double f);
__global__ void open_types(float a, float *b, half_of c, float d, meters e, unsigned long long f,
                           float *g, unsigned h, signed char i);
CUSTUB_BLOCK(256) __global__ void block_of_128();
CUSTUB_BLOCK(32, 8) __global__ void rows_of_32();
CUSTUB_BLOCK(32, 4) __global__ void right_block();
CUSTUB_BLOCK(16, 16) __global__ void at_most_128();
__global__ void clusters();
__global__ void any_cluster();
__global__ void reads_rows() { int row = blockIdx.y + threadIdx.x + blockIdx.x; }
__global__ void no_body(int n);
__global__ void body_follows(int n);
}
