/* Runs one kernel of mistakes.cu, on whatever driver there is: `mistakes NAME` in a process of its
 * own, since a mistake may leave the context dead. `mistakes` lists the names.
 *
 * Prints what the driver says when the kernel has ended. Exits with 0 if it could be launched, 77
 * if there is no driver, 1 else. */
#include "mistakes.custub.h"

#include <custub/custub.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 256 /* ints in each of the buffers a and b */

/* What b is, unless it is as a: a buffer that was written. */
typedef enum state {
    WRITTEN,
    UNWRITTEN,
    HALF_WRITTEN,
    NOTHING, /* null */
    FREED,
    FREED_ASYNC,
    FREED_AND_REUSED,
    OF_HOST
} state;

static const struct mistake {
    const char *name;
    unsigned blocks;
    unsigned threads;
    unsigned shared; /* bytes; 0: none */
    state b;
} mistakes[] = {
    {"write_past_end", 4, 64, 0, WRITTEN},
    {"write_one_byte_past_end", 1, 64, 0, WRITTEN},
    {"write_one_byte_before", 1, 64, 0, WRITTEN},
    {"read_before", 4, 64, 0, WRITTEN},
    {"stride_loop_one_too_far", 1, 64, 0, WRITTEN},
    {"read_across_end", 1, 64, 0, WRITTEN},
    {"between_allocations", 1, 64, 0, WRITTEN},
    {"wrong_pitch", 1, 32, 0, WRITTEN},
    {"member_of_element_beyond", 1, 64, 0, WRITTEN},
    {"use_after_free", 1, 64, 0, FREED},
    {"write_after_free", 1, 64, 0, FREED},
    {"use_after_free_async", 1, 64, 0, FREED_ASYNC},
    {"stale_pointer", 1, 64, 0, FREED_AND_REUSED},
    {"null_pointer", 1, 64, 0, NOTHING},
    {"member_of_null_pointer", 1, 64, 0, NOTHING},
    {"wild_pointer", 1, 64, 0, WRITTEN},
    {"host_pointer", 1, 64, 0, OF_HOST},
    {"misaligned_scalar", 1, 64, 0, WRITTEN},
    {"misaligned_vector", 1, 64, 0, WRITTEN},
    {"copy_too_long", 1, 64, 0, WRITTEN},
    {"fill_too_long", 1, 64, 0, WRITTEN},
    {"in_a_function", 1, 64, 0, WRITTEN},
    {"atomic_past_end", 1, 64, 0, WRITTEN},
    {"allocation_of_kernel", 1, 4, 0, WRITTEN},
    {"free_twice", 1, 4, 0, WRITTEN},
    {"two_mistakes", 1, 64, 0, WRITTEN},
    {"variable_past_end", 1, 64, 0, WRITTEN},
    {"constant_past_end", 1, 64, 0, WRITTEN},
    {"write_to_constant", 1, 64, 0, WRITTEN},
    {"never_written", 1, 64, 0, UNWRITTEN},
    {"half_written", 4, 64, 0, HALF_WRITTEN},
    {"partly_written", 1, 64, 0, UNWRITTEN},
    {"atomic_of_never_written", 1, 64, 0, UNWRITTEN},
    {"shared_never_written", 1, 64, 0, WRITTEN},
    {"shared_past_end", 1, 64, 0, WRITTEN},
    {"shared_one_byte_past_end", 1, 64, 0, WRITTEN},
    {"shared_negative_index", 1, 64, 0, WRITTEN},
    {"shared_into_the_next", 1, 64, 0, WRITTEN},
    {"dynamic_past_end", 1, 64, 63 * sizeof(int), WRITTEN},
    {"dynamic_forgotten", 1, 64, 0, WRITTEN},
    {"race_of_writes", 1, 64, 0, WRITTEN},
    {"race_with_neighbour", 1, 64, 0, WRITTEN},
    {"race_in_loop", 1, 64, 0, WRITTEN},
    {"reduction_without_last_barriers", 1, 128, 0, WRITTEN},
    {"race_between_warps", 1, 64, 0, WRITTEN},
    {"race_of_atomic_and_plain", 1, 64, 0, WRITTEN},
    {"barriers_in_branches", 1, 64, 0, WRITTEN},
    {"barrier_in_divergent_loop", 1, 64, 0, WRITTEN},
    {"right_return_before_barrier", 4, 64, 0, WRITTEN},
    {"right_all_write_the_same", 4, 64, 0, WRITTEN},
    {"right_reduction", 4, 64, 0, WRITTEN},
    {"right_reduction_of_warps", 4, 64, 0, WRITTEN},
    {"right_parts_of_warp", 4, 64, 0, WRITTEN},
    {"right_dynamic", 1, 64, 64 * sizeof(int), UNWRITTEN},
    {"right_copies", 1, 64, 0, UNWRITTEN},
    {"right_variables", 1, 64, 0, UNWRITTEN},
    {"right_allocation_of_kernel", 4, 64, 0, UNWRITTEN},
};

static custub_error error;

static void require(custub_status status)
{
    if (status == CUSTUB_OK)
        return;
    printf("%s\n", error.message);
    exit(status == CUSTUB_ERROR_DRIVER_NOT_FOUND || status == CUSTUB_ERROR_NO_DEVICE ? 77 : 1);
}

static custub_i32 written(uint64_t count)
{
    static int32_t numbers[COUNT];
    custub_i32 buffer = custub_i32_of(0, 0);
    custub_i32 part;

    for (int i = 0; i < COUNT; i++)
        numbers[i] = i;
    require(custub_i32_create(&buffer, COUNT, &error));
    part = custub_i32_of(buffer.ptr, count);
    if (count > 0)
        require(custub_i32_upload(part, numbers, 0, &error));
    return buffer;
}

/* A function of the driver that the runtime has opened. */
static void *driver_function(const char *name)
{
    static const char *const libraries[] = {"libcuda.so.1", "libcustub_cpu.so.1"};

    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++) {
        void *library = dlopen(libraries[i], RTLD_NOW | RTLD_NOLOAD);
        void *function = library ? dlsym(library, name) : NULL;
        if (function)
            return function;
    }
    printf("the driver has no %s\n", name);
    exit(1);
}

static CUdeviceptr freed_async(void)
{
    void *symbols[] = {driver_function("cuMemAllocAsync"), driver_function("cuMemFreeAsync")};
    int (*allocate)(CUdeviceptr *, size_t, CUstream);
    int (*release)(CUdeviceptr, CUstream);
    CUdeviceptr address = 0;

    memcpy(&allocate, &symbols[0], sizeof(allocate));
    memcpy(&release, &symbols[1], sizeof(release));
    if (allocate(&address, COUNT * sizeof(int32_t), NULL) != 0 || release(address, NULL) != 0) {
        printf("cuMemAllocAsync or cuMemFreeAsync failed\n");
        exit(1);
    }
    return address;
}

/* The memory belongs to the process, which ends with the kernel. */
static CUdeviceptr make_b(state wanted)
{
    custub_i32 buffer;
    CUdeviceptr address;

    if (wanted == NOTHING)
        return 0;
    if (wanted == OF_HOST)
        return (CUdeviceptr)(uintptr_t)calloc(COUNT, sizeof(int32_t));
    if (wanted == FREED_ASYNC)
        return freed_async();
    buffer = written(wanted == UNWRITTEN ? 0 : wanted == HALF_WRITTEN ? COUNT / 2 : COUNT);
    address = buffer.ptr;
    if (wanted == FREED || wanted == FREED_AND_REUSED)
        custub_i32_destroy(&buffer);
    if (wanted == FREED_AND_REUSED)
        written(COUNT);
    return address;
}

static custub_status launch(const mistakes_kernels *kernels, const struct mistake *mistake)
{
    custub_launch shape = custub_launch_of(mistake->blocks, mistake->threads);
    const custub_kernel *kernel = NULL;
    custub_argument arguments[3];

    shape.check = CUSTUB_CHECK_NONE;
    shape.shared = mistake->shared > 0 ? mistake->shared : CUSTUB_SHARED_NONE;
    shape.error = &error;
    arguments[0] = custub_argument_buffer(CUSTUB_SCALAR_I32, written(COUNT).ptr, COUNT);
    arguments[1] = custub_argument_buffer(CUSTUB_SCALAR_I32, make_b(mistake->b), COUNT);
    arguments[2] = custub_argument_i32(COUNT);
    require(custub_library_find(kernels->library, mistake->name, &kernel, &error));
    return custub_launch_dynamic(kernel, &shape, 3, arguments);
}

static int run(const struct mistake *mistake)
{
    custub_device *device = NULL;
    mistakes_kernels kernels = {0};
    custub_status status;

    require(custub_device_open(&device, 0, &error));
    require(mistakes_load(&kernels, &error));
    status = launch(&kernels, mistake);
    if (status == CUSTUB_OK)
        status = custub_device_synchronize(device, &error);
    printf("%s: %s\n", mistake->name, status == CUSTUB_OK ? "success" : error.message);
    return 0;
}

int main(int count, char **arguments)
{
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
        if (count < 2)
            puts(mistakes[i].name);
        else if (strcmp(mistakes[i].name, arguments[1]) == 0)
            return run(&mistakes[i]);
    }
    if (count < 2)
        return 0;
    fprintf(stderr, "no mistake is called %s\n", arguments[1]);
    return 1;
}
