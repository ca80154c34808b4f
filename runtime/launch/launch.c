#include "check/call.h"
#include "check/contract.h"
#include "driver/driver.h"
#include "launch/driver_check.h"
#include "launch/quick_check.h"
#include "launch/slow_check.h"
#include "launch/submit.h"
#include "launch/watch.h"
#include "library/function.h"
#include "observe/observe.h"

/* CUSTUBI_APART: not inlined into the fast path. CUSTUBI_COLD: not even on it. */
#if defined(__GNUC__)
#define CUSTUBI_COLD  __attribute__((cold, noinline))
#define CUSTUBI_APART __attribute__((noinline))
#else
#define CUSTUBI_COLD
#define CUSTUBI_APART
#endif

static inline CUstream default_stream_of(uint32_t flags)
{
    return flags & CUSTUB_CALL_PER_THREAD_STREAM ? CUSTUB_STREAM_PER_THREAD : NULL;
}

/* Takes the views; the contract's needs are evaluated later. */
static void initialize_call(custubi_call *call, const custub_kernel *kernel,
                            const custub_launch *launch, void **arguments, custub_need *needs,
                            uint32_t flags, custub_error *error)
{
    if (kernel->function)
        custubi_quick_views(kernel->state, arguments, needs);
    custubi_call_initialize(call, kernel, launch, arguments, needs, default_stream_of(flags),
                            error);
}

CUSTUBI_COLD static custub_status launch_slowly(const custub_kernel *kernel,
                                                const custub_launch *launch, void **arguments,
                                                custub_need *needs, uint32_t flags,
                                                custub_error *error)
{
    custubi_call call;
    custub_status status;

    initialize_call(&call, kernel, launch, arguments, needs, flags, error);
    status = custubi_slow_check(&call, NULL);
    return status ? custubi_watch_trace(&call, status) : custubi_watch_submit(&call);
}

/* Makes a call of a launch whose shape is set and whose contract holds. */
static void fill_call(custubi_call *call, const custub_kernel *kernel, const custub_launch *launch,
                      void **arguments, custub_need *needs, uint64_t shared, uint32_t flags,
                      custub_error *error)
{
    custubi_quick_views(kernel->state, arguments, needs);
    custubi_call_initialize(call, kernel, launch, arguments, needs, default_stream_of(flags),
                            error);
    call->grid = custubi_dim_given(&launch->grid);
    call->block = custubi_dim_given(&launch->block);
    call->shared = shared;
}

CUSTUBI_COLD static custub_status fail(const custub_kernel *kernel, const custub_launch *launch,
                                       void **arguments, custub_need *needs, uint64_t shared,
                                       uint32_t flags, custub_error *error, int result)
{
    custubi_call call;

    fill_call(&call, kernel, launch, arguments, needs, shared, flags, error);
    /* The stream is of another context than the function: the driver finds its own. */
    if (result == CUSTUBI_INVALID_HANDLE && kernel->state->has_functions)
        return custubi_submit(&call);
    return custubi_submit_failed(&call, result);
}

CUSTUBI_APART static custub_status check_driver(const custub_kernel *kernel,
                                                const custub_launch *launch,
                                                const custubi_function *here, void **arguments,
                                                custub_need *needs, uint64_t shared, uint32_t flags,
                                                custub_error *error)
{
    CUstream stream = launch->stream ? launch->stream : default_stream_of(flags);
    custubi_call call;

    if (custubi_driver_agrees(kernel, launch, here, needs, shared, stream))
        return CUSTUB_OK;
    fill_call(&call, kernel, launch, arguments, needs, shared, flags, error);
    return custubi_slow_check_driver(&call, NULL);
}

/* What another level than "contract" adds to a launch whose contract holds. */
CUSTUBI_APART static custub_status check_level(const custub_kernel *kernel,
                                               const custub_launch *launch,
                                               const custubi_function *here, void **arguments,
                                               custub_need *needs, uint32_t flags,
                                               custub_error *error, custub_check check)
{
    custubi_call call;

    if (check == CUSTUB_CHECK_WHOLE)
        return check_driver(kernel, launch, here, arguments, needs, 0, flags, error);
    if (check == CUSTUB_CHECK_NONE)
        return CUSTUB_OK;
    initialize_call(&call, kernel, launch, arguments, needs, flags, error);
    return custubi_slow_check(&call, NULL);
}

static inline custub_check level_of(const custub_launch *launch)
{
    custub_check check = launch->check;

    return check ? check : (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
}

/* Not zero: a grid is to be computed, or most likely the launch was not initialized. */
static inline uint64_t rest_of(const custub_launch *launch)
{
    const uint64_t *r = launch->reserved;

    return launch->threads | r[0] | r[1] | r[2];
}

_Static_assert(sizeof(custub_launch_unset.reserved) == 3 * sizeof(uint64_t), "all are looked at");

/* True if nothing but the shape and the buffers can keep the launch from being made at once: its
 * level and its shared memory are known, nothing else is unusual. */
static inline bool is_plain(const custub_kernel_state *state, const custub_launch *launch,
                            uint64_t shared, uint64_t shared_need, uint32_t flags)
{
    const custub_dim3 *cluster = &launch->cluster;

    return !(cluster->x | cluster->y | cluster->z | cluster->given | launch->attribute_count |
             rest_of(launch) | custubi_observed()) &&
           (!state->unusual || (state->unusual == CUSTUBI_UNSIZED && launch->shared)) &&
           shared >= shared_need &&
           shared <= atomic_load_explicit(&state->plain_shared, memory_order_relaxed) &&
           (flags & CUSTUB_CALL_HOLDS) && (uint32_t)level_of(launch) - 1 < CUSTUB_CHECK_NONE;
}

/* True if the shape extends along x only, within the limits of every device and of the kernel. */
static inline bool is_along_x(const custub_kernel_state *state, const custub_launch *launch)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;

    return grid->x - 1 < CUSTUBI_GRID_X && block->x - 1 < state->block_threads &&
           (grid->y | grid->z | block->y | block->z) <= 1 &&
           (!(grid->given | block->given) || (grid->y & grid->z & block->y & block->z));
}

/* The same for any shape, whose dimensions the kernel must use. */
static inline bool is_legal(const custub_kernel_state *state, const custub_launch *launch)
{
    custub_dim3 grid = custubi_dim_given(&launch->grid);
    custub_dim3 block = custubi_dim_given(&launch->block);

    return grid.x - 1 < CUSTUBI_GRID_X && grid.y - 1 < CUSTUBI_GRID_YZ &&
           grid.z - 1 < CUSTUBI_GRID_YZ && block.x - 1 < CUSTUBI_BLOCK_XY &&
           block.y - 1 < CUSTUBI_BLOCK_XY && block.z - 1 < CUSTUBI_BLOCK_Z &&
           block.x * block.y * block.z <= state->block_threads &&
           (state->dimensions == 3 || (grid.z | block.z) == 1) &&
           (state->dimensions != 1 || (grid.y | block.y) == 1);
}

/* Makes a launch of any legal shape and any contract. */
CUSTUBI_APART static custub_status launch_any(const custub_kernel *kernel,
                                              const custub_launch *launch, void **arguments,
                                              custub_need *needs, const uint64_t *needed,
                                              uint32_t flags, custub_error *error)
{
    const custub_kernel_state *state = kernel->state;
    uint64_t shared_need = state->shared ? needed[state->needed_count - 1] : 0;
    uint64_t shared = custubi_shared_given(launch, shared_need);
    CUstream stream = launch->stream ? launch->stream : default_stream_of(flags);
    const custubi_function *here;
    int result;

    if (!is_legal(state, launch) || !is_plain(state, launch, shared, shared_need, flags) ||
        !custubi_quick_contract(state, launch, arguments, needs, needed))
        return launch_slowly(kernel, launch, arguments, needs, flags, error);
    here = custubi_function_here(kernel);
    if (level_of(launch) == CUSTUB_CHECK_WHOLE) {
        custub_status status =
            check_driver(kernel, launch, here, arguments, needs, shared, flags, error);
        if (status)
            return status;
    }
    result = custubi_cu.launch(custubi_function_handle(kernel, here), (unsigned int)launch->grid.x,
                               custubi_size(launch->grid.y), custubi_size(launch->grid.z),
                               (unsigned int)launch->block.x, custubi_size(launch->block.y),
                               custubi_size(launch->block.z), (unsigned int)shared, stream,
                               arguments, NULL);
    return result ? fail(kernel, launch, arguments, needs, shared, flags, error, result)
                  : CUSTUB_OK;
}

/* Not zero: something else than the shape, the stream and the level is set. */
static inline uint64_t extras_of(const custub_launch *launch)
{
    const custub_dim3 *cluster = &launch->cluster;

    return cluster->x | cluster->y | cluster->z | cluster->given | launch->shared |
           launch->attribute_count | rest_of(launch);
}

/* Makes a launch whose shape is set. The launch that most programs make is made here. */
static inline custub_status launch_given(const custub_kernel *kernel, const custub_launch *launch,
                                         const custubi_function *here, void **arguments,
                                         custub_need *needs, const uint64_t *needed, uint32_t flags,
                                         custub_error *error)
{
    const custub_kernel_state *state = kernel->state;
    custub_check check = level_of(launch);
    int result;

    if (!state->is_simple || !(flags & CUSTUB_CALL_HOLDS) ||
        (extras_of(launch) | custubi_observed()) || !is_along_x(state, launch) ||
        !custubi_quick_simple(state, launch->grid.x * launch->block.x, arguments, needs, needed))
        return launch_any(kernel, launch, arguments, needs, needed, flags, error);
    if (!here)
        here = custubi_function_here(kernel);
    if (check != CUSTUB_CHECK_CONTRACT) {
        custub_status status =
            check_level(kernel, launch, here, arguments, needs, flags, error, check);
        if (status)
            return status;
    }
    result = custubi_cu.launch(custubi_function_handle(kernel, here), (unsigned int)launch->grid.x,
                               1, 1, (unsigned int)launch->block.x, 1, 1, 0,
                               launch->stream ? launch->stream : default_stream_of(flags),
                               arguments, NULL);
    return result ? fail(kernel, launch, arguments, needs, 0, flags, error, result) : CUSTUB_OK;
}

/* Makes a launch that gives no shape, if the shape follows from what is known. */
CUSTUBI_APART static custub_status launch_computed(const custub_kernel *kernel,
                                                   const custub_launch *launch, void **arguments,
                                                   custub_need *needs, const uint64_t *needed,
                                                   uint32_t flags, custub_error *error)
{
    CUstream stream = launch->stream ? launch->stream : default_stream_of(flags);
    const custubi_function *here = custubi_function_here(kernel);
    custub_launch computed = *launch;

    if (!custubi_driver_knows_shape(kernel, here, needed, stream, &computed))
        return launch_slowly(kernel, launch, arguments, needs, flags, error);
    return launch_given(kernel, &computed, here, arguments, needs, needed, flags, error);
}

custub_status custub_call_launch(const custub_kernel *kernel, const custub_launch *launch,
                                 void **arguments, custub_need *needs, const uint64_t *needed,
                                 uint32_t flags, custub_error *error)
{
    if (custub_failed(error))
        return error->status;
    if (!launch)
        launch = &custub_launch_unset;
    if (!kernel->function)
        return launch_slowly(kernel, launch, arguments, needs, flags, error);
    if (!launch->block.x && kernel->state->is_computed)
        return launch_computed(kernel, launch, arguments, needs, needed, flags, error);
    return launch_given(kernel, launch, NULL, arguments, needs, needed, flags, error);
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
