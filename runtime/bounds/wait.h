/* wait.h: the end of a call that has waited for the device. */
#ifndef CUSTUBI_WAIT_H
#define CUSTUBI_WAIT_H

#include "error/error.h"

/* What a wait returns that the driver answered with `result`. A bad access that a kernel has
 * recorded comes in place of the driver's words, "CALL: RESULT; DOING". If the record holds a
 * failure already, it keeps it, and the bad access is left to the next wait. */
custub_status custubi_waited(custub_error *error, const char *call, int result, const char *format,
                             ...) CUSTUBI_PRINTF(4, 5);

#endif
