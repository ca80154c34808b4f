/* paths.h: the ways into custub by which a launch can be made. */
#ifndef PROPERTY_PATHS_H
#define PROPERTY_PATHS_H

#include "kernel_file.h"

typedef enum path {
    PATH_STUB,     /* the generated function */
    PATH_DYNAMIC,  /* by the description */
    PATH_PREPARED, /* prepared, then launched */
    PATH_CHANGED,  /* prepared with other values, which are then changed to these */
    PATHS
} path;

extern const char *const path_names[PATHS];

/* Launches; errors go to `error`. `before` has the shape of `t`. False: there is no such launch,
 * since that of `before` cannot be prepared. */
bool path_launch(path by, const kernel_file *file, unsigned kernel, const trial *t,
                 const trial *before, const custub_launch *how, custub_status *status,
                 custub_error *error);

/* Whether one is the other with other values alone. */
bool path_is_change(const trial *before, const trial *t);

#endif
