#include "library/facts.h"

#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "library/kernel_state.h"

/* True if no limit is below that of every device. */
static bool is_ordinary(const custubi_shape_limits *limits)
{
    const custubi_shape_limits *least = &custubi_kernel_every_device;
    bool is = limits->block_threads >= least->block_threads;

    for (int axis = 0; axis < 3; axis++)
        is &= limits->grid[axis] >= least->grid[axis] && limits->block[axis] >= least->block[axis];
    return is;
}

static custub_status read_limits(const custub_kernel *kernel, custubi_device_facts *facts,
                                 custub_error *error)
{
    custubi_device_limits *limits = &facts->limits;
    uint64_t pageable = 0, cooperative = 0, cluster = 0;
    const struct {
        uint64_t *out;
        int attribute;
        bool may_lack; /* newer than the oldest driver */
    } wanted[] = {
        {&limits->shape.block_threads, CUSTUBI_DEVICE_MAX_THREADS_PER_BLOCK, false},
        {&limits->shape.block[0], CUSTUBI_DEVICE_MAX_BLOCK_DIM_X, false},
        {&limits->shape.block[1], CUSTUBI_DEVICE_MAX_BLOCK_DIM_Y, false},
        {&limits->shape.block[2], CUSTUBI_DEVICE_MAX_BLOCK_DIM_Z, false},
        {&limits->shape.grid[0], CUSTUBI_DEVICE_MAX_GRID_DIM_X, false},
        {&limits->shape.grid[1], CUSTUBI_DEVICE_MAX_GRID_DIM_Y, false},
        {&limits->shape.grid[2], CUSTUBI_DEVICE_MAX_GRID_DIM_Z, false},
        {&limits->shared_opt_in, CUSTUBI_DEVICE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, false},
        {&limits->processors, CUSTUBI_DEVICE_MULTIPROCESSOR_COUNT, false},
        {&limits->processor_threads, CUSTUBI_DEVICE_MAX_THREADS_PER_MULTIPROCESSOR, false},
        {&limits->warp, CUSTUBI_DEVICE_WARP_SIZE, false},
        {&pageable, CUSTUBI_DEVICE_PAGEABLE_MEMORY_ACCESS, true},
        {&cooperative, CUSTUBI_DEVICE_COOPERATIVE_LAUNCH, true},
        {&cluster, CUSTUBI_DEVICE_CLUSTER_LAUNCH, true},
    };

    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        int value = 0;
        int result = custubi_cu.device_get_attribute(&value, wanted[i].attribute, facts->device);
        if (result && !(wanted[i].may_lack && result == CUSTUBI_INVALID_VALUE))
            return custubi_fault_driver(kernel->info, error, "cuDeviceGetAttribute", result,
                                        "asking for attribute %d of device %d", wanted[i].attribute,
                                        facts->device);
        *wanted[i].out = value > 0 ? (uint64_t)value : 0;
    }
    limits->pageable = pageable != 0;
    limits->cooperative = cooperative != 0;
    limits->cluster = cluster != 0;
    limits->ordinary = is_ordinary(&limits->shape);
    return CUSTUB_OK;
}

custub_status custubi_facts_device(const custub_kernel *kernel, custubi_device_facts **out,
                                   custub_error *error)
{
    custub_library *library = kernel->library;
    custubi_device_facts *facts = NULL;
    custub_status status = CUSTUB_OK;
    int device = -1;
    int result = custubi_cu.context_get_device(&device);

    if (result)
        return custubi_fault_driver(kernel->info, error, "cuCtxGetDevice", result,
                                    "asking for the current device");
    for (uint32_t i = 0; i < library->device_count && !facts; i++)
        if (library->devices[i].device == device)
            facts = &library->devices[i];
    if (!facts)
        return custubi_fault(
            kernel->info, error, CUSTUB_ERROR_NO_DEVICE,
            "the current context belongs to device %d, which was not there when the "
            "kernels were loaded",
            device);
    if (!atomic_load_explicit(&facts->ready, memory_order_acquire)) {
        custubi_mutex_lock(&library->filling);
        if (!atomic_load_explicit(&facts->ready, memory_order_relaxed))
            status = read_limits(kernel, facts, error);
        if (!status)
            atomic_store_explicit(&facts->ready, true, memory_order_release);
        custubi_mutex_unlock(&library->filling);
    }
    *out = facts;
    return status;
}

custub_status custubi_facts_attribute(const custub_kernel *kernel, int device, int attribute,
                                      uint32_t *out, custub_error *error)
{
    int value = 0;
    int result;

    if (kernel->library->is_module)
        result = custubi_cu.function_get_attribute(&value, attribute, kernel->function);
    else
        result = custubi_cu.kernel_get_attribute(&value, attribute, kernel->function, device);
    if (result)
        return custubi_fault_driver(kernel->info, error,
                                    kernel->library->is_module ? "cuFuncGetAttribute"
                                                               : "cuKernelGetAttribute",
                                    result, "asking for attribute %d of the kernel", attribute);
    *out = value > 0 ? (uint32_t)value : 0;
    return CUSTUB_OK;
}

static custub_status read_kernel(const custub_kernel *kernel, int device,
                                 custubi_kernel_facts *facts, custub_error *error)
{
    atomic_uint *plain = &kernel->state->plain_shared;
    uint32_t dynamic = 0;
    custub_status status;

    status = custubi_facts_attribute(kernel, device, CUSTUBI_FUNCTION_MAX_THREADS_PER_BLOCK,
                                     &facts->threads, error);
    if (!status)
        status = custubi_facts_attribute(kernel, device, CUSTUBI_FUNCTION_SHARED_SIZE_BYTES,
                                         &facts->static_shared, error);
    if (!status)
        status = custubi_facts_attribute(
            kernel, device, CUSTUBI_FUNCTION_MAX_DYNAMIC_SHARED_SIZE_BYTES, &dynamic, error);
    if (status)
        return status;
    atomic_store_explicit(&facts->dynamic_shared, dynamic, memory_order_relaxed);
    if (dynamic < atomic_load_explicit(plain, memory_order_relaxed))
        atomic_store_explicit(plain, dynamic, memory_order_relaxed);
    atomic_store_explicit(&facts->ready, true, memory_order_release);
    return CUSTUB_OK;
}

custub_status custubi_facts_kernel(const custub_kernel *kernel, custubi_device_facts *device,
                                   custubi_kernel_facts **out, custub_error *error)
{
    custubi_kernel_facts *facts = &device->kernels[custubi_kernel_index(kernel)];
    custub_status status = CUSTUB_OK;

    if (!atomic_load_explicit(&facts->ready, memory_order_acquire)) {
        custubi_mutex_lock(&kernel->library->filling);
        if (!atomic_load_explicit(&facts->ready, memory_order_relaxed))
            status = read_kernel(kernel, device->device, facts, error);
        custubi_mutex_unlock(&kernel->library->filling);
    }
    *out = facts;
    return status;
}

custub_status custubi_facts_check_shared(const custub_kernel *kernel,
                                         const custubi_device_facts *device,
                                         const custubi_kernel_facts *facts, uint64_t bytes,
                                         custub_error *error)
{
    uint64_t room = custubi_facts_room(device, facts);

    if (bytes <= room)
        return CUSTUB_OK;
    custubi_fault_begin(kernel->info, error, CUSTUB_ERROR_SHARED_LIMIT);
    custubi_fault_numbers(error, bytes, room);
    custubi_error_append(error,
                         "the launch needs %llu bytes of dynamic shared memory and %u of static, "
                         "the device has %llu per block",
                         (unsigned long long)bytes, (unsigned int)facts->static_shared,
                         (unsigned long long)device->limits.shared_opt_in);
    return custubi_fault_end(error, CUSTUB_ERROR_SHARED_LIMIT);
}

static custub_status raise_shared(const custub_kernel *kernel, int device,
                                  custubi_kernel_facts *facts, uint32_t bytes, custub_error *error)
{
    const char *call = kernel->library->is_module ? "cuFuncSetAttribute" : "cuKernelSetAttribute";
    int attribute = CUSTUBI_FUNCTION_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    int result;

    if (kernel->library->is_module)
        result = custubi_cu.function_set_attribute(kernel->function, attribute, (int)bytes);
    else
        result = custubi_cu.kernel_set_attribute(attribute, (int)bytes, kernel->function, device);
    if (!result && kernel->state->bounds && kernel->state->bounds->plain)
        result = custubi_cu.kernel_set_attribute(attribute, (int)bytes,
                                                 kernel->state->bounds->plain, device);
    if (result)
        return custubi_fault_driver(kernel->info, error, call, result,
                                    "opting in to %u bytes of dynamic shared memory",
                                    (unsigned int)bytes);
    atomic_store_explicit(&facts->dynamic_shared, bytes, memory_order_release);
    return CUSTUB_OK;
}

custub_status custubi_facts_allow_shared(const custub_kernel *kernel, custubi_device_facts *device,
                                         uint64_t bytes, custub_error *error)
{
    custubi_kernel_facts *facts;
    custub_status status = custubi_facts_kernel(kernel, device, &facts, error);

    if (status)
        return status;
    if (atomic_load_explicit(&facts->dynamic_shared, memory_order_acquire) >= bytes)
        return CUSTUB_OK;
    status = custubi_facts_check_shared(kernel, device, facts, bytes, error);
    if (status)
        return status;
    custubi_mutex_lock(&kernel->library->filling);
    if (atomic_load_explicit(&facts->dynamic_shared, memory_order_relaxed) < bytes)
        status = raise_shared(kernel, device->device, facts, (uint32_t)bytes, error);
    custubi_mutex_unlock(&kernel->library->filling);
    return status;
}

custub_status custubi_facts_reread_shared(const custub_kernel *kernel, custubi_device_facts *device,
                                          custub_error *error)
{
    custubi_kernel_facts *facts;
    uint32_t bytes = 0;
    custub_status status = custubi_facts_kernel(kernel, device, &facts, error);

    if (!status)
        status = custubi_facts_attribute(
            kernel, device->device, CUSTUBI_FUNCTION_MAX_DYNAMIC_SHARED_SIZE_BYTES, &bytes, error);
    if (!status)
        atomic_store_explicit(&facts->dynamic_shared, bytes, memory_order_release);
    return status;
}

/* The slot of an answer. Blocks of different sizes mostly have different slots. */
static atomic_ullong *answer_of(const custub_kernel *kernel, custubi_device_facts *device,
                                uint64_t threads)
{
    custubi_kernel_facts *facts = &device->kernels[custubi_kernel_index(kernel)];

    return &facts->answers[threads / 32 % CUSTUBI_OCCUPANCY_ANSWERS];
}

/* A question and its answer as one number: 32 bits of shared memory, 16 of threads, 16 of blocks.
 */
static unsigned long long pack_answer(uint64_t threads, uint64_t shared, int blocks)
{
    return (unsigned long long)shared << 32 | threads << 16 | (unsigned long long)blocks;
}

custub_status custubi_facts_blocks(const custub_kernel *kernel, custubi_device_facts *device,
                                   const custub_dim3 *block, uint64_t shared, uint64_t *blocks,
                                   custub_error *error)
{
    uint64_t threads = block->x * block->y * block->z;
    unsigned long long known;
    int count = 0;
    int result;
    /* Without opting in, the driver answers 0. */
    custub_status status = custubi_facts_allow_shared(kernel, device, shared, error);

    *blocks = 0;
    if (status)
        return status;
    known = atomic_load_explicit(answer_of(kernel, device, threads), memory_order_relaxed);
    if (known >> 16 == pack_answer(threads, shared, 0) >> 16 && (known & 0xffff)) {
        *blocks = known & 0xffff;
        return CUSTUB_OK;
    }
    result = custubi_cu.occupancy(&count, kernel->function, (int)threads, (size_t)shared);
    if (result)
        return custubi_fault_driver(
            kernel->info, error, "cuOccupancyMaxActiveBlocksPerMultiprocessor", result,
            "asking how many blocks of %llu threads fit", (unsigned long long)threads);
    *blocks = count > 0 ? (uint64_t)count : 0;
    if (count > 0 && count <= UINT16_MAX && threads <= UINT16_MAX && shared <= UINT32_MAX)
        atomic_store_explicit(answer_of(kernel, device, threads),
                              pack_answer(threads, shared, count), memory_order_relaxed);
    return CUSTUB_OK;
}

custub_status custubi_facts_resident(const custub_kernel *kernel, custubi_device_facts *device,
                                     const custub_dim3 *block, uint64_t shared, uint64_t *blocks,
                                     custub_error *error)
{
    custub_status status;

    *blocks = 0;
    if (block->x > CUSTUBI_BLOCK_XY || block->y > CUSTUBI_BLOCK_XY || block->z > CUSTUBI_BLOCK_XY ||
        shared > UINT32_MAX)
        return CUSTUB_OK;
    status = custubi_facts_blocks(kernel, device, block, shared, blocks, error);
    *blocks *= device->limits.processors;
    return status;
}
