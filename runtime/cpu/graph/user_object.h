/* user_object.h: objects of the program that live at least as long as graphs (CUDA C++ Programming
 * Guide, "CUDA User Objects"). */
#ifndef CPU_USER_OBJECT_H
#define CPU_USER_OBJECT_H

#include "api/handle.h"
#include "task/task.h"

/* The references of a graph, or of an executable graph. */
typedef struct cpu_user_references cpu_user_references;

/* CUDA_SUCCESS if it is an object, and `count` is a legal number of references. */
CUresult cpu_user_object_check(CUuserObject object, unsigned int count);

/* Adds references; `is_moved`: takes them over from the program. False without memory. The other
 * function removes `count` references, or all if there are fewer. */
bool cpu_user_references_add(cpu_user_references **references, CUuserObject object, uint64_t count,
                             bool is_moved);
void cpu_user_references_remove(cpu_user_references **references, CUuserObject object,
                                uint64_t count);

/* Copies the references for another holder. False without memory; then `out` has none. */
bool cpu_user_references_copy(cpu_user_references **out, const cpu_user_references *references);

/* Gives up the references. Objects without references are destroyed: after `last` if it is neither
 * null nor done. Must be called without the queue's lock. */
void cpu_user_references_release(cpu_user_references *references, cpu_task *last);

#endif
