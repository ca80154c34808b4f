/* cases.h: launches of any kernels as a table, one line each, which bench_public measures.
 *
 * A file of cases has C statements, CASE() for the most part:
 *
 *     const uint64_t n = PICK(1 << 24, 1000);
 *     CASE(saxpy, GRID(ceil_div(n, 256)), BLOCK(256), INT(n), REAL(2), BUFFER(n), BUFFER(n));
 *
 * Counts of buffers are elements of the type that the kernel's pointer has. */
#ifndef CASES_H
#define CASES_H

#include <custub/custub.h>

#include <stdbool.h>
#include <stdint.h>

typedef enum case_kind {
    CASE_INTEGER,
    CASE_REAL,
    CASE_STRUCT,
    CASE_VALUES, /* a buffer of random values */
    CASE_STEPS,  /* a buffer of the multiples of a number */
    CASE_LIST,   /* a buffer of given numbers */
    CASE_SAME,   /* the buffer of an earlier argument */
    CASE_NULL
} case_kind;

/* One argument of a kernel. Its kind says which fields are read. */
typedef struct case_argument {
    case_kind kind;
    int64_t integer;
    double real;
    const void *bytes; /* of a struct; of CASE_LIST: the numbers, each a long double */
    uint64_t count;    /* elements of a buffer, bytes of a struct, an argument's index */
    double low;        /* values are in [low, high) */
    double high;       /* of CASE_STEPS: the number */
} case_argument;

/* Scalars: integers and bool; floating-point numbers of all types; structs. */
#define INT(value)      ((case_argument){.kind = CASE_INTEGER, .integer = (int64_t)(value)})
#define REAL(value)     ((case_argument){.kind = CASE_REAL, .real = (double)(value)})
#define STRUCT(address) CASE_STRUCT_OF((address), sizeof(*(address)))
/* Random floating-point numbers in [0, 1), or zero if the elements are integers. A struct's are
 * taken as floats. */
#define BUFFER(elements) VALUES(elements, 0, 1)
/* Random numbers, of integers too. */
#define VALUES(elements, low, high) CASE_BUFFER_OF(CASE_VALUES, elements, low, high)
#define ZEROS(elements)             VALUES(elements, 0, 0)
/* 0, step, 2 * step, … */
#define STEPS(elements, step) CASE_BUFFER_OF(CASE_STEPS, elements, 0, step)
/* LIST(1, 2, 3): these numbers, as elements of the kernel's type. A long double has every number of
 * 64 bits, so a variable of any type is converted without a warning. */
#define LIST(...)                                                                                  \
    ((case_argument){.kind = CASE_LIST,                                                            \
                     .bytes = (const long double[]){__VA_ARGS__},                                  \
                     .count = sizeof((const long double[]){__VA_ARGS__}) / sizeof(long double)})
/* The buffer of argument `index`, counted from 0, once more. */
#define SAME(index) ((case_argument){.kind = CASE_SAME, .count = (index)})
#define NONE        ((case_argument){.kind = CASE_NULL})

#define CASE_STRUCT_OF(address, size)                                                              \
    ((case_argument){.kind = CASE_STRUCT, .bytes = (address), .count = (size)})
#define CASE_BUFFER_OF(kind_, elements, low_, high_)                                               \
    ((case_argument){                                                                              \
        .kind = (kind_), .count = (elements), .low = (double)(low_), .high = (double)(high_)})

/* Up to three numbers. */
#define GRID(...)  cases_dim((const uint64_t[3]){__VA_ARGS__})
#define BLOCK(...) cases_dim((const uint64_t[3]){__VA_ARGS__})

/* CASE(name, grid, block, arguments…): a launch of the kernel that custub calls `name`. A macro may
 * give several of these. */
#define CASE(...) CASE_OF(__VA_ARGS__)
/* CASE_SHARED(name, grid, block, shared, arguments…): the same with `shared` bytes of dynamic
 * shared memory. */
#define CASE_SHARED(...)                CASE_SHARED_OF(__VA_ARGS__)
#define CASE_OF(name, grid, block, ...) CASE_SHARED_OF(name, grid, block, 0, __VA_ARGS__)
#define CASE_SHARED_OF(name, grid, block, shared, ...)                                             \
    cases_run(c, #name, grid, block, shared, CASE_ARGUMENTS(__VA_ARGS__),                          \
              sizeof(CASE_ARGUMENTS(__VA_ARGS__)) / sizeof(case_argument))
#define CASE_ARGUMENTS(...) ((const case_argument[]){__VA_ARGS__})

/* The first number for a measurement, the second one for a try on the CPU driver. */
#define PICK(full, small) (cases_are_small(c) ? (small) : (full))

typedef struct cases cases;

/* The kernels of one source, as the build embeds them. */
typedef struct case_source {
    const custub_library_info *info;
    const custub_image *images;
} case_source;

/* The cases of a project: bench_public calls the function that the build writes for each. */
typedef void cases_function(cases *c);

/* Loads a project's kernels, in both forms unless each case runs only once; unloads them. */
void cases_open(cases *c, const char *project, const case_source *sources, uint32_t count);
void cases_close(cases *c);

bool cases_are_small(const cases *c);
void cases_run(cases *c, const char *kernel, custub_dim3 grid, custub_dim3 block, uint64_t shared,
               const case_argument *arguments, uint64_t count);

static inline custub_dim3 cases_dim(const uint64_t *sizes)
{
    return custub_dim3_of(sizes[0], sizes[1] ? sizes[1] : 1, sizes[2] ? sizes[2] : 1);
}

static inline uint64_t ceil_div(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

#endif
