#include "check/call.h"
#include "check/contract.h"
#include "driver/driver.h"
#include "launch/driver_check.h"
#include "launch/slow_check.h"
#include "launch/submit.h"
#include "launch/watch.h"
#include "observe/observe.h"

/* CUSTUBI_APART: not inlined into the fast path. CUSTUBI_COLD: not even on it. */
#if defined(__GNUC__)
#define CUSTUBI_COLD  __attribute__((cold, noinline))
#define CUSTUBI_APART __attribute__((noinline))
#else
#define CUSTUBI_COLD
#define CUSTUBI_APART
#endif

static inline CUstream default_stream_of(const custub_call *call)
{
    return call->flags & CUSTUB_CALL_PER_THREAD_STREAM ? CUSTUB_STREAM_PER_THREAD : NULL;
}

static inline CUstream stream_of(const custub_call *call)
{
    return call->launch->stream ? call->launch->stream : default_stream_of(call);
}

static void initialize_call(custubi_call *out, const custub_call *call)
{
    custubi_call_initialize(out, call->kernel, call->launch, call->arguments, call->needs,
                            default_stream_of(call));
}

/* Makes a call of a launch whose shape is set and whose contract holds. */
static void fill_call(custubi_call *out, const custub_call *call)
{
    initialize_call(out, call);
    out->grid = custubi_dim_given(&call->launch->grid);
    out->block = custubi_dim_given(&call->launch->block);
    out->shared = custubi_shared_given(call->launch, call->shared_need);
}

CUSTUBI_COLD static custub_status launch_slowly(const custub_call *given)
{
    custubi_call call;
    custub_status status;

    initialize_call(&call, given);
    status = custubi_slow_check(&call, NULL);
    return status ? custubi_watch_trace(&call, status) : custubi_watch_submit(&call);
}

CUSTUBI_COLD static custub_status fail(const custub_call *given, int result)
{
    custubi_call call;

    fill_call(&call, given);
    return custubi_submit_failed(&call, result);
}

CUSTUBI_APART static custub_status check_driver(const custub_call *given, uint64_t shared)
{
    custubi_call call;

    if (custubi_driver_agrees(given, shared, stream_of(given)))
        return CUSTUB_OK;
    fill_call(&call, given);
    return custubi_slow_check_driver(&call, NULL);
}

static inline custub_check level_of(const custub_call *call)
{
    custub_check check = call->launch->check;

    return check ? check : (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
}

/* Not zero: most likely the launch was not initialized. */
static inline uint64_t reserved_of(const custub_launch *launch)
{
    const uint64_t *r = launch->reserved;

    return r[0] | r[1] | r[2] | r[3] | r[4] | r[5] | r[6] | r[7];
}

_Static_assert(sizeof(custub_launch_unset.reserved) == 8 * sizeof(uint64_t), "all are looked at");

/* True if the launch can be made at once, whatever its shape, or after asking the driver: its
 * contract holds, its level and its shared memory are known, nothing else is unusual. */
static inline bool is_plain(const custub_call *call, uint64_t shared)
{
    const struct custub_kernel_state *state = call->kernel->state;
    const custub_launch *launch = call->launch;
    const custub_dim3 *cluster = &launch->cluster;

    return !(cluster->x | cluster->y | cluster->z | cluster->given | launch->attribute_count |
             reserved_of(launch) | custubi_observed()) &&
           (!state->unusual || (state->unusual == CUSTUBI_UNSIZED && launch->shared)) &&
           shared >= call->shared_need &&
           shared <= atomic_load_explicit(&state->plain_shared, memory_order_relaxed) &&
           (call->flags & CUSTUB_CALL_HOLDS) && (uint32_t)level_of(call) - 1 < CUSTUB_CHECK_NONE;
}

/* True if the shape extends along x only, within the limits of every device and of the kernel. */
static inline bool is_along_x(const custub_call *call)
{
    const custub_dim3 *grid = &call->launch->grid;
    const custub_dim3 *block = &call->launch->block;

    return grid->x - 1 < CUSTUBI_GRID_X && block->x - 1 < call->kernel->state->block_threads &&
           (grid->y | grid->z | block->y | block->z) <= 1 &&
           (!(grid->given | block->given) || (grid->y & grid->z & block->y & block->z));
}

/* The same for any shape, whose dimensions the kernel must use. */
static inline bool is_legal(const custub_call *call)
{
    const struct custub_kernel_state *state = call->kernel->state;
    custub_dim3 grid = custubi_dim_given(&call->launch->grid);
    custub_dim3 block = custubi_dim_given(&call->launch->block);

    return grid.x - 1 < CUSTUBI_GRID_X && grid.y - 1 < CUSTUBI_GRID_YZ &&
           grid.z - 1 < CUSTUBI_GRID_YZ && block.x - 1 < CUSTUBI_BLOCK_XY &&
           block.y - 1 < CUSTUBI_BLOCK_XY && block.z - 1 < CUSTUBI_BLOCK_Z &&
           block.x * block.y * block.z <= state->block_threads &&
           (state->dimensions == 3 || (grid.z | block.z) == 1) &&
           (state->dimensions != 1 || (grid.y | block.y) == 1);
}

CUSTUBI_APART static custub_status launch_any_shape(const custub_call *call)
{
    const custub_launch *launch = call->launch;
    uint64_t shared = custubi_shared_given(launch, call->shared_need);
    int result;

    if (!is_legal(call))
        return launch_slowly(call);
    if (level_of(call) == CUSTUB_CHECK_WHOLE) {
        custub_status status = check_driver(call, shared);
        if (status)
            return status;
    }
    result = custubi_cu.launch(call->kernel->function, (unsigned int)launch->grid.x,
                               custubi_size(launch->grid.y), custubi_size(launch->grid.z),
                               (unsigned int)launch->block.x, custubi_size(launch->block.y),
                               custubi_size(launch->block.z), (unsigned int)shared, stream_of(call),
                               call->arguments, NULL);
    return result ? fail(call, result) : CUSTUB_OK;
}

custub_status custub_call_make(const custub_call *call)
{
    const custub_kernel *kernel = call->kernel;
    const custub_launch *launch = call->launch;
    uint64_t shared = custubi_shared_given(launch, call->shared_need);
    int result;

    if (!kernel->function)
        return launch_slowly(call);
    /* Asked in this order, and twice: fewest instructions for the plain launch. */
    if (!is_along_x(call) || !is_plain(call, shared))
        return is_plain(call, shared) ? launch_any_shape(call) : launch_slowly(call);
    if (level_of(call) == CUSTUB_CHECK_WHOLE) {
        custub_status status = check_driver(call, shared);
        if (status)
            return status;
    }
    result = custubi_cu.launch(kernel->function, (unsigned int)launch->grid.x, 1, 1,
                               (unsigned int)launch->block.x, 1, 1, (unsigned int)shared,
                               stream_of(call), call->arguments, NULL);
    return result ? fail(call, result) : CUSTUB_OK;
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
