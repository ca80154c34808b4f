/* device_launch.h: functions that launch kernels from the device. */
#ifndef GEN_DEVICE_LAUNCH_H
#define GEN_DEVICE_LAUNCH_H

#include "frontend/reader.h"

/* Whether the token is there, not in a comment or a string; whether a function
 * launches kernels. */
bool gen_read_has_token(gen_reader *reader, CXSourceRange range, const char *token);
bool gen_read_launches_kernels(gen_reader *reader, CXCursor function);

#endif
