#include "image/image_file.h"

#include <stdio.h>
#include <stdlib.h>

/* What a loader looks at first lies within this many bytes, of which all are there. */
#define LEAST 4096

static CUresult read_all(void **out, FILE *file)
{
    char *data;
    long size;

    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        return CUDA_ERROR_FILE_NOT_FOUND;
    data = calloc(1, (size_t)size + LEAST);
    if (!data)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (fread(data, 1, (size_t)size, file) != (size_t)size) {
        free(data);
        return CUDA_ERROR_FILE_NOT_FOUND;
    }
    *out = data;
    return CUDA_SUCCESS;
}

CUresult cpu_image_file_read(void **out, const char *path)
{
    FILE *file = fopen(path, "rb");
    CUresult result;

    if (!file)
        return CUDA_ERROR_FILE_NOT_FOUND;
    result = read_all(out, file);
    fclose(file);
    return result;
}
