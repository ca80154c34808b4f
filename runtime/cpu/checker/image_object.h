/* image_object.h: the variables and functions of an image, with their places and names. */
#ifndef CPU_IMAGE_OBJECT_H
#define CPU_IMAGE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpu_check_object {
    uintptr_t begin; /* address; for shared memory: the offset in the thread's block of the image */
    size_t size;     /* bytes */
    const char *name;
    bool is_constant; /* __constant__ */
    bool is_place;    /* cpu_check_name_is_place() */
    bool is_dynamic;  /* the array of `extern __shared__`; each launch determines its size */
} cpu_check_object;

typedef struct cpu_check_objects {
    cpu_check_object *items; /* sorted by address */
    size_t count;
} cpu_check_objects;

void cpu_check_objects_sort(cpu_check_objects *objects);

/* The object that holds `address`, else the nearest one, or null. */
const cpu_check_object *cpu_check_object_at(const cpu_check_objects *objects, uintptr_t address);
const cpu_check_object *cpu_check_object_nearest(const cpu_check_objects *objects,
                                                 uintptr_t address);

/* The object's name as in the source, without its scope. */
typedef struct cpu_check_name {
    char text[96];
} cpu_check_name;
cpu_check_name cpu_check_object_name(const cpu_check_object *object);

/* True for thread-local variables that are not shared memory: built-in ones (threadIdx, …),
 * custub's own and the compiler's. */
bool cpu_check_name_is_place(const char *name);

/* True for functions that copy or move an object of their class. */
bool cpu_check_name_is_copy(const char *name);

#endif
