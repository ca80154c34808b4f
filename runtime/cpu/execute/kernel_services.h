/* kernel_services.h: the functions that kernels call: barriers, warps, memory, printing. */
#ifndef CPU_KERNEL_SERVICES_H
#define CPU_KERNEL_SERVICES_H

#include <custub/cpu_image.h>

/* The services that images get. */
extern const custub_cpu_services cpu_services;

/* Ends the block's thread that is running, as if it had returned. It must have a stack of its own.
 */
_Noreturn void cpu_running_thread_end(void);

#endif
