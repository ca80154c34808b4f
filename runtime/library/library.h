/* library.h: the loaded kernels of one source file, and what the driver said about them. */
#ifndef CUSTUBI_LIBRARY_H
#define CUSTUBI_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>

#include <custub/stub.h>

#include "bounds/bounds.h"
#include "library/driver_option.h"
#include "platform/platform.h"

/* Limits of every CUDA device (CUDA Programming Guide, "Technical Specifications per Compute
 * Capability"). A device may allow more, so it is asked about launches over these limits. */
#define CUSTUBI_GRID_X        2147483647u
#define CUSTUBI_GRID_YZ       65535u
#define CUSTUBI_BLOCK_XY      1024u
#define CUSTUBI_BLOCK_Z       64u
#define CUSTUBI_BLOCK_THREADS 1024u
#define CUSTUBI_PLAIN_SHARED  49152u /* bytes of shared memory that need no opting in */

/* The largest shape along each axis. */
typedef struct custubi_shape_limits {
    uint64_t grid[3];       /* blocks */
    uint64_t block[3];      /* threads */
    uint64_t block_threads; /* threads of a whole block */
} custubi_shape_limits;

typedef struct custubi_device_limits {
    custubi_shape_limits shape;
    uint64_t shared_opt_in; /* bytes, static and dynamic together */
    uint64_t processors;
    uint64_t processor_threads;
    uint64_t warp;
    bool ordinary; /* no limit is below the CUSTUBI_… above */
    bool pageable; /* the device reads the host's pageable memory */
    bool cooperative;
    bool cluster;
} custubi_device_limits;

/* How many answers of the driver's occupancy calculator are kept for each kernel. */
#define CUSTUBI_OCCUPANCY_ANSWERS 32u

/* What is known of one kernel on one device. */
typedef struct custubi_kernel_facts {
    atomic_bool ready;
    /* The block that the occupancy chose for a kernel of computed shape, 16 bits for each of x, y
     * and z, and the blocks of it that are resident at once; 0: not known yet. */
    atomic_ullong block;
    atomic_ullong resident;
    atomic_ullong answers[CUSTUBI_OCCUPANCY_ANSWERS]; /* facts.c packs them */
    uint32_t threads;           /* the largest block, by registers and launch bounds */
    uint32_t static_shared;     /* bytes */
    atomic_uint dynamic_shared; /* bytes that a launch may ask for now; custub never lowers it */
} custubi_kernel_facts;

typedef struct custubi_device_facts {
    int device; /* a CUdevice */
    atomic_bool ready;
    custubi_device_limits limits;
    custubi_kernel_facts *kernels;
} custubi_device_facts;

/* Two pointers that may not overlap, as indices of the state's pointers. */
typedef struct custubi_pair {
    uint16_t a, b;
    bool may_be_same; /* if they are one address, they may */
} custubi_pair;

/* How much a kernel needs at a pointer. */
typedef enum custubi_measure {
    CUSTUBI_MEASURE_NONE,     /* it is not known */
    CUSTUBI_MEASURE_ELEMENTS, /* by CUSTUB_COUNTED_BY */
    CUSTUBI_MEASURE_BYTES     /* by CUSTUB_SIZED_BY */
} custubi_measure;

typedef struct custubi_pointer_limits {
    uint64_t most; /* the largest need whose bytes 64 bits can count, in the unit of the measure */
    uint64_t mask; /* bits that are zero in an aligned address */
} custubi_pointer_limits;

/* A pointer's description, reduced to what every launch compares. */
typedef struct custubi_pointer_state {
    custubi_pointer_limits limits;
    uint64_t unit;   /* bytes of the unit of the measure */
    uint64_t size;   /* bytes of an element, as views count them */
    uint16_t param;  /* the parameter that holds it */
    uint16_t offset; /* of a field: bytes, in the parameter */
    uint16_t index;  /* among the kernel's pointers */
    uint16_t number; /* index of its need among the numbers that a stub hands over */
    uint8_t measure; /* custubi_measure */
    bool or_null;
    bool is_field; /* a field of a struct parameter, not a view */
    bool is_map;   /* is_field, too: of a custub_tensor_map, with its number of bytes behind it */
} custubi_pointer_state;

/* What argument blocks need of a parameter (described/argument.h). */
typedef struct custubi_param_state {
    size_t place;                       /* of its value: bytes from the beginning of the block */
    const custub_pointer_info *pointer; /* of a buffer; else null */
} custubi_param_state;

/* A number of the contract that a stub hands over. */
typedef struct custubi_number_state {
    const custub_expr *expr;
    uint32_t same; /* index of the first number with the same code, often its own */
} custubi_number_state;

/* What is unusual about a kernel. */
#define CUSTUBI_EXTENDED 1u /* a cluster or cooperative */
#define CUSTUBI_UNSIZED  2u /* dynamic shared memory without CUSTUB_SHARED */

/* What is known of a kernel in one context. A context that is reset or created again keeps its
 * handle and gets a new id, so everything here is only valid for this id. */
typedef struct custubi_function {
    void *function;                /* what is launched: a CUfunction */
    custubi_device_facts *device;  /* the context's */
    unsigned long long context_id; /* cuCtxGetId */
    struct custubi_function *next;
    uint64_t record; /* of the kernel's bounds checks: its address on the device; 0: none */
    void *plain;     /* the kernel without bounds checks: a CUfunction; null without `repeats` */
    struct custubi_repeats *repeats; /* null: all launches of a checked kernel are checked */
} custubi_function;

/* A kernel's description, reduced to what every launch compares. */
struct custub_kernel_state {
    /* Bytes of dynamic shared memory that need no opting in on any device that is known. */
    atomic_uint plain_shared;
    uint32_t unusual;            /* CUSTUBI_… bits */
    custubi_shape_limits limits; /* of every device, of the launch bounds and of the body */
    const custubi_pointer_state *pointers; /* the `first` of the kernel's, then the others */
    const custubi_pair *pairs;             /* the first one's with each other, then the rest */
    custubi_pointer_limits pointer_limits; /* that serve all pointers; `most` is 2^n - 1 */
    uint32_t pointer_count;
    uint32_t pair_count;
    uint32_t other_pair_count; /* of the rest */
    uint32_t first;
    uint64_t unpaired; /* 0 if the first one has pairs; else all bits: no memory reaches there */
    custubi_bounded_kernel *bounds; /* null: it has no bounds checks */
    uint32_t uncommon;              /* 0: the contract is one that fast_path.h calls common */
    uint8_t thread_axes;            /* of CUSTUB_THREADS */
    uint8_t block_axes;             /* of CUSTUB_BLOCK; the others are 1 */
    bool grid_stride;
    bool shared;           /* has CUSTUB_SHARED */
    bool names_shape;      /* an expression of the contract names gridDim or blockDim */
    bool is_computed;      /* a computed shape depends only on numbers of threads */
    bool has_functions;    /* `function` is filled */
    uint32_t count_count;  /* pointers of known need */
    uint32_t needed_count; /* numbers that a stub hands over */
    const custubi_number_state *numbers; /* of needed_count */
    const custubi_param_state *params;   /* one per parameter */
    size_t block_bytes;                  /* of an argument block */
    /* One per context that the kernel was launched in, the newest first. */
    _Atomic(custubi_function *) function;
    custubi_function unbound; /* the kernel's own handle, for any context; no device */
};

/* The state of a pointer by its index among the kernel's. */
static inline const custubi_pointer_state *custubi_pointer_of(const custub_kernel_state *state,
                                                              uint32_t index)
{
    return &state->pointers[index > state->first ? index : index == state->first ? 0 : index + 1];
}

/* Something made from the library's kernels that may outlive the library: a prepared launch. */
typedef struct custubi_dependent {
    struct custubi_dependent *next;
    struct custubi_dependent **link;                     /* where its address is kept */
    void (*unload)(struct custubi_dependent *dependent); /* called at the unload */
} custubi_dependent;

struct custub_library {
    const custub_library_info *info;
    void *image;    /* CUlibrary, or CUmodule with an older driver */
    bool is_module; /* bound to `context` */
    bool is_shared; /* `image` is shared with the libraries of other sources */
    /* The program's own kernels, whose `image` cudart owns unless there are `bounds`; or null. */
    const custub_linked *linked;
    custub_bounds_checks checks; /* asked for; never CUSTUB_BOUNDS_CHECKS_DEFAULT */
    custubi_bounds *bounds;      /* null: the image has no bounds checks */
    bool signatures_checked;
    custubi_driver_options options; /* here, since the driver may compile long after the load */
    CUcontext context;
    custubi_mutex filling; /* held while facts are filled or raised */
    uint32_t device_count;
    custubi_device_facts *devices;
    custub_kernel_state *states; /* one per kernel */
    custub_kernel *kernels;      /* copies of the caller's */
    const char *
        *reasons; /* one per kernel: why it cannot run here, or null; borrowed from the image */
    custub_library *next;          /* in absence.c's list */
    atomic_uint users;             /* the program, until it closes the library, and graphs */
    custubi_dependent *dependents; /* guarded by `filling` */
};

/* Gives up one use of the library; the last one unloads it. */
custub_status custubi_library_release(custub_library *library, custub_error *error);

/* Adds to the library's dependents, and removes from them. */
void custubi_library_enlist(custub_library *library, custubi_dependent *dependent);
void custubi_library_delist(custub_library *library, custubi_dependent *dependent);

/* The index of a kernel in its library. */
static inline uint32_t custubi_kernel_index(const custub_kernel *kernel)
{
    return (uint32_t)(kernel->info - kernel->library->info->kernels);
}

#endif
