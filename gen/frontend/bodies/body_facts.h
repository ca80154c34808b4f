/* body_facts.h: what is known of a function's body, and of the functions that it calls. */
#ifndef GEN_BODY_FACTS_H
#define GEN_BODY_FACTS_H

#include <stdbool.h>
#include <stdint.h>

/* Shared_memory.c's: variables in shared memory that are not `extern`. */
typedef struct gen_shared_variable gen_shared_variable;
typedef struct gen_shared_set gen_shared_set;

typedef struct gen_body_facts {
    uint32_t dimensions; /* the highest component of a built-in variable that is read; 0: none */
    bool hidden;         /* indices may be read in ways that cannot be seen */
    bool counts;        /* what each thread does adds up, whatever its index: an atomic, a printf */
    bool barrier;       /* may wait for, or exchange values with, other threads */
    bool asks;          /* looks at what others may write; in a loop it would be a barrier */
    uint32_t places[3]; /* how often x, y and z of threadIdx and blockIdx are read; capped */
    bool dynamic_shared;
    gen_shared_set *shared; /* null: none */
    bool reads_grid;        /* gridDim */
    bool binds_references;  /* calls functions that take references to what they may change */
    bool unread;            /* clang dropped parts of the body that it takes for errors */
    const char *unfit;      /* for a host compiler; null: nothing found */
} gen_body_facts;

/* Adds what a called function does, but for shared memory. */
void gen_body_facts_merge(gen_body_facts *into, const gen_body_facts *from);
/* Adds a use of a variable, which may be one of threadIdx and its like. `component`: the member
 * that is read, or "". */
void gen_body_facts_add_index(gen_body_facts *facts, const char *variable, const char *component);

#endif
