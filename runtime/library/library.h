/* library.h: the loaded kernels of one source file, and what the driver said about them. */
#ifndef CUSTUBI_LIBRARY_H
#define CUSTUBI_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>

#include <custub/launch.h>

#include "platform/platform.h"

/* Limits that every CUDA device has (CUDA Programming Guide, "Technical Specifications per Compute
 * Capability"). The device itself is asked about a launch that is over them. */
#define CUSTUBI_GRID_X        2147483647u
#define CUSTUBI_GRID_YZ       65535u
#define CUSTUBI_BLOCK_XY      1024u
#define CUSTUBI_BLOCK_Z       64u
#define CUSTUBI_BLOCK_THREADS 1024u
#define CUSTUBI_PLAIN_SHARED  49152u /* bytes of shared memory that need no opting in */

typedef struct custubi_device_limits {
    uint64_t grid[3];       /* blocks */
    uint64_t block[3];      /* threads */
    uint64_t block_threads; /* threads of a whole block */
    uint64_t shared_opt_in; /* bytes, static and dynamic together */
    uint64_t processors;
    uint64_t processor_threads;
    uint64_t warp;
    bool ordinary; /* no limit is below what every device has (contract.h) */
    bool pageable; /* the device reads the host's pageable memory */
    bool cooperative;
    bool cluster;
} custubi_device_limits;

/* What is known of one kernel on one device. */
typedef struct custubi_kernel_facts {
    atomic_bool ready;
    uint32_t threads;           /* the largest block, by registers and launch bounds */
    uint32_t static_shared;     /* bytes */
    atomic_uint dynamic_shared; /* bytes that a launch may ask for now; only ever raised */
} custubi_kernel_facts;

typedef struct custubi_device_facts {
    int device; /* a CUdevice */
    atomic_bool ready;
    custubi_device_limits limits;
    custubi_kernel_facts *kernels;
} custubi_device_facts;

/* Two buffers that may not overlap, as indices of needs. */
typedef struct custubi_pair {
    uint16_t a, b;
} custubi_pair;

/* What is unusual of a kernel. */
#define CUSTUBI_EXTENDED 1u /* a cluster or cooperative */
#define CUSTUBI_UNSIZED  2u /* dynamic shared memory without CUSTUB_SHARED */

/* A kernel's description, cut down to what every launch compares. */
struct custub_kernel_state {
    /* Dynamic shared memory in bytes up to which no device is known to need opting in. */
    atomic_uint plain_shared;
    uint32_t unusual;       /* CUSTUBI_…; 0: none of them */
    uint32_t block_threads; /* at most, by launch bounds or on every device */
    uint32_t dimensions;    /* that may have more than one thread: 1, 2 or 3 */
    const custubi_pair *pairs;
    uint32_t pair_count;
};

/* Something made of the library's kernels that outlives the library: a prepared launch. */
typedef struct custubi_dependent {
    struct custubi_dependent *next;
    struct custubi_dependent **link;                     /* where its address is kept */
    void (*unload)(struct custubi_dependent *dependent); /* told at the unload, which forgets it */
} custubi_dependent;

struct custub_library {
    const custub_library_info *info;
    void *image;    /* CUlibrary; of an older driver, CUmodule */
    bool is_module; /* bound to `context` */
    bool signatures_checked;
    CUcontext context;
    custubi_mutex filling; /* held while facts are filled or raised */
    uint32_t device_count;
    custubi_device_facts *devices;
    struct custub_kernel_state *states; /* one per kernel */
    custub_kernel *kernels;             /* the same as the caller was given */
    const char *
        *reasons; /* one per kernel: why it cannot run here, borrowed from the image; null */
    struct custub_library *next;   /* in the list of absence.c */
    custubi_dependent *dependents; /* guarded by `filling` */
};

/* Puts something on the list of the library's dependents, and takes it off again. */
void custubi_library_enlist(struct custub_library *library, custubi_dependent *dependent);
void custubi_library_delist(struct custub_library *library, custubi_dependent *dependent);

/* The index of a kernel in its library. */
static inline uint32_t custubi_kernel_index(const custub_kernel *kernel)
{
    return (uint32_t)(kernel->info - kernel->library->info->kernels);
}

#endif
