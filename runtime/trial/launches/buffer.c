#include "trial/launches/buffer.h"

#define LEAST_GAP (1 << 14)

uint64_t trial_buffer_element(const custub_pointer_info *pointer)
{
    return pointer->element_size ? pointer->element_size : 1;
}

uint64_t trial_buffer_bytes(const trial_candidate *candidate, const custub_pointer_info *pointer,
                            uint32_t i)
{
    const uint64_t size = trial_buffer_element(pointer);

    return (candidate->bytes[i] + size - 1) / size * size;
}

static uint64_t alignment_of(const custub_pointer_info *pointer)
{
    const uint64_t aligned = pointer->aligned ? pointer->aligned : 1;

    return aligned > pointer->element_align ? aligned : pointer->element_align;
}

uint64_t trial_buffer_gap(const custub_kernel_info *info, const trial_candidate *candidate,
                          uint32_t i)
{
    uint64_t alignment = 1;

    for (uint32_t k = 0; k < info->pointer_count; k++) {
        if (candidate->same_as[k] == i && alignment_of(&info->pointers[k]) > alignment)
            alignment = alignment_of(&info->pointers[k]);
    }
    return alignment + (LEAST_GAP + 2 * alignment - 1) / (2 * alignment) * (2 * alignment);
}

void trial_buffer_fill(const trial_subject *subject, const trial_candidate *candidate, uint32_t i,
                       unsigned char *memory)
{
    const uint32_t as = candidate->filled_as[i];
    const custub_pointer_info *pointer = &subject->info->pointers[i];
    const custub_scalar scalar = trial_contents_scalar(&subject->info->pointers[as]);
    const uint64_t bytes = trial_buffer_bytes(candidate, pointer, i);
    const uint64_t seed = candidate->contents + as * 4u;

    if (scalar == CUSTUB_SCALAR_NONE && subject->fills_structs)
        trial_contents_fill_struct(memory, bytes, seed);
    else
        trial_contents_fill(memory, bytes, scalar, &candidate->values[as], seed);
    if (candidate->change.is_made && candidate->change.pointer == i)
        trial_contents_put(memory, candidate->change.index, trial_contents_scalar(pointer),
                           candidate->change.value);
}
