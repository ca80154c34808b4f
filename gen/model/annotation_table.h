/* annotation_table.h: the annotations of kernels and pointers: the macros of <custub/kernel.h>, and
 * CUDA attributes that are read in the same way. */
#ifndef GEN_ANNOTATION_TABLE_H
#define GEN_ANNOTATION_TABLE_H

#include <custub/describe.h>

#include <stdbool.h>

typedef enum gen_annotation_place {
    GEN_ON_POINTER, /* a parameter, or a field of a struct */
    GEN_ON_KERNEL
} gen_annotation_place;

/* X(NAME, key, place): CUSTUB_<NAME> of custub/kernel.h writes the attribute "custub.<key>:…". */
#define GEN_ANNOTATIONS(X)                                                                         \
    X(COUNTED_BY, counted_by, GEN_ON_POINTER)                                                      \
    X(COUNTED_BY_OR_NULL, counted_by_or_null, GEN_ON_POINTER)                                      \
    X(SIZED_BY, sized_by, GEN_ON_POINTER)                                                          \
    X(SIZED_BY_OR_NULL, sized_by_or_null, GEN_ON_POINTER)                                          \
    X(ALIGNED, aligned, GEN_ON_POINTER)                                                            \
    X(DISJOINT, disjoint, GEN_ON_POINTER)                                                          \
    X(SAME_OR_DISJOINT, same_or_disjoint, GEN_ON_POINTER)                                          \
    X(ALIASES, aliases, GEN_ON_POINTER)                                                            \
    X(VALUES, values, GEN_ON_POINTER)                                                              \
    X(ELEMENT, element, GEN_ON_POINTER)                                                            \
    X(MAPS, maps, GEN_ON_POINTER)                                                                  \
    X(BOX, box, GEN_ON_POINTER)                                                                    \
    X(THREADS, threads, GEN_ON_KERNEL)                                                             \
    X(GRID_STRIDE, grid_stride, GEN_ON_KERNEL)                                                     \
    X(BLOCK, block, GEN_ON_KERNEL)                                                                 \
    X(SHARED, shared, GEN_ON_KERNEL)                                                               \
    X(REQUIRES, requires, GEN_ON_KERNEL)                                                           \
    X(COOPERATIVE, cooperative, GEN_ON_KERNEL)                                                     \
    X(DIMENSIONS, dimensions, GEN_ON_KERNEL)                                                       \
    X(FIELD, field, GEN_ON_KERNEL)

/* X(NAME, key, place): the prelude writes the attribute for CUDA's __<key>__. */
#define GEN_CUDA_ATTRIBUTES(X)                                                                     \
    X(LAUNCH_BOUNDS, launch_bounds, GEN_ON_KERNEL)                                                 \
    X(CLUSTER_DIMS, cluster_dims, GEN_ON_KERNEL)                                                   \
    X(BLOCK_SIZE, block_size, GEN_ON_KERNEL)

typedef enum gen_annotation_kind {
    GEN_ANNOTATION_UNKNOWN, /* looks like an annotation of custub, but is not one */
#define GEN_ANNOTATION_KIND(NAME, key, place) GEN_ANNOTATION_##NAME,
    GEN_ANNOTATIONS(GEN_ANNOTATION_KIND) GEN_CUDA_ATTRIBUTES(GEN_ANNOTATION_KIND)
#undef GEN_ANNOTATION_KIND
        GEN_ANNOTATION_KINDS
} gen_annotation_kind;

gen_annotation_kind gen_annotation_kind_of(const char *key);

/* The kind of "COUNTED_BY", as CUSTUB_FIELD contains it. */
gen_annotation_kind gen_annotation_kind_named(const char *name);

/* "counted_by" */
const char *gen_annotation_key(gen_annotation_kind kind);

/* "CUSTUB_THREADS"; null if it is not a macro of custub/kernel.h. */
const char *gen_annotation_macro(gen_annotation_kind kind);

/* True if the annotation is allowed at this place. An unknown one is allowed nowhere. */
bool gen_annotation_is_for(gen_annotation_kind kind, gen_annotation_place place);

/* True for the four annotations that say how much a pointer points to. */
bool gen_annotation_is_count(gen_annotation_kind kind);

/* True for the annotations that relate a pointer to others. */
bool gen_annotation_is_relation(gen_annotation_kind kind);

/* What such an annotation says, and the annotation that says it. */
custub_relation_kind gen_annotation_relation(gen_annotation_kind kind);
gen_annotation_kind gen_annotation_of_relation(custub_relation_kind kind);

/* True for attributes of CUDA, which do not belong to the contract. */
bool gen_annotation_is_cudas(gen_annotation_kind kind);

#endif
