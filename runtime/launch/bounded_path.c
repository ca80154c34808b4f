#include "launch/bounded_path.h"

#include "check/contract.h"
#include "driver/driver.h"
#include "launch/bounded_launch.h"
#include "launch/submit.h"

/* Fills the needs, which keep the rules, so that 64 bits can count them, and the extents. */
static void fill(const custubi_call *call, const uint64_t *needed, const custubi_function *here,
                 custub_bounds_extent *extents)
{
    const custub_kernel_state *state = call->kernel->state;

    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        custub_need *need = &call->needs[pointer->index];
        custubi_contract_view(pointer, call->arguments, need);
        if (pointer->measure) {
            need->bytes = needed[pointer->number] * pointer->unit;
            extents[pointer->index] = custubi_extent_of_counted(need);
        } else {
            need->bytes = custubi_contract_declared(pointer, need->declared);
            extents[pointer->index] = custubi_extent_of_uncounted(pointer, need, here);
        }
    }
}

custub_status custubi_bounded_path_launch(custubi_call *call, const uint64_t *needed,
                                          const custubi_function *here)
{
    custubi_bounded_launch bounded;
    custub_bounds_extent *extents = custubi_bounded_place(&bounded, call->kernel);
    int result;

    if (!extents)
        return custubi_submit_otherwise(call, CUSTUBI_OUT_OF_MEMORY);
    fill(call, needed, here, extents);
    custubi_bounded_choose(&bounded, call, here);
    result = custubi_cu.launch(
        bounded.function ? bounded.function : here->function, (unsigned int)call->grid.x,
        (unsigned int)call->grid.y, (unsigned int)call->grid.z, (unsigned int)call->block.x,
        (unsigned int)call->block.y, (unsigned int)call->block.z, (unsigned int)call->shared,
        custubi_call_stream(call), bounded.arguments, NULL);
    custubi_bounded_end(&bounded, call, result);
    return result ? custubi_submit_otherwise(call, result) : CUSTUB_OK;
}
