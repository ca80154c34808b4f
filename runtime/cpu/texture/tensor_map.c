/* Tensor maps: checked as cuTensorMapEncodeTiled documents it. */
#include "api/fail.h"
#include "context/context.h"
#include "execute/texture/tensor.h"

#include <string.h>

static bool is_float(int type)
{
    return type >= 6;
}

static bool are_sizes_right(unsigned int rank, const uint64_t *sizes, const unsigned int *box,
                            const unsigned int *steps)
{
    for (unsigned int i = 0; i < rank; i++)
        if (sizes[i] - 1 > UINT32_MAX || box[i] - 1 > 255 || steps[i] - 1 > 7)
            return false;
    return true;
}

static bool are_strides_right(unsigned int rank, const uint64_t *strides, uint32_t granule)
{
    for (unsigned int i = 0; i + 1 < rank; i++)
        if (strides[i] % granule || strides[i] >> 40)
            return false;
    return true;
}

static bool is_row_right(uint32_t bytes, int interleave, int swizzle)
{
    static const uint32_t spans[] = {UINT32_MAX, 32, 64, 128};

    return interleave || (bytes % 16 == 0 && bytes <= spans[swizzle]);
}

static bool is_between(int number, int most)
{
    return number >= 0 && number <= most;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, int type, unsigned int rank, void *address,
                                const uint64_t *sizes, const uint64_t *strides,
                                const unsigned int *box, const unsigned int *steps, int interleave,
                                int swizzle, int promotion, int fill)
{
    CPU_ENTRY(cuTensorMapEncodeTiled);
    CUcontext context;
    CUresult result = cpu_context_current(&context);
    const uint32_t bytes = cpu_tensor_element(type);
    const uint32_t granule = interleave == 2 ? 32 : 16;
    cpu_tensor made = {.address = (uint64_t)(uintptr_t)address};

    if (result != CUDA_SUCCESS)
        return result;
    if (!map || !address || !sizes || !box || !steps || !strides)
        return CUDA_ERROR_INVALID_VALUE;
    if (!bytes)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (rank < (interleave ? 3u : 1u) || rank > CPU_TENSOR_RANK || made.address % granule ||
        !is_between(interleave, 2) || !is_between(swizzle, 3) || !is_between(promotion, 3) ||
        !is_between(fill, 1) || (fill && !is_float(type)) || (interleave == 2 && swizzle != 1) ||
        !are_sizes_right(rank, sizes, box, steps) || !are_strides_right(rank, strides, granule) ||
        !is_row_right(box[0] * bytes, interleave, swizzle))
        return CUDA_ERROR_INVALID_VALUE;
    for (unsigned int i = 0; i < rank; i++) {
        made.last[i] = (uint32_t)(sizes[i] - 1);
        made.strides[i ? i - 1 : 0] = i ? strides[i - 1] : 0;
        made.box[i] = (uint16_t)box[i];
        made.steps[i] = (uint8_t)steps[i];
    }
    made.type = (uint8_t)type;
    made.rank = (uint8_t)rank;
    made.interleave = (uint8_t)interleave;
    made.swizzle = (uint8_t)swizzle;
    made.promotion = (uint8_t)promotion;
    made.fill = (uint8_t)fill;
    memset(map, 0, sizeof(*map));
    memcpy(map, &made, sizeof(made));
    return CUDA_SUCCESS;
}
