/* kept.h: what graphs keep, as user objects of the driver. The driver calls their destructor on a
 * thread that may not call it (CUDA Driver API, cuUserObjectCreate). So the destructor only adds
 * them to a list, which later calls of custub empty. */
#ifndef CUSTUBI_KEPT_H
#define CUSTUBI_KEPT_H

#include <custub/graph.h>

typedef struct custubi_kept custubi_kept;

struct custubi_kept {
    custub_status (*release)(const custubi_kept *thing, custub_error *error);
    custub_release_function *function; /* the rest is for `release` */
    void *owned;
    CUdeviceptr memory;
    unsigned long long id;
};

extern const char custubi_keeping[]; /* what is done, for records */

/* Hands the thing over to a graph. On failure it is released at once, or with the list. */
custub_status custubi_keep(CUgraph graph, const custubi_kept *thing, custub_error *error);

/* Releases what graphs have given back, also while streams are captured. Returns and records the
 * first failure. */
custub_status custubi_kept_release(custub_error *error);

/* How many things are kept, or in the list. */
uint64_t custubi_kept_count(void);

#endif
