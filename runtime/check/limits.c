#include "check/limits.h"

#include "check/contract.h"
#include "check/phrase.h"
#include "check/rules.h"
#include "error/fault.h"
#include "library/facts.h"

static const char axes[] = "xyz";

/* "; it was computed for n = 8589934592": a wrong size often shows up here first. */
static void phrase_origin(const custubi_call *call, int axis)
{
    const custub_expr *expr = &call->kernel->info->threads[axis];

    if (custubi_dim_is_set(&call->launch->grid) || call->launch->threads || !expr->code)
        return;
    custubi_error_append(call->error, "; it was computed");
    custubi_phrase_found(call->error, call, expr);
}

static custub_status over_axis(const custubi_call *call, custub_status status, const char *name,
                               const custub_dim3 *dim, int axis, uint64_t limit)
{
    custub_error *error = call->error;

    custubi_fault_begin(call->kernel->info, error, status);
    custubi_fault_numbers(error, limit, custubi_component(dim, axis));
    custubi_error_append(error, "%s ", name);
    custubi_phrase_dim(error, dim);
    custubi_error_append(error, " has %llu %s in %c, the device's limit is %llu",
                         (unsigned long long)custubi_component(dim, axis),
                         status == CUSTUB_ERROR_GRID_LIMIT ? "blocks" : "threads", axes[axis],
                         (unsigned long long)limit);
    if (status == CUSTUB_ERROR_GRID_LIMIT)
        phrase_origin(call, axis);
    return custubi_fault_end(error, status);
}

static void begin_block(const custubi_call *call, custub_status status, uint64_t found,
                        uint64_t limit)
{
    custubi_fault_begin(call->kernel->info, call->error, status);
    custubi_fault_numbers(call->error, limit, found);
    custubi_error_append(call->error, "block ");
    custubi_phrase_dim(call->error, &call->block);
}

custub_status custubi_limits_shape(const custubi_call *call, const custubi_shape_limits *limits)
{
    uint64_t threads = custubi_block_threads(&call->block);
    custub_error *error = call->error;

    for (int axis = 0; axis < 3; axis++) {
        custub_status status = custubi_rule_axis(limits, &call->grid, &call->block, axis);
        if (status == CUSTUB_ERROR_GRID_LIMIT)
            return over_axis(call, status, "grid", &call->grid, axis, limits->grid[axis]);
        if (status)
            return over_axis(call, status, "block", &call->block, axis, limits->block[axis]);
    }
    if (custubi_rule_block_threads(&call->block, limits->block_threads))
        return CUSTUB_OK;
    begin_block(call, CUSTUB_ERROR_BLOCK_LIMIT, threads, limits->block_threads);
    custubi_error_append(error, " has %llu threads, the device's limit is %llu",
                         (unsigned long long)threads, (unsigned long long)limits->block_threads);
    return custubi_fault_end(error, CUSTUB_ERROR_BLOCK_LIMIT);
}

custub_status custubi_limits_block(const custubi_call *call, uint64_t threads, const char *why)
{
    uint64_t found = custubi_block_threads(&call->block);
    custub_error *error = call->error;

    if (custubi_rule_block_threads(&call->block, threads))
        return CUSTUB_OK;
    begin_block(call, CUSTUB_ERROR_LAUNCH_BOUNDS, found, threads);
    custubi_error_append(error, " has %llu threads, the kernel's limit is %llu %s",
                         (unsigned long long)found, (unsigned long long)threads, why);
    return custubi_fault_end(error, CUSTUB_ERROR_LAUNCH_BOUNDS);
}

static custub_status wrong_cluster(const custubi_call *call, const custub_dim3 *cluster,
                                   const char *text)
{
    custub_error *error = call->error;

    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_CLUSTER);
    custubi_error_append(error, "cluster ");
    custubi_phrase_dim(error, cluster);
    custubi_error_append(error, " %s", text);
    return custubi_fault_end(error, CUSTUB_ERROR_CLUSTER);
}

custub_status custubi_limits_cluster(custubi_call *call)
{
    const custub_kernel_info *info = call->kernel->info;
    custub_dim3 cluster = custubi_contract_cluster(info, call->launch);
    custub_error *error = call->error;

    if (!custubi_dim_is_set(&cluster))
        return CUSTUB_OK;
    for (int axis = 0; axis < 3; axis++) {
        uint64_t size = custubi_component(&cluster, axis);
        uint64_t own = info->cluster[axis] ? info->cluster[axis] : 1;
        uint64_t grid = custubi_component(&call->grid, axis);
        if (!size)
            return wrong_cluster(call, &cluster, "is empty");
        if (info->cluster[0] && size != own)
            return wrong_cluster(call, &cluster, "differs from the kernel's __cluster_dims__");
        if (grid % size == 0)
            continue;
        custubi_fault_begin(info, error, CUSTUB_ERROR_CLUSTER);
        custubi_fault_numbers(error, size, grid);
        custubi_phrase_shape(error, &call->grid, &call->block);
        custubi_error_append(error, " has %llu blocks in %c, not a multiple of the cluster's %llu",
                             (unsigned long long)grid, axes[axis], (unsigned long long)size);
        return custubi_fault_end(error, CUSTUB_ERROR_CLUSTER);
    }
    return CUSTUB_OK;
}

static custub_status check_cooperative(const custubi_call *call, custubi_device_facts *device)
{
    custub_error *error = call->error;
    uint64_t blocks = call->grid.x * call->grid.y * call->grid.z;
    uint64_t resident;
    custub_status status;

    if (!device->limits.cooperative)
        return custubi_fault(
            call->kernel->info, error, CUSTUB_ERROR_COOPERATIVE,
            "the kernel needs a cooperative launch, which this device does not support");
    status =
        custubi_facts_resident(call->kernel, device, &call->block, call->shared, &resident, error);
    if (status || custubi_rule_resident(&call->grid, resident))
        return status;
    custubi_fault_begin(call->kernel->info, error, CUSTUB_ERROR_COOPERATIVE);
    custubi_fault_numbers(error, resident, blocks);
    custubi_phrase_shape(error, &call->grid, &call->block);
    custubi_error_append(
        error,
        " has %llu blocks, at most %llu blocks of a cooperative launch fit the device at once",
        (unsigned long long)blocks, (unsigned long long)resident);
    return custubi_fault_end(error, CUSTUB_ERROR_COOPERATIVE);
}

custub_status custubi_limits_residence(const custubi_call *call, custubi_device_facts *device)
{
    const custub_kernel_info *info = call->kernel->info;
    custub_dim3 cluster = custubi_contract_cluster(info, call->launch);

    if (custubi_dim_is_set(&cluster) && !device->limits.cluster)
        return wrong_cluster(call, &cluster, "cannot be launched: this device has no clusters");
    if (info->flags & CUSTUB_KERNEL_COOPERATIVE)
        return check_cooperative(call, device);
    return CUSTUB_OK;
}
