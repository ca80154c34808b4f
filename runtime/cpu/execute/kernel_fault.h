/* kernel_fault.h: a fault inside a kernel ends the launch, as on a GPU, and not the program.
 *
 * The handlers take SIGSEGV, SIGBUS, SIGFPE, SIGILL and, on aarch64, SIGTRAP if an instruction of a
 * kernel raised them. All other signals go to the handlers that the program had installed before.
 * So does a forbidden access to mapped memory if the program has a handler: it may track writes
 * that way. A kernel that faults is not unwound: a lock that it held, in malloc() for example,
 * stays held. If the program installs a handler later, that handler gets the faults of kernels.
 */
#ifndef CPU_KERNEL_FAULT_H
#define CPU_KERNEL_FAULT_H

#include <stdbool.h>

/* Prepares this thread for faults of kernels: the handlers get a stack of their own. False if there
 * is no memory for it. */
bool kernel_fault_prepare_thread(void);

#endif
