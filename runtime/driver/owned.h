/* owned.h: what custub itself has made and not destroyed: allocations and streams, with the context
 * that they belong to. A launch asks the driver nothing about them.
 *
 * The record only says yes. What it does not know (it has no room for everything, and other parts
 * of a program make their own) has to be asked of the driver. What is freed without custub stays in
 * it. Any thread, without locks. */
#ifndef CUSTUBI_OWNED_H
#define CUSTUBI_OWNED_H

#include <stdbool.h>
#include <stdint.h>

/* The id of the current context (cuCtxGetId); 0 if the driver does not tell. */
uint64_t custubi_owned_context(void);

/* Remembers an address or a handle. Nothing happens if `context` is 0. */
void custubi_owned_add(uint64_t address, uint64_t bytes, uint64_t context);

/* Forgets it, before it is destroyed. */
void custubi_owned_remove(uint64_t address);

/* True if at least `bytes` bytes are at this address in this context. For a stream `bytes` is 0. */
bool custubi_owned_has(uint64_t address, uint64_t bytes, uint64_t context);

#endif
