/* vulkan_memory.h: memory that Vulkan allocates on a CUDA device, exported as file descriptors for
 * cuImportExternalMemory (CUDA Driver API, "External Resource Interoperability"). */
#ifndef VULKAN_MEMORY_H
#define VULKAN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Opens Vulkan on the GPU with this UUID. False, with the reason printed, if there is none. */
bool vulkan_memory_open(const char uuid[16]);
void vulkan_memory_close(void);

/* Allocates at least *bytes, and sets it to the size. Returns a file descriptor, which CUDA owns
 * once it imports it, or -1 with the reason printed. The memory lives until vulkan_memory_close(),
 * and as long as it is imported. */
int vulkan_memory_export(size_t *bytes);

#endif
