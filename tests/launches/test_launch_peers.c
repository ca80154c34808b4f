/* Launches on one GPU at another one's memory. Without peer access they are refused, with the
 * reason; with it they may use the memory to its last byte. Needs two GPUs that can access each
 * other. */
#include "launch_fixture.h"
#include "mapped_memory.h"

#include <string.h>

#define COUNT 1000

static CUcontext peer; /* of device 1 */

static CUcontext own(void)
{
    return custub_device_context(f.device);
}

static CUdeviceptr allocate_on_peer(size_t count)
{
    CUdeviceptr address;

    DRIVER(cu.cuCtxSetCurrent(peer));
    DRIVER(cu.cuMemAlloc_v2(&address, count * sizeof(int)));
    DRIVER(cu.cuCtxSetCurrent(own()));
    return address;
}

static void free_on_peer(CUdeviceptr address)
{
    DRIVER(cu.cuCtxSetCurrent(peer));
    DRIVER(cu.cuMemFree_v2(address));
    DRIVER(cu.cuCtxSetCurrent(own()));
}

static void peer_memory_works_while_access_is_enabled(void **state)
{
    CUdeviceptr before;
    CUdeviceptr after;

    (void)state;
    if (!peer)
        SKIP();
    before = allocate_on_peer(COUNT);
    REFUSES(before, COUNT, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(f.error.message, "another device's memory"));
    assert_non_null(strstr(f.error.message, "peer access"));
    DRIVER(cu.cuCtxEnablePeerAccess(peer, 0));
    after = allocate_on_peer(COUNT + 1);
    IS_EXACT(before, COUNT);
    IS_EXACT(after, COUNT + 1);
    free_on_peer(after);
    REFUSES_GONE(after);
    DRIVER(cu.cuCtxDisablePeerAccess(peer));
    REFUSES(before, COUNT, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(f.error.message, "peer access"));
    free_on_peer(before);
    REFUSES_GONE(before);
}

/* The pool itself grants access, whatever the contexts do. */
static void a_pool_gives_access_of_its_own(void **state)
{
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 1}};
    CUmemAccessDesc access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUmemoryPool pool = NULL;
    CUdeviceptr address;

    (void)state;
    if (!peer || !LAUNCH_HAS(cu.cuMemPoolCreate(&pool, &properties)))
        SKIP();
    DRIVER(cu.cuMemAllocFromPoolAsync(&address, COUNT * sizeof(int), pool, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
    REFUSES(address, COUNT, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    DRIVER(cu.cuMemPoolSetAccess(pool, &access, 1));
    IS_EXACT(address, COUNT);
    DRIVER(cu.cuMemFreeAsync(address, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
    REFUSES_GONE(address);
    DRIVER(cu.cuMemPoolDestroy(pool));
}

/* Memory of the peer that is mapped for both devices. */
static void mapped_peer_memory_works(void **state)
{
    mapped_memory memory;
    size_t count;

    (void)state;
    if (!peer || !mapped_memory_create(&memory, 2, 1, 2, 0))
        SKIP();
    count = memory.piece / sizeof(int);
    WORKS(memory.address, 2 * count);
    WORKS(memory.address + memory.piece - sizeof(int), 2);
    REFUSES(memory.address, 2 * count + 1, CUSTUB_ERROR_BUFFER_TOO_SMALL);
    mapped_memory_destroy(&memory);
    REFUSES_GONE(memory.address);
}

static void both_devices_use_managed_and_pinned_memory(void **state)
{
    CUdeviceptr managed;
    void *pinned;

    (void)state;
    if (!peer)
        SKIP();
    DRIVER(cu.cuCtxSetCurrent(peer));
    DRIVER(cu.cuMemHostAlloc(&pinned, COUNT * sizeof(int), CU_MEMHOSTALLOC_PORTABLE));
    DRIVER(cu.cuMemAllocManaged(&managed, COUNT * sizeof(int), CU_MEM_ATTACH_GLOBAL));
    DRIVER(cu.cuCtxSetCurrent(own()));
    IS_EXACT((CUdeviceptr)(uintptr_t)pinned, COUNT);
    IS_EXACT(managed, COUNT);
    DRIVER(cu.cuMemFree_v2(managed));
    DRIVER(cu.cuMemFreeHost(pinned));
}

/* The same kernels, in a stream of the second GPU, while the first one's context is current. */
static void a_stream_of_the_other_device_takes_its_memory(void **state)
{
    CUstream stream;
    CUcontext current = NULL;
    CUdeviceptr there;
    CUdeviceptr here;

    (void)state;
    if (!peer)
        SKIP();
    there = allocate_on_peer(COUNT);
    DRIVER(cu.cuMemAlloc_v2(&here, COUNT * sizeof(int)));
    DRIVER(cu.cuCtxSetCurrent(peer));
    DRIVER(cu.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    DRIVER(cu.cuCtxSetCurrent(own()));
    f.launch.stream = stream;
    IS_EXACT(there, COUNT);
    REFUSES(here, COUNT, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    assert_non_null(strstr(f.error.message, "context of the launch's stream"));
    DRIVER(cu.cuCtxGetCurrent(&current));
    assert_ptr_equal(current, own());
    f.launch.stream = f.stream;
    IS_EXACT(here, COUNT);
    REFUSES(there, COUNT, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    DRIVER(cu.cuStreamDestroy_v2(stream));
    DRIVER(cu.cuMemFree_v2(here));
    free_on_peer(there);
}

static int has_peer(void)
{
    int count = 0;
    int reaches = 0;

    DRIVER(cu.cuDeviceGetCount(&count));
    if (count >= 2)
        DRIVER(cu.cuDeviceCanAccessPeer(&reaches, 0, 1));
    if (!reaches)
        print_message("skipped: %d device%s%s\n", count, count == 1 ? "" : "s",
                      count > 1 ? ", without peer access" : "");
    return reaches;
}

static int begin(void **state)
{
    launch_begin(state);
    if (has_peer())
        DRIVER(cu.cuDevicePrimaryCtxRetain(&peer, 1));
    else
        peer = NULL;
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (peer)
        DRIVER(cu.cuDevicePrimaryCtxRelease_v2(1));
    return 0;
}

#define PEER_TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PEER_TEST(peer_memory_works_while_access_is_enabled),
        PEER_TEST(a_pool_gives_access_of_its_own),
        PEER_TEST(mapped_peer_memory_works),
        PEER_TEST(both_devices_use_managed_and_pinned_memory),
        PEER_TEST(a_stream_of_the_other_device_takes_its_memory),
    };

    return LAUNCH_RUN(tests);
}
