/* tensor_boxes.h: what the kernels of tensor_boxes.cu and their test share. */
#ifndef TENSOR_BOXES_H
#define TENSOR_BOXES_H

/* What a kernel does with a box. */
enum {
    BOX_LOAD,     /* by cuda::device::experimental */
    BOX_LOAD_PTX, /* by cuda::ptx */
    BOX_STORE,
    BOX_STORE_PTX,
    BOX_ADD,
    BOX_MIN,
    BOX_MAX,
    BOX_INC,
    BOX_DEC,
    BOX_AND,
    BOX_OR,
    BOX_XOR,
    BOX_WAYS
};

/* Coordinates, the innermost one first. */
typedef struct box_place {
    int x[5];
} box_place;

#endif
