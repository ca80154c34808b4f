/* Launches at memory that another API owns: Vulkan allocates it, CUDA imports and maps it. */
#include "launch_fixture.h"
#include "vulkan_memory.h"

#include <string.h>
#include <unistd.h>

#define COUNT 1000 /* ints */

static CUexternalMemory import(int descriptor, size_t bytes)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC description;
    CUexternalMemory memory;

    memset(&description, 0, sizeof(description));
    description.type = LAUNCH_EXTERNAL_OPAQUE_FD;
    description.handle.fd = descriptor;
    description.size = bytes;
    DRIVER(cu.cuImportExternalMemory(&memory, &description));
    return memory;
}

static CUdeviceptr map(CUexternalMemory memory, size_t offset, size_t bytes)
{
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC description;
    CUdeviceptr address;

    memset(&description, 0, sizeof(description));
    description.offset = offset;
    description.size = bytes;
    DRIVER(cu.cuExternalMemoryGetMappedBuffer(&address, memory, &description));
    return address;
}

/* Imports memory that Vulkan allocates and exports. Skips the test without Vulkan. */
static CUexternalMemory import_from_vulkan(size_t *bytes)
{
    CUuuid uuid;
    int descriptor;

    DRIVER(cu.cuDeviceGetUuid_v2(&uuid, 0));
    if (!cu.cuImportExternalMemory || !vulkan_memory_open(uuid.bytes)) {
        print_message("skipped: no memory of another API\n");
        SKIP();
    }
    descriptor = vulkan_memory_export(bytes);
    assert_true(descriptor >= 0);
    return import(descriptor, *bytes);
}

static void memory_of_vulkan_works(void **state)
{
    size_t bytes = 1 << 20;
    CUexternalMemory memory = import_from_vulkan(&bytes);
    CUdeviceptr whole = map(memory, 0, bytes);

    (void)state;
    WORKS(whole, bytes / sizeof(int));
    WORKS(whole + 64, COUNT);
    WORKS(whole + bytes - sizeof(int), 1);
    DRIVER(cu.cuMemFree_v2(whole));
    DRIVER(cu.cuDestroyExternalMemory(memory));
    vulkan_memory_close();
}

/* Two mappings of the same memory: the whole, and only its second half. */
static void a_part_can_be_mapped_beside_the_whole(void **state)
{
    size_t bytes = 4 << 20;
    CUexternalMemory memory = import_from_vulkan(&bytes);
    size_t half = bytes / 2;
    CUdeviceptr whole = map(memory, 0, bytes);
    CUdeviceptr part = map(memory, half, bytes - half);

    (void)state;
    WORKS(part, (bytes - half) / sizeof(int));
    COMPARE(whole + half, (bytes - half) / sizeof(int), 6);
    WORKS(whole, bytes / sizeof(int));
    DRIVER(cu.cuMemFree_v2(part));
    WORKS(whole, bytes / sizeof(int));
    DRIVER(cu.cuMemFree_v2(whole));
    DRIVER(cu.cuDestroyExternalMemory(memory));
    vulkan_memory_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(memory_of_vulkan_works),
        LAUNCH_TEST(a_part_can_be_mapped_beside_the_whole),
    };

    return LAUNCH_RUN(tests);
}
