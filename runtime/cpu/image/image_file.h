/* image_file.h: images in files. */
#ifndef CPU_IMAGE_FILE_H
#define CPU_IMAGE_FILE_H

#include "api/types.h"

/* All of the file, in memory that the caller frees. CUDA_ERROR_FILE_NOT_FOUND if it cannot be
 * read. */
CUresult cpu_image_file_read(void **out, const char *path);

#endif
