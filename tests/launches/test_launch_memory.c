/* Launches at every kind of memory that a device can use. A launch may use all of it. One int more
 * is refused, and so is freed memory. */
#define _DEFAULT_SOURCE

#include "launch_fixture.h"
#include "fresh_error.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define COUNT 1000 /* ints: 4000 bytes, which no allocator rounds to */

static CUdeviceptr address_of(const void *host)
{
    return (CUdeviceptr)(uintptr_t)host;
}

static void an_allocation_is_usable_to_its_last_byte(void **state)
{
    CUdeviceptr address;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    IS_EXACT(address, COUNT);
    REFUSES_GONE(address + COUNT * sizeof(int));
    DRIVER(cu.cuMemFree_v2(address));
    REFUSES_GONE(address);
}

/* The driver only knows the whole allocation. Its end is the end of each part. */
static void an_arena_bounds_its_parts(void **state)
{
    CUdeviceptr arena;

    (void)state;
    DRIVER(cu.cuMemAlloc_v2(&arena, 4 * COUNT * sizeof(int)));
    for (size_t part = 0; part < 4; part++) {
        CUdeviceptr address = arena + part * COUNT * sizeof(int);
        WORKS(address, COUNT);
        REFUSES_ONE_MORE(address, (4 - part) * COUNT);
    }
    DRIVER(cu.cuMemFree_v2(arena));
    REFUSES_GONE(arena + COUNT * sizeof(int));
}

static void free_async(CUdeviceptr address)
{
    DRIVER(cu.cuMemFreeAsync(address, f.stream));
    DRIVER(cu.cuStreamSynchronize(f.stream));
}

static void stream_ordered_memory_works(void **state)
{
    CUdeviceptr first;
    CUdeviceptr second;

    (void)state;
    if (!LAUNCH_HAS(cu.cuMemAllocAsync(&first, COUNT * sizeof(int), f.stream)))
        SKIP();
    DRIVER(cu.cuMemAllocAsync(&second, (COUNT + 1) * sizeof(int), f.stream));
    /* Nothing has waited for the allocation yet. */
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT, 3, custub_i32_view_of(first, COUNT),
                            fresh(&f.error)));
    IS_EXACT(first, COUNT);
    IS_EXACT(second, COUNT + 1);
    free_async(first);
    REFUSES_GONE(first);
    IS_EXACT(second, COUNT + 1);
    free_async(second);
    REFUSES_GONE(second);
}

static void memory_of_a_pool_works(void **state)
{
    CUmemPoolProps properties = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    uint64_t keep = UINT64_MAX;
    CUmemoryPool pool;
    CUdeviceptr parts[8];

    (void)state;
    if (!LAUNCH_HAS(cu.cuMemPoolCreate(&pool, &properties)))
        SKIP();
    DRIVER(cu.cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
    for (size_t i = 0; i < 8; i++)
        DRIVER(cu.cuMemAllocFromPoolAsync(&parts[i], (COUNT + i) * sizeof(int), pool, f.stream));
    for (size_t i = 0; i < 8; i++)
        IS_EXACT(parts[i], COUNT + i);
    for (size_t i = 0; i < 8; i++) {
        free_async(parts[i]); /* the pool keeps it */
        REFUSES_GONE(parts[i]);
    }
    DRIVER(cu.cuMemPoolDestroy(pool));
}

static void managed_memory_works_for_device_and_host(void **state)
{
    CUdeviceptr address;
    const int *host;

    (void)state;
    if (!LAUNCH_HAS(cu.cuMemAllocManaged(&address, COUNT * sizeof(int), CU_MEM_ATTACH_GLOBAL)))
        SKIP();
    IS_EXACT(address, COUNT);
    host = (const int *)(uintptr_t)address;
    assert_int_equal(host[COUNT - 1], 6);
    DRIVER(cu.cuMemFree_v2(address));
    REFUSES_GONE(address);
}

static void pinned_memory_works(void **state)
{
    static const unsigned int flags[] = {0, CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTALLOC_DEVICEMAP,
                                         CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP,
                                         CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED};

    (void)state;
    for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
        void *host;
        CUdeviceptr address;
        DRIVER(cu.cuMemHostAlloc(&host, COUNT * sizeof(int), flags[i]));
        DRIVER(cu.cuMemHostGetDevicePointer_v2(&address, host, 0));
        IS_EXACT(address, COUNT);
        IS_EXACT(address_of(host), COUNT);
        assert_int_equal(((int *)host)[COUNT - 1], 6);
        DRIVER(cu.cuMemFreeHost(host));
        REFUSES_GONE(address);
    }
}

/* Registers whole pages, and a range that begins and ends within a page. */
static void registered_memory_works(void **state)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t offsets[] = {0, 64};
    size_t counts[] = {2 * page / sizeof(int), COUNT};

    (void)state;
    assert_true(pages != MAP_FAILED);
    for (int i = 0; i < 2; i++) {
        void *host = pages + offsets[i];
        CUdeviceptr address;
        if (!LAUNCH_HAS(cu.cuMemHostRegister_v2(host, counts[i] * sizeof(int),
                                                CU_MEMHOSTREGISTER_DEVICEMAP)))
            SKIP();
        DRIVER(cu.cuMemHostGetDevicePointer_v2(&address, host, 0));
        IS_EXACT(address, counts[i]);
        IS_EXACT(address_of(host), counts[i]);
        DRIVER(cu.cuMemHostUnregister(host));
        REFUSES_GONE(address_of(host));
    }
    munmap(pages, 4 * page);
}

/* A device variable, from an image of its own. */
static void device_variables_work(void **state)
{
    const char *tag = strcmp(custub_driver_name(), "cpu") == 0 ? "cpu-" : "fatbin";
    CUlibrary library;
    CUdeviceptr address;
    size_t bytes = 0;

    (void)state;
    for (const custub_image *image = launching_custub_images; image->data; image++) {
        if (strncmp(image->tag, tag, strlen(tag)) != 0)
            continue;
        if (!cu.cuLibraryLoadData) {
            print_message("skipped: no cuLibraryLoadData\n");
            SKIP();
        }
        DRIVER(cu.cuLibraryLoadData(&library, image->data, NULL, NULL, 0, NULL, NULL, 0));
        DRIVER(cu.cuLibraryGetGlobal(&address, &bytes, library, "counters"));
        assert_int_equal(bytes, 100 * sizeof(int));
        WORKS(address, 100);
        WORKS(address + 50 * sizeof(int), 50);
        REFUSES_ONE_MORE(address, 100);
        DRIVER(cu.cuLibraryUnload(library));
        return;
    }
    print_message("skipped: no image with the tag %s\n", tag);
    SKIP();
}

static void pageable_memory_works_if_the_device_reads_it(void **state)
{
    int *host = calloc(COUNT, sizeof(*host));

    (void)state;
    assert_non_null(host);
    if (launch_attribute(LAUNCH_PAGEABLE_MEMORY_ACCESS)) {
        WORKS(address_of(host), COUNT);
        assert_int_equal(host[COUNT - 1], 6);
    } else {
        REFUSES(address_of(host), COUNT, CUSTUB_ERROR_UNKNOWN_ADDRESS);
    }
    free(host);
}

static void a_view_of_a_destroyed_buffer_is_refused(void **state)
{
    custub_i32_buffer buffer = custub_i32_buffer_create(COUNT, &f.error);
    custub_i32_view view = buffer.view;
    char wanted[CUSTUB_MESSAGE_SIZE];

    (void)state;
    SUCCEED(f.error.status);
    IS_EXACT(view.ptr, COUNT);
    SUCCEED(custub_i32_buffer_destroy(&buffer, fresh(&f.error)));
    assert_int_equal(buffer.view.ptr, 0);
    assert_int_equal(buffer.view.count, 0);
    REFUSES_GONE(view.ptr);
    REFUSES_GONE(custub_i32_slice(view, COUNT / 2, 1, fresh(&f.error)).ptr);
    if (launch_attribute(LAUNCH_PAGEABLE_MEMORY_ACCESS))
        return;
    EXPECT(launch_increase(&f.kernels, &f.launch, COUNT, 3, view, fresh(&f.error)),
           CUSTUB_ERROR_UNKNOWN_ADDRESS);
    snprintf(wanted, sizeof(wanted),
             "increase: 'data' is at 0x%llx, which the driver does not know: freed memory",
             view.ptr);
    assert_non_null(strstr(f.error.message, wanted));
}

static void a_slice_is_usable_to_its_end(void **state)
{
    const size_t half = COUNT / 2;
    custub_i32_buffer buffer = custub_i32_buffer_create(COUNT, &f.error);
    custub_i32_view slices[2];

    (void)state;
    launch_fill(buffer.view.ptr, COUNT, 0);
    slices[0] = custub_i32_slice(buffer.view, 0, half, &f.error);
    slices[1] = custub_i32_slice(buffer.view, half, COUNT - half, &f.error);
    SUCCEED(launch_increase(&f.kernels, &f.launch, COUNT - half, 3, slices[1], &f.error));
    COMPARE(slices[0].ptr, half, 0);
    COMPARE(slices[1].ptr, COUNT - half, 3);
    for (int i = 0; i < 2; i++) { /* the driver knows one int more only for the first slice */
        size_t more = slices[i].count + 1;
        EXPECT(launch_increase(&f.kernels, &f.launch, more, 3, slices[i], fresh(&f.error)),
               CUSTUB_ERROR_COUNT_TOO_SMALL);
        assert_string_equal(f.error.parameter, "data");
        assert_int_equal(f.error.needed, more * sizeof(int));
        assert_int_equal(f.error.found, slices[i].count * sizeof(int));
    }
    /* A slice past the end fails, and so does a launch with its error record. */
    slices[1] = custub_i32_slice(buffer.view, half, COUNT - half + 1, fresh(&f.error));
    assert_int_equal(slices[1].ptr, 0);
    assert_int_equal(slices[1].count, 0);
    EXPECT(launch_increase(&f.kernels, &f.launch, half, 3, slices[0], &f.error),
           CUSTUB_ERROR_OUT_OF_RANGE);
    COMPARE(slices[0].ptr, half, 0);
    /* The memory is freed although the record holds a failure. */
    EXPECT(custub_i32_buffer_destroy(&buffer, &f.error), CUSTUB_ERROR_OUT_OF_RANGE);
    REFUSES_GONE(slices[0].ptr);
}

/* The caller gave bytes instead of elements. The driver would only say that a value is invalid. */
static void copies_past_the_end_name_the_sizes(void **state)
{
    int *host = calloc(4 * COUNT, sizeof(*host));
    CUdeviceptr address;

    (void)state;
    assert_non_null(host);
    DRIVER(cu.cuMemAlloc_v2(&address, COUNT * sizeof(int)));
    EXPECT(custub_i32_upload(custub_i32_view_of(address, COUNT * sizeof(int)), host,
                             COUNT * sizeof(int), f.stream, fresh(&f.error)),
           CUSTUB_ERROR_OUT_OF_RANGE);
    assert_int_equal(f.error.needed, 4 * COUNT * sizeof(int));
    assert_int_equal(f.error.found, COUNT * sizeof(int));
    EXPECT(custub_i32_download(custub_i32_view_of(address, COUNT + 1), host, COUNT + 1, f.stream,
                               fresh(&f.error)),
           CUSTUB_ERROR_OUT_OF_RANGE);
    SUCCEED(custub_i32_upload(custub_i32_view_of(address, COUNT), host, COUNT, f.stream,
                              fresh(&f.error)));
    DRIVER(cu.cuMemFree_v2(address));
    free(host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(an_allocation_is_usable_to_its_last_byte),
        LAUNCH_TEST(an_arena_bounds_its_parts),
        LAUNCH_TEST(stream_ordered_memory_works),
        LAUNCH_TEST(memory_of_a_pool_works),
        LAUNCH_TEST(managed_memory_works_for_device_and_host),
        LAUNCH_TEST(pinned_memory_works),
        LAUNCH_TEST(registered_memory_works),
        LAUNCH_TEST(device_variables_work),
        LAUNCH_TEST(pageable_memory_works_if_the_device_reads_it),
        LAUNCH_TEST(a_view_of_a_destroyed_buffer_is_refused),
        LAUNCH_TEST(a_slice_is_usable_to_its_end),
        LAUNCH_TEST(copies_past_the_end_name_the_sizes),
    };

    return LAUNCH_RUN(tests);
}
