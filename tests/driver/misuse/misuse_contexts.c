#include "misuse.h"

#include <string.h>

static CUdevice device;
static int number;
static int other_number;
static unsigned flags;
static size_t size;
static char name[64];
static const char *text;
static CUcontext context;
static void *function;

/* The result of a call in another, new context. */
static CUresult in_own_context(CUresult (*call)(void))
{
    CUresult result = cu.cuCtxCreate_v2(&context, 0, 0);

    return result == CUDA_SUCCESS ? call() : result;
}

static CUresult destroyed_context(void)
{
    CUresult result = cu.cuCtxCreate_v2(&context, 0, 0);

    return result == CUDA_SUCCESS ? cu.cuCtxDestroy_v2(context) : result;
}

static CUresult destroy_twice(void)
{
    CUresult result = destroyed_context();

    return result == CUDA_SUCCESS ? cu.cuCtxDestroy_v2(context) : result;
}

static CUresult set_destroyed(void)
{
    CUresult result = destroyed_context();

    return result == CUDA_SUCCESS ? cu.cuCtxSetCurrent(context) : result;
}

static CUresult push_destroyed(void)
{
    CUresult result = destroyed_context();

    return result == CUDA_SUCCESS ? cu.cuCtxPushCurrent_v2(context) : result;
}

static CUresult use_after_destruction_below(void)
{
    CUcontext second = NULL;
    CUdeviceptr address;
    CUresult result = cu.cuCtxCreate_v2(&context, 0, 0);

    if (result == CUDA_SUCCESS)
        result = cu.cuCtxCreate_v2(&second, 0, 0);
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxDestroy_v2(context); /* not the current one */
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxPopCurrent_v2(&second);
    return result == CUDA_SUCCESS ? cu.cuMemAlloc_v2(&address, 4) : result;
}

static CUresult pop_all(void)
{
    CUresult result = cu.cuCtxPopCurrent_v2(&context);

    return result == CUDA_SUCCESS ? cu.cuCtxPopCurrent_v2(&context) : result;
}

static CUresult allocate_without_context(void)
{
    CUdeviceptr address;

    return cu.cuMemAlloc_v2(&address, 4);
}

static CUresult release_too_often(void)
{
    CUresult result = cu.cuDevicePrimaryCtxRelease_v2(0);

    for (int i = 0; i < 1000 && result == CUDA_SUCCESS; i++)
        result = cu.cuDevicePrimaryCtxRelease_v2(0);
    return result;
}

static CUresult use_after_release(void)
{
    release_too_often();
    return cu.cuCtxSynchronize();
}

static CUresult use_after_reset(void)
{
    CUresult result = cu.cuDevicePrimaryCtxReset_v2(0);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(NULL) : result;
}

static CUresult reset_and_release(void)
{
    CUresult result = cu.cuDevicePrimaryCtxReset_v2(0);

    return result == CUDA_SUCCESS ? cu.cuDevicePrimaryCtxRelease_v2(0) : result;
}

static CUresult reset_and_release_twice(void)
{
    CUresult result = reset_and_release();

    return result == CUDA_SUCCESS ? cu.cuDevicePrimaryCtxRelease_v2(0) : result;
}

/* CUDA_SUCCESS: the primary context is still active. */
static CUresult reset_and_ask(void)
{
    CUresult result = cu.cuDevicePrimaryCtxReset_v2(0);
    unsigned int set;
    int active = -1;

    if (result == CUDA_SUCCESS)
        result = cu.cuDevicePrimaryCtxGetState(0, &set, &active);
    if (result != CUDA_SUCCESS)
        return result;
    return active ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

static CUresult reset_and_retain(void)
{
    CUresult result = cu.cuDevicePrimaryCtxReset_v2(0);
    CUcontext retained = NULL;

    if (result == CUDA_SUCCESS)
        result = cu.cuDevicePrimaryCtxRetain(&retained, 0);
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxSetCurrent(retained);
    return result == CUDA_SUCCESS ? allocate_without_context() : result;
}

static CUresult stream_of_other_context(void)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};

    return cu.cuLaunchKernel(f.add, 1, 1, 1, 4, 1, 1, 0, f.stream, params, NULL);
}

static CUresult launch_function_of_other_context(void)
{
    return misuse_launch(f.add, 1, 4, 0, NULL);
}

static CUresult record_in_other_context(void)
{
    return cu.cuEventRecord(f.event, NULL);
}

static CUresult free_in_other_context(void)
{
    return cu.cuMemFree_v2(f.memory);
}

static CUresult unload_in_other_context(void)
{
    return cu.cuModuleUnload(f.module);
}

static CUresult memory_of_destroyed_context(void)
{
    CUdeviceptr address = 0;
    CUresult result = cu.cuCtxCreate_v2(&context, 0, 0);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemAlloc_v2(&address, 64);
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxDestroy_v2(context);
    return result == CUDA_SUCCESS ? cu.cuMemFree_v2(address) : result;
}

static CUresult proc_address(const char *symbol, int version, uint64_t asked)
{
    int status = -1;

    return cu.cuGetProcAddress_v2(symbol, &function, version, asked, &status);
}

#define CONTEXT_TABLE(X)                                                                           \
    X(init_with_flags, BARE, cu.cuInit(1))                                                         \
    X(count_devices_before_init, BARE, cu.cuDeviceGetCount(&number))                               \
    X(get_device_before_init, BARE, cu.cuDeviceGet(&device, 0))                                    \
    X(name_device_before_init, BARE, cu.cuDeviceGetName(name, 64, 0))                              \
    X(retain_before_init, BARE, cu.cuDevicePrimaryCtxRetain(&context, 0))                          \
    X(create_context_before_init, BARE, cu.cuCtxCreate_v2(&context, 0, 0))                         \
    X(get_current_before_init, BARE, cu.cuCtxGetCurrent(&context))                                 \
    X(set_current_before_init, BARE, cu.cuCtxSetCurrent(NULL))                                     \
    X(allocate_before_init, BARE, allocate_without_context())                                      \
    X(synchronize_before_init, BARE, cu.cuCtxSynchronize())                                        \
    X(version_before_init, BARE, cu.cuDriverGetVersion(&number))                                   \
    X(version_into_null, BARE, cu.cuDriverGetVersion(NULL))                                        \
    X(error_name_before_init, BARE, cu.cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text))            \
    X(proc_address_before_init, BARE, proc_address("cuMemAlloc", 12000, 0))                        \
    X(count_devices_into_null, EMPTY, cu.cuDeviceGetCount(NULL))                                   \
    X(get_device_into_null, EMPTY, cu.cuDeviceGet(NULL, 0))                                        \
    X(get_device_beyond, EMPTY, cu.cuDeviceGet(&device, 64))                                       \
    X(get_device_negative, EMPTY, cu.cuDeviceGet(&device, -1))                                     \
    X(name_into_null, EMPTY, cu.cuDeviceGetName(NULL, 64, 0))                                      \
    X(name_of_no_length, EMPTY, cu.cuDeviceGetName(name, 0, 0))                                    \
    X(name_of_length_one, EMPTY, cu.cuDeviceGetName(name, 1, 0))                                   \
    X(name_of_other_device, EMPTY, cu.cuDeviceGetName(name, 64, 99))                               \
    X(attribute_into_null, EMPTY, cu.cuDeviceGetAttribute(NULL, 1, 0))                             \
    X(attribute_zero, EMPTY, cu.cuDeviceGetAttribute(&number, 0, 0))                               \
    X(attribute_negative, EMPTY, cu.cuDeviceGetAttribute(&number, -1, 0))                          \
    X(attribute_beyond, EMPTY, cu.cuDeviceGetAttribute(&number, 100000, 0))                        \
    X(attribute_of_other_device, EMPTY, cu.cuDeviceGetAttribute(&number, 1, 99))                   \
    X(total_into_null, EMPTY, cu.cuDeviceTotalMem_v2(NULL, 0))                                     \
    X(total_of_other_device, EMPTY, cu.cuDeviceTotalMem_v2(&size, 99))                             \
    X(capability_of_other_device, EMPTY, cu.cuDeviceComputeCapability(&number, &other_number, 99)) \
    X(bus_id_into_null, EMPTY, cu.cuDeviceGetPCIBusId(NULL, 64, 0))                                \
    X(bus_id_too_short, EMPTY, cu.cuDeviceGetPCIBusId(name, 4, 0))                                 \
    X(device_by_bus_id_of_nothing, EMPTY, cu.cuDeviceGetByPCIBusId(&device, "nothing"))            \
    X(device_by_null_bus_id, EMPTY, cu.cuDeviceGetByPCIBusId(&device, NULL))                       \
    X(peer_of_other_device, EMPTY, cu.cuDeviceCanAccessPeer(&number, 0, 99))                       \
    X(peer_into_null, EMPTY, cu.cuDeviceCanAccessPeer(NULL, 0, 0))                                 \
    X(peer_of_itself, EMPTY, cu.cuDeviceCanAccessPeer(&number, 0, 0))                              \
    X(retain_into_null, EMPTY, cu.cuDevicePrimaryCtxRetain(NULL, 0))                               \
    X(retain_of_other_device, EMPTY, cu.cuDevicePrimaryCtxRetain(&context, 99))                    \
    X(release_not_retained, EMPTY, cu.cuDevicePrimaryCtxRelease_v2(0))                             \
    X(reset_not_retained, EMPTY, cu.cuDevicePrimaryCtxReset_v2(0))                                 \
    X(primary_flags_unknown, EMPTY, cu.cuDevicePrimaryCtxSetFlags_v2(0, 0x8000))                   \
    X(primary_state_into_null_flags, EMPTY, cu.cuDevicePrimaryCtxGetState(0, NULL, &number))       \
    X(primary_state_into_null_active, EMPTY, cu.cuDevicePrimaryCtxGetState(0, &flags, NULL))       \
    X(primary_state_of_other_device, EMPTY, cu.cuDevicePrimaryCtxGetState(99, &flags, &number))    \
    X(get_current_into_null, EMPTY, cu.cuCtxGetCurrent(NULL))                                      \
    X(get_current_of_none, EMPTY, cu.cuCtxGetCurrent(&context))                                    \
    X(set_current_null, EMPTY, cu.cuCtxSetCurrent(NULL))                                           \
    X(push_null, EMPTY, cu.cuCtxPushCurrent_v2(NULL))                                              \
    X(pop_none, EMPTY, cu.cuCtxPopCurrent_v2(&context))                                            \
    X(synchronize_without_context, EMPTY, cu.cuCtxSynchronize())                                   \
    X(device_without_context, EMPTY, cu.cuCtxGetDevice(&device))                                   \
    X(limit_without_context, EMPTY, cu.cuCtxGetLimit(&size, 0))                                    \
    X(allocate_with_no_context, EMPTY, allocate_without_context())                                 \
    X(priorities_without_context, EMPTY, cu.cuCtxGetStreamPriorityRange(&number, &number))         \
    X(create_context_into_null, EMPTY, cu.cuCtxCreate_v2(NULL, 0, 0))                              \
    X(create_context_flags_unknown, EMPTY, cu.cuCtxCreate_v2(&context, 0x8000, 0))                 \
    X(create_context_on_other_device, EMPTY, cu.cuCtxCreate_v2(&context, 0, 99))                   \
    X(destroy_null_context, EMPTY, cu.cuCtxDestroy_v2(NULL))                                       \
    X(device_of_context_into_null, USUAL, cu.cuCtxGetDevice(NULL))                                 \
    X(limit_into_null, USUAL, cu.cuCtxGetLimit(NULL, CU_LIMIT_STACK_SIZE))                         \
    X(limit_unknown, USUAL, cu.cuCtxGetLimit(&size, 999))                                          \
    X(set_limit_unknown, USUAL, cu.cuCtxSetLimit(999, 1))                                          \
    X(cache_into_null, USUAL, cu.cuCtxGetCacheConfig(NULL))                                        \
    X(cache_unknown, USUAL, cu.cuCtxSetCacheConfig(99))                                            \
    X(priorities_into_nulls, USUAL, cu.cuCtxGetStreamPriorityRange(NULL, NULL))                    \
    X(enable_peer_null, USUAL, cu.cuCtxEnablePeerAccess(NULL, 0))                                  \
    X(enable_peer_itself, USUAL, cu.cuCtxEnablePeerAccess(f.context, 0))                           \
    X(enable_peer_flags, USUAL, cu.cuCtxEnablePeerAccess(f.context, 1))                            \
    X(disable_peer_not_enabled, USUAL, cu.cuCtxDisablePeerAccess(f.context))                       \
    X(destroy_primary_context, MARRING, cu.cuCtxDestroy_v2(f.context))                             \
    X(destroy_context_twice, MARRING, destroy_twice())                                             \
    X(set_destroyed_context, MARRING, set_destroyed())                                             \
    X(push_destroyed_context, MARRING, push_destroyed())                                           \
    X(use_destroyed_context_below, MARRING, use_after_destruction_below())                         \
    X(pop_more_than_pushed, MARRING, pop_all())                                                    \
    X(release_more_than_retained, MARRING, release_too_often())                                    \
    X(use_released_context, MARRING, use_after_release())                                          \
    X(release_after_reset, MARRING, reset_and_release())                                           \
    X(release_twice_after_reset, MARRING, reset_and_release_twice())                               \
    X(state_after_reset, MARRING, reset_and_ask())                                                 \
    X(retain_after_reset, MARRING, reset_and_retain())                                             \
    X(use_reset_context, MARRING, use_after_reset())                                               \
    X(stream_of_another_context, MARRING, in_own_context(stream_of_other_context))                 \
    X(function_of_another_context, MARRING, in_own_context(launch_function_of_other_context))      \
    X(event_of_another_context, MARRING, in_own_context(record_in_other_context))                  \
    X(memory_of_another_context, MARRING, in_own_context(free_in_other_context))                   \
    X(module_of_another_context, MARRING, in_own_context(unload_in_other_context))                 \
    X(memory_of_a_destroyed_context, MARRING, memory_of_destroyed_context())                       \
    X(error_name_into_null, USUAL, cu.cuGetErrorName(0, NULL))                                     \
    X(error_name_of_nothing, USUAL, cu.cuGetErrorName(12345, &text))                               \
    X(error_text_of_nothing, USUAL, cu.cuGetErrorString(12345, &text))                             \
    X(proc_address_of_nothing, USUAL, proc_address("cuNothing", 12000, 0))                         \
    X(proc_address_too_old, USUAL, proc_address("cuLibraryLoadData", 11000, 0))                    \
    X(proc_address_null_symbol, USUAL, proc_address(NULL, 12000, 0))                               \
    X(proc_address_into_null, USUAL, cu.cuGetProcAddress_v2("cuMemAlloc", NULL, 12000, 0, NULL))   \
    X(proc_address_flags_unknown, USUAL, proc_address("cuMemAlloc", 12000, 64))                    \
    X(proc_address_both_flags, USUAL, proc_address("cuMemAlloc", 12000, 3))                        \
    X(proc_address_before_status, USUAL, cu.cuGetProcAddress("cuNothing", &function, 11030, 0))

MISUSE_TABLE(misuse_of_contexts, CONTEXT_TABLE);
