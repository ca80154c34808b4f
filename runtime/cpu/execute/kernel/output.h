/* output.h: what kernels print, and what is said of them. */
#ifndef CPU_OUTPUT_H
#define CPU_OUTPUT_H

#include <custub/cpu_image.h>

#include <stddef.h>

/* Keeps the text for this thread's next kernel_print_flush(), or shows what there is if it is much.
 * Any thread. */
void kernel_print(const char *text, size_t size);

/* Writes what this thread's kernels have printed to the standard output, in one piece. */
void kernel_print_flush(void);

/* A line on the standard error stream, which names the kernel and the blocks. Also where the kernel
 * was interrupted. */
void kernel_say(const custub_cpu_kernel *kernel, const custub_cpu_block *block, const char *text);

#endif
