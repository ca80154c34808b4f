/* custub/launch.h: launching a kernel.
 *
 * A generated `launch_<kernel>()` takes the loaded kernels, a custub_launch (or null for all
 * defaults), the kernel's own parameters and an error record. It checks everything that can be
 * known before the launch, then calls cuLaunchKernel (CUDA Driver API, "Execution Control") in the
 * current context.
 *
 * Threads: any number of threads may call launch functions at once with the same loaded kernels,
 * while nobody loads or unloads these. A custub_launch is only read.
 */
#ifndef CUSTUB_LAUNCH_H
#define CUSTUB_LAUNCH_H

#include "describe.h"
#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of blocks or threads. All zero: not set. Else y and z of 0 mean 1, and x of 0 is an
 * error. With `given`, which custub_grid() and custub_block() set, every zero is an error. */
typedef struct custub_dim3 {
    uint64_t x;     /* along x */
    uint64_t y;     /* along y */
    uint64_t z;     /* along z */
    uint32_t given; /* 1: every zero is an error */
} custub_dim3;

/* How much a launch checks. */
typedef enum custub_check {
    CUSTUB_CHECK_DEFAULT,  /* custub_set_check()'s, else CUSTUB_CHECK's in the environment ("whole",
                              "contract" or "none"), else whole */
    CUSTUB_CHECK_WHOLE,    /* the contract, and what the driver knows about every buffer's address.
                              It is not asked about buffers and streams that custub has created in
                              this context and not destroyed; if other code frees these, that goes
                              unseen */
    CUSTUB_CHECK_CONTRACT, /* the contract only: before the launch the driver is asked for the
                              current context's id, and nothing else unless a shape is computed or
                              large shared memory needs opting in */
    CUSTUB_CHECK_NONE      /* nothing */
} custub_check;

/* Dynamic shared memory of zero bytes, said explicitly. */
#define CUSTUB_SHARED_NONE UINT64_MAX

/* Zero threads, said explicitly: custub_launch_for(0) sets it. */
#define CUSTUB_THREADS_NONE UINT64_MAX

/* One launch. All zero is valid; custub_launch_default() also zeroes the fields that later versions
 * add. Fields that are not set are computed: the block from CUSTUB_BLOCK, else from the occupancy;
 * the dynamic shared memory from CUSTUB_SHARED; the grid from `threads`, else from CUSTUB_THREADS,
 * at least one block and, for a CUSTUB_GRID_STRIDE kernel, at most the blocks that are resident at
 * once. CUSTUB_ERROR_SHAPE_UNKNOWN if the grid cannot be computed. */
typedef struct custub_launch {
    custub_dim3 grid;  /* blocks */
    custub_dim3 block; /* threads */
    custub_dim3
        cluster; /* blocks; needs a driver and a device with clusters (compute capability 9.0) */
    uint64_t shared; /* bytes of dynamic shared memory; 0: not set. Above 48 KiB custub opts in */
    CUstream stream; /* 0: the legacy default stream, or the per-thread one in a program that
                      * defines CUDA_API_PER_THREAD_DEFAULT_STREAM */
    custub_check check;       /* how much is checked */
    uint32_t attribute_count; /* of `attributes` */
    const void *attributes;   /* CUlaunchAttribute[attribute_count], passed on as they are; without
                                 cuda.h custub_launch_attribute[attribute_count] */
    uint64_t threads;         /* that a computed grid covers along x; 0: not set */
    uint64_t reserved[3];     /* zero */
} custub_launch;

/* A grid, a block or a cluster in which every zero is an error. */
static inline custub_dim3 custub_dim3_of(uint64_t x, uint64_t y, uint64_t z)
{
    custub_dim3 dim;

    dim.x = x;
    dim.y = y;
    dim.z = z;
    dim.given = 1;
    return dim;
}

/* A grid in which every zero is an error: for computed numbers. */
static inline custub_dim3 custub_grid(uint64_t x, uint64_t y, uint64_t z)
{
    return custub_dim3_of(x, y, z);
}

/* The same for a block. */
static inline custub_dim3 custub_block(uint64_t x, uint64_t y, uint64_t z)
{
    return custub_dim3_of(x, y, z);
}

/* A launch in which nothing is set. */
custub_launch custub_launch_default(void);

/* A launch in a stream, in which nothing else is set. */
static inline custub_launch custub_launch_in(CUstream stream)
{
    custub_launch launch = custub_launch_default();

    launch.stream = stream;
    return launch;
}

/* A launch of a one-dimensional shape: `blocks` blocks of `threads` threads. */
custub_launch custub_launch_of(uint64_t blocks, uint64_t threads);

/* A launch that covers `threads` threads along x, for any kernel, also one without a contract. It
 * sets only `threads`: the block is computed, along x only unless CUSTUB_BLOCK says otherwise, or
 * the caller sets it; the grid follows. At least one block is launched, so the kernel still has to
 * compare its index with its own count. CUSTUB_ERROR_COVERAGE if the kernel's CUSTUB_THREADS asks
 * for more than that; CUSTUB_ERROR_INVALID_ARGUMENT if the launch gives a grid too. */
custub_launch custub_launch_for(uint64_t threads);

/* An attribute of a launch, laid out as CUDA's CUlaunchAttribute. */
typedef struct custub_launch_attribute {
    uint64_t id;       /* CUlaunchAttributeID */
    uint64_t value[8]; /* CUlaunchAttributeValue */
} custub_launch_attribute;

/* The attribute of a programmatic launch (CUDA C++ Programming Guide, "Programmatic Dependent
 * Launch and Synchronization"): the kernel may begin before the one before it in the stream has
 * ended, and waits for its results where it calls cudaGridDependencySynchronize(). Compute
 * capability 9.0; on the CPU driver the kernels run one after the other. */
custub_launch_attribute custub_launch_attribute_programmatic(void);

/* Sets the level of all launches of the process that set none of their own. It is for the program:
 * a library sets the `check` of its launches. Any thread, any time. */
void custub_set_check(custub_check check);

/* The loaded kernels of one source file. */
typedef struct custub_library custub_library;

/* What the runtime keeps for a loaded kernel. */
typedef struct custub_kernel_state custub_kernel_state;

/* A loaded kernel; `<stem>_load()` fills it. The fields are private. */
typedef struct custub_kernel {
    const custub_kernel_info *info; /* its description */
    void *function;                 /* CUkernel or CUfunction; null: no image has the kernel */
    custub_library *library;        /* what it was loaded with */
    custub_kernel_state *state;     /* what every launch compares */
} custub_kernel;

/* What a launch needs of one buffer; a trace shows it. */
typedef struct custub_need {
    CUdeviceptr ptr;   /* the view's */
    uint64_t declared; /* elements of the view; bytes for a void pointer */
    uint64_t bytes;    /* needed; if the need is unknown: declared */
} custub_need;

/* A launch that is checked once and made many times: <custub/prepared.h>. */
typedef struct custub_prepared custub_prepared;

/* Why a kernel cannot be launched although the image of its file is loaded: no image has it, or the
 * CPU driver cannot run it (inline PTX, layered textures, what the host compiler refuses, with the
 * place; kernels that are only declared). Null if it can be launched. Its launch is refused with
 * CUSTUB_ERROR_KERNEL_ABSENT; a program can ask before, right after loading. A loaded kernel is a
 * field of `<stem>_kernels` under its name; custub_library_find() finds it by a string. Borrowed
 * until the unload. */
const char *custub_kernel_absence(const custub_kernel *kernel);

/* The kernel's function in the current context, for other APIs: profilers, occupancy, graphs made
 * by hand. Null on failure. It is valid until the kernels are unloaded or the context ends. A
 * kernel with bounds checks (<custub/bounds.h>) has one more parameter, which only custub can fill.
 */
CUfunction custub_kernel_function(const custub_kernel *kernel, custub_error *error);

/* What the driver says of a kernel on a device (cuFuncGetAttribute). Sizes are in bytes. On the CPU
 * driver `registers`, `local_memory` and `constant_memory` are 0. */
typedef struct custub_kernel_attributes {
    uint64_t local_memory;    /* of each thread */
    uint64_t static_shared;   /* of each block; the kernel's __shared__ variables of fixed size */
    uint64_t constant_memory; /* the kernel's __constant__ variables */
    uint32_t registers;       /* of each thread */
    uint32_t max_threads;     /* of a block, by registers and launch bounds */
    uint32_t binary_version;  /* 10 * major + minor of the machine code: 90 */
    uint32_t ptx_version;     /* the same of the PTX that it was made from */
    uint64_t reserved[4];     /* zero */
} custub_kernel_attributes;

/* The attributes of a loaded kernel on the device of the current context. */
custub_kernel_attributes custub_kernel_attributes_get(const custub_kernel *kernel,
                                                      custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
