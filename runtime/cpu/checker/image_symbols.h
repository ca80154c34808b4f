/* image_symbols.h: what the memory checker knows of an instrumented image, and how most of it is
 * read from the image's file: where the image lies, its variables and shared arrays with their
 * sizes. */
#ifndef CPU_IMAGE_SYMBOLS_H
#define CPU_IMAGE_SYMBOLS_H

#include "checker/checker.h"
#include "checker/image_object.h"

struct cpu_check_image {
    cpu_check_image *next;
    uint64_t number; /* no other image of the process had it */
    void *library;   /* of dlopen() */
    uintptr_t base;  /* is added to the addresses in the file */
    uintptr_t begin; /* as it lies in memory */
    uintptr_t end;
    uintptr_t variables; /* its writable part; the variables in it are known */
    uintptr_t variables_end;
    size_t shared_size; /* of the block that each thread has */
    cpu_check_objects objects;
    cpu_check_objects shared;
    cpu_check_objects places;  /* threadIdx and its kin, which lie among shared memory */
    cpu_check_objects copies;  /* functions that copy or move objects: mostly the compiler's own */
    const unsigned char *file; /* all of it */
    size_t file_size;
    struct cpu_check_lines *lines; /* of its code; null: unknown */
};

/* Fills in what lies where: the image and its shared memory; the sections of variables; the
 * objects. `image->file` and `image->base` are known. False if there is no memory. */
void cpu_check_segments_read(cpu_check_image *image);
void cpu_check_variables_read(cpu_check_image *image);
bool cpu_check_symbols_read(cpu_check_image *image);

#endif
