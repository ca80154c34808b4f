/* stream_attribute.h: attribute values of streams, launches and kernel nodes. */
#ifndef CPU_STREAM_ATTRIBUTE_H
#define CPU_STREAM_ATTRIBUTE_H

#include "api/api.h"

#include <stdbool.h>

bool cpu_stream_is_window(const CUaccessPolicyWindow *window);

/* The nearest legal priority. */
int cpu_stream_priority(int priority);

#endif
