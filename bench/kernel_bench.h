/* What the files of bench_kernels share. */
#ifndef KERNEL_BENCH_H
#define KERNEL_BENCH_H

#include "cublas.h"

#include <custub/custub.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define BYTES (UINT64_C(1) << 30) /* of a buffer, many times the caches */

typedef struct bench {
    custub_error error;
    CUstream stream;
    CUevent start;
    CUevent end;
    CUdeviceptr memory[4]; /* BYTES each */
    CUdeviceptr zeros;     /* ZEROS bytes: the workspace of reductions */
    bool has_cublas;
    bool compares; /* kernels with bounds checks with the plain ones: checked.h */
    double copied; /* bytes per second that a copy reads and writes */
    char **parts;
    int part_count;
} bench;

typedef struct type_name {
    const char *name;
    uint64_t size;
    cublas_type cublas;
} type_name;

#define BENCH_TYPES 5
extern const type_name bench_types[BENCH_TYPES];

/* One call of the measured function. */
typedef void work(bench *b, void *user);

typedef struct launch_call {
    const custub_kernel *kernel;
    uint32_t count;
    custub_argument arguments[10];
} launch_call;

#define NAMED(operation)                                                                           \
    char name[48];                                                                                 \
    snprintf(name, sizeof(name), "%s_%s", operation, type->name)

/* True if the user asked for the kernel, or for none. */
bool bench_chooses(const bench *b, const char *name);

/* The kernel of any library, or null. */
const custub_kernel *bench_find(const char *name);

/* Seconds of one call. */
double bench_time(bench *b, work *call, void *user);

/* The same of two functions that take turns: what slows the GPU down for a while slows both. */
void bench_time_both(bench *b, work *const calls[2], void *user, double seconds[2]);

/* A work; `user` is a launch_call. */
void bench_launch(bench *b, void *user);

static inline custub_argument bench_buffer(const bench *b, int index, uint64_t count)
{
    return custub_argument_buffer(CUSTUB_SCALAR_NONE, b->memory[index], count);
}

/* Measures a kernel that moves `bytes`, if the library has it, and prints its line. */
void bench_measure(bench *b, const char *name, const char *shape, uint64_t bytes, launch_call call);

/* Gives memory[index] random numbers of moderate size with both signs: a GPU multiplies equal ones
 * faster. */
void bench_randomize(bench *b, int index, uint64_t count, uint64_t size);

/* Prints the figures of elementwise kernels. */
void bench_elementwise(bench *b, const type_name *type);

/* Prints the figures of the products of matrices, of types of 16 bits. `kernels` is a
 * product_kernels. */
void bench_products(bench *b, const type_name *type, const void *kernels);

#endif
