/* launch.h: makes work of a launch. */
#ifndef CPU_LAUNCH_H
#define CPU_LAUNCH_H

#include "image/module.h"
#include "task/work.h"

/* Checks the launch against the limits of the kernel and the device, and makes its work, with
 * copies of the arguments. */
CUresult cpu_launch_make(cpu_work *work, cpu_kernel *kernel, const cpu_launch *launch,
                         void **params, void **extra);

#endif
