/* dynamic.h: the arguments of a dynamic launch, taken for one call. */
#ifndef CUSTUBI_DYNAMIC_H
#define CUSTUBI_DYNAMIC_H

#include <custub/dynamic.h>

#include "check/call.h"
#include "described/argument.h"

typedef struct custubi_dynamic {
    custubi_argument_block block;
    uint64_t *needed; /* room for the numbers of the contract, as a stub hands them over; null: the
                         kernel is not loaded, and has taken no arguments */
    void *memory;     /* of the numbers and the block, if `local` is too small */
    uint64_t local[128];
} custubi_dynamic;

/* Takes the arguments. A kernel that is not loaded takes none: the checks refuse it. Call
 * custubi_dynamic_release() afterwards, even if it failed. */
custub_status custubi_dynamic_take(custubi_dynamic *dynamic, const custub_kernel *kernel,
                                   uint32_t count, const custub_argument *arguments,
                                   custub_error *error);
void custubi_dynamic_release(custubi_dynamic *dynamic);

/* Makes a call of the arguments, which were taken for this kernel. */
void custubi_dynamic_call(const custubi_dynamic *dynamic, custubi_call *call,
                          const custub_kernel *kernel, const custub_launch *launch,
                          CUstream default_stream, custub_error *error);

#endif
