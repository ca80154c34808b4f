/* body_facts.h: what is known of a function's body, and of the functions that it calls. */
#ifndef GEN_BODY_FACTS_H
#define GEN_BODY_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* A variable in shared memory that is not `extern` (shared_memory.c). */
typedef struct gen_shared_variable gen_shared_variable;
typedef struct gen_shared_set gen_shared_set;

typedef struct gen_body_facts {
    uint32_t dimensions; /* the highest component of a built-in variable that is read; 0: none */
    bool hidden;         /* indices may be read in hidden ways */
    bool counts;         /* the effects of threads add up, whatever their indices: atomics,
                            printf */
    bool barrier;        /* may wait for other threads, or exchange values with them */
    bool asks;           /* reads what other threads may write; in a loop this may be a barrier */
    bool adds_lanes;     /* it distinguishes a warp's threads without threadIdx: votes, matrices */
    uint32_t blocks;     /* components of blockIdx that are read: 1, 2 and 4 for x, y and z */
    uint32_t threads;    /* of threadIdx */
    uint32_t rows;       /* components of blockDim that are multiplied by another component of
                            blockIdx */
    uint32_t places[3]; /* how often x, y and z of threadIdx and blockIdx are read, up to a limit */
    bool dynamic_shared;
    gen_shared_set *shared; /* null: none */
    bool unread;            /* clang dropped parts of the body after errors */
    const char *unfit;      /* why a host compiler cannot build the body, or null */
} gen_body_facts;

/* Adds what a called function does, except its use of shared memory. */
void gen_body_facts_merge(gen_body_facts *into, const gen_body_facts *from);
/* Adds a use of a variable, which may be threadIdx or the like. `component`: the member that is
 * read, or "". */
void gen_body_facts_add_index(gen_body_facts *facts, const char *variable, const char *component);

#endif
