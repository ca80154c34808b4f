/* image_symbols.h: what the memory checker knows about an instrumented image. Most of it is read
 * from the image's file: where the image is, and its variables and shared arrays with their sizes.
 */
#ifndef CPU_IMAGE_SYMBOLS_H
#define CPU_IMAGE_SYMBOLS_H

#include "checker/checker.h"
#include "checker/image_object.h"

struct cpu_check_image {
    cpu_check_image *next;
    uint64_t number; /* unique in the process */
    void *library;   /* from dlopen() */
    uintptr_t base;  /* is added to the addresses in the file */
    uintptr_t begin; /* the image's addresses in memory */
    uintptr_t end;
    uintptr_t variables; /* its writable part; all variables in it are known */
    uintptr_t variables_end;
    size_t shared_size; /* of each thread's block of shared memory */
    cpu_check_objects objects;
    cpu_check_objects shared;
    cpu_check_objects places; /* built-in variables (threadIdx, …), which are in the same block */
    cpu_check_objects copies; /* functions that copy or move objects; most are the compiler's own */
    const unsigned char *file; /* all of it */
    size_t file_size;
    struct cpu_check_lines *lines; /* the lines of its code; null: unknown */
};

/* These functions read where the image and its shared memory are, where its variables are, and the
 * objects. `image->file` and `image->base` must be set. False if there is no memory. */
void cpu_check_segments_read(cpu_check_image *image);
void cpu_check_variables_read(cpu_check_image *image);
bool cpu_check_symbols_read(cpu_check_image *image);

#endif
