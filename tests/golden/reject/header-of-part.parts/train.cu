// Compiled by itself, and as a part of others.
extern "C" __global__ void step(int n, float *x) {}

#ifdef IS_A_PART
#include "header_of_part.custub.h"
typedef header_of_part_kernels train_kernels;
#else
#include "train.custub.h"
#endif

void train(const train_kernels *kernels, int n, float *x);
