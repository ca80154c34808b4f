#include "call.h"
#include "contract.h"
#include "driver.h"
#include "level.h"
#include "observe.h"
#include "submit.h"

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

static inline CUstream default_stream_of(uint32_t flags)
{
    return flags & CUSTUB_CALL_PER_THREAD_STREAM ? CUSTUB_STREAM_PER_THREAD : NULL;
}

/* A call whose shape is set and whose contract holds. */
static void fill_call(custub_call *call, const custub_kernel *kernel, const custub_launch *launch,
                      void **arguments, custub_need *needs, uint64_t shared, uint32_t flags)
{
    custubi_call_initialize(call, kernel, launch, arguments, needs, default_stream_of(flags));
    call->grid = custubi_dim_given(&launch->grid);
    call->block = custubi_dim_given(&launch->block);
    call->shared = shared;
}

CUSTUBI_COLD static custub_status launch_slowly(const custub_kernel *kernel,
                                                const custub_launch *launch, void **arguments,
                                                custub_need *needs, uint32_t flags)
{
    custub_call call;
    custub_status status;

    custubi_call_initialize(&call, kernel, launch, arguments, needs, default_stream_of(flags));
    status = custubi_call_begin(&call);
    if (!status)
        status = custubi_call_check(&call, NULL);
    return status ? custubi_observe_refused(&call, status) : custubi_observe_submit(&call);
}

CUSTUBI_COLD static custub_status fail(const custub_kernel *kernel, const custub_launch *launch,
                                       void **arguments, custub_need *needs, uint64_t shared,
                                       uint32_t flags, int result)
{
    custub_call call;

    fill_call(&call, kernel, launch, arguments, needs, shared, flags);
    return custubi_submit_failed(&call, result);
}

CUSTUBI_APART static custub_status check_driver(const custub_kernel *kernel,
                                                const custub_launch *launch, void **arguments,
                                                custub_need *needs, uint64_t shared, uint32_t flags)
{
    custub_call call;

    fill_call(&call, kernel, launch, arguments, needs, shared, flags);
    return custubi_call_check_driver(&call, NULL);
}

/* Whether the shape is set, and within what every device can and the kernel's own bounds. */
static inline bool shape_holds(const custub_launch *launch, const struct custub_kernel_state *state)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;
    uint64_t beyond_x = grid->y | grid->z | block->y | block->z;
    uint64_t grid_y, grid_z, block_y, block_z;

    if (grid->x - 1 >= CUSTUBI_GRID_X || block->x - 1 >= state->block_threads)
        return false;
    /* Blocks and threads along x alone: none of the others is above 1, and a zero is set by hand.
     */
    if (beyond_x <= 1 &&
        ((grid->y & grid->z & block->y & block->z) | !(grid->given | block->given)))
        return true;
    grid_y = grid->y + (!grid->given && !grid->y);
    grid_z = grid->z + (!grid->given && !grid->z);
    block_y = block->y + (!block->given && !block->y);
    block_z = block->z + (!block->given && !block->z);
    if (grid_y - 1 >= CUSTUBI_GRID_YZ || grid_z - 1 >= CUSTUBI_GRID_YZ ||
        block_y - 1 >= CUSTUBI_BLOCK_XY || block_z - 1 >= CUSTUBI_BLOCK_Z ||
        block->x * block_y * block_z > state->block_threads)
        return false;
    return state->dimensions == 3 ||
           ((grid_z | block_z) == 1 && (state->dimensions == 2 || (grid_y | block_y) == 1));
}

/* Whether nothing is to be done but to launch, or to ask the driver first: a kernel and a launch
 * with nothing unusual, a shape and shared memory that are known, a contract that holds. */
static inline bool is_plain(const custub_kernel *kernel, const custub_launch *launch,
                            uint64_t shared, uint64_t shared_need, custub_check check,
                            uint32_t flags)
{
    const struct custub_kernel_state *state = kernel->state;
    const custub_dim3 *cluster = &launch->cluster;

    return !(cluster->x | cluster->y | cluster->z | cluster->given | launch->attribute_count |
             custubi_observed()) &&
           (!state->unusual || (state->unusual == CUSTUBI_UNSIZED && launch->shared)) &&
           shape_holds(launch, state) && shared >= shared_need &&
           shared <= atomic_load_explicit(&state->plain_shared, memory_order_relaxed) &&
           (flags & CUSTUB_CALL_HOLDS) && (uint32_t)check - 1 < CUSTUB_CHECK_NONE;
}

custub_status custub_call_launch(const custub_kernel *kernel, const custub_launch *launch,
                                 void **arguments, custub_need *needs, uint64_t shared_need,
                                 uint32_t flags)
{
    custub_check check;
    CUstream stream;
    uint64_t shared;
    int result;

    if (!launch || !kernel->function)
        return launch_slowly(kernel, launch, arguments, needs, flags);
    check = launch->check;
    if (check == CUSTUB_CHECK_DEFAULT)
        check = (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
    shared = custubi_shared_given(launch, shared_need);
    if (!is_plain(kernel, launch, shared, shared_need, check, flags))
        return launch_slowly(kernel, launch, arguments, needs, flags);
    if (check == CUSTUB_CHECK_WHOLE) {
        custub_status status = check_driver(kernel, launch, arguments, needs, shared, flags);
        if (status)
            return status;
    }
    stream = launch->stream ? launch->stream : default_stream_of(flags);
    result = custubi_cu.launch(
        kernel->function, (unsigned int)launch->grid.x, custubi_size(launch->grid.y),
        custubi_size(launch->grid.z), (unsigned int)launch->block.x, custubi_size(launch->block.y),
        custubi_size(launch->block.z), (unsigned int)shared, stream, arguments, NULL);
    if (result)
        return fail(kernel, launch, arguments, needs, shared, flags, result);
    return CUSTUB_OK;
}
