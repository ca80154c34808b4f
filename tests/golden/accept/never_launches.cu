// Contracts that no launch can meet: said, and left to the launch to refuse.
#include <custub/kernel.h>
#define SIZE 2048
extern "C" {
CUSTUB_BLOCK(SIZE) __global__ void wide() {}
CUSTUB_BLOCK(64, 32) __global__ void many() {}
CUSTUB_BLOCK(1, 1, 65) __global__ void deep() {}
CUSTUB_BLOCK(256) __global__ void __launch_bounds__(128) bounded() {}
CUSTUB_BLOCK(32) __global__ void __block_size__((64, 1, 1)) fixed() {}
CUSTUB_BLOCK(n, 0) __global__ void empty(int n) {}
CUSTUB_BLOCK(n, 1024) __global__ void may_be(int n) {}
CUSTUB_REQUIRES(sizeof(double) == 4) __global__ void narrow() {}
CUSTUB_REQUIRES(sizeof(double) == 8 || n) __global__ void always(int n) {}
CUSTUB_THREADS(1, 2 - 3) CUSTUB_SHARED(-16) __global__ void below(float *x CUSTUB_COUNTED_BY(3 - 4), float *y CUSTUB_COUNTED_BY(0)) {}
}
