/* The structs that the kernels of addresses.cu share with the program: ordinary C, tags without
 * typedefs, and addresses in integers, as is usual with the driver API. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include <custub/kernel.h>

typedef unsigned long long CUdeviceptr;

enum picture_format { PICTURE_GREY = 1, PICTURE_COLOUR = 3 };

struct picture {
    enum picture_format format;
    unsigned depth;
    unsigned w[3], h[3];
    ptrdiff_t stride[3];
    CUdeviceptr data[3] CUSTUB_SIZED_BY_OR_NULL(stride[0] * h[0]);
    struct picture_owner *owner;
};

struct picture_buffer {
    size_t size;
    CUdeviceptr data;
};

struct picture_work {
    struct {
        CUdeviceptr rows;
        uint32_t *marks;
    } tmp;
    union {
        float gain;
        uint32_t bits;
    };
};

#endif
