/* image_symbols.h: what the file of an image says of where it lies and of its variables. */
#ifndef CPU_IMAGE_SYMBOLS_H
#define CPU_IMAGE_SYMBOLS_H

#include "checker/checked_image.h"

/* Fills in what lies where: the image and its shared memory; the sections of variables; the
 * objects. `image->file` and `image->base` are known. False if there is no memory. */
void cpu_check_segments_read(cpu_check_image *image);
void cpu_check_variables_read(cpu_check_image *image);
bool cpu_check_symbols_read(cpu_check_image *image);

#endif
