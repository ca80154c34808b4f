/* dynamic.h: a dynamic launch, up to the call of the driver. */
#ifndef CUSTUBI_DYNAMIC_H
#define CUSTUBI_DYNAMIC_H

#include <custub/dynamic.h>

#include "check/call.h"
#include "described/argument.h"

/* A dynamic launch under way. */
typedef struct custubi_dynamic {
    custub_launch launch; /* a copy of the caller's, or an unset one */
    custubi_call call;
    custubi_argument_block block;
    void *memory; /* the block's, if `local` is too small */
    uint64_t local[128];
} custubi_dynamic;

/* Takes the launch and the arguments. A kernel that is not loaded gets no arguments: the checks
 * refuse it. */
custub_status custubi_dynamic_take(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                   const custub_launch *launch, uint32_t count,
                                   const custub_argument *arguments, custub_error *error);

/* Takes the arguments, settles the shape and makes all checks; `traits` are CUSTUBI_CALL_… bits.
 * Call custubi_dynamic_release() after either function, even if it failed. */
custub_status custubi_dynamic_check(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                    const custub_launch *launch, uint32_t count,
                                    const custub_argument *arguments, CUstream default_stream,
                                    uint32_t traits, custub_error *error);
void custubi_dynamic_release(custubi_dynamic *dynamic);

#endif
