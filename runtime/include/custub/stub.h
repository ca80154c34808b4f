/* custub/stub.h: what generated code calls. Not for use by hand; CUSTUB_ABI guards every change. */
#ifndef CUSTUB_STUB_H
#define CUSTUB_STUB_H

#include <string.h>

#include "arith.h"
#include "image.h"
#include "launch.h"
#include "view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A launch in which nothing is set. */
extern const custub_launch custub_launch_unset;

/* A kernel that is not loaded: what a stub hands over for a null struct of kernels. */
extern const custub_kernel custub_kernel_unloaded;

/* What a stub says about a launch: the CUSTUB_REQUIRES hold, if the shape is set; and which stream
 * is the default one, whose handle is 0 or CUSTUB_STREAM_PER_THREAD. */
#define CUSTUB_CALL_HOLDS        1u
#define CUSTUB_CALL_FLAGS(holds) ((uint32_t)(holds) | (uint32_t)(uintptr_t)CUSTUB_DEFAULT_STREAM)

/* custub_read_i32(object, offset): the number at `offset` bytes in a struct whose fields have no
 * names in C. It need not be aligned. */
#define CUSTUB_DEFINE_READ(name, NAME, type, class)                                                \
    CUSTUB_DEFINE_READ_##class(custub_read_##name, type)
#define CUSTUB_DEFINE_READ_SIGNED(name, type)                                                      \
    static inline type name(const void *object, size_t offset)                                     \
    {                                                                                              \
        type number;                                                                               \
        memcpy(&number, (const char *)object + offset, sizeof(number));                            \
        return number;                                                                             \
    }
#define CUSTUB_DEFINE_READ_UNSIGNED(name, type) CUSTUB_DEFINE_READ_SIGNED(name, type)
#define CUSTUB_DEFINE_READ_BOOL(name, type)                                                        \
    static inline type name(const void *object, size_t offset)                                     \
    {                                                                                              \
        return *((const unsigned char *)object + offset) != 0;                                     \
    }
#define CUSTUB_DEFINE_READ_BITS(name, type)
#define CUSTUB_DEFINE_READ_FLOAT(name, type)
CUSTUB_SCALAR_TABLE(CUSTUB_DEFINE_READ)
#undef CUSTUB_DEFINE_READ

/* Blocks or threads along y or z: 0 means 1. */
static inline uint64_t custub_dim_size(uint64_t size)
{
    return size + (size == 0);
}

/* Launches at once if the contract holds and nothing about the launch is unusual. Else computes the
 * shape, evaluates the description's contract, and launches or refuses.
 *     launch      may be null: nothing is set
 *     arguments   one per parameter: the address of its value; of a buffer, that of its view
 *     needs       room for one per pointer; overwritten
 *     needed      what the launch needs: the CUSTUB_COUNTED_BY or CUSTUB_SIZED_BY of each pointer
 *                 that has one, then CUSTUB_THREADS, CUSTUB_BLOCK and CUSTUB_SHARED; null if there
 *                 are none. From custub_int_need() or the like; UINT64_MAX without a value
 *     flags       CUSTUB_CALL_… */
custub_status custub_call_launch(const custub_kernel *kernel, const custub_launch *launch,
                                 void **arguments, custub_need *needs, const uint64_t *needed,
                                 uint32_t flags, custub_error *error);

/* Checks a launch at its level and keeps it, with a copy of the arguments' values. `arguments` and
 * `needs` are those of custub_call_launch(). */
custub_prepared *custub_call_prepare(const custub_kernel *kernel, const custub_launch *launch,
                                     void **arguments, custub_need *needs, CUstream default_stream,
                                     custub_error *error);

/* Refuses null arguments of a function that takes them by name. */
custub_status custub_call_without_args(const custub_kernel *kernel, custub_error *error);

/* Loads the kernels of `library` from the first image that fits the current context's device, for
 * every context if the driver has cuLibraryLoadData. `kernels` is the generated struct of `bytes`
 * bytes: a custub_library * and a custub_kernel for each kernel. `fingerprint` is the header's: if
 * the linked description has another one, two sources of one stem are in the program. `images` ends
 * with a null `data`; it is borrowed until the unload. On failure the struct is zeroed and nothing
 * is held. */
custub_status custub_library_load(void *kernels, size_t bytes, const custub_library_info *library,
                                  uint64_t fingerprint, const custub_image *images,
                                  custub_error *error);

/* The same with options, which may be null or name other images. */
custub_status custub_library_load_with(void *kernels, size_t bytes,
                                       const custub_library_info *library, uint64_t fingerprint,
                                       const custub_image *images,
                                       const custub_load_options *options, custub_error *error);

/* The kernels of one file that nvcc compiled into the program, and the CUDA runtime (cudart) that
 * has them. <stem>.nvcc.cu fills it, by <custub/linked.h>. The functions return a cudaError_t. */
typedef struct custub_linked {
    const custub_library_info *library;
    const void *const *functions; /* the host's, in the order of the description; null: none */
    int (*find)(void **handle, const void *function); /* a kernel's */
    int (*device)(int *device);                       /* the calling thread's */
    int (*start)(int device); /* makes the device's primary context current */
    const char *(*text)(int error);
    bool in_context; /* the handles are CUfunctions of the current context, and not CUkernels */
} custub_linked;

/* Loads the kernels that nvcc compiled into the program, for the current context, or the one that
 * the CUDA runtime makes current. Calls the CUDA runtime on a thread of its own, so that the
 * program's cudaGetLastError() is not changed. The unload leaves the kernels to the program. */
custub_status custub_library_load_linked(void *kernels, size_t bytes, uint64_t fingerprint,
                                         const custub_linked *linked, custub_error *error);

/* The same for a source that also has embedded images. If bounds checks are asked for
 * (<custub/bounds.h>) and `images` has kernels with them, these are loaded instead of the
 * program's, which is refused if their image has variables: the program's have others. */
custub_status custub_library_load_linked_with(void *kernels, size_t bytes, uint64_t fingerprint,
                                              const custub_linked *linked,
                                              const custub_image *images, custub_error *error);

/* Frees what custub_library_load() loaded, when no graph keeps it any more. Later launches are
 * refused by name. Null and a zeroed struct are allowed. CUSTUB_ERROR_OUT_OF_BOUNDS if a kernel had
 * a bad access that no call has returned yet; all is freed. */
custub_status custub_library_unload(void *kernels, size_t bytes, custub_error *error);

#ifdef __cplusplus
}
#if __cplusplus >= 201703L
extern "C++" { /* even if this header is included in a block of extern "C" */
#include "overload.hpp"
}
#endif
#endif
#endif
