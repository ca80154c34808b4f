/* tensor_model.h: a model of the copies of boxes by tensor maps (CUDA Driver API, "Tensor Map
 * Object Management"; PTX ISA, "Tensors"). Where they say nothing, it does what an H200 does
 * (driver 580). */
#ifndef TENSOR_MODEL_H
#define TENSOR_MODEL_H

#include "tensor_boxes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define MEMORY (1u << 18) /* bytes of the tensor */

/* CUtensorMapDataType */
enum { U8, U16, U32, I32, U64, I64, F16, F32, F64, BF16, F32_FTZ, TF32, TF32_FTZ, TYPES };

/* A map and what is done with it. */
typedef struct boxes_case {
    int type;
    unsigned rank;
    uint64_t sizes[5];
    uint64_t strides[5]; /* bytes; that of the innermost dimension is the element's size */
    unsigned box[5];
    unsigned steps[5];
    unsigned counts[5]; /* elements of a box in shared memory */
    unsigned bytes;     /* of them */
    unsigned pitch;     /* bytes from a row to the next one in shared memory */
    unsigned room;      /* bytes of shared memory that the rows take */
    int swizzle;
    int fill;
    box_place at;
    int how;
} boxes_case;

static inline bool is_load(const boxes_case *c)
{
    return c->how == BOX_LOAD || c->how == BOX_LOAD_PTX;
}

static inline unsigned element_of(int type)
{
    static const unsigned sizes[TYPES] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

    return sizes[type];
}

/* An H200 stores whole 16 bytes. */
static inline uint64_t columns(const boxes_case *c)
{
    const unsigned unit = is_load(c) ? 1 : 16 / element_of(c->type);

    return (c->sizes[0] + unit - 1) / unit * unit;
}

/* Where an element of the box is in the tensor; MEMORY: outside. */
static inline size_t offset_in_tensor(const boxes_case *c, unsigned element)
{
    uint64_t offset = 0;

    for (unsigned i = 0; i < c->rank; i++) {
        const int64_t at =
            c->at.x[i] + (int64_t)(element % c->counts[i]) * (i ? (int)c->steps[i] : 1);
        element /= c->counts[i];
        if (at < 0 || at >= (int64_t)(i ? c->sizes[i] : columns(c)))
            return MEMORY;
        offset += (uint64_t)at * c->strides[i];
    }
    return (size_t)offset;
}

/* Where it is in shared memory. */
static inline size_t offset_in_box(const boxes_case *c, unsigned element)
{
    const unsigned size = element_of(c->type);
    const size_t plain =
        (size_t)(element / c->counts[0]) * c->pitch + (size_t)(element % c->counts[0]) * size;
    const size_t row = plain / 128;

    switch (c->swizzle) {
    case 1:
        return plain ^ (row % 2) * 16;
    case 2:
        return plain ^ (row % 4) * 16;
    case 3:
        return plain ^ (row % 8) * 16;
    default:
        return plain;
    }
}

static inline uint64_t number_at(const boxes_case *c, const unsigned char *bytes)
{
    uint32_t word;
    uint64_t number;

    memcpy(&word, bytes, sizeof(word));
    memcpy(&number, bytes, element_of(c->type));
    return element_of(c->type) == 8 ? number
           : c->type == I32         ? (uint64_t)(int64_t)(int32_t)word
                                    : word;
}

static inline uint64_t reduced(const boxes_case *c, uint64_t old, uint64_t value)
{
    const bool is_signed = c->type == I32 || c->type == I64;
    const bool is_less = is_signed ? (int64_t)value < (int64_t)old : value < old;

    switch (c->how) {
    case BOX_ADD:
        return old + value;
    case BOX_MIN:
        return is_less ? value : old;
    case BOX_MAX:
        return is_less ? old : value;
    case BOX_INC:
        return old >= value ? 0 : old + 1;
    case BOX_DEC:
        return old == 0 || old > value ? value : old - 1;
    case BOX_AND:
        return old & value;
    case BOX_OR:
        return old | value;
    default:
        return old ^ value;
    }
}

static inline void store_element(const boxes_case *c, unsigned char *to, const unsigned char *from)
{
    const unsigned element = element_of(c->type);
    uint64_t number;

    if (c->how < BOX_ADD) {
        memcpy(to, from, element);
        return;
    }
    number = reduced(c, number_at(c, to), number_at(c, from));
    memcpy(to, &number, element);
}

/* TF32 has 10 bits of mantissa. Ties go to even. */
static inline void round_to_tf32(unsigned char *element)
{
    uint32_t bits;

    memcpy(&bits, element, sizeof(bits));
    if (bits << 1 > UINT32_C(0xff000000))
        bits = UINT32_C(0x7fffe000);
    else
        bits = (bits + 0xfff + (bits >> 13 & 1)) & ~UINT32_C(0x1fff);
    memcpy(element, &bits, sizeof(bits));
}

static inline void load_element(const boxes_case *c, unsigned char *to, const unsigned char *from)
{
    const unsigned element = element_of(c->type);

    if (from)
        memcpy(to, from, element);
    if (from && (c->type == TF32 || c->type == TF32_FTZ))
        round_to_tf32(to);
    for (unsigned i = 0; i < element && !from; i++)
        to[i] = !c->fill ? 0 : i % 2 ? 0x7f : 0xf7;
}

static inline void copy_in_model(const boxes_case *c, unsigned char *tensor, unsigned char *box)
{
    for (unsigned i = 0; i < c->bytes / element_of(c->type); i++) {
        const size_t there = offset_in_tensor(c, i);
        unsigned char *in_box = box + offset_in_box(c, i);
        if (is_load(c))
            load_element(c, in_box, there < MEMORY ? tensor + there : NULL);
        else if (there < MEMORY)
            store_element(c, tensor + there, in_box);
    }
}

#endif
