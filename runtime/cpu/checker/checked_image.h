/* checked_image.h: the instrumented images that are loaded. */
#ifndef CPU_CHECKED_IMAGE_H
#define CPU_CHECKED_IMAGE_H

#include "checker/image_symbols.h"
#include "checker/source_line.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the image from the descriptor `file`; `library` is its handle from dlopen(). Null if there
 * is no memory for it. */
cpu_check_image *cpu_check_image_open(int file, void *library);

/* No kernel of the image may be running. */
void cpu_check_image_close(cpu_check_image *image);

/* The image that has code or variables at `address`, or null. Any thread. */
const cpu_check_image *cpu_check_image_at(uintptr_t address);

/* The calling thread's block of shared memory and other thread-local variables, or null if it has
 * not used them yet. */
unsigned char *cpu_check_image_block(const cpu_check_image *image);

/* Marks a `__constant__` variable, which kernels may not write. */
void cpu_check_image_mark_constant(cpu_check_image *image, const void *variable);

/* The line of the user's source for a return address. False if the line is unknown, or if the
 * address is in custub's or the toolkit's headers or in a function that copies an object. */
bool cpu_check_image_line(const cpu_check_image *image, uintptr_t return_address,
                          cpu_check_line *out);

#endif
