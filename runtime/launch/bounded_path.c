#include "launch/bounded_path.h"

#include "driver/driver.h"
#include "launch/bounded_launch.h"
#include "launch/cold_path.h"
#include "launch/driver_check.h"
#include "launch/fast_path.h"
#include "launch/submit.h"
#include "library/function.h"

/* True if the shape is set, or follows from what is known. */
static bool find_shape(const custubi_call *call, const uint64_t *needed,
                       const custubi_function *here, custubi_launch_stream *stream,
                       custubi_shape *shape)
{
    const custub_launch *launch = call->launch;

    if (!launch->block.x && call->kernel->state->is_computed)
        return custubi_driver_knows_shape(call->kernel, here, launch, needed, stream, shape);
    shape->grid = custubi_dim_given(&launch->grid);
    shape->block = custubi_dim_given(&launch->block);
    return !launch->threads;
}

/* True if the rules hold, and nothing but the bounds checks is unusual. Fills the needs. */
static bool keeps_rules(const custubi_call *call, const uint64_t *needed, custubi_shape *shape)
{
    const custub_kernel_state *state = call->kernel->state;
    const custub_launch *launch = call->launch;
    const uint32_t unusual = state->unusual & ~CUSTUBI_BOUNDED;
    const uint64_t shared = state->shared ? needed[state->needed_count - 1] : 0;

    shape->shared = custubi_shared_given(launch, shared);
    return !custubi_fast_rare_parts(launch) && (unsigned int)call->check <= CUSTUB_CHECK_NONE &&
           (!unusual || (unusual == CUSTUBI_UNSIZED && launch->shared)) &&
           shape->shared <= atomic_load_explicit(&state->plain_shared, memory_order_relaxed) &&
           custubi_rule_shared(shared, shape->shared) && custubi_fast_shape(state, shape) &&
           custubi_fast_pointers(state, call->arguments, call->needs, needed) &&
           custubi_fast_threads(state, launch, shape, needed + state->count_count);
}

/* The call keeps the rules, and has its shape. */
static custub_status launch(custubi_call *call, const custubi_function *here,
                            const custubi_shape *shape, custubi_launch_stream *stream)
{
    custubi_bounded_launch bounded;
    int result = CUSTUBI_OUT_OF_MEMORY;

    if (call->check == CUSTUB_CHECK_WHOLE &&
        !custubi_driver_agrees(call->kernel, here, shape, call->needs, stream)) {
        custub_status status = custubi_cold_check_driver(call, NULL);
        if (status)
            return status;
    }
    if (custubi_bounded_begin(&bounded, call, here)) {
        result = custubi_cu.launch(
            bounded.function ? bounded.function : here->function, (unsigned int)shape->grid.x,
            (unsigned int)shape->grid.y, (unsigned int)shape->grid.z, (unsigned int)shape->block.x,
            (unsigned int)shape->block.y, (unsigned int)shape->block.z, (unsigned int)shape->shared,
            stream->stream, bounded.arguments, NULL);
        custubi_bounded_end(&bounded, call, result);
    }
    return result ? custubi_submit_otherwise(call, result) : CUSTUB_OK;
}

custub_status custubi_bounded_path_launch(custubi_call *call, const uint64_t *needed)
{
    custubi_launch_stream stream = {custubi_call_stream(call), false};
    const custubi_function *here;
    custubi_shape shape;

    if (call->kernel->library->bounds->checks == CUSTUB_BOUNDS_CHECKS_MEASURE)
        return custubi_cold_launch(call);
    here = custubi_function_here(call->kernel);
    if (!find_shape(call, needed, here, &stream, &shape) || !keeps_rules(call, needed, &shape))
        return custubi_cold_launch(call);
    call->grid = shape.grid;
    call->block = shape.block;
    call->shared = shape.shared;
    return launch(call, here, &shape, &stream);
}
