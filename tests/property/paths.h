/* paths.h: the ways to make a launch through custub. */
#ifndef PROPERTY_PATHS_H
#define PROPERTY_PATHS_H

#include "kernel_file.h"

typedef enum path {
    PATH_STUB,     /* the generated function */
    PATH_DYNAMIC,  /* by the description */
    PATH_PREPARED, /* prepared, then launched */
    PATH_CHANGED,  /* prepared with other values, then changed to these */
    PATHS
} path;

extern const char *const path_names[PATHS];

/* Launches; errors go to `error`. `before` has the shape of `t`. False if there is no such launch,
 * because `before` cannot be prepared. */
bool path_launch(path by, const kernel_file *file, unsigned kernel, const trial *t,
                 const trial *before, const custub_launch *how, custub_status *status,
                 custub_error *error);

/* True if the two differ only in values. */
bool path_is_change(const trial *before, const trial *t);

#endif
