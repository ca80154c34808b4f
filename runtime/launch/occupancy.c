#include <custub/occupancy.h>

#include "check/contract.h"
#include "check/limits.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "launch/submit.h"
#include "library/absence.h"
#include "library/facts.h"
#include "library/function.h"
#include "library/kernel_state.h"

/* A question about a kernel is checked like a launch of it. */
typedef struct question {
    custub_launch launch;
    custubi_call call;
    custubi_device_facts *device;
    custubi_kernel_facts *facts;
} question;

static custub_status begin(question *of, const custub_kernel *kernel, uint64_t shared,
                           custub_error *error)
{
    custub_status status = custub_failed(error) ? error->status : CUSTUB_OK;

    if (!status)
        status = custubi_absence_check(kernel, error);
    if (!status)
        status = custubi_function_check_context(kernel, error);
    if (!status)
        status = custubi_facts_device(kernel, &of->device, error);
    if (!status)
        status = custubi_facts_kernel(kernel, of->device, &of->facts, error);
    if (status)
        return status;
    of->launch = custub_launch_default();
    custubi_call_initialize(&of->call, kernel, &of->launch, NULL, NULL, NULL, error);
    of->call.grid = custub_grid(1, 1, 1);
    of->call.shared = shared == CUSTUB_SHARED_NONE ? 0 : shared;
    return CUSTUB_OK;
}

/* Refuses a block, or shared memory, that no launch can have. */
static custub_status take_block(question *of, custub_dim3 block)
{
    custubi_call *call = &of->call;
    const custub_kernel *kernel = call->kernel;
    custub_status status;

    call->block = custubi_dim_given(&block);
    if (custubi_dim_is_empty(&call->block))
        return custubi_fault(kernel->info, call->error, CUSTUB_ERROR_EMPTY_SHAPE,
                             "the block is empty, it needs at least one thread");
    status = custubi_limits_shape(call, &of->device->limits.shape);
    if (!status && of->facts->threads)
        status = custubi_limits_block(call, of->facts->threads, "on this device");
    if (!status)
        status =
            custubi_facts_check_shared(kernel, of->device, of->facts, call->shared, call->error);
    return status;
}

/* --- Blocks ---------------------------------------------------------------------------------- */

custub_occupancy custub_occupancy_get(const custub_kernel *kernel, custub_dim3 block,
                                      uint64_t shared, custub_error *error)
{
    static const custub_occupancy none;
    custub_occupancy found = none;
    question of;

    if (begin(&of, kernel, shared, error) || take_block(&of, block) ||
        custubi_facts_blocks(kernel, of.device, &of.call.block, of.call.shared, &found.blocks,
                             error))
        return none;
    found.threads = found.blocks * of.call.block.x * of.call.block.y * of.call.block.z;
    found.most_threads = of.device->limits.processor_threads;
    found.multiprocessors = of.device->limits.processors;
    return found;
}

/* The largest block that the kernel can have on the device. */
static uint64_t limit_of(const question *of, uint64_t most)
{
    const uint32_t limits[] = {of->facts->threads, of->call.kernel->info->max_threads};
    uint64_t limit = of->device->limits.shape.block_threads;

    if (custubi_kernel_has_one_thread(of->call.kernel->info, 0))
        return 1;
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        if (limits[i] && limits[i] < limit)
            limit = limits[i];
    return most && most < limit ? most : limit;
}

static custub_status choose(question *of, custub_shared_function *shared, void *user, uint64_t most,
                            uint64_t *best)
{
    const custubi_device_limits *limits = &of->device->limits;
    const uint64_t warp = limits->warp ? limits->warp : 32;
    const custub_kernel *kernel = of->call.kernel;
    uint64_t resident = 0;

    for (uint64_t threads = limit_of(of, most); threads && resident < limits->processor_threads;
         threads = (threads - 1) / warp * warp) {
        const custub_dim3 block = custub_block(threads, 1, 1);
        const uint64_t bytes = shared ? shared(threads, user) : 0;
        uint64_t blocks;
        custub_status status;
        if (custubi_facts_check_shared(kernel, of->device, of->facts, bytes, NULL))
            continue;
        status = custubi_facts_blocks(kernel, of->device, &block, bytes, &blocks, of->call.error);
        if (status)
            return status;
        if (blocks * threads > resident) {
            resident = blocks * threads;
            *best = threads;
        }
    }
    return CUSTUB_OK;
}

uint64_t custub_occupancy_best_block(const custub_kernel *kernel, custub_shared_function *shared,
                                     void *user, uint64_t most, custub_error *error)
{
    uint64_t best = 0;
    question of;

    if (begin(&of, kernel, 0, error) || choose(&of, shared, user, most, &best))
        return 0;
    if (!best)
        custubi_fault(kernel->info, error, CUSTUB_ERROR_SHARED_LIMIT,
                      "no block of at most %llu threads fits the device with the shared memory "
                      "that it needs",
                      (unsigned long long)limit_of(&of, most));
    return best;
}

/* --- Clusters -------------------------------------------------------------------------------- */

typedef int ask_function(int *answer, void *function, const custubi_launch_config *config);

/* Asks about clusters of the launch's size. Opts in to the shared memory first, else the driver
 * answers 0. */
static custub_status ask_driver(question *of, ask_function *ask, const char *name, uint64_t *out)
{
    custubi_launch_attribute attributes[CUSTUBI_OWN_ATTRIBUTES];
    const custub_kernel *kernel = of->call.kernel;
    custub_error *error = of->call.error;
    custubi_launch_config config;
    custub_status status;
    int answer = 0;
    int result;

    if (!ask)
        return custubi_fault(kernel->info, error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                             "asking about clusters needs %s, which the %s driver lacks", name,
                             custub_driver_name());
    status = custubi_facts_allow_shared(kernel, of->device, of->call.shared, error);
    if (status)
        return status;
    custubi_submit_configure(&of->call, &config, attributes);
    result = ask(&answer, kernel->function, &config);
    if (result)
        return custubi_fault_driver(kernel->info, error, name, result, "asking about clusters");
    *out = answer > 0 ? (uint64_t)answer : 0;
    return CUSTUB_OK;
}

/* Makes the grid one cluster: the driver takes whole clusters only, and counts how many fit. */
static void set_cluster(question *of, custub_dim3 cluster)
{
    of->launch.cluster = cluster;
    of->call.grid = custubi_contract_cluster(of->call.kernel->info, &of->launch);
    if (!custubi_dim_is_set(&of->call.grid))
        of->call.grid = custub_grid(1, 1, 1);
}

static custub_status take_cluster(question *of, custub_dim3 cluster)
{
    const custub_kernel_info *info = of->call.kernel->info;
    custub_status status;

    if (!custubi_dim_is_set(&cluster) && !info->cluster[0])
        return custubi_fault(info, of->call.error, CUSTUB_ERROR_CLUSTER,
                             "neither the question nor the kernel gives a cluster");
    set_cluster(of, cluster);
    status = custubi_limits_cluster(&of->call);
    return status ? status : custubi_limits_residence(&of->call, of->device);
}

uint64_t custub_occupancy_clusters(const custub_kernel *kernel, custub_dim3 block,
                                   custub_dim3 cluster, uint64_t shared, custub_error *error)
{
    uint64_t clusters = 0;
    question of;

    if (begin(&of, kernel, shared, error) || take_block(&of, block) || take_cluster(&of, cluster))
        return 0;
    ask_driver(&of, custubi_cu.occupancy_clusters, "cuOccupancyMaxActiveClusters", &clusters);
    return clusters;
}

uint64_t custub_occupancy_largest_cluster(const custub_kernel *kernel, custub_dim3 block,
                                          uint64_t shared, custub_error *error)
{
    uint64_t blocks = 0;
    question of;

    if (begin(&of, kernel, shared, error) || take_block(&of, block))
        return 0;
    if (!of.device->limits.cluster) {
        custubi_fault(kernel->info, error, CUSTUB_ERROR_CLUSTER, "this device has no clusters");
        return 0;
    }
    set_cluster(&of, custub_launch_unset.cluster);
    ask_driver(&of, custubi_cu.occupancy_cluster_size, "cuOccupancyMaxPotentialClusterSize",
               &blocks);
    return blocks;
}
