/* prepared.h: what the library knows of the prepared launches of its kernels. */
#ifndef CUSTUBI_PREPARED_H
#define CUSTUBI_PREPARED_H

#include <custub/prepared.h>

#include "check/call.h"
#include "described/argument.h"
#include "driver/driver_types.h"
#include "library/library.h"

/* A launch that was checked. What launching reads stands first. */
struct custub_prepared {
    uint32_t unusual; /* CUSTUBI_PREPARED_…; 0: cuLaunchKernel does */
    unsigned int grid[3];
    unsigned int block[3];
    unsigned int shared; /* bytes */
    void *function;
    CUstream stream; /* the one that the driver is given */
    void **arguments;

    custub_need *needs;
    custub_kernel kernel;
    custub_launch launch;    /* as it was given; `error` null, `attributes` here */
    CUstream default_stream; /* of the caller */
    custub_check check;      /* the level of its checks */
    custubi_argument_block block_of_arguments;
    custubi_argument_block saved; /* room for what an attempt to change might have to put back */
    custubi_launch_config config; /* of an extended launch */
    custubi_launch_attribute *attributes;
    custubi_dependent dependent; /* of the kernel's library */
};

#define CUSTUBI_PREPARED_EXTENDED 1u /* cuLaunchKernelEx with `config` */
#define CUSTUBI_PREPARED_UNLOADED 2u /* its library is no longer there */

/* The call that a prepared launch is, with `launch` for its copy of the launch. */
void custubi_prepared_call(const custub_prepared *prepared, custubi_call *call,
                           custub_launch *launch, custub_error *error);

/* CUSTUB_ERROR_KERNEL_ABSENT if its library was unloaded; null is an invalid argument. */
custub_status custubi_prepared_check(const custub_prepared *prepared, custub_error *error);

#endif
