/* prepared.h: a prepared launch, for the files that make launches of it. */
#ifndef CUSTUBI_PREPARED_H
#define CUSTUBI_PREPARED_H

#include <custub/prepared.h>

#include "check/call.h"
#include "described/argument.h"
#include "driver/driver_types.h"
#include "library/library.h"

/* A launch that was checked. The fields that launching reads come first. */
struct custub_prepared {
    uint32_t needs_call;          /* not 0: cuLaunchKernel is not enough, or the library is gone */
    custubi_launch_config config; /* for the driver */
    void *function;
    void **arguments; /* for the driver */
    void *plain;      /* the function without bounds checks, if a launch may need none; else null */
    _Atomic bool is_right; /* a launch needed none, so none does while nothing is changed */

    custubi_call call;    /* as it was checked */
    custub_kernel kernel; /* `library` is null after the unload */
    custub_launch launch; /* a copy of the caller's; `attributes` points to a copy */
    custubi_argument_block block_of_arguments;
    custubi_argument_block saved; /* the values that a failed change restores */
    custubi_launch_attribute *attributes;
    void *bounded;               /* memory for the arguments of a kernel with bounds checks */
    custubi_dependent dependent; /* in the list of the kernel's library */
};

/* CUSTUB_ERROR_KERNEL_ABSENT if its library was unloaded; null is an invalid argument. */
custub_status custubi_prepared_check(const custub_prepared *prepared, custub_error *error);

#endif
