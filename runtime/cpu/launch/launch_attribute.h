/* launch_attribute.h: what launches, streams and kernel nodes can have beside a shape (CUDA
 * Driver API, CUlaunchAttributeID). */
#ifndef CPU_LAUNCH_ATTRIBUTE_H
#define CPU_LAUNCH_ATTRIBUTE_H

#include "execute/kernel_launch.h"

/* Requests of attributes beyond the launch itself. */
typedef struct cpu_launch_wishes {
    CUevent events[2]; /* to be recorded, or null */
} cpu_launch_wishes;

/* Takes what a launch asks for: what can be done, what is so anyway, and what is a hint. */
CUresult cpu_launch_attribute_read(const CUlaunchAttribute *attribute, cpu_launch *launch,
                                   cpu_launch_wishes *wishes);

/* Why an attribute that is there is not taken. */
CUresult cpu_launch_attribute_refusal(int attribute);

/* Clusters divide the grid, and are of one block here. */
CUresult cpu_launch_attribute_check_cluster(const unsigned int *cluster,
                                            const custub_cpu_extent *grid);

#endif
