/* cpu_harness.h: the CPU driver, opened as a program would open libcuda, and its sample images. */
#ifndef CPU_HARNESS_H
#define CPU_HARNESS_H

#include "api/api.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

/* cu.cuInit(0), cu.cuMemAlloc_v2(…): every function of the driver, by its exported name. */
typedef struct cpu_driver {
    void *library;
#define CPU_MEMBER(name, version, exported, parameters) CUresult(*exported) parameters;
    CPU_FUNCTION_TABLE(CPU_MEMBER)
#undef CPU_MEMBER
} cpu_driver;

extern cpu_driver cu;

/* Loads the library; ends the test if a function is missing. */
void harness_open_driver(void);

/* The images of shapes.cu, functions.cu, other.cu, sticky.cu and loading.cu, built at the first
 * use. */
typedef enum sample_image {
    SAMPLE_SHAPES,
    SAMPLE_FUNCTIONS,
    SAMPLE_OTHER,
    SAMPLE_STICKY,
    SAMPLE_LOADING,
    SAMPLE_COUNT
} sample_image;
const unsigned char *harness_image(sample_image which);
size_t harness_image_size(sample_image which);
void harness_free_images(void);

/* Setup and teardown of a group of tests. In the tests the driver is initialized, its primary
 * context is current, and `harness_library` is the image of shapes.cu. */
extern CUlibrary harness_library;
int harness_set_up(void **state);
int harness_tear_down(void **state);

/* A kernel of `library`. */
CUfunction harness_kernel(CUlibrary library, const char *name);

/* Allocates device memory with a copy of `data`. If `data` is null, the contents are undefined. */
CUdeviceptr harness_upload(const void *data, size_t size);
void harness_download(void *data, CUdeviceptr address, size_t size);

/* Launches blocks of `threads` in x. */
CUresult harness_launch(CUfunction kernel, unsigned blocks, unsigned threads, unsigned shared,
                        void **params);

/* Checks that the kernel sets n elements to y = sign * a * x + kept * y, and changes no others. */
void harness_check_saxpy(CUfunction kernel, float sign, float kept);

#define assert_success(call) assert_int_equal((call), CUDA_SUCCESS)

#endif
