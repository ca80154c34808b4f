/* elf_file.h: whether bytes in memory are a shared object for this machine, and how long they are.
 */
#ifndef CPU_ELF_FILE_H
#define CPU_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* `data` has no known end: no more is read than the headers of what looks right so far promise.
 * True and the size in bytes for a shared object of this machine's kind that defines `symbol`;
 * false for anything else, be it text or another machine's ELF, such as a cubin. */
bool cpu_elf_measure(const void *data, const char *symbol, size_t *size);

#endif
