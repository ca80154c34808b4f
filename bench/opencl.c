#define _POSIX_C_SOURCE 200809L /* setenv */

#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void succeed(cl_int status, const char *what)
{
    if (status == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, (int)status);
    exit(EXIT_FAILURE);
}

static char *read_source(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 65536);

    if (!file || !text || fread(text, 1, 65535, file) == 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    return text;
}

static void build(const char *path, cl_device_id device)
{
    char *source = read_source(path);
    cl_int status;

    program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
    succeed(status, path);
    succeed(clBuildProgram(program, 1, &device, "", NULL, NULL), path);
    free(source);
}

int opencl_open(const char *path, int threads)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_uint units = 0;
    cl_int status;
    char name[128] = "";
    char count[16];

    snprintf(count, sizeof(count), "%d", threads);
    setenv("POCL_MAX_PTHREAD_COUNT", count, 0);
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL) != CL_SUCCESS)
        return 0;
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof(name), name, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(units), &units, NULL);
    printf("OpenCL on %u threads: %s\n", (unsigned)units, name);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    succeed(status, "context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    succeed(status, "queue");
    build(path, device);
    return 1;
}

cl_kernel opencl_kernel(const char *name)
{
    cl_int status;
    cl_kernel kernel = clCreateKernel(program, name, &status);

    succeed(status, name);
    return kernel;
}

cl_mem opencl_buffer(size_t bytes, const void *values)
{
    cl_int status;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);

    succeed(status, "buffer");
    if (values)
        opencl_write(buffer, bytes, values);
    return buffer;
}

void opencl_set(cl_kernel kernel, cl_uint index, size_t bytes, const void *value)
{
    succeed(clSetKernelArg(kernel, index, bytes, value), "argument");
}

void opencl_run(cl_kernel kernel, const size_t global[2], const size_t local[2])
{
    succeed(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL), "launch");
    succeed(clFinish(queue), "finish");
}

void opencl_read(cl_mem buffer, size_t bytes, void *values)
{
    succeed(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values, 0, NULL, NULL), "read");
}

void opencl_write(cl_mem buffer, size_t bytes, const void *values)
{
    succeed(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, values, 0, NULL, NULL), "write");
}
