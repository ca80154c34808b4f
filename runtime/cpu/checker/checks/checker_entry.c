#include "checker/checker.h"

#include "checker/checks/access.h"
#include "checker/checks/callback.h"
#include "checker/checks/checked_block.h"
#include "checker/checked_image.h"
#include "checker/checks/checked_launch.h"
#include "checker/checked_memory.h"
#include "checker/checks/global_access.h"
#include "checker/held_values.h"
#include "checker/checks/kernel_call.h"

#include <string.h>

#if defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

/* --- Images --------------------------------------------------------------------------------------
 */

static void mark_constants(cpu_check_image *image, const custub_cpu_table *table)
{
    for (uint32_t i = 0; i < table->global_count; i++) {
        const char *first = (const char *)table->globals;
        const custub_cpu_global *global = (const void *)(first + (size_t)i * table->global_size);
        if (global->flags & CUSTUB_CPU_GLOBAL_CONSTANT)
            cpu_check_image_mark_constant(image, global->address);
    }
}

/* Sets the functions that kernels call. Images of earlier versions have fewer of them. */
static void connect(custub_cpu_check *functions)
{
    static const custub_cpu_check own = {
        .access = cpu_check_access,
        .allocate = cpu_check_kernel_allocate,
        .release = cpu_check_kernel_release,
        .fence = cpu_check_fence,
        .read = {cpu_check_read1, cpu_check_read2, cpu_check_read4, cpu_check_read8,
                 cpu_check_read16},
        .write = {cpu_check_write1, cpu_check_write2, cpu_check_write4, cpu_check_write8,
                  cpu_check_write16},
        .copy = cpu_check_copy_begin,
        .copy_commit = cpu_check_copy_commit,
        .copy_wait = cpu_check_copy_wait,
        .copy_bind = cpu_check_copy_bind,
        .bulk_commit = cpu_check_bulk_commit,
        .bulk_wait = cpu_check_bulk_wait,
    };
    const size_t header = offsetof(custub_cpu_check, access);
    const size_t size = functions->size < sizeof(own) ? functions->size : sizeof(own);

    memcpy((char *)functions + header, (const char *)&own + header, size - header);
}

static cpu_check_image *open_image(int file, void *library, const custub_cpu_table *table,
                                   custub_cpu_check *functions)
{
    cpu_check_image *image = cpu_check_image_open(file, library);

    if (image) {
        mark_constants(image, table);
        connect(functions);
    }
    return image;
}

/* Frees an allocation of the driver, of any kind. */
static bool free_memory(void *memory)
{
    return cpu_check_memory_free(memory, NULL);
}

/* --- The library ---------------------------------------------------------------------------------
 */

EXPORTED cpu_checker_entry custub_cpu_checker_8;

const cpu_checker *custub_cpu_checker_8(const cpu_check_settings *settings)
{
    static const cpu_checker checker = {
        .image_open = open_image,
        .image_close = cpu_check_image_close,
        .launch_begin = cpu_check_begin,
        .launch_end = cpu_check_end,
        .launch_values = cpu_check_values,
        .block_begin = cpu_check_block_begin,
        .block_end = cpu_check_block_end,
        .is_writing = cpu_check_is_writing,
        .barrier_arrive = cpu_check_barrier_arrive,
        .barrier_release = cpu_check_barrier_release,
        .grid_arrive = cpu_check_grid_arrive,
        .grid_leave = cpu_check_grid_leave,
        .synchronized = cpu_check_synchronized,
        .warp_sync = cpu_check_warp_sync,
        .memory_allocate = cpu_check_memory_allocate,
        .memory_free = free_memory,
        .memory_register = cpu_check_memory_register,
        .memory_unregister = cpu_check_memory_unregister,
        .memory_accessed = cpu_check_access_of_driver,
        .bulk_access = cpu_check_bulk_access,
        .lane_missing = cpu_check_lane_missing,
        .memory_written = cpu_check_memory_written,
        .memory_copied = cpu_check_memory_copied,
    };

    cpu_check_launches_open(settings);
    return &checker;
}
