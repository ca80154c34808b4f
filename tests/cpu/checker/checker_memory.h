/* checker_memory.h: the buffers that the checker's test kernels get. The process runs one kernel
 * and does not free them. It ends at once if the driver refuses a call. */
#ifndef CHECKER_MEMORY_H
#define CHECKER_MEMORY_H

#include <custub/custub.h>

#define CHECKER_COUNT 256 /* ints in a buffer, unless its state says otherwise */

typedef enum checker_state {
    WRITTEN, /* to 0, 1, 2, … */
    UNWRITTEN,
    HALF_WRITTEN,
    NOTHING, /* null */
    FREED,
    FREED_ASYNC,
    FREED_ASYNC_AND_REUSED, /* another allocation has its address, if the driver reuses it */
    FREED_AND_REUSED,
    FREED_AFTER_THE_FIRST_LAUNCH, /* checker_memory_freed_later() frees it */
    OF_HOST,                      /* malloc() */
    PINNED,
    REGISTERED,
    MANAGED,
    WITHOUT_LAST_INTS,  /* two of them: the end is not 16-byte aligned */
    WITHOUT_LAST_BYTES, /* two of them */
    PITCHED,            /* 8 rows of 128 ints, of which the first 25 of each were written */
    GIVEN_AGAIN, /* from a pool, at the address of a freed allocation if the driver reuses it */
    /* checker_life.c */
    FREED_IN_ANOTHER_STREAM,
    OF_ANOTHER_STREAM,
    FREED_PINNED,
    FREED_MANAGED,
    UNREGISTERED,
    UNMAPPED,
    MAPPED_IN_PART, /* a piece of 2 MiB, and as much reserved after it */
    MAPPED_IN_TWO, /* two pieces of 2 MiB, with an end of the first and all of the second written */
    FREED_BY_GRAPH, /* by a node of the graph that allocated it */
    OF_GRAPH,       /* allocated by a node, and not freed */
    HALF_OF_GRAPH,  /* the first half filled by a node */
    WHOLE_OF_GRAPH, /* filled and copied to by nodes */
    FILLED_ROWS,    /* 8 rows of 32 ints, of which the first 16 of each were filled */
    COPIED_BOX, /* 4 planes of 4 rows of 16 ints, of which 3 rows, and 8 ints of each, were copied
                 */
    COPY,       /* of memory that was written */
    COPY_OF_UNWRITTEN, /* of memory that nobody wrote */
    PEER_COPY,
    PEER_COPY_OF_UNWRITTEN,
    /* checker_texture.c: the handle of a texture or surface in place of an address. The memory is
     * written, or its first half is, or it was freed. All but the linear ones have 16 rows. */
    LINEAR_TEXTURE,
    LINEAR_TEXTURE_HALF_WRITTEN,
    LINEAR_TEXTURE_FREED,
    PITCHED_TEXTURE, /* filtered */
    PITCHED_TEXTURE_HALF_WRITTEN,
    PITCHED_TEXTURE_FREED,
    ARRAY_TEXTURE, /* filtered */
    ARRAY_TEXTURE_HALF_WRITTEN,
    ARRAY_TEXTURE_FREED,
    SURFACE,
    SURFACE_HALF_WRITTEN,
    SURFACE_FREED
} checker_state;

/* Returns the buffer's address, or 0. */
CUdeviceptr checker_memory_create(checker_state state);
void checker_memory_free(checker_state state, CUdeviceptr address);

/* Stores a function of the driver that the runtime has opened in the function pointer `out`. Ends
 * the process if there is no such function. */
void checker_find_function(const char *name, void *out);

/* Calls a function of the driver by its name; `types` are the types of its parameters, in
 * parentheses. */
#define CHECKER_CALL(function, types, ...)                                                         \
    do {                                                                                           \
        CUresult(*call) types;                                                                     \
        checker_find_function(#function, &call);                                                   \
        checker_succeed(call(__VA_ARGS__), #function);                                             \
    } while (0)

/* Ends the process unless the result, a CUresult, is CUDA_SUCCESS. */
void checker_succeed(int result, const char *call);

/* The numbers 0, 1, 2, …, CHECKER_COUNT of them. */
const int32_t *checker_numbers(void);

/* Does nothing if the record holds no failure. Else prints it and ends the process, with 77 if
 * there is no driver. */
void checker_require(const custub_error *error);

#endif
