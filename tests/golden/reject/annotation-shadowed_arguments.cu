// A macro with a name of the contract language and other arguments, whose definition is not found.
#include <custub/kernel.h>
%:define min(a, b, c) a
#define ROWS 4
extern "C" CUSTUB_THREADS(ROWS) __global__ void hidden(
    int n, float *x CUSTUB_COUNTED_BY(min(n, 2)), float *y CUSTUB_COUNTED_BY(ROWS)) {}
