/* user_object.h: what the program wants to live as long as graphs do (CUDA C++ Programming
 * Guide, "CUDA User Objects"). */
#ifndef CPU_USER_OBJECT_H
#define CPU_USER_OBJECT_H

#include "api/handle.h"
#include "task/task.h"

/* The references that a graph, or what was made of it, has. */
typedef struct cpu_user_references cpu_user_references;

/* CUDA_SUCCESS if it is an object, and such a number of references can be asked for. */
CUresult cpu_user_object_check(CUuserObject object, unsigned int count);

/* Adds references, which are taken from the program if `is_moved`. False without memory. Removes so
 * many, or all if there are fewer. */
bool cpu_user_references_add(cpu_user_references **references, CUuserObject object, uint64_t count,
                             bool is_moved);
void cpu_user_references_remove(cpu_user_references **references, CUuserObject object,
                                uint64_t count);

/* References of another holder to the same objects. False without memory: then there are none. */
bool cpu_user_references_copy(cpu_user_references **out, const cpu_user_references *references);

/* Gives them up. Objects that nobody refers to are destroyed, after `last` if that is not null and
 * not done; without the queue's lock. */
void cpu_user_references_release(cpu_user_references *references, cpu_task *last);

#endif
