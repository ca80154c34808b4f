/* graph_memory.h: memory of graphs' allocation nodes. Its address is known from the node's
 * creation on; it is the program's to use from the launch that allocates it until it is freed, by a
 * graph or by the program (CUDA C++ Programming Guide, "Graph Memory Nodes"). */
#ifndef CPU_GRAPH_MEMORY_H
#define CPU_GRAPH_MEMORY_H

#include "task/task.h"

typedef struct cpu_graph_memory cpu_graph_memory;

/* Memory of `size` bytes, which the caller holds. */
CUresult cpu_graph_memory_create(size_t size, cpu_graph_memory **out);

/* Nodes hold their memory. What nobody holds and no launch has allocated is freed after the work
 * that uses it: without the queue's lock, unless it was never launched. Null does nothing. */
cpu_graph_memory *cpu_graph_memory_hold(cpu_graph_memory *memory);
void cpu_graph_memory_release(cpu_graph_memory *memory);

/* The memory that begins at the address, held; null if there is none. */
cpu_graph_memory *cpu_graph_memory_find(CUdeviceptr address);

CUdeviceptr cpu_graph_memory_address(const cpu_graph_memory *memory);
size_t cpu_graph_memory_size(const cpu_graph_memory *memory);

/* True if a launch has allocated it, and nothing has freed it since. */
bool cpu_graph_memory_is_live(const cpu_graph_memory *memory);

/* With the queue's lock: a launch whose last task is `last` allocates it, or frees it. */
void cpu_graph_memory_launch(cpu_graph_memory *memory, bool is_live, cpu_task *last);

/* The program frees what a launch allocated, after `last`, which may be null; false if nothing is
 * allocated there. Without the queue's lock. */
bool cpu_graph_memory_free(CUdeviceptr address, cpu_task *last);

#endif
