/* vulkan_memory.h: memory of Vulkan on the GPU that a CUDA device is, exported as file descriptors
 * that cuImportExternalMemory takes (CUDA Driver API, "External Resource Interoperability"). */
#ifndef VULKAN_MEMORY_H
#define VULKAN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Opens Vulkan on the GPU with this UUID. False: there is none, with the reason printed. */
bool vulkan_memory_open(const char uuid[16]);
void vulkan_memory_close(void);

/* Allocates at least *bytes and says how many there are. Answers a file descriptor, of which CUDA
 * becomes the owner when it imports it; -1: none, with the reason printed. The memory lives until
 * vulkan_memory_close(), and as long as it is imported. */
int vulkan_memory_export(size_t *bytes);

#endif
