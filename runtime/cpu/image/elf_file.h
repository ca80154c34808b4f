/* elf_file.h: whether bytes in memory are a shared object for this machine, and how long they are.
 */
#ifndef CPU_ELF_FILE_H
#define CPU_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The length of `data` is not known: no more is read than the headers read so far promise. True,
 * with the size in bytes, for a shared object for this machine that defines `symbol`. False for
 * anything else, such as text or a cubin. */
bool cpu_elf_measure(const void *data, const char *symbol, size_t *size);

#endif
