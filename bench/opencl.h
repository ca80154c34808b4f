/* opencl.h: OpenCL on the processor (PoCL), for comparison with the CPU driver. Ends the program on
 * every error. */
#ifndef BENCH_OPENCL_H
#define BENCH_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stddef.h>

/* Opens the first platform's processor, with `threads` threads unless POCL_MAX_PTHREAD_COUNT is
 * set. Compiles the file, and prints the device's name. Returns 0 if there is no such device. */
int opencl_open(const char *path, int threads);

cl_kernel opencl_kernel(const char *name);

/* A buffer with these values; if they are null, its contents are undefined. */
cl_mem opencl_buffer(size_t bytes, const void *values);

void opencl_set(cl_kernel kernel, cl_uint index, size_t bytes, const void *value);

/* Runs the kernel and waits for it. */
void opencl_run(cl_kernel kernel, const size_t global[2], const size_t local[2]);

void opencl_write(cl_mem buffer, size_t bytes, const void *values);
void opencl_read(cl_mem buffer, size_t bytes, void *values);

#endif
