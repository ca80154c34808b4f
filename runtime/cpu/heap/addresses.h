/* addresses.h: ranges of virtual addresses, as the operating system gives them, and the files that
 * lie there. Sizes are in bytes, of whole pages. */
#ifndef CPU_ADDRESSES_H
#define CPU_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reserves addresses that nothing else will get; none of them may be touched. 0 if there are none.
 */
uintptr_t cpu_addresses_reserve(size_t size, size_t alignment);
void cpu_addresses_free(uintptr_t address, size_t size);

/* Maps the file to reserved addresses; nobody may touch them yet. Unmapping leaves them reserved.
 */
bool cpu_addresses_map(uintptr_t address, size_t size, int file);
bool cpu_addresses_unmap(uintptr_t address, size_t size);

/* `flags` as in CUmemAccessDesc. */
bool cpu_addresses_protect(uintptr_t address, size_t size, int flags);

/* Moves what lies at these addresses into a file that another process can map too; nothing may use
 * them meanwhile. -1 if that fails. Unsharing moves it back for good. */
int cpu_addresses_share(uintptr_t address, size_t size);
void cpu_addresses_unshare(uintptr_t address, size_t size, int file);

/* The number of such a file; no other file has it while this one is open. */
uint64_t cpu_addresses_file_number(int file);

/* Maps another process's file anywhere; 0 if it is not there, or is another file by now. */
uintptr_t cpu_addresses_import(int process, int file, uint64_t number, size_t size);

#endif
