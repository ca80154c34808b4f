/* dynamic.h: a dynamic launch up to the point where the driver would be called. */
#ifndef CUSTUBI_DYNAMIC_H
#define CUSTUBI_DYNAMIC_H

#include <custub/dynamic.h>

#include "check/call.h"
#include "described/argument.h"

/* What a dynamic launch is made from. */
typedef struct custubi_dynamic {
    custub_launch launch; /* the caller's, or one of which nothing is set */
    custubi_call call;
    custubi_argument_block block;
    void *memory; /* of the block, where `local` is too small */
    uint64_t local[128];
} custubi_dynamic;

/* Takes the launch and the arguments, of a kernel that is loaded: another one is left for the
 * checks to refuse. */
custub_status custubi_dynamic_take(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                   const custub_launch *launch, uint32_t count,
                                   const custub_argument *arguments);

/* Takes the arguments, resolves the shape and makes all checks; `traits` are CUSTUBI_CALL_… bits.
 * After both, also where they failed, comes custubi_dynamic_release(). */
custub_status custubi_dynamic_check(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                    const custub_launch *launch, uint32_t count,
                                    const custub_argument *arguments, CUstream default_stream,
                                    uint32_t traits);
void custubi_dynamic_release(custubi_dynamic *dynamic);

#endif
