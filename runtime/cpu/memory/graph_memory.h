/* graph_memory.h: memory of graphs' allocation nodes. Creating the node determines its address. The
 * program may use the memory after a launch has allocated it, until a graph or the program frees it
 * (CUDA C++ Programming Guide, "Graph Memory Nodes"). */
#ifndef CPU_GRAPH_MEMORY_H
#define CPU_GRAPH_MEMORY_H

#include "task/task.h"

typedef struct cpu_graph_memory cpu_graph_memory;

/* Makes memory of `size` bytes, which the caller holds. */
CUresult cpu_graph_memory_create(size_t size, cpu_graph_memory **out);

/* Nodes hold their memory. When nobody holds it, and no launch has it allocated, it is freed after
 * the work that uses it. Releasing memory that was launched must happen without the queue's lock.
 * Releasing null does nothing. */
cpu_graph_memory *cpu_graph_memory_hold(cpu_graph_memory *memory);
void cpu_graph_memory_release(cpu_graph_memory *memory);

/* The memory that begins at the address, held for the caller; null if there is none. */
cpu_graph_memory *cpu_graph_memory_find(CUdeviceptr address);

CUdeviceptr cpu_graph_memory_address(const cpu_graph_memory *memory);
size_t cpu_graph_memory_size(const cpu_graph_memory *memory);

/* True if a launch has allocated it, and it was not freed since. */
bool cpu_graph_memory_is_live(const cpu_graph_memory *memory);

/* With the queue's lock: a launch allocates or frees the memory; `last` is its last task. */
void cpu_graph_memory_launch(cpu_graph_memory *memory, bool is_live, cpu_task *last);

/* Frees memory that a launch has allocated, after `last`, which may be null. False if the address
 * is not that of such memory. Without the queue's lock. */
bool cpu_graph_memory_free(CUdeviceptr address, cpu_task *last);

#endif
