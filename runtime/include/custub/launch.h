/* custub/launch.h: launching a kernel. Generated headers include no other header of custub.
 *
 * A generated `launch_<kernel>()` takes the loaded kernels, a custub_launch (or null for all
 * defaults) and the kernel's own parameters. It checks everything that can be known before the
 * launch, then calls cuLaunchKernel (CUDA Driver API, "Execution Control") in the current context.
 *
 * Threads: any number of threads may call launch functions at once with the same loaded kernels,
 * while nobody loads or unloads these. A custub_launch is only read. The record that its `error`
 * points to is the caller's, and is written only on failure.
 */
#ifndef CUSTUB_LAUNCH_H
#define CUSTUB_LAUNCH_H

#include "arith.h"
#include "describe.h"
#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of blocks or threads. All zero: not set. Else y and z of 0 mean 1, and x of 0 is an
 * error. With `given`, which custub_grid() and custub_block() set, every zero is an error. */
typedef struct custub_dim3 {
    uint64_t x, y, z;
    uint32_t given;
} custub_dim3;

/* How much a launch checks. */
typedef enum custub_check {
    CUSTUB_CHECK_DEFAULT, /* custub_set_check()'s, else CUSTUB_CHECK's in the environment ("whole",
                             "contract" or "none"), else whole */
    CUSTUB_CHECK_WHOLE,   /* the contract, and what the driver knows about every buffer's address */
    CUSTUB_CHECK_CONTRACT, /* the contract only: the driver is not called before the launch, except
                              to compute a shape or to opt in to large shared memory */
    CUSTUB_CHECK_NONE      /* nothing */
} custub_check;

/* Dynamic shared memory of zero bytes, said explicitly. */
#define CUSTUB_SHARED_NONE UINT64_MAX

/* One launch. All zero is valid; custub_launch_default() also zeroes the fields that later versions
 * add. Fields that are not set are computed: the block from CUSTUB_BLOCK, else from the occupancy;
 * the dynamic shared memory from CUSTUB_SHARED; the grid from CUSTUB_THREADS, at least one block
 * and, for a CUSTUB_GRID_STRIDE kernel, at most the blocks that are resident at once.
 * CUSTUB_ERROR_SHAPE_UNKNOWN if the grid cannot be computed. */
typedef struct custub_launch {
    custub_dim3 grid;  /* blocks */
    custub_dim3 block; /* threads */
    custub_dim3
        cluster; /* blocks; needs a driver and a device with clusters (compute capability 9.0) */
    uint64_t shared; /* bytes of dynamic shared memory; 0: not set. Above 48 KiB custub opts in */
    CUstream stream; /* 0: the legacy default stream, or the per-thread one in a program that
                      * defines CUDA_API_PER_THREAD_DEFAULT_STREAM */
    custub_error *error; /* borrowed; may be null */
    custub_check check;
    uint32_t attribute_count;
    const void *attributes; /* CUlaunchAttribute[attribute_count], passed on as they are */
    uint64_t reserved[8];   /* zero */
} custub_launch;

static inline custub_dim3 custub_dim3_of(uint64_t x, uint64_t y, uint64_t z)
{
    custub_dim3 dim;

    dim.x = x;
    dim.y = y;
    dim.z = z;
    dim.given = 1;
    return dim;
}

/* A grid or a block in which every zero is an error: for computed numbers. */
static inline custub_dim3 custub_grid(uint64_t x, uint64_t y, uint64_t z)
{
    return custub_dim3_of(x, y, z);
}

static inline custub_dim3 custub_block(uint64_t x, uint64_t y, uint64_t z)
{
    return custub_dim3_of(x, y, z);
}

/* A launch in which nothing is set. */
custub_launch custub_launch_default(void);

/* A launch of a one-dimensional shape: `blocks` blocks of `threads` threads. */
custub_launch custub_launch_of(uint64_t blocks, uint64_t threads);

/* Sets the level of all launches that set none of their own. Any thread, any time. */
void custub_set_check(custub_check check);

/* A loaded kernel; `<stem>_load()` fills it. The fields are private. */
typedef struct custub_kernel {
    const custub_kernel_info *info;
    void *function; /* CUkernel or CUfunction; null: no image has the kernel */
    struct custub_library *library;
    struct custub_kernel_state *state; /* what every launch compares */
} custub_kernel;

/* Why a kernel cannot be launched although the image of its file is loaded: no image has it, or the
 * CPU driver cannot run it (inline PTX, textures, what the host compiler refuses, with the place).
 * Null if it can be launched. Its launch is refused with CUSTUB_ERROR_KERNEL_ABSENT; a program can
 * ask before, right after loading. The kernels of `<stem>_kernels` are in its field `kernel`;
 * custub_library_find() finds them by name. Borrowed until the unload. */
const char *custub_kernel_absence(const custub_kernel *kernel);

/* --- What generated code calls. Not for use by hand; CUSTUB_ABI guards every change. -------- */

/* A launch in which nothing is set. */
extern const custub_launch custub_launch_unset;

#define CUSTUB_STREAM_PER_THREAD ((CUstream)0x2) /* CU_STREAM_PER_THREAD */

/* What a stub says about a launch. */
#define CUSTUB_CALL_HOLDS             1u /* the contract holds, if the shape is set and legal */
#define CUSTUB_CALL_PER_THREAD_STREAM 2u /* stream 0 is the per-thread stream */

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define CUSTUB_CALL_FLAGS(holds) ((uint32_t)(holds) | CUSTUB_CALL_PER_THREAD_STREAM)
#define CUSTUB_DEFAULT_STREAM    CUSTUB_STREAM_PER_THREAD
#else
#define CUSTUB_CALL_FLAGS(holds) ((uint32_t)(holds))
#define CUSTUB_DEFAULT_STREAM    ((CUstream)0)
#endif

/* What a launch needs of one buffer. */
typedef struct custub_need {
    CUdeviceptr ptr;
    uint64_t count; /* elements that the view declares; bytes for a void pointer */
    uint64_t bytes; /* needed; if the need is unknown: declared */
} custub_need;

/* The runtime judges larger needs, so that the sum of two needs never wraps around. */
#define CUSTUB_MOST_BYTES ((uint64_t)INT64_MAX)

/* The functions below fill a need and return 1 if it certainly holds as far as the contract goes.
 * If they return 0, the runtime evaluates the description. `needed` comes from custub_int_need();
 * sizes and alignments are in bytes. */

/* A buffer of unknown need. At the whole level the driver must know what its view declares. */
static inline int custub_need_unknown(custub_need *need, CUdeviceptr ptr, uint64_t count,
                                      uint64_t size, uint64_t align)
{
    need->ptr = ptr;
    need->count = count;
    if (count == CUSTUB_COUNT_UNKNOWN)
        need->bytes = 1;
    else if (custub_int_overflows(count, size, &need->bytes))
        need->bytes = UINT64_MAX;
    return (ptr & (align - 1)) == 0;
}

/* `needed` elements at an address; the view declares `count`. */
static inline int custub_need_there(CUdeviceptr ptr, uint64_t count, uint64_t needed,
                                    uint64_t align)
{
    return (needed == 0) | ((ptr != 0) & ((ptr & (align - 1)) == 0) & (count >= needed));
}

/* `needed` elements of `size`. */
static inline int custub_need_elements(custub_need *need, CUdeviceptr ptr, uint64_t count,
                                       uint64_t needed, uint64_t size, uint64_t align)
{
    need->ptr = ptr;
    need->count = count;
    need->bytes = needed * size;
    return custub_need_there(ptr, count, needed, align) & (needed <= CUSTUB_MOST_BYTES / size);
}

/* `needed` bytes of elements of `size`. */
static inline int custub_need_sized(custub_need *need, CUdeviceptr ptr, uint64_t count,
                                    uint64_t needed, uint64_t size, uint64_t align)
{
    need->ptr = ptr;
    need->count = count;
    need->bytes = needed;
    return custub_need_there(ptr, count, needed / size + (needed % size != 0), align) &
           (needed <= CUSTUB_MOST_BYTES);
}

/* The same for a buffer that may be null. */
static inline int custub_need_elements_or_null(custub_need *need, CUdeviceptr ptr, uint64_t count,
                                               uint64_t needed, uint64_t size, uint64_t align)
{
    int holds = custub_need_elements(need, ptr, count, needed, size, align);

    return holds | ((ptr == 0) & (needed <= CUSTUB_MOST_BYTES / size));
}

static inline int custub_need_sized_or_null(custub_need *need, CUdeviceptr ptr, uint64_t count,
                                            uint64_t needed, uint64_t size, uint64_t align)
{
    int holds = custub_need_sized(need, ptr, count, needed, size, align);

    return holds | ((ptr == 0) & (needed <= CUSTUB_MOST_BYTES));
}

/* 1 if the memory that is needed of two buffers does not overlap: b begins neither inside a nor
 * less than its own length before a. Both needs must hold. May be 0 if one of them is 0 bytes. */
static inline int custub_need_apart(const custub_need *a, const custub_need *b)
{
    return b->ptr - a->ptr + b->bytes - 1 >= a->bytes + b->bytes - 1;
}

/* 1 if that is true of all pairs of the kernel's buffers that may not overlap. */
int custub_needs_apart(const custub_kernel *kernel, const custub_need *needs);

/* Reads the number at `offset` bytes in a struct whose fields have no names in C. The lowest byte
 * comes first, as on the device and on every host of custub. */
static inline uint64_t custub_read_u64(const void *object, size_t offset)
{
    const unsigned char *bytes = (const unsigned char *)object + offset;
    uint64_t number = 0;

    for (unsigned i = 0; i < 8; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static inline uint32_t custub_read_u32(const void *object, size_t offset)
{
    const unsigned char *bytes = (const unsigned char *)object + offset;

    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint16_t custub_read_u16(const void *object, size_t offset)
{
    const unsigned char *bytes = (const unsigned char *)object + offset;

    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint8_t custub_read_u8(const void *object, size_t offset)
{
    return ((const unsigned char *)object)[offset];
}

static inline int64_t custub_read_i64(const void *object, size_t offset)
{
    return (int64_t)custub_read_u64(object, offset);
}

static inline int32_t custub_read_i32(const void *object, size_t offset)
{
    return (int32_t)custub_read_u32(object, offset);
}

static inline int16_t custub_read_i16(const void *object, size_t offset)
{
    return (int16_t)custub_read_u16(object, offset);
}

static inline int8_t custub_read_i8(const void *object, size_t offset)
{
    return (int8_t)custub_read_u8(object, offset);
}

static inline bool custub_read_bool(const void *object, size_t offset)
{
    return custub_read_u8(object, offset) != 0;
}

/* Blocks or threads along y or z: 0 means 1. */
static inline uint64_t custub_dim_size(uint64_t size)
{
    return size + (size == 0);
}

/* A launch as a stub hands it over. */
typedef struct custub_call {
    const custub_kernel *kernel;
    const custub_launch *launch; /* not null */
    void **arguments;            /* one per parameter: the address of its value */
    custub_need *needs;          /* one per buffer; overwritten */
    uint64_t shared_need;        /* CUSTUB_SHARED's value in bytes; 0 without one */
    uint32_t flags;              /* CUSTUB_CALL_… */
} custub_call;

/* Launches at once if the stub says that the contract holds and nothing about the launch is
 * unusual. Else computes the shape, evaluates the description's contract, and launches or refuses.
 */
custub_status custub_call_make(const custub_call *call);

static inline custub_status custub_call_launch(const custub_kernel *kernel,
                                               const custub_launch *launch, void **arguments,
                                               custub_need *needs, uint64_t shared_need,
                                               uint32_t flags)
{
    custub_call call;

    call.kernel = kernel;
    call.launch = launch;
    call.arguments = arguments;
    call.needs = needs;
    call.shared_need = shared_need;
    call.flags = flags;
    return custub_call_make(&call);
}

/* A launch that is checked once and made many times: <custub/prepared.h>. */
typedef struct custub_prepared custub_prepared;

/* Checks a launch at its level and keeps it, with a copy of the arguments' values. `arguments` and
 * `needs` are those of custub_call_launch(); only `ptr` and `count` of the needs are read. On
 * failure *out is null. */
custub_status custub_call_prepare(custub_prepared **out, const custub_kernel *kernel,
                                  const custub_launch *launch, void **arguments, custub_need *needs,
                                  CUstream default_stream);

/* 1 if the linked description and the included header were generated together. Else writes `error`
 * and returns 0: two sources with the same stem are linked into the program. */
int custub_library_matches(const custub_library_info *library, uint64_t fingerprint,
                           custub_error *error);

/* Loads the kernels of `library` from the first image that fits the current context's device, for
 * every context if the driver has cuLibraryLoadData. Fills kernels[0 … kernel_count-1] and *out. On
 * failure both are zeroed and nothing is held. `images` ends with a null `data`; it is borrowed
 * until the unload. */
custub_status custub_library_load(struct custub_library **out, custub_kernel *kernels,
                                  const custub_library_info *library, const custub_image *images,
                                  custub_error *error);

/* 1 if loading compared the kernels' parameters with the image's (cuKernelGetParamInfo). 0 for a
 * driver before 12.4, which does not tell them: a stale image goes unnoticed. 0 for null. */
int custub_library_signatures_checked(const struct custub_library *library);

/* Frees it; null is allowed. No launch of its kernels may be under way. */
void custub_library_unload(struct custub_library *library);

#ifdef __cplusplus
}
#endif
#endif
