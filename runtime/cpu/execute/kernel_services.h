/* kernel_services.h: what kernels call: barriers, warps, memory, printing. */
#ifndef CPU_KERNEL_SERVICES_H
#define CPU_KERNEL_SERVICES_H

#include <custub/cpu_image.h>

/* The services that images get. */
extern const custub_cpu_services cpu_services;

/* Ends the thread of a block that runs on this thread, on a stack of its own, as if it had
 * returned. */
_Noreturn void cpu_running_thread_end(void);

#endif
