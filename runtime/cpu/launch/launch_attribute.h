/* launch_attribute.h: attributes of launches, streams and kernel nodes (CUDA Driver API,
 * CUlaunchAttributeID). */
#ifndef CPU_LAUNCH_ATTRIBUTE_H
#define CPU_LAUNCH_ATTRIBUTE_H

#include "execute/kernel_launch.h"

/* What attributes request beyond the launch itself. */
typedef struct cpu_launch_wishes {
    CUevent events[2]; /* to record when the kernel ends, or null */
} cpu_launch_wishes;

/* Reads an attribute into `launch` or `wishes`. Hints succeed and change nothing, and so do
 * requests that are always fulfilled. */
CUresult cpu_launch_attribute_read(const CUlaunchAttribute *attribute, cpu_launch *launch,
                                   cpu_launch_wishes *wishes);

/* The error for an attribute that this driver does not serve. */
CUresult cpu_launch_attribute_refusal(int attribute);

/* Clusters must divide the grid. Here they have one block each. */
CUresult cpu_launch_attribute_check_cluster(const unsigned int *cluster,
                                            const custub_cpu_extent *grid);

#endif
