/* recording_state.h: what the files of the recording driver share. */
#ifndef RECORDING_STATE_H
#define RECORDING_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "recording_driver.h"

#define EXPORT __attribute__((visibility("default")))

enum {
    RECORDING_RANGES = 256,
    RECORDING_KERNELS = 64,
    RECORDING_PARAMS = 64,
    RECORDING_GLOBALS = 8,
    RECORDING_OPTIONS = 16
};

enum { /* CUresult */
       INVALID_VALUE = 1,
       OUT_OF_MEMORY = 2,
       INVALID_DEVICE = 101,
       INVALID_CONTEXT = 201,
       CONTEXT_IS_DESTROYED = 709,
       INVALID_HANDLE = 400,
       ILLEGAL_STATE = 401,
       NOT_FOUND = 500,
       NOT_READY = 600,
       PEER_ACCESS_UNSUPPORTED = 217,
       PEER_ACCESS_ALREADY_ENABLED = 704,
       PEER_ACCESS_NOT_ENABLED = 705,
       GRAPH_EXEC_UPDATE_FAILURE = 910,
       NOT_SUPPORTED = 801
};

typedef struct recording_kernel {
    const char *name;
    const char *unfit; /* why it cannot run, or null */
    uint32_t param_count;
    size_t offset[RECORDING_PARAMS];
    size_t size[RECORDING_PARAMS];
    atomic_int opted_in[RECORDING_DEVICES];
} recording_kernel;

typedef struct recording_range {
    CUdeviceptr base;
    size_t bytes; /* 0: the slot is free */
    bool mapped;
    void *owned; /* by cuMemAlloc */
} recording_range;

typedef struct recording_pointer {
    CUdeviceptr address;
    int ordinal;
    bool accessible;
} recording_pointer;

typedef struct recording_global {
    const char *symbol;
    void *memory;
    size_t bytes;
} recording_global;

typedef struct recording_state {
    recording_program program;
    recording_launch last;
    size_t launch_count;
    atomic_uintptr_t last_stream;
    int priority;
    recording_range ranges[RECORDING_RANGES];
    recording_kernel kernels[RECORDING_KERNELS];
    size_t kernel_count;
    recording_global globals[RECORDING_GLOBALS];
    size_t global_count;
    int options[RECORDING_OPTIONS]; /* of the last load */
    uintptr_t option_values[RECORDING_OPTIONS];
    size_t option_count;
} recording_state;

extern recording_state recorded;
extern pthread_mutex_t recording_lock;
extern _Thread_local int recording_current; /* the ordinal of the current context, or -1 */

/* Logs a call. Returns the result that it must fail with, or 0. */
int recording_enter(const char *name);

/* Changes the number of things that are alive. */
void recording_change_alive(int by);

recording_kernel *recording_find_kernel(const char *name);
recording_range *recording_find_range(CUdeviceptr address); /* by any address in it */
bool recording_new_range(CUdeviceptr base, size_t bytes, bool mapped, void *owned);
/* Forgets the allocation that begins at `base` and returns its memory; null if there is none. */
void *recording_take_range(CUdeviceptr base);
const recording_pointer *recording_find_pointer(CUdeviceptr address);

/* Streams, which belong to the context that is current; null for a stream that was not made here.
 */
int recording_new_stream(CUstream *out);
void recording_free_stream(CUstream stream);
CUcontext recording_stream_context(CUstream stream);
bool recording_stream_is_green(CUstream stream);

/* Records a launch of a kernel: a CUresult. */
int recording_record(void *function, const unsigned int *shape, unsigned int shared,
                     CUstream stream, void **arguments);

/* Notes what a load or a link was given. */
void recording_note_options(unsigned int count, const int *options, void *const *values);

/* The result with which an image is refused, at its load or at its first use; 0 if it is not. */
int recording_rejection(const void *image, bool at_load, const char **log);

/* Notes a copy from or to an array, a CUDA_MEMCPY3D. */
void recording_copy_array(const void *copy);

#define ENTER(name)                                                                                \
    do {                                                                                           \
        int failed = recording_enter(name);                                                        \
        if (failed)                                                                                \
            return failed;                                                                         \
    } while (0)

#define NEED_CONTEXT()                                                                             \
    do {                                                                                           \
        if (recording_current < 0)                                                                 \
            return INVALID_CONTEXT;                                                                \
        if (recorded.program.context_is_destroyed)                                                 \
            return CONTEXT_IS_DESTROYED;                                                           \
    } while (0)

#endif
