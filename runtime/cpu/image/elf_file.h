/* elf_file.h: whether bytes in memory are a shared object for this machine, and how long they are.
 */
#ifndef CPU_ELF_FILE_H
#define CPU_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* True if `data` is a shared object for this machine that defines `symbol`; `size` becomes its size
 * in bytes. False for anything else, such as text or a cubin. The length of `data` is unknown, so
 * only bytes that the headers read so far describe are read. */
bool cpu_elf_measure(const void *data, const char *symbol, size_t *size);

#endif
