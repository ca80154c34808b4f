/* kernel_fault.h: faults of the processor inside kernels, which end the launch as they do on a
 * GPU, and not the program.
 *
 * The handlers take what a kernel's own instructions raise: SIGSEGV, SIGBUS, SIGFPE, SIGILL. All
 * else goes to the handlers that the program had installed before, and so does a forbidden access
 * to memory that is mapped, if it had any: a program may track writes that way. Leaving the handler
 * does not unwind the kernel, as nothing on a GPU does: a lock that it held, in malloc() say, stays
 * held. A handler that the program installs later replaces these, and gets the kernels' faults. */
#ifndef CPU_KERNEL_FAULT_H
#define CPU_KERNEL_FAULT_H

#include <stdbool.h>

/* Lets this thread's kernels fault; the handlers have a stack of their own. False if there is no
 * memory for it. */
bool kernel_fault_prepare_thread(void);

#endif
