/* custub/status.h: what a function returns, and the record that says why.
 *
 * Every function that can fail takes a `custub_error *error` as its last parameter. A function that
 * makes something returns it, all zeros on failure; every other function returns the status.
 *
 * The record is read and written, so that a program can call one function after the other and ask
 * once, at the end:
 *     custub_error error = custub_error_none();
 *     custub_device *device = custub_device_open(0, &error);
 *     saxpy_kernels kernels = saxpy_load(&error);
 *     if (custub_failed(&error))
 *         fprintf(stderr, "%s\n", error.message);
 * - Given a record that holds a failure, a function does nothing and returns that failure.
 * - Functions that end something (destroy, close, unload, synchronize) always act. They keep the
 *   first failure: a failure of their own is only recorded if the record holds none.
 * - A record must be initialized, by custub_error_none() or with zeros; `status` alone is enough,
 *   because the rest is written with a failure. It needs no release. It holds copies of all names,
 *   and belongs to one thread at a time.
 * - Null is allowed: then nothing is remembered, and only the returned value tells.
 *
 * Nothing here prints or allocates.
 */
#ifndef CUSTUB_STATUS_H
#define CUSTUB_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, number, text). A number never changes and is never used again: 16 and 97 are of earlier
 * versions. */
#define CUSTUB_STATUS_TABLE(X)                                                                     \
    X(CUSTUB_OK, 0, "success")                                                                     \
    X(CUSTUB_ERROR_INVALID_ARGUMENT, 1, "invalid argument")                                        \
    X(CUSTUB_ERROR_OUT_OF_HOST_MEMORY, 2, "out of host memory")                                    \
    X(CUSTUB_ERROR_FILE, 3, "a file cannot be read")                                               \
    X(CUSTUB_ERROR_DRIVER_NOT_FOUND, 10, "no CUDA driver found")                                   \
    X(CUSTUB_ERROR_DRIVER_TOO_OLD, 11, "the CUDA driver is too old")                               \
    X(CUSTUB_ERROR_DRIVER_CONFLICT, 12, "another CUDA driver is in use")                           \
    X(CUSTUB_ERROR_DRIVER, 13, "a CUDA driver call failed")                                        \
    X(CUSTUB_ERROR_NO_DEVICE, 14, "no such CUDA device")                                           \
    X(CUSTUB_ERROR_NVRTC_NOT_FOUND, 15, "no NVRTC found")                                          \
    X(CUSTUB_ERROR_NO_IMAGE, 20, "no image for this device")                                       \
    X(CUSTUB_ERROR_KERNEL_ABSENT, 21, "the kernel is in no loaded image")                          \
    X(CUSTUB_ERROR_SIGNATURE_MISMATCH, 22, "the image's kernel has other parameters")              \
    X(CUSTUB_ERROR_ABI_MISMATCH, 23, "generated for another version of custub")                    \
    X(CUSTUB_ERROR_WRONG_CONTEXT, 24, "loaded in another context")                                 \
    X(CUSTUB_ERROR_HEADER_MISMATCH, 25, "the header is of another source")                         \
    X(CUSTUB_ERROR_KERNEL_UNKNOWN, 26, "no kernel of this name")                                   \
    X(CUSTUB_ERROR_IMAGE_UNKNOWN, 27, "not an image, or a damaged one")                            \
    X(CUSTUB_ERROR_GLOBAL_UNKNOWN, 28, "no variable of this name")                                 \
    X(CUSTUB_ERROR_GLOBAL_MISMATCH, 29, "the image's variable has another size")                   \
    X(CUSTUB_ERROR_SHAPE_UNKNOWN, 30, "the launch shape is not given and cannot be computed")      \
    X(CUSTUB_ERROR_EMPTY_SHAPE, 31, "the grid or the block is empty")                              \
    X(CUSTUB_ERROR_GRID_LIMIT, 32, "the grid is over the device's limit")                          \
    X(CUSTUB_ERROR_BLOCK_LIMIT, 33, "the block is over the device's limit")                        \
    X(CUSTUB_ERROR_LAUNCH_BOUNDS, 34, "the block is over the kernel's limit")                      \
    X(CUSTUB_ERROR_BLOCK_MISMATCH, 35, "the block is not the one the kernel needs")                \
    X(CUSTUB_ERROR_DIMENSIONS, 36, "the launch has more dimensions than the kernel")               \
    X(CUSTUB_ERROR_COVERAGE, 37, "the launch covers too few threads")                              \
    X(CUSTUB_ERROR_CLUSTER, 38, "the cluster does not fit")                                        \
    X(CUSTUB_ERROR_COOPERATIVE, 39, "the cooperative launch does not fit")                         \
    X(CUSTUB_ERROR_REPEATED, 44, "blocks or threads would repeat the same work")                   \
    X(CUSTUB_ERROR_SHARED_TOO_SMALL, 40, "too little dynamic shared memory")                       \
    X(CUSTUB_ERROR_SHARED_LIMIT, 41, "too much shared memory")                                     \
    X(CUSTUB_ERROR_SHARED_UNKNOWN, 42, "the dynamic shared memory is not given")                   \
    X(CUSTUB_ERROR_REQUIRES, 50, "a condition of the kernel does not hold")                        \
    X(CUSTUB_ERROR_NOT_COMPUTABLE, 51, "an expression of the contract has no value")               \
    X(CUSTUB_ERROR_COUNT_TOO_SMALL, 60, "the buffer's count is too small")                         \
    X(CUSTUB_ERROR_BUFFER_TOO_SMALL, 61, "the memory at the address is too small")                 \
    X(CUSTUB_ERROR_NULL_POINTER, 62, "the buffer is null")                                         \
    X(CUSTUB_ERROR_UNKNOWN_ADDRESS, 63, "the address is not device memory")                        \
    X(CUSTUB_ERROR_MISALIGNED, 64, "the address is misaligned")                                    \
    X(CUSTUB_ERROR_OVERLAP, 65, "buffers overlap")                                                 \
    X(CUSTUB_ERROR_OUT_OF_RANGE, 66, "outside the buffer")                                         \
    X(CUSTUB_ERROR_ARGUMENT_COUNT, 70, "not as many arguments as the kernel has parameters")       \
    X(CUSTUB_ERROR_ARGUMENT_KIND, 71, "an argument of another kind than the parameter")            \
    X(CUSTUB_ERROR_ARGUMENT_SIZE, 72, "an argument of another size than the parameter")            \
    X(CUSTUB_ERROR_ARGUMENT_RANGE, 73, "a value that does not fit the parameter")                  \
    X(CUSTUB_ERROR_KERNEL_FAILED, 80, "the kernel failed while it ran")                            \
    X(CUSTUB_ERROR_OUT_OF_BOUNDS, 81, "a kernel's access outside its buffers")                     \
    X(CUSTUB_ERROR_LINK, 95, "linking failed")                                                     \
    X(CUSTUB_ERROR_COMPILATION, 96, "the source does not compile")                                 \
    X(CUSTUB_ERROR_LIBRARY, 98, "a library built on custub failed")

/* What a function returns. CUSTUB_ERROR_LIBRARY is for libraries built on custub, which itself
 * never reports it. They write their name to `driver_call` and their own code for the failure to
 * `driver_result`. */
typedef enum custub_status {
#define CUSTUB_STATUS_ENUMERATOR(name, number, text) name = number,
    CUSTUB_STATUS_TABLE(CUSTUB_STATUS_ENUMERATOR)
#undef CUSTUB_STATUS_ENUMERATOR
        CUSTUB_STATUS_MAX = 0x7fffffff /* not a status: fixes the width of the type */
} custub_status;

/* Sizes in bytes, the terminating zero included. Longer text is cut off. */
#define CUSTUB_MESSAGE_SIZE 512
#define CUSTUB_NAME_SIZE    128

/* The record of a failure. A text that there is none of is "". */
typedef struct custub_error {
    custub_status status;    /* CUSTUB_OK: the record holds no failure */
    int32_t driver_result;   /* what `driver_call` returned: a CUresult, nvrtcResult, … */
    int32_t parameter_index; /* from 0; -1 if no parameter is at fault */
    int32_t line;            /* of the declaration at fault in `file`; 0 if unknown */
    uint64_t needed;         /* in the message's unit: bytes, threads or blocks */
    uint64_t found;          /* what `needed` was compared with; both 0 if no numbers were */
    char driver_call[CUSTUB_NAME_SIZE]; /* the failed function of the driver, NVRTC or nvJitLink */
    char kernel[CUSTUB_NAME_SIZE];      /* the kernel's name */
    char parameter[CUSTUB_NAME_SIZE];   /* the parameter's name */
    char file[CUSTUB_NAME_SIZE];        /* of the source */
    char message[CUSTUB_MESSAGE_SIZE];  /* one line without a newline */
    uint64_t reserved[4];               /* zero */
} custub_error;

/* A record that holds no failure. */
custub_error custub_error_none(void);

/* True if the record holds a failure; false for null. */
static inline bool custub_failed(const custub_error *error)
{
    return error && error->status != CUSTUB_OK;
}

/* The name ("CUSTUB_ERROR_OVERLAP") and the text ("buffers overlap") of a status; never null. */
const char *custub_status_name(custub_status status);
const char *custub_status_text(custub_status status);

#ifdef __cplusplus
}
#endif
#endif
