/* memory_file.h: files that lie in memory and have no name. */
#ifndef CPU_MEMORY_FILE_H
#define CPU_MEMORY_FILE_H

#include <stddef.h>

/* The descriptor of a new file with these bytes, or -1. It is never one of the standard streams.
 * The caller closes it. */
int cpu_memory_file_create(const void *data, size_t size);

#endif
