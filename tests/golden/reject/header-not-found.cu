#include "of/another/folder.h"

extern "C" __global__ void scale(int n, float *x) {}
