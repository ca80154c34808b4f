/* Launches in one context with memory of another context of the device, of every kind. They work:
 * the contexts that a process has on a device share their addresses. */
#include "misuse_across.h"

across_fixture a;

static char own[BYTES];

CUresult enter_second(void)
{
    CUmodule module = NULL;
    CUresult result = cu.cuCtxCreate_v2(&a.second, 0, 0);

    if (result == CUDA_SUCCESS)
        result = cu.cuModuleLoadData(&module, driver_image());
    if (result == CUDA_SUCCESS)
        result = cu.cuModuleGetFunction(&a.add, module, "add");
    if (result == CUDA_SUCCESS)
        result = cu.cuStreamCreate(&a.stream, CU_STREAM_NON_BLOCKING);
    return result;
}

/* --- Memory of every kind, made in the current context -------------------------------------------
 */

CUresult make_plain(void)
{
    return cu.cuMemAlloc_v2(&a.address, BYTES);
}

CUresult make_in_stream(void)
{
    CUresult result = cu.cuMemAllocAsync(&a.address, BYTES, f.stream);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(f.stream) : result;
}

CUresult make_in_pool(void)
{
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemoryPool pool = NULL;
    CUresult result = cu.cuMemPoolCreate(&pool, &props);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemAllocFromPoolAsync(&a.address, BYTES, pool, f.stream);
    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(f.stream) : result;
}

CUresult make_managed(void)
{
    return cu.cuMemAllocManaged(&a.address, BYTES, CU_MEM_ATTACH_GLOBAL);
}

static CUresult make_pinned_with(unsigned flags)
{
    void *pointer = NULL;
    CUresult result = cu.cuMemHostAlloc(&pointer, BYTES, flags);

    a.address = (CUdeviceptr)(uintptr_t)pointer;
    return result;
}

CUresult make_pinned(void)
{
    return make_pinned_with(0);
}

CUresult make_portable(void)
{
    return make_pinned_with(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
}

static CUresult make_registered_with(unsigned flags)
{
    a.address = (CUdeviceptr)(uintptr_t)own;
    return cu.cuMemHostRegister_v2(own, BYTES, flags);
}

CUresult make_registered(void)
{
    return make_registered_with(0);
}

CUresult make_registered_portable(void)
{
    return make_registered_with(CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
}

CUresult make_global(void)
{
    size_t size;

    return cu.cuModuleGetGlobal_v2(&a.address, &size, f.module, "counter");
}

CUresult make_library_global(void)
{
    size_t size;

    return cu.cuLibraryGetGlobal(&a.address, &size, f.library, "counter");
}

CUresult make_mapped(void)
{
    const size_t size = (size_t)2 * 1024 * 1024;
    CUmemAllocationProp props = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemAccessDesc access = {.location = props.location,
                              .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemGenericAllocationHandle handle = 0;
    CUresult result = cu.cuMemCreate(&handle, size, &props, 0);

    if (result == CUDA_SUCCESS)
        result = cu.cuMemAddressReserve(&a.address, size, 0, 0, 0);
    if (result == CUDA_SUCCESS)
        result = cu.cuMemMap(a.address, size, 0, handle, 0);
    return result == CUDA_SUCCESS ? cu.cuMemSetAccess(a.address, size, &access, 1) : result;
}

/* --- In which order ------------------------------------------------------------------------------
 */

CUresult across(CUresult (*make)(void), CUresult (*use)(void))
{
    CUresult result = make();

    if (result == CUDA_SUCCESS)
        result = enter_second();
    return result == CUDA_SUCCESS ? use() : result;
}

CUresult at_home(CUresult (*make)(void), CUresult (*use)(void))
{
    CUresult result = make();

    return result == CUDA_SUCCESS ? use() : result;
}

CUresult back(CUresult (*make)(void), CUresult (*use)(void))
{
    CUresult result = enter_second();

    if (result == CUDA_SUCCESS)
        result = make();
    a.add = f.add;
    a.stream = f.stream;
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxSetCurrent(f.context);
    return result == CUDA_SUCCESS ? use() : result;
}

CUresult between_new(CUresult (*make)(void), CUresult (*use)(void))
{
    CUresult result = enter_second();

    if (result == CUDA_SUCCESS)
        result = make();
    if (result == CUDA_SUCCESS)
        result = enter_second();
    return result == CUDA_SUCCESS ? use() : result;
}

/* --- Launches ------------------------------------------------------------------------------------
 */

static CUresult launch_in(CUfunction function, CUstream stream, CUdeviceptr memory, size_t n)
{
    int value = 1;
    void *params[] = {&memory, &value, &n};

    return cu.cuLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, stream, params, NULL);
}

static CUresult launch(void)
{
    CUresult result = launch_in(a.add, NULL, a.address, 1);

    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

/* The kernel does not touch it. */
static CUresult launch_for_none(void)
{
    CUresult result = launch_in(a.add, NULL, a.address, 0);

    return result == CUDA_SUCCESS ? cu.cuCtxSynchronize() : result;
}

static CUresult launch_only(void)
{
    return launch_in(a.add, NULL, a.address, 1);
}

static CUresult launch_in_graph(void)
{
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUresult result = cu.cuStreamBeginCapture_v2(a.stream, 2);

    if (result == CUDA_SUCCESS)
        result = launch_in(a.add, a.stream, a.address, 1);
    if (result == CUDA_SUCCESS)
        result = cu.cuStreamEndCapture(a.stream, &graph);
    if (result == CUDA_SUCCESS)
        result = cu.cuGraphInstantiateWithFlags(&exec, graph, 0);
    if (result == CUDA_SUCCESS)
        result = cu.cuGraphLaunch(exec, a.stream);
    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(a.stream) : result;
}

/* Launches across, then reads the memory in its own context. CUDA_ERROR_NOT_FOUND: the launch did
 * not change it. */
static CUresult across_and_back(CUresult (*make)(void))
{
    int before = 0;
    int after = 0;
    CUresult result = make();

    if (result == CUDA_SUCCESS)
        result = cu.cuMemsetD32_v2(a.address, 41, 1);
    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyDtoH_v2(&before, a.address, sizeof(before));
    if (result == CUDA_SUCCESS)
        result = enter_second();
    if (result == CUDA_SUCCESS)
        result = launch();
    if (result == CUDA_SUCCESS)
        result = cu.cuCtxSetCurrent(f.context);
    if (result == CUDA_SUCCESS)
        result = cu.cuMemcpyDtoH_v2(&after, a.address, sizeof(after));
    if (result != CUDA_SUCCESS)
        return result;
    return after == before + 1 ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

static CUresult enable_peer(void)
{
    return cu.cuCtxEnablePeerAccess(f.context, 0);
}

static CUresult with_peer_enabled(CUresult (*use)(void))
{
    CUresult result = across(make_plain, enable_peer);

    return result == CUDA_SUCCESS || result == CUDA_ERROR_PEER_ACCESS_UNSUPPORTED ||
                   result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED ||
                   result == CUDA_ERROR_INVALID_DEVICE || result == CUDA_ERROR_INVALID_CONTEXT
               ? use()
               : result;
}

/* The kernel runs in the context of its stream and its function. Another one is current. */
static CUresult launch_in_its_own(void)
{
    CUresult result = launch_in(f.add, f.stream, a.address, 1);

    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(f.stream) : result;
}

static CUresult launch_in_stream_of_other(void)
{
    CUdeviceptr mine = 0;
    CUresult result = cu.cuMemAlloc_v2(&mine, BYTES);

    if (result == CUDA_SUCCESS)
        result = launch_in(f.add, f.stream, mine, 1);
    return result == CUDA_SUCCESS ? cu.cuStreamSynchronize(f.stream) : result;
}

#define LAUNCH_TABLE(X)                                                                            \
    X(across_launch, MARRING, across_and_back(make_plain))                                         \
    X(across_launch_at_launch, MARRING, across(make_plain, launch_only))                           \
    X(across_launch_for_none, MARRING, across(make_plain, launch_for_none))                        \
    X(across_launch_in_graph, MARRING, across(make_plain, launch_in_graph))                        \
    X(across_launch_with_peer, MARRING, with_peer_enabled(launch))                                 \
    X(across_enable_peer, MARRING, across(make_plain, enable_peer))                                \
    X(across_launch_pool, MARRING, across_and_back(make_in_pool))                                  \
    X(across_launch_in_stream, MARRING, across_and_back(make_in_stream))                           \
    X(across_launch_managed, MARRING, across_and_back(make_managed))                               \
    X(across_launch_pinned, MARRING, across_and_back(make_pinned))                                 \
    X(across_launch_portable, MARRING, across_and_back(make_portable))                             \
    X(across_launch_registered, MARRING, across_and_back(make_registered))                         \
    X(across_launch_registered_portable, MARRING, across_and_back(make_registered_portable))       \
    X(across_launch_mapped, MARRING, across_and_back(make_mapped))                                 \
    X(across_launch_global, MARRING, across(make_global, launch))                                  \
    X(across_launch_library_global, MARRING, across(make_library_global, launch))                  \
    X(back_launch, MARRING, back(make_plain, launch))                                              \
    X(back_launch_global, MARRING, back(make_global, launch))                                      \
    X(between_new_launch, MARRING, between_new(make_plain, launch))                                \
    X(across_launch_in_its_own, MARRING, across(make_plain, launch_in_its_own))                    \
    X(across_launch_in_stream_of_other, MARRING, across(make_plain, launch_in_stream_of_other))

MISUSE_TABLE(misuse_across_contexts, LAUNCH_TABLE);
