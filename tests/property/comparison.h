/* comparison.h: makes one launch through custub and compares it with the oracle. */
#ifndef PROPERTY_COMPARISON_H
#define PROPERTY_COMPARISON_H

#include "oracle.h"
#include "paths.h"

typedef struct outcome {
    bool is_made; /* there is such a launch */
    custub_status status;
    custub_error error;
    bool is_computed; /* custub settled a part of the shape */
    int excused;      /* launches that the evaluator accepted and the generated code did not */
    char wrong[256];  /* how it differs from the oracle; empty: it does not */
} outcome;

void comparison_run(const kernel_file *file, unsigned kernel, const trial *t, const trial *before,
                    path by, outcome *out);

#endif
