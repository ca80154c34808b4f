/* Launches of stubs.
 *
 * The fast path makes a launch at once if the rules hold with the numbers of the stub, and nothing
 * about it is unusual. It is compiled twice: for a shape along x and the contract that most kernels
 * have in custub_call_launch(), and for all else in launch_general(). Whatever it does not launch
 * becomes a call, which goes the cold path. */
#include "check/call.h"
#include "check/contract.h"
#include "driver/driver.h"
#include "launch/bounded_path.h"
#include "launch/cold_path.h"
#include "launch/driver_check.h"
#include "launch/fast_path.h"
#include "launch/submit.h"
#include "library/function.h"
#include "observe/activity.h"

/* What a stub hands over. In memory, so that the fast path does not need a register for each. */
typedef struct stub_launch {
    const custub_kernel *kernel;
    const custub_launch *launch; /* never null */
    void **arguments;
    custub_need *needs;
    const uint64_t *needed;
    custub_error *error;
    uint32_t flags;
    custubi_launch_stream stream;
} stub_launch;

static inline CUstream default_stream_of(uint32_t flags)
{
    return (CUstream)(uintptr_t)(flags & ~CUSTUB_CALL_HOLDS);
}

/* --- The cold path --------------------------------------------------------------------------- */

/* Makes a call whose needs are not filled. */
static void make_call(custubi_call *call, stub_launch *stub)
{
    custubi_call_initialize(call, stub->kernel, stub->launch, stub->arguments, stub->needs,
                            default_stream_of(stub->flags), stub->error);
}

static void set_shape(custubi_call *call, const custubi_shape *shape)
{
    call->grid = shape->grid;
    call->block = shape->block;
    call->shared = shape->shared;
}

/* Makes a call with the views; the contract's needs are evaluated later. */
static void begin_call(custubi_call *call, stub_launch *stub)
{
    if (stub->kernel->function)
        custubi_contract_views(stub->kernel->state, stub->arguments, stub->needs);
    make_call(call, stub);
}

/* Makes a call that keeps the rules. */
static void begin_checked_call(custubi_call *call, stub_launch *stub, const custubi_shape *shape)
{
    begin_call(call, stub);
    set_shape(call, shape);
}

CUSTUBI_COLD static custub_status launch_cold(stub_launch *stub)
{
    custubi_call call;

    call.begin = custubi_activity_now();
    begin_call(&call, stub);
    return custubi_cold_launch(&call);
}

CUSTUBI_COLD static custub_status fail(stub_launch *stub, const custubi_shape *shape, int result)
{
    custubi_call call;

    begin_checked_call(&call, stub, shape);
    return custubi_submit_otherwise(&call, result);
}

/* --- The fast path --------------------------------------------------------------------------- */

/* True at the levels that need no driver call before the launch: "contract" and "none". */
static inline bool is_without_driver(custub_check check)
{
    return (uint32_t)check - CUSTUB_CHECK_CONTRACT <= CUSTUB_CHECK_NONE - CUSTUB_CHECK_CONTRACT;
}

/* What the level adds to a launch that keeps the rules. */
CUSTUBI_APART static custub_status check_level(stub_launch *stub, const custubi_shape *shape,
                                               const custubi_function *here)
{
    const custub_kernel_state *state = stub->kernel->state;
    custub_check check = stub->launch->check;
    custubi_call call;

    if (!check)
        check = (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
    if (is_without_driver(check))
        return CUSTUB_OK;
    if (check == CUSTUB_CHECK_WHOLE) {
        for (uint32_t i = 0; !state->uncommon && i < state->pointer_count; i++)
            stub->needs[state->pointers[i].index] =
                custubi_fast_need(&state->pointers[i], stub->arguments, stub->needed);
        if (custubi_driver_agrees(stub->kernel, here, shape, stub->needs, &stub->stream))
            return CUSTUB_OK;
    }
    begin_checked_call(&call, stub, shape);
    return check == CUSTUB_CHECK_WHOLE ? custubi_cold_check_driver(&call, NULL)
                                       : custubi_cold_check(&call, NULL);
}

/* Makes a launch that keeps the rules. `here` is what is known of the kernel in the current
 * context. */
CUSTUBI_INLINE custub_status launch_checked(stub_launch *stub, const custubi_shape *shape,
                                            const custubi_function *here)
{
    int result;

    if (!is_without_driver(stub->launch->check)) {
        const custubi_shape copy = *shape; /* else the shape would always be in memory */
        custub_status status = check_level(stub, &copy, here);
        if (status)
            return status;
    }
    if (stub->kernel->state->bounds) {
        custubi_call call; /* made here, where the shape is in registers */
        if (stub->kernel->library->bounds->checks == CUSTUB_BOUNDS_CHECKS_MEASURE)
            return launch_cold(stub);
        make_call(&call, stub);
        set_shape(&call, shape);
        return custubi_bounded_path_launch(&call, stub->needed, here);
    }
    result =
        custubi_cu.launch(here->function, (unsigned int)shape->grid.x, (unsigned int)shape->grid.y,
                          (unsigned int)shape->grid.z, (unsigned int)shape->block.x,
                          (unsigned int)shape->block.y, (unsigned int)shape->block.z,
                          (unsigned int)shape->shared, stub->stream.stream, stub->arguments, NULL);
    if (result) {
        const custubi_shape copy = *shape;
        return fail(stub, &copy, result);
    }
    return CUSTUB_OK;
}

/* A launch of any shape and any contract. Fills the shape's shared memory and the needs. `here` is
 * null if it is not known yet. */
CUSTUBI_APART static custub_status launch_general(stub_launch *stub, custubi_shape *shape,
                                                  const custubi_function *here)
{
    const custub_kernel_state *state = stub->kernel->state;
    const custub_launch *launch = stub->launch;
    const uint64_t shared = state->shared ? stub->needed[state->needed_count - 1] : 0;

    shape->shared = custubi_shared_given(launch, shared);
    if (custubi_fast_rare_parts(launch) || !(stub->flags & CUSTUB_CALL_HOLDS) ||
        (state->unusual && (state->unusual != CUSTUBI_UNSIZED || !launch->shared)) ||
        shape->shared > atomic_load_explicit(&state->plain_shared, memory_order_relaxed) ||
        !custubi_rule_shared(shared, shape->shared) || !custubi_fast_shape(state, shape) ||
        !custubi_fast_pointers(state, stub->arguments, stub->needs, stub->needed) ||
        !custubi_fast_threads(state, launch, shape, stub->needed + state->count_count))
        return launch_cold(stub);
    return launch_checked(stub, shape, here ? here : custubi_function_here(stub->kernel));
}

/* True if a launch along x is of a common contract, and keeps the rules. It covers `covered`
 * threads; `threads` are those that it sets, or 0. */
CUSTUBI_INLINE bool is_common_launch(stub_launch *stub, uint64_t grid, uint64_t block,
                                     uint64_t covered, uint64_t threads)
{
    const custub_kernel_state *state = stub->kernel->state;
    const custubi_shape shape = custubi_shape_along_x(grid, block);

    return !custubi_rule_axis(&state->limits, &shape.grid, &shape.block, 0) &&
           !(custubi_fast_rare_parts(stub->launch) | stub->launch->shared | threads |
             state->uncommon) &&
           (stub->flags & CUSTUB_CALL_HOLDS) &&
           custubi_rule_coverage(stub->needed[state->pointer_count], covered) &&
           custubi_fast_common(state, stub->arguments, stub->needed);
}

/* A launch that sets no shape, if the shape follows from what is known. */
CUSTUBI_APART static custub_status launch_computed_shape(stub_launch *stub)
{
    const custub_kernel *kernel = stub->kernel;
    const custubi_function *here = custubi_function_here(kernel);
    custubi_shape shape;

    if (!custubi_driver_knows_shape(kernel, here, stub->launch, stub->needed, &stub->stream,
                                    &shape))
        return launch_cold(stub);
    if ((shape.block.y & shape.block.z) == 1 &&
        is_common_launch(
            stub, shape.grid.x, shape.block.x,
            custubi_threads_covered(kernel->state, stub->launch, &shape.grid, &shape.block, 0),
            0)) {
        shape = custubi_shape_along_x(shape.grid.x, shape.block.x);
        return launch_checked(stub, &shape, here);
    }
    return launch_general(stub, &shape, here);
}

/* A launch that sets its shape. */
CUSTUBI_APART static custub_status launch_set_shape(stub_launch *stub)
{
    custubi_shape shape;

    shape.grid = custubi_dim_given(&stub->launch->grid);
    shape.block = custubi_dim_given(&stub->launch->block);
    return launch_general(stub, &shape, NULL);
}

/* A launch that is not along x, not of a common contract, or perhaps not right. */
static custub_status launch_uncommon(stub_launch *stub)
{
    if (!stub->launch->block.x && stub->kernel->state->is_computed)
        return launch_computed_shape(stub);
    return stub->launch->threads ? launch_cold(stub) : launch_set_shape(stub);
}

/* True if the given shape extends along x only. */
static inline bool is_along_x(const custub_launch *launch)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;

    return (grid->y | grid->z | block->y | block->z) <= 1 &&
           (grid->given | block->given) <= (grid->y & grid->z & block->y & block->z);
}

custub_status custub_call_launch(const custub_kernel *kernel, const custub_launch *launch,
                                 void **arguments, custub_need *needs, const uint64_t *needed,
                                 uint32_t flags, custub_error *error)
{
    const custubi_function *here;
    custubi_shape shape;
    stub_launch stub;

    if (custub_failed(error))
        return error->status;
    if (!launch)
        launch = &custub_launch_unset;
    stub.kernel = kernel;
    stub.launch = launch;
    stub.arguments = arguments;
    stub.needs = needs;
    stub.needed = needed;
    stub.error = error;
    stub.flags = flags;
    stub.stream.stream = launch->stream ? launch->stream : default_stream_of(flags);
    stub.stream.is_current = false;
    if (!kernel->function)
        return launch_cold(&stub);
    if (!launch->block.x || !is_along_x(launch) ||
        !is_common_launch(&stub, launch->grid.x, launch->block.x, launch->grid.x * launch->block.x,
                          launch->threads))
        return launch_uncommon(&stub);
    here = custubi_function_here(kernel);
    shape = custubi_shape_along_x(stub.launch->grid.x, stub.launch->block.x);
    return launch_checked(&stub, &shape, here);
}

const custub_launch custub_launch_unset;

custub_launch custub_launch_default(void)
{
    return custub_launch_unset;
}

custub_launch custub_launch_of(uint64_t blocks, uint64_t threads)
{
    custub_launch launch = custub_launch_unset;

    launch.grid = custub_grid(blocks, 1, 1);
    launch.block = custub_block(threads, 1, 1);
    return launch;
}

custub_launch_attribute custub_launch_attribute_programmatic(void)
{
    custub_launch_attribute attribute = {CUSTUBI_ATTRIBUTE_PROGRAMMATIC, {1}};

    return attribute;
}

custub_launch custub_launch_for(uint64_t threads)
{
    custub_launch launch = custub_launch_unset;

    /* No device covers as many threads as the largest number, which is the mark of zero. */
    launch.threads = !threads                         ? CUSTUB_THREADS_NONE
                     : threads == CUSTUB_THREADS_NONE ? threads - 1
                                                      : threads;
    return launch;
}
