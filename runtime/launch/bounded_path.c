#include "launch/bounded_path.h"

#include "check/contract.h"
#include "driver/driver.h"
#include "launch/bounded_launch.h"
#include "launch/submit.h"

/* They keep the rules, so 64 bits can count them. */
static void fill_bytes(const custubi_call *call, const uint64_t *needed)
{
    const custub_kernel_state *state = call->kernel->state;

    for (uint32_t i = 0; i < state->pointer_count; i++) {
        const custubi_pointer_state *pointer = &state->pointers[i];
        custub_need *need = &call->needs[pointer->index];
        need->bytes = pointer->measure ? needed[pointer->number] * pointer->unit
                                       : custubi_contract_declared(pointer, need->declared);
    }
}

custub_status custubi_bounded_path_launch(custubi_call *call, const uint64_t *needed,
                                          const custubi_function *here)
{
    custubi_bounded_launch bounded;
    int result = CUSTUBI_OUT_OF_MEMORY;

    fill_bytes(call, needed);
    if (custubi_bounded_begin(&bounded, call, here)) {
        result = custubi_cu.launch(
            bounded.function ? bounded.function : here->function, (unsigned int)call->grid.x,
            (unsigned int)call->grid.y, (unsigned int)call->grid.z, (unsigned int)call->block.x,
            (unsigned int)call->block.y, (unsigned int)call->block.z, (unsigned int)call->shared,
            custubi_call_stream(call), bounded.arguments, NULL);
        custubi_bounded_end(&bounded, call, result);
    }
    return result ? custubi_submit_otherwise(call, result) : CUSTUB_OK;
}
