/* planted.h: rows of planted mistakes: which kernel makes one, by which launch, and what the
 * message about it has to say. */
#ifndef PLANTED_H
#define PLANTED_H

#include <custub/custub.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    PLANTED_N = 1000,
    PLANTED_M = 300,
    PLANTED_TILES = 4,
    PLANTED_BUFFERS = 3,
    PLANTED_BLOCK = 128
};

/* The parameters of a kernel. N, M and TILES are the numbers above. */
typedef enum planted_form {
    PLAIN,       /* n, off, in, out: N elements each */
    GRID,        /* w, h, off, in, out: 40 by 25 */
    PITCHED,     /* rows, pitch in bytes, off, in, out: 40 rows of 25 elements, 40 elements */
    PLANES,      /* n, planes, off, in, out: 3 times N elements, N elements */
    THREE,       /* n, m, off, in, small, out: N, M, N elements */
    INDEXED,     /* n, off, index, in, out; index[77] is off */
    BYTES_IN,    /* n, off, in, out; `in` counts bytes */
    BYTES_OUT,   /* the same for `out` */
    BYTES_BOTH,  /* the same for both */
    NULL_IN,     /* the same as PLAIN; `in` is null */
    STRUCT,      /* {in, out, n}, off */
    INNER,       /* {int, {in, out, n}}, off */
    ARRAY,       /* {count, in, in, out}, off */
    ARRAY_INDEX, /* {count, in, in, out}, 1, off */
    FIELD,       /* n, off, {in, n}, out */
    TABLE,       /* n, off, {in, in} in memory, in, out */
    TILES        /* tiles, off, in, out: 256 halves for each tile */
} planted_form;

typedef enum planted_memory {
    SLICES,     /* of one allocation, far from each other */
    ADJACENT,   /* slices, one directly behind the other */
    ALLOCATION, /* one for each buffer */
    POOL        /* the same from the device's pool */
} planted_memory;

typedef enum planted_way { DYNAMIC, GENERATED, PREPARED, CAPTURED, NODE, TWICE } planted_way;

/* How the message names the place. */
typedef enum planted_place {
    ELEMENT,    /* in[first] */
    OFFSET,     /* in + first bytes */
    MISALIGNED, /* in + first bytes, which must be a multiple of … */
    BYTE,       /* byte first of … 'name' */
    ANY         /* in any way: the build cannot always tell whose address it is */
} planted_place;

typedef struct planted_mistake {
    const char *name;
    const char *kernel; /* null: as the row */
    const char *line;   /* the word at the line's end; null: as the kernel */
    planted_form form;
    uint64_t size; /* bytes of an element; 0: 4 */
    int64_t off;   /* makes the mistake; 0 makes none */
    planted_memory memory;
    planted_way way;
    const char *verb;
    planted_place place;
    const char *pointer; /* or variable; null for ANY */
    int64_t first;       /* the index is one of first … last */
    int64_t last;
    bool has_thread;
    uint32_t thread; /* along x, counted through all blocks of PLANTED_BLOCK */
    uint32_t blocks; /* of the grid; 0: computed */
    bool own_block;  /* the kernel's contract gives the block */
    bool writes_all; /* the kernel writes all of its buffers, not only the last */
    bool traps;      /* the kernel ends, and the context with it */
    bool waits;      /* only with `trap` the kernel ends */
    bool split;      /* right in code to debug, where nvcc makes scalars of the vector */
} planted_mistake;

extern const planted_mistake planted_mistakes[];
extern const uint32_t planted_mistake_count;

typedef struct planted_buffer {
    CUdeviceptr ptr;
    uint64_t bytes;
} planted_buffer;

/* A launch of a row. */
typedef struct planted_launch {
    const planted_mistake *row;
    planted_buffer buffers[PLANTED_BUFFERS]; /* the one that the kernel writes is the last */
    uint32_t buffer_count;
    custub_argument arguments[6];
    uint32_t count;
    union {
        uint64_t words[5];
        unsigned char bytes[40];
    } value; /* the argument that is a struct */
} planted_launch;

/* Sets the sizes of the buffers. */
void planted_size(planted_launch *launch, const planted_mistake *row);
/* Sets the arguments, after the buffers' addresses. */
void planted_argue(planted_launch *launch, int64_t off);

/* Fails the test unless the error is what the row has to say of its kernel. */
void planted_compare(const planted_mistake *row, const custub_kernel *kernel,
                     const custub_error *error);

#endif
