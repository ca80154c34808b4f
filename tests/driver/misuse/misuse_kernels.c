#include "misuse.h"

#include <string.h>

static CUlibrary library;
static CUmodule module;
static CUkernel kernel;
static CUfunction function;
static CUdeviceptr address;
static size_t size;
static size_t offset;
static int number;
static int other_number;

static CUkernel kernel_of(const char *name)
{
    cu.cuLibraryGetKernel(&kernel, f.library, name);
    return kernel;
}

static CUresult unload_twice(void)
{
    CUresult result = cu.cuLibraryUnload(f.library);

    return result == CUDA_SUCCESS ? cu.cuLibraryUnload(f.library) : result;
}

static CUresult unload_module_twice(void)
{
    CUresult result = cu.cuModuleUnload(f.module);

    return result == CUDA_SUCCESS ? cu.cuModuleUnload(f.module) : result;
}

static CUresult kernel_of_unloaded(void)
{
    CUresult result = cu.cuLibraryUnload(f.library);

    return result == CUDA_SUCCESS ? cu.cuLibraryGetKernel(&kernel, f.library, "add") : result;
}

static CUresult function_of_unloaded(void)
{
    CUresult result = cu.cuModuleUnload(f.module);

    return result == CUDA_SUCCESS ? cu.cuModuleGetFunction(&function, f.module, "add") : result;
}

static CUresult launch_unloaded(void)
{
    CUresult result = cu.cuModuleUnload(f.module);

    return result == CUDA_SUCCESS ? misuse_launch(f.add, 1, 4, 0, NULL) : result;
}

static CUresult launch(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};

    return cu.cuLaunchKernel(f.add, gx, gy, gz, bx, by, bz, 0, NULL, params, NULL);
}

static CUresult launch_null_params(void)
{
    return cu.cuLaunchKernel(f.add, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, NULL);
}

static CUresult launch_null_param(void)
{
    size_t n = 4;
    void *params[] = {&f.memory, NULL, &n};

    return cu.cuLaunchKernel(f.add, 1, 1, 1, 4, 1, 1, 0, NULL, params, NULL);
}

static CUresult launch_with_extra(size_t bytes, uintptr_t last, int with_params)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};
    char buffer[64] = {0};
    void *extra[] = {(void *)CPU_LAUNCH_PARAM_BUFFER_POINTER, buffer,
                     (void *)CPU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, (void *)last};

    memcpy(buffer, &f.memory, 8);
    memcpy(buffer + 16, &n, 8);
    return cu.cuLaunchKernel(f.add, 1, 1, 1, 4, 1, 1, 0, NULL, with_params ? params : NULL, extra);
}

static CUresult launch_with_empty_extra(void)
{
    void *extra[] = {(void *)CPU_LAUNCH_PARAM_END};

    return cu.cuLaunchKernel(f.add, 1, 1, 1, 4, 1, 1, 0, NULL, NULL, extra);
}

static CUresult launch_cooperatively(unsigned blocks)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};

    return cu.cuLaunchCooperativeKernel(f.add, blocks, 1, 1, 1024, 1, 1, 0, f.stream, params);
}

static CUresult launch_with_attribute(int id, unsigned x, unsigned attributes)
{
    int value = 1;
    size_t n = 4;
    void *params[] = {&f.memory, &value, &n};
    CUlaunchAttribute attribute = {.id = id, .value.cluster = {x, 1, 1}};
    CUlaunchConfig config = {.gridDimX = 3,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = 4,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .hStream = f.stream,
                             .attrs = attributes ? &attribute : NULL,
                             .numAttrs = attributes ? attributes : 1};

    return cu.cuLaunchKernelEx(&config, f.add, params, NULL);
}

static CUresult launch_null_config(void)
{
    return cu.cuLaunchKernelEx(NULL, f.add, NULL, NULL);
}

static CUresult launch_shared(unsigned bytes)
{
    void *params[] = {&f.memory};

    return cu.cuLaunchKernel(f.shared, 1, 1, 1, 4, 1, 1, bytes, NULL, params, NULL);
}

#define KERNEL_TABLE(X)                                                                            \
    X(load_null, USUAL, cu.cuLibraryLoadData(&library, NULL, NULL, NULL, 0, NULL, NULL, 0))        \
    X(load_into_null, USUAL,                                                                       \
      cu.cuLibraryLoadData(NULL, driver_image(), NULL, NULL, 0, NULL, NULL, 0))                    \
    X(load_module_null, USUAL, cu.cuModuleLoadData(&module, NULL))                                 \
    X(load_module_into_null, USUAL, cu.cuModuleLoadData(NULL, driver_image()))                     \
    X(load_file_missing, USUAL, cu.cuModuleLoad(&module, "/nothing/here.cubin"))                   \
    X(load_file_null, USUAL, cu.cuModuleLoad(&module, NULL))                                       \
    X(unload_null_library, USUAL, cu.cuLibraryUnload(NULL))                                        \
    X(unload_null_module, USUAL, cu.cuModuleUnload(NULL))                                          \
    X(unload_library_twice, MARRING, unload_twice())                                               \
    X(unload_a_module_twice, MARRING, unload_module_twice())                                       \
    X(kernel_of_null_library, USUAL, cu.cuLibraryGetKernel(&kernel, NULL, "add"))                  \
    X(kernel_into_null, USUAL, cu.cuLibraryGetKernel(NULL, f.library, "add"))                      \
    X(kernel_without_name, USUAL, cu.cuLibraryGetKernel(&kernel, f.library, NULL))                 \
    X(kernel_with_empty_name, USUAL, cu.cuLibraryGetKernel(&kernel, f.library, ""))                \
    X(kernel_that_is_not, USUAL, cu.cuLibraryGetKernel(&kernel, f.library, "nothing"))             \
    X(kernel_of_unloaded_library, MARRING, kernel_of_unloaded())                                   \
    X(function_of_null_module, USUAL, cu.cuModuleGetFunction(&function, NULL, "add"))              \
    X(function_into_null, USUAL, cu.cuModuleGetFunction(NULL, f.module, "add"))                    \
    X(function_without_name, USUAL, cu.cuModuleGetFunction(&function, f.module, NULL))             \
    X(function_with_empty_name, USUAL, cu.cuModuleGetFunction(&function, f.module, ""))            \
    X(function_that_is_not, USUAL, cu.cuModuleGetFunction(&function, f.module, "nothing"))         \
    X(function_of_unloaded_module, MARRING, function_of_unloaded())                                \
    X(function_of_null_kernel, USUAL, cu.cuKernelGetFunction(&function, NULL))                     \
    X(function_of_kernel_into_null, USUAL, cu.cuKernelGetFunction(NULL, kernel_of("add")))         \
    X(global_that_is_not, USUAL, cu.cuModuleGetGlobal_v2(&address, &size, f.module, "nothing"))    \
    X(global_that_is_a_kernel, USUAL, cu.cuModuleGetGlobal_v2(&address, &size, f.module, "add"))   \
    X(global_without_name, USUAL, cu.cuModuleGetGlobal_v2(&address, &size, f.module, NULL))        \
    X(global_into_nulls, USUAL, cu.cuModuleGetGlobal_v2(NULL, NULL, f.module, "counter"))          \
    X(global_of_null_module, USUAL, cu.cuModuleGetGlobal_v2(&address, &size, NULL, "counter"))     \
    X(global_of_library_that_is_not, USUAL,                                                        \
      cu.cuLibraryGetGlobal(&address, &size, f.library, "nothing"))                                \
    X(attribute_of_function_into_null, USUAL, cu.cuFuncGetAttribute(NULL, 0, f.add))               \
    X(attribute_of_function_unknown, USUAL, cu.cuFuncGetAttribute(&number, 99, f.add))             \
    X(attribute_of_function_negative, USUAL, cu.cuFuncGetAttribute(&number, -1, f.add))            \
    X(attribute_of_null_function, USUAL, cu.cuFuncGetAttribute(&number, 0, NULL))                  \
    X(set_attribute_of_null_function, USUAL,                                                       \
      cu.cuFuncSetAttribute(NULL, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 0))             \
    X(set_attribute_read_only, USUAL,                                                              \
      cu.cuFuncSetAttribute(f.add, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 64))                   \
    X(set_attribute_unknown, USUAL, cu.cuFuncSetAttribute(f.add, 99, 64))                          \
    X(set_shared_beyond, USUAL,                                                                    \
      cu.cuFuncSetAttribute(f.add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 24))      \
    X(set_shared_negative, USUAL,                                                                  \
      cu.cuFuncSetAttribute(f.add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -2))           \
    X(set_carveout_beyond, USUAL,                                                                  \
      cu.cuFuncSetAttribute(f.add, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101))       \
    X(set_cache_unknown, USUAL, cu.cuFuncSetCacheConfig(f.add, 99))                                \
    X(kernel_attribute_of_null, USUAL, cu.cuKernelGetAttribute(&number, 0, NULL, 0))               \
    X(kernel_attribute_of_other_device, USUAL,                                                     \
      cu.cuKernelGetAttribute(&number, 0, kernel_of("add"), 99))                                   \
    X(kernel_attribute_unknown, USUAL, cu.cuKernelGetAttribute(&number, 99, kernel_of("add"), 0))  \
    X(param_info_past_the_last, USUAL, cu.cuFuncGetParamInfo(f.add, 3, &offset, &size))            \
    X(param_info_into_null, USUAL, cu.cuFuncGetParamInfo(f.add, 0, NULL, &size))                   \
    X(param_info_without_size, USUAL, cu.cuFuncGetParamInfo(f.add, 0, &offset, NULL))              \
    X(param_info_of_null, USUAL, cu.cuFuncGetParamInfo(NULL, 0, &offset, &size))                   \
    X(kernel_param_info_of_null, USUAL, cu.cuKernelGetParamInfo(NULL, 0, &offset, &size))          \
    X(launch_null_function, USUAL, misuse_launch(NULL, 1, 4, 0, NULL))                             \
    X(launch_empty_grid, USUAL, launch(0, 1, 1, 4, 1, 1))                                          \
    X(launch_empty_grid_z, USUAL, launch(1, 1, 0, 4, 1, 1))                                        \
    X(launch_empty_block, USUAL, launch(1, 1, 1, 0, 1, 1))                                         \
    X(launch_empty_block_z, USUAL, launch(1, 1, 1, 4, 1, 0))                                       \
    X(launch_grid_x_beyond, USUAL, launch(0x80000000u, 1, 1, 4, 1, 1))                             \
    X(launch_grid_y_beyond, USUAL, launch(1, 65536, 1, 4, 1, 1))                                   \
    X(launch_grid_z_beyond, USUAL, launch(1, 1, 65536, 4, 1, 1))                                   \
    X(launch_block_x_beyond, USUAL, launch(1, 1, 1, 1025, 1, 1))                                   \
    X(launch_block_z_beyond, USUAL, launch(1, 1, 1, 1, 1, 65))                                     \
    X(launch_block_product_beyond, USUAL, launch(1, 1, 1, 64, 32, 1))                              \
    X(launch_over_its_bounds, USUAL, misuse_launch(f.bounded, 1, 65, 0, NULL))                     \
    X(launch_shared_beyond, USUAL, launch_shared(1 << 24))                                         \
    X(launch_shared_without_opting_in, USUAL, launch_shared(64 * 1024))                            \
    X(launch_in_unloaded_module, MARRING, launch_unloaded())                                       \
    X(launch_without_arguments, USUAL, launch_null_params())                                       \
    X(launch_with_null_argument, USUAL, launch_null_param())                                       \
    X(launch_with_buffer, USUAL, launch_with_extra(24, 0, 0))                                      \
    X(launch_with_short_buffer, USUAL, launch_with_extra(20, 0, 0))                                \
    X(launch_with_empty_buffer, USUAL, launch_with_extra(0, 0, 0))                                 \
    X(launch_with_long_buffer, USUAL, launch_with_extra(40, 0, 0))                                 \
    X(launch_with_unknown_key, USUAL, launch_with_extra(24, 77, 0))                                \
    X(launch_with_both_arguments, USUAL, launch_with_extra(24, 0, 1))                              \
    X(launch_with_only_the_end, USUAL, launch_with_empty_extra())                                  \
    X(launch_cooperatively_too_many, USUAL, launch_cooperatively(1 << 20))                         \
    X(launch_cooperatively_none, USUAL, launch_cooperatively(0))                                   \
    X(launch_without_config, USUAL, launch_null_config())                                          \
    X(launch_without_attributes, USUAL, launch_with_attribute(0, 0, 0))                            \
    X(launch_attribute_ignored, USUAL, launch_with_attribute(CU_LAUNCH_ATTRIBUTE_IGNORE, 0, 1))    \
    X(launch_attribute_unknown, USUAL, launch_with_attribute(9999, 0, 1))                          \
    X(launch_cluster_of_two_in_three, USUAL,                                                       \
      launch_with_attribute(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, 2, 1))                          \
    X(launch_cluster_of_none, USUAL,                                                               \
      launch_with_attribute(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, 0, 1))                          \
    X(launch_cluster_of_one, USUAL,                                                                \
      launch_with_attribute(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, 1, 1))                          \
    X(occupancy_into_null, USUAL,                                                                  \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, f.add, 64, 0))                          \
    X(occupancy_of_null, USUAL,                                                                    \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, NULL, 64, 0))                        \
    X(occupancy_of_no_threads, USUAL,                                                              \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, f.add, 0, 0))                        \
    X(occupancy_of_negative_threads, USUAL,                                                        \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, f.add, -1, 0))                       \
    X(occupancy_of_too_many_threads, USUAL,                                                        \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, f.add, 2048, 0))                     \
    X(occupancy_of_too_much_shared, USUAL,                                                         \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, f.add, 64, 1 << 24))                 \
    X(block_size_into_null_grid, USUAL,                                                            \
      cu.cuOccupancyMaxPotentialBlockSize(NULL, &number, f.add, NULL, 0, 0))                       \
    X(block_size_into_null, USUAL,                                                                 \
      cu.cuOccupancyMaxPotentialBlockSize(&number, NULL, f.add, NULL, 0, 0))                       \
    X(block_size_negative_limit, USUAL,                                                            \
      cu.cuOccupancyMaxPotentialBlockSize(&number, &other_number, f.add, NULL, 0, -1))

MISUSE_TABLE(misuse_of_kernels, KERNEL_TABLE);
