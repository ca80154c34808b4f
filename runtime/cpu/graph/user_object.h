/* user_object.h: things of the program that graphs keep (CUDA C++ Programming Guide, "CUDA User
 * Objects"). Its function is called when there are no references left. */
#ifndef CPU_USER_OBJECT_H
#define CPU_USER_OBJECT_H

#include "api/handle.h"

#include <stddef.h>

/* CUDA_SUCCESS if it is a user object, and the count is legal. */
CUresult cpu_user_object_check(CUuserObject object, unsigned int count);

/* What a graph has references to. It grows at the end. Initialize it with zeros. */
typedef struct cpu_kept_objects {
    struct cpu_kept_object *items;
    size_t count;
    size_t capacity;
} cpu_kept_objects;

/* Adds references; `is_moved`: the program's become the graph's. False without memory. */
bool cpu_kept_objects_add(cpu_kept_objects *kept, CUuserObject object, size_t references,
                          bool is_moved);
/* Gives references back. False if there are fewer. */
bool cpu_kept_objects_remove(cpu_kept_objects *kept, CUuserObject object, size_t references);

/* Adds as many references as `from` has. False without memory; those that were added stay. */
bool cpu_kept_objects_copy(cpu_kept_objects *to, const cpu_kept_objects *from);

/* Gives all references back. */
void cpu_kept_objects_release(cpu_kept_objects *kept);

/* The references of an executable graph. Its launches share them: those that an update or
 * cuGraphExecDestroy takes from the executable graph are given back when its launches are done. */
typedef struct cpu_shared_objects cpu_shared_objects;

/* Without objects; null without memory. The caller has the only share. */
cpu_shared_objects *cpu_shared_objects_create(void);
/* Those of the only share may be changed. */
cpu_kept_objects *cpu_shared_objects_list(cpu_shared_objects *shared);
cpu_shared_objects *cpu_shared_objects_share(cpu_shared_objects *shared);
/* Null is allowed. Any thread, with or without the queue's lock. */
void cpu_shared_objects_release(cpu_shared_objects *shared);

#endif
