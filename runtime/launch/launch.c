/* Launches of stubs.
 *
 * The launch that most programs make is made in custub_call_launch() itself: the shape is set and
 * extends along x, the contract is simple (quick_check.h) and holds, nothing else is set. A shape
 * that is computed goes the same way if it is known. Other plain launches are made by
 * launch_plainly(), and all the rest becomes a call, which launch_slowly() makes. */
#include "check/call.h"
#include "check/contract.h"
#include "driver/driver.h"
#include "launch/driver_check.h"
#include "launch/quick_check.h"
#include "launch/slow_check.h"
#include "launch/submit.h"
#include "launch/watch.h"
#include "library/function.h"
#include "observe/activity.h"

/* CUSTUBI_COLD: not on the fast path. */
#if defined(__GNUC__)
#define CUSTUBI_COLD __attribute__((cold, noinline))
#else
#define CUSTUBI_COLD
#endif

/* What a stub hands over. In memory, so that the fast path does not need a register for each. */
typedef struct given {
    const custub_kernel *kernel;
    const custub_launch *launch; /* never null */
    void **arguments;
    custub_need *needs;
    const uint64_t *needed;
    custub_error *error;
    uint32_t flags;
} given;

static inline CUstream default_stream_of(const given *from)
{
    return from->flags & CUSTUB_CALL_PER_THREAD_STREAM ? CUSTUB_STREAM_PER_THREAD : NULL;
}

static inline CUstream stream_of(const given *from)
{
    return from->launch->stream ? from->launch->stream : default_stream_of(from);
}

static inline custub_check level_of(const custub_launch *launch)
{
    custub_check check = launch->check;

    return check ? check : (custub_check)atomic_load_explicit(&custubi_level, memory_order_relaxed);
}

/* --- Calls ----------------------------------------------------------------------------------- */

/* Makes a call with the views; the contract's needs are evaluated later. */
static void begin_call(custubi_call *call, const given *from)
{
    if (from->kernel->function)
        custubi_quick_views(from->kernel->state, from->arguments, from->needs);
    custubi_call_initialize(call, from->kernel, from->launch, from->arguments, from->needs,
                            default_stream_of(from), from->error);
}

/* Makes a call whose contract holds. */
static void settle_call(custubi_call *call, const given *from, const custubi_shape *shape)
{
    begin_call(call, from);
    call->grid = shape->grid;
    call->block = shape->block;
    call->shared = shape->shared;
}

CUSTUBI_COLD static custub_status launch_slowly(const given *from)
{
    custubi_call call;
    custub_status status;

    call.begin = custubi_activity_now();
    begin_call(&call, from);
    status = custubi_slow_check(&call, NULL);
    return status ? custubi_watch_trace(&call, status) : custubi_watch_submit(&call);
}

CUSTUBI_COLD static custub_status fail(const given *from, const custubi_shape *shape, int result)
{
    custubi_call call;

    settle_call(&call, from, shape);
    /* The stream is of another context than the function: the driver finds its own. */
    if (result == CUSTUBI_INVALID_HANDLE && from->kernel->state->has_functions)
        return custubi_submit(&call);
    /* This thread has not called the CUDA runtime yet, or not since cudaDeviceReset(). */
    if ((result == CUSTUBI_INVALID_CONTEXT || result == CUSTUBI_CONTEXT_IS_DESTROYED) &&
        from->kernel->library->linked) {
        custub_status status = custubi_function_check_context(from->kernel, from->error);
        return status ? status : custubi_submit(&call);
    }
    return custubi_submit_failed(&call, result);
}

/* --- Levels ---------------------------------------------------------------------------------- */

/* What the whole level adds to a launch whose contract holds. The needs are filled. */
static custub_status check_driver(const given *from, const custubi_shape *shape,
                                  const custubi_function *here)
{
    custubi_call call;

    if (custubi_driver_agrees(from->kernel, here, shape, from->needs, stream_of(from)))
        return CUSTUB_OK;
    settle_call(&call, from, shape);
    return custubi_slow_check_driver(&call, NULL);
}

/* What other levels than "contract" add to a launch along x whose contract holds. */
CUSTUBI_APART static custub_status check_level(const given *from, const custubi_function *here,
                                               uint64_t grid, uint64_t block)
{
    custub_check check = level_of(from->launch);
    custubi_shape shape;
    custubi_call call;

    if (check == CUSTUB_CHECK_CONTRACT || check == CUSTUB_CHECK_NONE)
        return CUSTUB_OK;
    if (check == CUSTUB_CHECK_WHOLE) {
        custubi_quick_needs(from->kernel->state, from->arguments, from->needed, from->needs);
        shape = custubi_shape_along_x(grid, block);
        return check_driver(from, &shape, here);
    }
    begin_call(&call, from);
    return custubi_slow_check(&call, NULL);
}

/* --- Plain launches -------------------------------------------------------------------------- */

/* Not zero: something is set that few launches set, or that none does that was initialized, or an
 * observer is on. */

static inline uint64_t extras_of(const custub_launch *launch)
{
    const custub_dim3 *cluster = &launch->cluster;
    const uint64_t *r = launch->reserved;

    return (launch->attribute_count | cluster->given | custubi_observed()) | cluster->x |
           cluster->y | cluster->z | r[0] | r[1] | r[2];
}

_Static_assert(sizeof(custub_launch_unset.reserved) == 3 * sizeof(uint64_t), "all are looked at");

/* True if nothing but the shape and the pointers can keep the launch from being made at once: its
 * level and its shared memory are known, nothing else is unusual. */
static inline bool is_plain(const given *from, uint64_t shared, uint64_t shared_need)
{
    const custub_kernel_state *state = from->kernel->state;
    const custub_launch *launch = from->launch;

    return !extras_of(launch) &&
           (!state->unusual || (state->unusual == CUSTUBI_UNSIZED && launch->shared)) &&
           shared >= shared_need &&
           shared <= atomic_load_explicit(&state->plain_shared, memory_order_relaxed) &&
           (from->flags & CUSTUB_CALL_HOLDS) && (uint32_t)level_of(launch) - 1 < CUSTUB_CHECK_NONE;
}

/* True if the shape keeps the limits of every device and of the kernel, and extends only along axes
 * that the kernel uses. */
static inline bool is_legal(const custub_kernel_state *state, const custubi_shape *shape)
{
    const custub_dim3 *grid = &shape->grid;
    const custub_dim3 *block = &shape->block;

    return grid->x - 1 < state->most_blocks[0] && grid->y - 1 < state->most_blocks[1] &&
           grid->z - 1 < state->most_blocks[2] && block->x - 1 < state->most_threads[0] &&
           block->y - 1 < state->most_threads[1] && block->z - 1 < state->most_threads[2] &&
           block->x * block->y * block->z <= state->block_threads;
}

/* Makes a launch of any legal shape and any contract. */
CUSTUBI_APART static custub_status launch_plainly(const given *from, custubi_shape *shape)
{
    const custub_kernel_state *state = from->kernel->state;
    uint64_t shared_need = state->shared ? from->needed[state->needed_count - 1] : 0;
    const custubi_function *here;
    int result;

    shape->shared = custubi_shared_given(from->launch, shared_need);
    if (!is_plain(from, shape->shared, shared_need) || !is_legal(state, shape) ||
        !custubi_quick_contract(state, shape, from->arguments, from->needs, from->needed))
        return launch_slowly(from);
    here = custubi_function_here(from->kernel);
    if (level_of(from->launch) == CUSTUB_CHECK_WHOLE) {
        custub_status status = check_driver(from, shape, here);
        if (status)
            return status;
    }
    result = custubi_cu.launch(custubi_function_handle(from->kernel, here),
                               (unsigned int)shape->grid.x, (unsigned int)shape->grid.y,
                               (unsigned int)shape->grid.z, (unsigned int)shape->block.x,
                               (unsigned int)shape->block.y, (unsigned int)shape->block.z,
                               (unsigned int)shape->shared, stream_of(from), from->arguments, NULL);
    return result ? fail(from, shape, result) : CUSTUB_OK;
}

CUSTUBI_APART static custub_status launch_given(const given *from)
{
    custubi_shape shape;

    shape.grid = custubi_dim_given(&from->launch->grid);
    shape.block = custubi_dim_given(&from->launch->block);
    return from->launch->threads ? launch_slowly(from) : launch_plainly(from, &shape);
}

/* --- Simple launches ------------------------------------------------------------------------- */

/* True if the contract is simple and the launch sets nothing but the shape, the stream and the
 * level. */
static inline bool is_simple(const given *from, const custub_kernel_state *state, uint64_t threads)
{
    return !(state->is_complex | extras_of(from->launch) | from->launch->shared | threads) &&

           (from->flags & CUSTUB_CALL_HOLDS);
}

/* True if the given shape extends along x only, within the limits of every device and of the
 * kernel. */
static inline bool is_along_x(const custub_kernel_state *state, const custub_launch *launch)
{
    const custub_dim3 *grid = &launch->grid;
    const custub_dim3 *block = &launch->block;

    return grid->x - 1 < CUSTUBI_GRID_X && block->x - 1 < state->block_threads &&
           (grid->y | grid->z | block->y | block->z) <= 1 &&
           (grid->given | block->given) <= (grid->y & grid->z & block->y & block->z);
}

CUSTUBI_COLD static custub_status fail_along_x(const given *from, uint64_t grid, uint64_t block,
                                               int result)
{
    custubi_shape shape = custubi_shape_along_x(grid, block);

    return fail(from, &shape, result);
}

/* `handle` is what is launched. */
static inline custub_status launch_along_x(const given *from, void *handle, uint64_t grid,
                                           uint64_t block)
{
    int result = custubi_cu.launch(handle, (unsigned int)grid, 1, 1, (unsigned int)block, 1, 1, 0,
                                   stream_of(from), from->arguments, NULL);

    return result ? fail_along_x(from, grid, block, result) : CUSTUB_OK;
}

/* True at the levels that need no driver call before the launch: "contract" and "none". */
static inline bool is_quick_level(custub_check check)
{
    return (uint32_t)check - CUSTUB_CHECK_CONTRACT <= CUSTUB_CHECK_NONE - CUSTUB_CHECK_CONTRACT;
}

/* The same in a context or at a level that launch_simply() leaves out. */
CUSTUBI_APART static custub_status launch_at_level(const given *from, const custubi_function *here,
                                                   uint64_t grid, uint64_t block)
{
    custub_status status = check_level(from, here, grid, block);

    return status ? status
                  : launch_along_x(from, custubi_function_handle(from->kernel, here), grid, block);
}

/* Makes a launch of a given shape whose contract holds. */
static inline custub_status launch_simply(const given *from)
{
    const custubi_function *here = custubi_function_last(from->kernel);
    const custub_launch *launch = from->launch;

    if (!here || !is_quick_level(launch->check))
        return launch_at_level(from, here ? here : custubi_function_here(from->kernel),
                               launch->grid.x, launch->block.x);
    return launch_along_x(from, here->function, launch->grid.x, launch->block.x);
}

/* Makes a launch that gives no shape, if the shape follows from what is known. */
CUSTUBI_APART static custub_status launch_computed(const given *from)
{
    const custub_kernel *kernel = from->kernel;
    const custub_kernel_state *state = kernel->state;
    const custubi_function *here = custubi_function_here(kernel);
    custubi_shape shape;

    if (!custubi_driver_knows_shape(kernel, here, from->launch, from->needed, stream_of(from),
                                    &shape))
        return launch_slowly(from);
    if (is_simple(from, state, 0) &&
        custubi_quick_simple(state, shape.grid.x * shape.block.x, from->arguments, from->needed))
        return launch_at_level(from, here, shape.grid.x, shape.block.x);
    return launch_plainly(from, &shape);
}

custub_status custub_call_launch(const custub_kernel *kernel, const custub_launch *launch,
                                 void **arguments, custub_need *needs, const uint64_t *needed,
                                 uint32_t flags, custub_error *error)
{
    const custub_kernel_state *state = kernel->state;
    given from;

    if (custub_failed(error))
        return error->status;
    if (!launch)
        launch = &custub_launch_unset;
    from.kernel = kernel;
    from.launch = launch;
    from.arguments = arguments;
    from.needs = needs;
    from.needed = needed;
    from.error = error;
    from.flags = flags;
    if (!kernel->function)
        return launch_slowly(&from);
    if (is_along_x(state, launch) && is_simple(&from, state, launch->threads) &&
        custubi_quick_simple(state, launch->grid.x * launch->block.x, arguments, needed))
        return launch_simply(&from);
    if (!launch->block.x && state->is_computed)
        return launch_computed(&from);
    return launch_given(&from);
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
