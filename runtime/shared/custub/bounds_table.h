/* custub/bounds_table.h: what the generator and the runtime agree on about bounds checks in
 * kernels: the parameter that a checked kernel has in addition, the table that belongs to an image,
 * and the record of a bad access. docs/BOUNDS.md says what they are for.
 *
 * A checked image has the kernels of the plain one under the same names. Each has one more
 * parameter, the last one, of `custub_bounds_kernel.param_bytes` bytes, aligned to 8: a
 * custub_bounds_head, then a custub_bounds_extent for each pointer of the kernel's description, in
 * its order, then the limits. Everything is little-endian, as GPUs are. */
#ifndef CUSTUB_BOUNDS_TABLE_H
#define CUSTUB_BOUNDS_TABLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- The parameter --------------------------------------------------------------------------- */

typedef struct custub_bounds_head {
    uint64_t record;   /* address of the kernel's custub_bounds_record, for the device */
    uint64_t measures; /* address of a custub_bounds_measure for each extent; 0: not measured */
    uint32_t traps;    /* 1: a bad access ends the kernel, after it was recorded */
    uint32_t extents;  /* how many custub_bounds_extent follow */
    uint64_t shared;   /* bytes of dynamic shared memory of the launch */
    uint64_t outcome;  /* address of a number of 32 bits in device memory, which the host sets to
                        * CUSTUB_BOUNDS_UNDECIDED, and the kernel to CUSTUB_BOUNDS_DECIDED if memory
                        * decides what the launch touches; 0: it is not asked */
} custub_bounds_head;

#define CUSTUB_BOUNDS_UNDECIDED 1u
#define CUSTUB_BOUNDS_DECIDED   2u

/* Memory that the kernel may touch through a pointer: [base, base + bytes). Both are 0 for null. */
typedef struct custub_bounds_extent {
    uint64_t base;
    uint64_t bytes;
} custub_bounds_extent;

/* A limit is a number that the kernel compares with before a group of accesses. If the comparison
 * holds, all accesses of the group are inside, and aligned. If it does not, the kernel looks at
 * each access of the group by itself, and compares it with the extent. So a limit may be too low,
 * but never too high: a limit of 0 lets every access be looked at, as measuring wants it. Limits
 * with the same offset follow each other in the table, and are of one kind, which is not
 * CUSTUB_BOUNDS_ADDRESS: the least of them is the number there, because one comparison is made for
 * all of their groups. */
typedef enum custub_bounds_limit_kind {
    /* 8 bytes. The kernel tests x < limit in 64 bits, where the group touches
     * [pointer + x * scale + low, pointer + x * scale + low + span), and low is not negative. */
    CUSTUB_BOUNDS_OFFSET,
    /* 16 bytes: `base`, then the limit. The kernel tests address - base < limit in 64 bits, where
     * the group touches [address + low, address + low + span). So base = extent's base - low. */
    CUSTUB_BOUNDS_ADDRESS,
    /* 4 bytes. The kernel tests i < limit in 32 bits, where the group touches
     * [pointer + i * scale + low, pointer + i * scale + low + span), and low is not negative. The
     * limit is at most `most`. */
    CUSTUB_BOUNDS_INDEX
} custub_bounds_limit_kind;

/* `extent` of a limit in dynamic shared memory: pointer is 0, and bytes the launch's. */
#define CUSTUB_BOUNDS_SHARED UINT32_MAX

typedef struct custub_bounds_limit {
    uint32_t kind;   /* custub_bounds_limit_kind */
    uint32_t offset; /* bytes, in the parameter; a multiple of the limit's size, or of 8 */
    uint32_t extent; /* the pointer, in the description's order; or CUSTUB_BOUNDS_SHARED */
    uint32_t align;  /* bytes: if the pointer's address is not a multiple, the limit is 0 */
    int64_t low;     /* bytes */
    uint64_t span;   /* bytes, at most INT64_MAX */
    uint64_t scale;  /* bytes, at least 1; CUSTUB_BOUNDS_OFFSET and CUSTUB_BOUNDS_INDEX */
    uint64_t most;   /* CUSTUB_BOUNDS_INDEX */
} custub_bounds_limit;

/* --- The table of an image ------------------------------------------------------------------- */

#define CUSTUB_BOUNDS_MAGIC   UINT64_C(0x31736e756f627563) /* "cubouns1" in memory */
#define CUSTUB_BOUNDS_VERSION 5u

/* The table begins with this; the arrays are at offsets in bytes from its beginning, aligned to 8.
 * Strings are offsets from `strings`, zero-terminated; 0 is the empty string. One table serves the
 * PTX of all architectures of an image: their parameters are the same, and their sites are numbered
 * through. */
typedef struct custub_bounds_table {
    uint64_t magic;
    uint32_t version;
    uint32_t bytes; /* of the whole table */
    uint32_t kernel_count;
    uint32_t limit_count;
    uint32_t site_count;
    uint32_t kernels; /* offset of custub_bounds_kernel[] */
    uint32_t limits;  /* offset of custub_bounds_limit[] */
    uint32_t sites;   /* offset of custub_bounds_site[] */
    uint32_t strings; /* offset */
    uint32_t string_bytes;
    uint32_t variables; /* .global and .const variables that the image defines */
    uint32_t number_count;
    uint32_t numbers; /* offset of custub_bounds_number[] */
    uint32_t unused;
} custub_bounds_table;

typedef struct custub_bounds_kernel {
    uint32_t symbol; /* its entry, a string */
    uint32_t reason; /* why it is not checked, and has no further parameter; 0: it is checked */
    uint32_t param_bytes; /* of the further parameter */
    uint32_t extents;     /* pointers of the description */
    uint32_t first_limit;
    uint32_t limit_count;
    uint32_t repeats; /* 1: launches with the same numbers touch the same, relative to their
                       * pointers, unless one says that memory decides. Numbers are the grid, the
                       * block, the dynamic shared memory, and what follows. The image has the
                       * kernel without checks, too: its entry ends with CUSTUB_BOUNDS_PLAIN */
    uint32_t first_number;
    uint32_t number_count;
    uint32_t unused;
} custub_bounds_kernel;

#define CUSTUB_BOUNDS_PLAIN "_custub_plain"

/* Bytes of a kernel's own parameter. */
typedef struct custub_bounds_number {
    uint32_t param;  /* its index */
    uint32_t offset; /* bytes */
    uint32_t bytes;
} custub_bounds_number;

typedef enum custub_bounds_origin {
    CUSTUB_BOUNDS_OF_POINTER,  /* a pointer of the kernel: `index` */
    CUSTUB_BOUNDS_OF_POINTERS, /* one of several pointers of the kernel */
    CUSTUB_BOUNDS_OF_ANY,      /* unknown: all of the launch's memory; `name` is the reason */
    CUSTUB_BOUNDS_OF_VARIABLE, /* a __device__ or __constant__ variable, `name` */
    CUSTUB_BOUNDS_OF_SHARED    /* a __shared__ variable, `name` */
} custub_bounds_origin;

#define CUSTUB_BOUNDS_READ   0u
#define CUSTUB_BOUNDS_WRITE  1u
#define CUSTUB_BOUNDS_ATOMIC 2u

/* One access in the code. Site 0 is none. */
typedef struct custub_bounds_site {
    uint32_t kernel; /* index in the table's kernels; of a function that several call, the first */
    uint32_t origin; /* custub_bounds_origin */
    uint32_t index;  /* a pointer in the description's order */
    uint32_t name;   /* string */
    uint32_t access; /* CUSTUB_BOUNDS_READ … */
    uint32_t bytes;  /* of the access; 0: only known when it is made */
    uint32_t file;   /* string, without folders; empty if the PTX has no lines */
    uint32_t line;   /* 0: not known */
    uint32_t function; /* string: the function that is called or was inlined; empty: the kernel */
    uint32_t caller_file;
    uint32_t caller_line; /* where it was inlined; 0: it was not */
} custub_bounds_site;

/* --- What kernels write ---------------------------------------------------------------------- */

/* The first bad access of a kernel since the host read the record. The host sets `state` to 0; the
 * thread that changes it from 0 to 1 fills the rest and sets it to 2. In memory of the host that
 * the device can write. */
typedef struct custub_bounds_record {
    uint32_t state;
    uint32_t unused[3];
    uint64_t address;  /* that was accessed; in shared memory its offset there */
    uint64_t base;     /* of the extent that it was compared with; 0 if there were several */
    uint64_t bytes;    /* of that extent */
    uint32_t site;     /* with CUSTUB_BOUNDS_MISALIGNED */
    uint32_t accessed; /* bytes of the access: a site does not know those of a copy in bulk */
    uint32_t block[3];
    uint32_t thread[3];
    uint32_t more_unused[2];
} custub_bounds_record;

/* Bit of a site: the access is inside one of several extents, but its address is not a multiple of
 * its size. */
#define CUSTUB_BOUNDS_MISALIGNED UINT32_C(0x80000000)

#define CUSTUB_BOUNDS_NO_MARKS 1u

/* What a launch touched of an extent. In device memory. */
typedef struct custub_bounds_measure {
    uint64_t lowest; /* address; UINT64_MAX before the launch */
    uint64_t end;    /* address behind the highest byte; 0 before the launch */
    uint64_t marks;  /* a bit for each byte that was written: of the one at address a, bit a % 32 of
                      * the word of 32 bits at marks + a / 32 * 4. CUSTUB_BOUNDS_NO_MARKS: none */
} custub_bounds_measure;

#ifdef __cplusplus
}
#endif
#endif
