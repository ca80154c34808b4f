// What macros with names of the contract language hide all the same.
#include <custub/kernel.h>
#define min(a, b) ((a) < (b) ? 0 : (b))
#define WRAPPED(...) CUSTUB_COUNTED_BY(__VA_ARGS__)
#define TILE 16
extern "C" __global__ void passed_on(int n, float *x WRAPPED(min(n, TILE))) {}
extern "C" __global__ void changed(int n, float *x CUSTUB_COUNTED_BY(min(n, TILE))) {}
#undef TILE
#define TILE 32
