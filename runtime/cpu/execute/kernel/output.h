/* output.h: what kernels print, and messages about kernels. */
#ifndef CPU_OUTPUT_H
#define CPU_OUTPUT_H

#include <custub/cpu_image.h>

#include <stddef.h>

/* Keeps the text for this thread's next kernel_print_flush(). Long texts are written at once. Any
 * thread. */
void kernel_print(const char *text, size_t size);

/* Writes what this thread's kernels have printed to the standard output, in one piece. */
void kernel_print_flush(void);

/* Prints a line to the standard error stream that names the kernel and the blocks. May be called
 * where a signal has interrupted the kernel. */
void kernel_say(const custub_cpu_kernel *kernel, const custub_cpu_block *block, const char *text);

#endif
