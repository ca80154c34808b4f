#include "launch/repeat.h"

#include <string.h>

#include "check/stream_context.h"
#include "driver/driver.h"
#include "library/library.h"

/* No access needs a greater alignment, so of an address these low bits count, and whether it is
 * null. The build counts on the lowest byte (gen/bounds/repeats). */
#define ALIGNMENT 256u

/* No memory has as many bytes. */
#define MOST_BYTES (UINT64_MAX / (2 * ALIGNMENT))

/* The driver refuses what does not fit. */
static uint64_t *add_shape(uint64_t *to, const custubi_call *call)
{
    *to++ = call->grid.x << 32 | call->grid.y << 16 | call->grid.z;
    *to++ = call->shared << 32 | call->block.x << 21 | call->block.y << 10 | call->block.z;
    return to;
}

static uint64_t *add_pointer(uint64_t *to, const custubi_pointer_state *pointer, uint64_t address,
                             const custub_bounds_extent *extent)
{
    const uint64_t bytes = extent->bytes < MOST_BYTES ? extent->bytes : MOST_BYTES;

    *to++ = bytes * 2 * ALIGNMENT | address % ALIGNMENT << 1 | (address != 0);
    if (!pointer->measure) /* else it points to the beginning */
        *to++ = address - extent->base;
    return to;
}

static uint64_t *add_number(uint64_t *to, const custub_bounds_number *number, void **arguments)
{
    const char *from = (const char *)arguments[number->param] + number->offset;
    const uint32_t words = (number->bytes + 7) / 8;

    if (number->bytes == 8) {
        memcpy(to, from, 8);
        return to + 1;
    }
    to[words - 1] = 0;
    memcpy(to, from, number->bytes);
    return to + words;
}

static void make_key(const custubi_repeats *repeats, const custubi_call *call,
                     const custub_bounds_extent *extents, custubi_repeat_key *key)
{
    const custub_kernel_state *state = call->kernel->state;
    uint32_t count;
    const custub_bounds_number *numbers = custubi_repeats_numbers(repeats, &count);
    uint64_t *to = add_shape(key->words, call);

    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        to = add_pointer(to, pointer, call->needs[pointer->index].ptr, &extents[pointer->index]);
    }
    for (uint32_t i = 0; i < count; i++)
        to = add_number(to, &numbers[i], call->arguments);
    key->count = (uint32_t)(to - key->words);
}

/* The outcome begins as that of a launch in which memory decides nothing. */
static bool begin_trial(const custubi_call *call, const custubi_outcome *outcome)
{
    return !custubi_stream_is_capturing(call) &&
           !custubi_cu.fill_32_bits(outcome->device_address, CUSTUB_BOUNDS_UNDECIDED, 1,
                                    custubi_call_stream(call));
}

bool custubi_repeat_is_right(custubi_repeats *repeats, const custubi_call *call,
                             const custub_bounds_extent *extents, custubi_outcome *outcome)
{
    custubi_repeat_key key;
    custubi_repeat found;

    make_key(repeats, call, extents, &key);
    found = custubi_repeats_find(repeats, &key, outcome);
    if (found != CUSTUBI_REPEAT_TRIAL) {
        outcome->device_address = 0;
    } else if (!begin_trial(call, outcome)) {
        custubi_repeats_give_up(repeats, outcome, false);
        outcome->device_address = 0;
    }
    return found == CUSTUBI_REPEAT_RIGHT;
}

void custubi_repeat_launched(custubi_repeats *repeats, const custubi_call *call,
                             const custubi_outcome *outcome, int result)
{
    int copied;

    if (result)
        custubi_repeats_give_up(repeats, outcome, true);
    /* Also then: what was to begin the trial may still wait in the stream. */
    copied = custubi_cu.copy_to_host((void *)outcome->host, outcome->device_address,
                                     sizeof(*outcome->host), custubi_call_stream(call));
    if (copied && !result)
        custubi_repeats_give_up(repeats, outcome, true);
}
