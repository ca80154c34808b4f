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
    uint32_t unusual; /* CUSTUBI_PREPARED_… bits; 0: cuLaunchKernel is enough */
    unsigned int grid[3];
    unsigned int block[3];
    unsigned int shared; /* bytes */
    void *function;
    CUstream stream; /* for the driver */
    void **arguments;

    custub_need *needs;
    custub_kernel kernel;
    custub_launch launch;    /* a copy of the caller's; `attributes` points to a copy */
    CUstream default_stream; /* the caller's */
    custub_check check;      /* the level of its checks */
    custubi_argument_block block_of_arguments;
    custubi_argument_block saved; /* what a failed change puts back */
    custubi_launch_config config; /* if the launch is extended */
    custubi_launch_attribute *attributes;
    custubi_dependent dependent; /* in the list of the kernel's library */
};

#define CUSTUBI_PREPARED_EXTENDED 1u /* cuLaunchKernelEx with `config` */
#define CUSTUBI_PREPARED_UNLOADED 2u /* its library is gone */

/* Makes a call of a prepared launch; `launch` takes the copy that the call points to. */
void custubi_prepared_call(const custub_prepared *prepared, custubi_call *call,
                           custub_launch *launch, custub_error *error);

/* CUSTUB_ERROR_KERNEL_ABSENT if its library was unloaded; null is an invalid argument. */
custub_status custubi_prepared_check(const custub_prepared *prepared, custub_error *error);

#endif
