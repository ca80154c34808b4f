/* Launches at mapped memory. A buffer may span mappings, and begin and end anywhere in them. One
 * that reaches beyond the mappings is refused. */
#include "launch_fixture.h"
#include "mapped_memory.h"
#include "fresh_error.h"

#include <unistd.h>

static void a_buffer_may_span_mappings(void **state)
{
    mapped_memory memory;
    size_t count; /* ints in a piece */

    (void)state;
    if (!mapped_memory_create(&memory, 3, 0, 1, 0))
        SKIP();
    count = memory.piece / sizeof(int);
    WORKS(memory.address, 3 * count);
    WORKS(memory.address + memory.piece - 4 * sizeof(int), 8);
    WORKS(memory.address + memory.piece - sizeof(int), count + 2);
    WORKS(memory.address + memory.piece, 2 * count);
    WORKS(memory.address + 3 * memory.piece - sizeof(int), 1);
    REFUSES_ONE_MORE(memory.address, 3 * count);
    REFUSES_ONE_MORE(memory.address + memory.piece - sizeof(int), 2 * count + 1);
    REFUSES_ONE_MORE(memory.address + 2 * memory.piece, count);
    REFUSES_GONE(memory.address + 3 * memory.piece); /* reserved, not mapped */
    mapped_memory_destroy(&memory);
    REFUSES_GONE(memory.address);
}

/* A buffer ends where the memory in the middle is unmapped. */
static void a_hole_ends_the_buffer(void **state)
{
    mapped_memory memory;
    size_t count;

    (void)state;
    if (!mapped_memory_create(&memory, 3, 0, 1, 0))
        SKIP();
    count = memory.piece / sizeof(int);
    DRIVER(cu.cuMemUnmap(memory.address + memory.piece, memory.piece));
    WORKS(memory.address, count);
    WORKS(memory.address + 2 * memory.piece, count);
    REFUSES_ONE_MORE(memory.address, count);
    REFUSES(memory.address, 3 * count, CUSTUB_ERROR_BUFFER_TOO_SMALL);
    REFUSES_GONE(memory.address + memory.piece);
    DRIVER(cu.cuMemMap(memory.address + memory.piece, memory.piece, 0, memory.handles[1], 0));
    mapped_memory_destroy(&memory);
}

/* One handle mapped twice, side by side. */
static void a_handle_may_be_mapped_twice(void **state)
{
    mapped_memory memory;
    size_t count;

    (void)state;
    if (!mapped_memory_create(&memory, 2, 0, 1, 0))
        SKIP();
    count = memory.piece / sizeof(int);
    DRIVER(cu.cuMemUnmap(memory.address + memory.piece, memory.piece));
    DRIVER(cu.cuMemMap(memory.address + memory.piece, memory.piece, 0, memory.handles[0], 0));
    DRIVER(cu.cuMemSetAccess(
        memory.address + memory.piece, memory.piece,
        &(CUmemAccessDesc){{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE},
        1));
    launch_fill(memory.address, count, 0);
    /* Both mappings show the same ints, so they are increased twice. */
    SUCCEED(launch_increase(&f.kernels, &f.launch, count, 1,
                            custub_i32_view_of(memory.address, CUSTUB_COUNT_UNKNOWN),
                            fresh(&f.error)));
    SUCCEED(launch_increase(&f.kernels, &f.launch, count, 1,
                            custub_i32_view_of(memory.address + memory.piece, CUSTUB_COUNT_UNKNOWN),
                            fresh(&f.error)));
    COMPARE(memory.address, 2 * count, 2);
    REFUSES_ONE_MORE(memory.address, 2 * count);
    mapped_memory_destroy(&memory);
}

/* Memory that is exported as a file descriptor, and imported beside the original: like external
 * memory, but without another API. */
static void imported_memory_works(void **state)
{
    mapped_memory own;
    mapped_memory imported = {0, 0, 2, {0}};
    size_t count;

    (void)state;
    if (!mapped_memory_create(&own, 2, 0, 1, 1))
        SKIP();
    count = own.piece / sizeof(int);
    imported.piece = own.piece;
    for (int i = 0; i < 2; i++) {
        int fd = -1;
        if (!LAUNCH_HAS(cu.cuMemExportToShareableHandle(&fd, own.handles[i], LAUNCH_POSIX_FD, 0)))
            SKIP();
        DRIVER(cu.cuMemImportFromShareableHandle(&imported.handles[i], (void *)(uintptr_t)fd,
                                                 LAUNCH_POSIX_FD));
        close(fd);
    }
    mapped_memory_map(&imported, 1);
    WORKS(imported.address, 2 * count);
    COMPARE(own.address, 2 * count, 6); /* it is the same memory */
    REFUSES_ONE_MORE(imported.address, 2 * count);
    mapped_memory_destroy(&imported);
    REFUSES_GONE(imported.address);
    WORKS(own.address, 2 * count);
    mapped_memory_destroy(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(a_buffer_may_span_mappings),
        LAUNCH_TEST(a_hole_ends_the_buffer),
        LAUNCH_TEST(a_handle_may_be_mapped_twice),
        LAUNCH_TEST(imported_memory_works),
    };

    return LAUNCH_RUN(tests);
}
