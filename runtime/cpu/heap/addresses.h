/* addresses.h: ranges of virtual addresses, and the files that are mapped there. Sizes are in
 * bytes, whole pages. */
#ifndef CPU_ADDRESSES_H
#define CPU_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reserves addresses that nothing else will get. They must not be touched. 0 if there are none. */
uintptr_t cpu_addresses_reserve(size_t size, size_t alignment);
void cpu_addresses_free(uintptr_t address, size_t size);

/* Maps the file to reserved addresses, which must not be touched yet. Unmapping leaves them
 * reserved. */
bool cpu_addresses_map(uintptr_t address, size_t size, int file);
bool cpu_addresses_unmap(uintptr_t address, size_t size);

/* `flags` as in CUmemAccessDesc. */
bool cpu_addresses_protect(uintptr_t address, size_t size, int flags);

/* Moves the memory at these addresses into a file, which another process can map too. Nothing may
 * use the memory meanwhile. Returns the file, or -1. Unsharing moves the memory back for good. */
int cpu_addresses_share(uintptr_t address, size_t size);
void cpu_addresses_unshare(uintptr_t address, size_t size, int file);

/* The number of the file; no other file has it while this one is open. */
uint64_t cpu_addresses_file_number(int file);

/* Maps another process's file at any address. Returns 0 if the file is gone or was replaced. */
uintptr_t cpu_addresses_import(int process, int file, uint64_t number, size_t size);

#endif
