/* submit.h: hands a call over to the driver. */
#ifndef CUSTUBI_SUBMIT_H
#define CUSTUBI_SUBMIT_H

#include <custub/launch.h>

/* Opts in to large shared memory where that is needed, and launches. */
custub_status custubi_submit(custub_call *call);

/* A module's kernels can be launched in the context of their loading alone:
 * CUSTUB_ERROR_WRONG_CONTEXT in another. */
custub_status custubi_submit_check_context(const custub_call *call);

#endif
