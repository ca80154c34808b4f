/* submit.h: hands a call over to the driver. */
#ifndef CUSTUBI_SUBMIT_H
#define CUSTUBI_SUBMIT_H

#include <custub/launch.h>

#include "driver.h"

/* A launch of no attributes, whose numbers fit. A CUresult. */
static inline int custubi_submit_plainly(const custub_call *call)
{
    const custub_launch *launch = call->launch;

    return custubi_cu.launch(
        call->kernel->function, (unsigned int)call->grid.x, (unsigned int)call->grid.y,
        (unsigned int)call->grid.z, (unsigned int)call->block.x, (unsigned int)call->block.y,
        (unsigned int)call->block.z, (unsigned int)call->shared,
        launch->stream ? launch->stream : call->default_stream, call->arguments, NULL);
}

/* Opts in to large shared memory where that is needed, and launches. */
custub_status custubi_submit(custub_call *call);

/* What to do about a launch that the driver has answered `result` to, which is not success. */
custub_status custubi_submit_failed(custub_call *call, int result);

/* A module's kernels can be launched in the context of their loading alone:
 * CUSTUB_ERROR_WRONG_CONTEXT in another. */
custub_status custubi_submit_check_context(const custub_call *call);

#endif
