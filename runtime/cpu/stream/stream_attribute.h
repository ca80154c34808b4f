/* stream_attribute.h: values that streams, launches and kernel nodes may have. */
#ifndef CPU_STREAM_ATTRIBUTE_H
#define CPU_STREAM_ATTRIBUTE_H

#include "api/api.h"

#include <stdbool.h>

bool cpu_stream_is_window(const CUaccessPolicyWindow *window);

/* The nearest priority that there is. */
int cpu_stream_priority(int priority);

#endif
