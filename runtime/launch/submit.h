/* submit.h: hands a call over to the driver. */
#ifndef CUSTUBI_SUBMIT_H
#define CUSTUBI_SUBMIT_H

#include <stdbool.h>

#include "check/call.h"
#include "driver/driver_table.h"

/* Opts in to large shared memory if that is needed, and launches. */
custub_status custubi_submit(custubi_call *call);

/* Does what custubi_submit() does before the launch. */
custub_status custubi_submit_ready(custubi_call *call);

/* True if the launch needs cuLaunchKernelEx. */
bool custubi_submit_is_extended(const custubi_call *call);

/* The most attributes of a launch; CUDA has about twenty kinds. */
#define CUSTUBI_MOST_ATTRIBUTES 64u

/* The attributes that the runtime adds to a caller's: cooperative, cluster. */
#define CUSTUBI_OWN_ATTRIBUTES 2u

/* The launch for cuLaunchKernelEx. `attributes` has room for the launch's and the runtime's;
 * `config` points to it. */
void custubi_submit_configure(const custubi_call *call, custubi_launch_config *config,
                              custubi_launch_attribute *attributes);

/* Launches; without attributes by cuLaunchKernel, which every driver has. */
static inline int custubi_submit_config(const custubi_launch_config *config, void *function,
                                        void **arguments)
{
    return config->attribute_count
               ? custubi_cu.launch_ex(config, function, arguments, NULL)
               : custubi_cu.launch(function, config->grid_x, config->grid_y, config->grid_z,
                                   config->block_x, config->block_y, config->block_z,
                                   config->shared, config->stream, arguments, NULL);
}

/* Refuses too many attributes, and attributes at a null address. */
custub_status custubi_submit_check_attributes(const custub_kernel_info *info,
                                              const custub_launch *launch, custub_error *error);

/* Handles a launch that the driver answered with the error `result`. */
custub_status custubi_submit_failed(custubi_call *call, int result);

/* The same of the function of one context, which another way of launching may not need. */
custub_status custubi_submit_otherwise(custubi_call *call, int result);

#endif
