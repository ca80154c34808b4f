/* comparison.h: one launch through custub, held against the oracle. */
#ifndef PROPERTY_COMPARISON_H
#define PROPERTY_COMPARISON_H

#include "kernel_file.h"
#include "oracle.h"

/* The ways into custub. */
typedef enum comparison_path {
    PATH_STUB, /* the generated function */
    PATHS
} comparison_path;

extern const char *const comparison_path_names[PATHS];

typedef struct outcome {
    custub_status status;
    custub_error error;
    bool is_computed; /* custub settled a part of the shape */
    char wrong[256];  /* what does not agree with the oracle; empty: nothing */
} outcome;

void comparison_run(const kernel_file *file, unsigned kernel, const trial *t, comparison_path path,
                    outcome *out);

#endif
