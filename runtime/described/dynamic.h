/* dynamic.h: makes a call of a dynamic launch. */
#ifndef CUSTUBI_DYNAMIC_H
#define CUSTUBI_DYNAMIC_H

#include <custub/dynamic.h>

#include "check/call.h"
#include "described/argument.h"

/* A dynamic launch under way. */
typedef struct custubi_dynamic {
    custubi_call call;
    custubi_argument_block block;
    uint64_t *needed; /* numbers of the contract, as a stub hands them over */
    void *memory;     /* of the numbers and the block, if `local` is too small */
    uint64_t local[128];
} custubi_dynamic;

/* Makes a call of the launch and the arguments. A kernel that is not loaded gets no arguments: the
 * checks refuse it. Call custubi_dynamic_release() afterwards, even if it failed. */
custub_status custubi_dynamic_take(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                   const custub_launch *launch, uint32_t count,
                                   const custub_argument *arguments, CUstream default_stream,
                                   custub_error *error);
void custubi_dynamic_release(custubi_dynamic *dynamic);

#endif
