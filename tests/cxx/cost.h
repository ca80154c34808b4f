/* The same launches, as C makes them (cost_c.c) and as C++ does (cost_cxx.cpp). Both return the
 * number of failures. */
#ifndef COST_H
#define COST_H

#include "shapes.custub.h"

#ifdef __cplusplus
extern "C" {
#endif

int launch_in_stream(const shapes_kernels *kernels, CUstream stream, const double *x, double *y,
                     int n, long times);
int launch_as_given(const shapes_kernels *kernels, const custub_launch *launch, const double *x,
                    double *y, int n, long times);

#ifdef __cplusplus
}
#endif
#endif
