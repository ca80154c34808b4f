/* launch.h: what a launch may ask for. */
#ifndef CPU_LAUNCH_H
#define CPU_LAUNCH_H

#include "image/module.h"
#include "task/work.h"

/* Checks the shape of a launch against the kernel's and the device's limits, and makes its work,
 * with copies of the arguments. */
CUresult cpu_launch_make(cpu_work *work, cpu_kernel *kernel, const cpu_launch *launch,
                         void **params, void **extra);

#endif
