// A macro with a name of the contract language, whose definition is not found. Where it is passed
// on, it has been expanded.
#include <custub/kernel.h>
%:define min(a, b) ((a) < (b) ? (a) : (b))
#define COUNTED(...) CUSTUB_COUNTED_BY(__VA_ARGS__)
extern "C" __global__ void hidden(int n, float *x CUSTUB_COUNTED_BY(min(n, 2))) {}
extern "C" __global__ void passed_on(int n, float *x COUNTED(min(n, 2))) {}
