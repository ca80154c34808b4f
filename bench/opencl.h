/* opencl.h: OpenCL on the processor (PoCL), to measure beside the CPU driver. Ends the program
 * where something fails that ought not to. */
#ifndef BENCH_OPENCL_H
#define BENCH_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stddef.h>

/* Opens the first platform's processor for as many threads, unless POCL_MAX_PTHREAD_COUNT says
 * otherwise, compiles the file, and prints what it is. 0 if there is none. */
int opencl_open(const char *path, int threads);

cl_kernel opencl_kernel(const char *name);

/* With the values, or, if that is null, with any. */
cl_mem opencl_buffer(size_t bytes, const void *values);

void opencl_set(cl_kernel kernel, cl_uint index, size_t bytes, const void *value);

/* Runs the kernel and waits for it. */
void opencl_run(cl_kernel kernel, const size_t global[2], const size_t local[2]);

void opencl_write(cl_mem buffer, size_t bytes, const void *values);
void opencl_read(cl_mem buffer, size_t bytes, void *values);

#endif
