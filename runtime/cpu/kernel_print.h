/* kernel_print.h: what kernels print. */
#ifndef CPU_KERNEL_PRINT_H
#define CPU_KERNEL_PRINT_H

#include <stddef.h>

/* Keeps the text for this thread's next kernel_print_flush(), or shows what there is if it is much.
 * Any thread. */
void kernel_print(const char *text, size_t size);

/* Writes what this thread's kernels have printed to the standard output, in one piece. */
void kernel_print_flush(void);

#endif
