/* checked_image.h: what the memory checker knows of an instrumented image: where it lies, its
 * variables and shared arrays with their sizes, and the lines of its code. */
#ifndef CPU_CHECKED_IMAGE_H
#define CPU_CHECKED_IMAGE_H

#include "checker/checker.h"
#include "checker/image_object.h"
#include "checker/source_line.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    cpu_check_lines *lines; /* null: unknown */
};

/* Reads the image that lies in the file behind the descriptor `file`, and was loaded as `library`.
 * Null if there is no memory for it. */
cpu_check_image *cpu_check_image_open(int file, void *library);

/* No launch of its kernels may run. */
void cpu_check_image_close(cpu_check_image *image);

/* The image whose code or variables `address` lies in, or null. Any thread. */
const cpu_check_image *cpu_check_image_at(uintptr_t address);

/* The calling thread's block of shared memory and other thread-local variables, or null if it has
 * not touched it yet. */
unsigned char *cpu_check_image_block(const cpu_check_image *image);

/* A `__constant__` variable, which kernels may not write. */
void cpu_check_image_mark_constant(cpu_check_image *image, const void *variable);

/* The line of the user's source that a return address belongs to. False if it is only in custub's
 * own or the toolkit's headers, in a function that copies an object, or unknown. */
bool cpu_check_image_line(const cpu_check_image *image, uintptr_t return_address,
                          cpu_check_line *out);

#endif
