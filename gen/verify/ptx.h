/* ptx.h: the entries of a PTX file, with what nvcc says about each kernel. See "PTX ISA", kernel
 * and performance directives. */
#ifndef GEN_PTX_H
#define GEN_PTX_H

#include "support/arena.h"
#include "support/diag.h"

#include <stdint.h>

typedef struct gen_ptx_param {
    uint64_t offset; /* bytes */
    uint64_t size;   /* bytes */
    uint64_t align;  /* bytes */
    char kind;       /* 'u', 's', 'f' or 'b', from its type; an array has 'b', which says nothing */
    bool is_shared;  /* a pointer into shared or local memory, which no host has */
} gen_ptx_param;

typedef struct gen_ptx_entry {
    struct gen_ptx_entry *next;
    const char *name;
    size_t param_count;
    gen_ptx_param *params;
    uint64_t max_threads[3]; /* .maxntid; 0: none */
    uint64_t required[3];    /* .reqntid */
    uint64_t cluster[3];     /* .reqnctapercluster */
    uint64_t min_blocks;     /* .minnctapersm */
    uint64_t max_cluster;    /* .maxclusterrank: blocks */
    uint32_t dimensions;     /* the highest component of %tid, %ctaid, %ntid, %nctaid in the body */
    uint32_t blocks;         /* the components of %ctaid: 1, 2 and 4 for x, y and z */
    uint32_t threads;        /* of %tid */
    bool is_declaration;     /* it has no body */
} gen_ptx_entry;

/* Parses a zero-terminated text; the entries are in its order. False, with an error in `diag`, if
 * it is not PTX. `path` is for messages. */
bool gen_ptx_parse(gen_ptx_entry **entries, gen_arena *arena, gen_diag *diag, const char *path,
                   const char *text);

#endif
