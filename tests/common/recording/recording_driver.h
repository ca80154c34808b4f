/* recording_driver.h: a libcuda for tests. It only keeps records: of every call in order, of the
 * last launch with a copy of its parameters, of what is alive. A test programs its answers, and
 * which call fails.
 *
 * It is a shared library of the soname libcuda.so.1 that exports libcuda's names, so that the
 * runtime takes it as the driver that the process has loaded already: a test program links it.
 * Built with RECORDING_OLD_DRIVER defined it is one of 11.8: no cuLibraryLoadData, no parameter
 * info.
 *
 * Device memory is host memory, and copies really copy. Any thread may call the driver; only one
 * may program it. */
#ifndef RECORDING_DRIVER_H
#define RECORDING_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <custub/describe.h>
#include <custub/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RECORDING_PARAMETER_BYTES 4096
#define RECORDING_ATTRIBUTES      8
#define RECORDING_DEVICES         4
#define RECORDING_LIMITS          3

typedef struct recording_launch {
    bool in_graph; /* given to a node that was added or changed */
    void *exec;    /* the executable graph if a node of one was changed */
    void *function;
    const char *kernel; /* its name in the image */
    unsigned int grid[3];
    unsigned int block[3];
    unsigned int shared;
    CUstream stream;
    bool extended; /* by cuLaunchKernelEx */
    unsigned int attribute_count;
    int attribute_ids[RECORDING_ATTRIBUTES];
    unsigned int attribute_values[RECORDING_ATTRIBUTES][3];
    CUcontext context; /* that was current */
    /* Every parameter at its offset, as the kernel would see them; the gaps are 0xee. */
    unsigned char parameters[RECORDING_PARAMETER_BYTES];
    size_t parameter_bytes;
} recording_launch;

/* What the driver answers. recording_reset() sets the values in brackets. */
typedef struct recording_program {
    int version;        /* [13000; 11080 of an old driver] */
    int version_result; /* [0] of cuDriverGetVersion */
    int init_result;    /* [0] of cuInit */
    int device_count;   /* [1] */
    int image_result;   /* [0] of loading an image that is not listed by recording_reject() */
    int capture_status; /* [0] of every stream */
    int capture_result; /* [0] of cuStreamIsCapturing */
    int static_shared;  /* [0] bytes, of every kernel */
    unsigned long long buffer_id;    /* [0] of all memory; 0: it is not told */
    int max_threads;                 /* [1024] of every kernel */
    int processor_threads;           /* [2048] of every multiprocessor: the occupancy follows */
    int processor_blocks;            /* [32] */
    int processors;                  /* [132] */
    int shared_opt_in;               /* [232448] bytes */
    int pageable;                    /* [0] CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS */
    int cooperative;                 /* [1] */
    int clusters;                    /* [1] */
    size_t limits[RECORDING_LIMITS]; /* [1024, 2048, 4096] bytes: stacks, printf, malloc */
    int peers;                       /* [1] every device could access every other one */
    int busy;                        /* [0] streams and recorded events are not ready */
    unsigned int graph_kernels;      /* [0] kernel nodes of every graph; at most 8 */
    unsigned int unloaded;           /* [0] the number, from 1, of the one whose kernel is gone */
    int update_reason; /* [0] why cuGraphExecUpdate fails, a CUgraphExecUpdateResult */
    /* [0] of device 0's context, for cuCtxGetId; the others follow. 0: the driver does not tell.
     * Otherwise the function of a kernel is another handle than the kernel. */
    unsigned long long context_id;
    bool context_is_destroyed; /* the current one, as after cudaDeviceReset() */
    int synchronize_result;    /* [0] of cuStreamSynchronize after a launch: the kernel failed */
    void (*run)(const recording_launch *launch); /* [null] does what a launched kernel would do */
} recording_program;

/* Forgets all: programs, log, launch, ranges, kernels. What is alive stays alive. The calling
 * thread has no context afterwards. */
void recording_reset(void);

/* The program, to be changed in place. */
recording_program *recording_programmed(void);

/* Makes the context of a device current on this thread without a logged call; -1: none. */
void recording_use_device(int ordinal);
CUcontext recording_context(int ordinal);
CUcontext recording_current_context(void);

/* --- Images ---- */

/* The kernels that every image has, with their parameters, by their description. Kernels in the
 * list `absent` (ended by null; may be null) are left out. Replaces what was described before. */
void recording_describe(const custub_library_info *library, const char *const *absent);

/* Changes one parameter of a described kernel, or its count of parameters. */
void recording_change_param(const char *kernel, uint32_t index, size_t offset, size_t size);
void recording_change_param_count(const char *kernel, uint32_t count);

/* Makes a described kernel one that cannot run here, as on the CPU driver: getting it fails. Asking
 * for the reason is not logged. Not in an old driver. */
void recording_make_unfit(const char *kernel, const char *reason);

/* Adds a variable to every image, at the test's own `memory`, which the driver then knows. */
void recording_add_global(const char *symbol, void *memory, size_t bytes);

/* True if the last load of an image was given this CUjit_option, with this value. */
bool recording_had_option(int option, uintptr_t value);
/* The number of options that the last load was given. */
size_t recording_option_count(void);

/* The CUjitInputType of the last part that the driver's linker was given. */
int recording_last_part(void);

/* Refuses the image at this address: at its load if `at_load`, else when it is first used. A module
 * load writes `log` (which may be null) to the error log that it is given; to the info log if it
 * begins with "info: ". */
void recording_reject(const void *image, int result, bool at_load, const char *log);

/* --- Memory ---- */

/* Memory that the driver knows: `mapped` is a mapping of virtual memory, not an allocation. */
void recording_add_range(CUdeviceptr base, size_t bytes, bool mapped);
void recording_remove_range(CUdeviceptr base);

/* An address that only cuPointerGetAttribute knows: memory of device `ordinal`, which the current
 * context can access or not. */
void recording_add_pointer(CUdeviceptr address, int ordinal, bool accessible);

/* Makes a stream belong to a green context of its context. */
void recording_make_green(CUstream stream);

/* --- What happened ---- */

/* Every call of the driver, in order: "cuMemAlloc_v2". */
size_t recording_call_count(void);
const char *recording_call(size_t index); /* null past the last */
size_t recording_calls_of(const char *name);
void recording_clear_log(void);

/* The last launch, and how many there were since the reset or the last clearing of the log. */
const recording_launch *recording_last_launch(void);
size_t recording_launch_count(void);

/* The stream of the last copy, fill or wait that did not fail. */
CUstream recording_last_stream(void);

/* The priority of the last stream that was created with one. */
int recording_last_priority(void);

/* The flags of all primary contexts; 8, CU_CTX_MAP_HOST, until a program sets some. */
unsigned int recording_context_flags(void);

/* The threshold of a pool, and the number of devices that have access to it. */
uint64_t recording_pool_threshold(CUmemoryPool pool);
int recording_pool_accesses(CUmemoryPool pool);

/* The number of retained contexts, loaded images, streams, events, graphs, accesses, pools and
 * allocations that were not given back. */
size_t recording_alive(void);

/* The dynamic shared memory that a kernel has opted in to on a device, in bytes. */
int recording_opted_in(const char *kernel, int ordinal);

/* --- Failures ---- */

/* Makes the n-th call of `name` from now on, counted from 1, return `result` and do nothing; but a
 * call that releases something still does. A null name counts all calls. n of 0 cancels. */
void recording_fail(const char *name, size_t n, int result);

/* The same for the n-th call of all; every call after it returns `later`. */
void recording_fail_from(size_t n, int result, int later);

#ifdef __cplusplus
}
#endif
#endif
