#include "case_buffer.h"

#include <stdlib.h>
#include <string.h>

uint64_t case_buffer_element(const custub_pointer_info *pointer)
{
    return pointer && pointer->element_size ? pointer->element_size : 1;
}

/* The bits of a half, or of a bfloat16, that is nearest to a number of moderate size, or next to
 * it. */
static uint16_t bits_of(double value, bool is_half)
{
    const float single = (float)value;
    uint32_t bits, sign;

    memcpy(&bits, &single, sizeof(bits));
    sign = bits >> 16 & 0x8000;
    if (!is_half)
        return (uint16_t)(bits >> 16);
    bits &= 0x7fffffff;
    if (bits < 0x38800000) /* below the normal numbers */
        return (uint16_t)sign;
    return (uint16_t)(sign | ((bits - 0x38000000) >> 13));
}

/* Writes a number as an element of type `scalar`, which has `size` bytes. */
static void put(void *element, uint32_t scalar, uint64_t size, double value)
{
    const int64_t integer = (int64_t)value;
    const uint64_t number = (uint64_t)integer;
    const float single = (float)value;
    uint16_t bits;

    switch (scalar) {
    case CUSTUB_SCALAR_F64:
        memcpy(element, &value, sizeof(value));
        break;
    case CUSTUB_SCALAR_F32:
        memcpy(element, &single, sizeof(single));
        break;
    case CUSTUB_SCALAR_F16:
    case CUSTUB_SCALAR_BF16:
        bits = bits_of(value, scalar == CUSTUB_SCALAR_F16);
        memcpy(element, &bits, sizeof(bits));
        break;
    default: /* little-endian, as the GPU */
        memcpy(element, &number, size);
    }
}

/* Elements whose type is no scalar are filled as arrays of float; of void, as bytes. */
static uint32_t scalar_of(const custub_pointer_info *pointer, uint64_t *size)
{
    *size = case_buffer_element(pointer);
    if (pointer && pointer->scalar != CUSTUB_SCALAR_NONE)
        return pointer->scalar;
    if (*size % sizeof(float) == 0) {
        *size = sizeof(float);
        return CUSTUB_SCALAR_F32;
    }
    *size = 1;
    return CUSTUB_SCALAR_U8;
}

/* The number at `index`. `state` is that of the random numbers. */
static double number_at(const case_argument *argument, uint64_t index, uint64_t *state)
{
    const long double *list = argument->bytes;

    if (argument->kind == CASE_LIST) /* a struct has more floats than the list has numbers */
        return index < argument->count ? (double)list[index] : 0;
    if (argument->kind == CASE_STEPS)
        return (double)index * argument->high;
    *state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
    return argument->low +
           (argument->high - argument->low) * (double)(*state >> 40) / (double)(1 << 24);
}

void case_buffer_fill(CUdeviceptr memory, const case_argument *argument,
                      const custub_pointer_info *pointer, custub_error *error)
{
    const uint64_t bytes = argument->count * case_buffer_element(pointer);
    unsigned char *contents = malloc(bytes + 1);
    uint64_t size, state = 1;
    const uint32_t scalar = scalar_of(pointer, &size);

    if (!contents)
        return;
    for (uint64_t i = 0; i < bytes / size; i++)
        put(contents + i * size, scalar, size, number_at(argument, i, &state));
    custub_memory_upload(custub_memory_of(memory, bytes, 1), contents, bytes, 0, error);
    free(contents);
}
