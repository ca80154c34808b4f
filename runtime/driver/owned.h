/* owned.h: allocations and streams that custub has made and not destroyed, each with its context. A
 * launch does not ask the driver about them.
 *
 * Only a hit means something. After a miss, ask the driver: the table has limited room, and other
 * parts of the program make their own. Memory that is freed without custub stays in the table. Any
 * thread, without locks. */
#ifndef CUSTUBI_OWNED_H
#define CUSTUBI_OWNED_H

#include <stdbool.h>
#include <stdint.h>

#include <custub/types.h>

/* The id of the current context (cuCtxGetId); 0 if the driver does not tell. */
uint64_t custubi_owned_context(void);

/* Remembers an address or a handle. Nothing happens if `context` is 0. */
void custubi_owned_add(uint64_t address, uint64_t bytes, uint64_t context);

/* Forgets it, before it is destroyed. */
void custubi_owned_remove(uint64_t address);

/* The bytes of the allocation that begins at this address in this context; 0 if none is known. */
uint64_t custubi_owned_bytes(uint64_t address, uint64_t context);

/* True if at least `bytes` bytes are at this address in this context. For a stream `bytes` is 0. */
bool custubi_owned_has(uint64_t address, uint64_t bytes, uint64_t context);

/* The driver's id of the memory at an address: what is allocated there later has another one. 0 if
 * there is none, or the driver does not tell. */
unsigned long long custubi_memory_id(CUdeviceptr address);

/* Frees memory that had this id when it was allocated, 0 if it was not told. If its context is
 * gone, so is the memory, and the address may have a new owner: then this does nothing. */
void custubi_memory_free(CUdeviceptr address, unsigned long long id);

#endif
