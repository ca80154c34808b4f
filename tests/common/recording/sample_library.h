/* sample_library.h: a small library of kernels, described by hand as the generator would, for the
 * tests of the runtime; and a launch that does what a generated function does. */
#ifndef SAMPLE_LIBRARY_H
#define SAMPLE_LIBRARY_H

#include <custub/custub.h>
#include <custub/stub.h>

enum {
    SAXPY,     /* (size_t n, float a, const float *restrict x, float *restrict y) */
    BLOCK_SUM, /* (size_t n, const float *values, float *sums): SHARED, REQUIRES */
    SCALE,     /* (int width, int height, float *image): 2-D, launch bounds of 256 */
    PLAIN,     /* (int n, const float *x, void *scratch): x not annotated, scratch SIZED, or null */
    STRIDE,    /* (size_t n, double *data): GRID_STRIDE */
    TILE,      /* (int n): BLOCK(16, 16) */
    TOGETHER,  /* (int n, int *data): COOPERATIVE */
    DYNAMIC,   /* (float *x): dynamic shared memory without SHARED */
    PAIR,      /* (long long n): CLUSTER of 2, THREADS(n) */
    LINES,     /* (int n): THREADS(n, n); does not read blockIdx.y */
    COLUMNS,   /* (int n): THREADS(n, n); does not read threadIdx.y */
    SAMPLE_COUNT
};

extern const custub_library_info sample_library;
extern const custub_image sample_images[]; /* one fatbin, one ptx */

/* The struct that custub_library_load() fills, with the kernels as an array. */
typedef struct sample_kernels {
    custub_library *library;
    custub_kernel kernel[SAMPLE_COUNT];
} sample_kernels;

/* Opens a library and copies its kernels; the copies borrow from it. Null on failure; then
 * `kernels` is unchanged. */
custub_library *sample_open(custub_kernel *kernels, const custub_library_info *info,
                            const custub_image *images, custub_error *error);

/* Opens the sample library with the recording driver's device 0 current; fails the test if that
 * fails. */
custub_library *sample_load(custub_kernel kernels[SAMPLE_COUNT]);

/* Does what a generated function does, with needs that are evaluated from the description.
 * `arguments` has the address of every value; for a buffer, that of its view. */
custub_status sample_launch(const custub_kernel *kernel, const custub_launch *launch,
                            void **arguments, custub_error *error);

/* saxpy and block_sum as the generator writes them. */
custub_status sample_launch_saxpy(const custub_kernel *kernels, const custub_launch *launch,
                                  size_t n, float a, custub_f32_view x, custub_f32_view y,
                                  custub_error *error);
custub_status sample_launch_block_sum(const custub_kernel *kernels, const custub_launch *launch,
                                      size_t n, custub_f32_view values, custub_f32_view sums,
                                      custub_error *error);

#endif
