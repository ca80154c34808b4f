/* Modules, libraries, kernels and launches. */
#include "contexts.h"

#define TABLE(X)                                                                                   \
    X(cuModuleLoad, cu.cuModuleLoad((CUmodule *)&s.pointer, "/nowhere"))                           \
    X(cuModuleLoadData, cu.cuModuleLoadData((CUmodule *)&s.pointer, driver_image()))               \
    X(cuModuleLoadDataEx,                                                                          \
      cu.cuModuleLoadDataEx((CUmodule *)&s.pointer, driver_image(), 0, NULL, NULL))                \
    X(cuModuleUnload, cu.cuModuleUnload(f.module))                                                 \
    X(cuModuleUnload__null, cu.cuModuleUnload(NULL))                                               \
    X(cuModuleGetFunction,                                                                         \
      cu.cuModuleGetFunction((CUfunction *)&s.pointer, f.module, "no_parameters"))                 \
    X(cuModuleGetGlobal_v2, cu.cuModuleGetGlobal_v2(&s.address, &s.size, f.module, "counter"))     \
    X(cuLibraryLoadData,                                                                           \
      cu.cuLibraryLoadData((CUlibrary *)&s.pointer, driver_image(), NULL, NULL, 0, NULL, NULL, 0)) \
    X(cuLibraryUnload, cu.cuLibraryUnload(f.library))                                              \
    X(cuLibraryGetKernel,                                                                          \
      cu.cuLibraryGetKernel((CUkernel *)&s.pointer, f.library, "no_parameters"))                   \
    X(cuLibraryGetGlobal, cu.cuLibraryGetGlobal(&s.address, &s.size, f.library, "counter"))        \
    X(cuKernelGetFunction, cu.cuKernelGetFunction((CUfunction *)&s.pointer, f.kernel))             \
    X(cuKernelGetAttribute, cu.cuKernelGetAttribute(&s.i, 0, f.kernel, 0))                         \
    X(cuKernelSetAttribute, cu.cuKernelSetAttribute(8, 1024, f.kernel, 0))                         \
    X(cuKernelGetParamInfo, cu.cuKernelGetParamInfo(f.kernel, 0, &s.size, &s.size_two))            \
    X(cuKernelGetLibrary, cu.cuKernelGetLibrary((CUlibrary *)&s.pointer, f.kernel))                \
    X(cuFuncGetParamInfo, cu.cuFuncGetParamInfo(f.function, 0, &s.size, &s.size_two))              \
    X(cuFuncGetAttribute, cu.cuFuncGetAttribute(&s.i, 0, f.function))                              \
    X(cuFuncGetAttribute__kernel, cu.cuFuncGetAttribute(&s.i, 0, (CUfunction)f.kernel))            \
    X(cuFuncSetAttribute, cu.cuFuncSetAttribute(f.function, 8, 1024))                              \
    X(cuFuncSetAttribute__kernel, cu.cuFuncSetAttribute((CUfunction)f.kernel, 8, 1024))            \
    X(cuFuncGetModule, cu.cuFuncGetModule((CUmodule *)&s.pointer, f.function))                     \
    X(cuFuncGetModule__of_kernel, cu.cuFuncGetModule((CUmodule *)&s.pointer, f.of_kernel))         \
    X(cuFuncSetCacheConfig, cu.cuFuncSetCacheConfig(f.function, 0))                                \
    X(cuFuncLoad, cu.cuFuncLoad(f.function))                                                       \
    X(cuLaunchKernel, launch(f.function, f.stream))                                                \
    X(cuLaunchKernel__of_kernel, launch(f.of_kernel, f.stream))                                    \
    X(cuLaunchKernel__kernel, launch((CUfunction)f.kernel, f.stream))                              \
    X(cuLaunchKernel__null_stream, launch(f.function, NULL))                                       \
    X(cuLaunchKernel__kernel_null_stream, launch((CUfunction)f.kernel, NULL))                      \
    X(cuLaunchKernel__legacy, launch(f.function, STREAM_LEGACY))                                   \
    X(cuLaunchKernel__per_thread, launch(f.function, STREAM_PER_THREAD))                           \
    X(cuLaunchKernel__null_function, launch(NULL, f.stream))                                       \
    X(cuLaunchKernelEx, launch_ex(f.function, f.stream))                                           \
    X(cuLaunchKernelEx__kernel, launch_ex((CUfunction)f.kernel, f.stream))                         \
    X(cuLaunchKernelEx__null_stream, launch_ex(f.function, NULL))                                  \
    X(cuLaunchCooperativeKernel,                                                                   \
      cu.cuLaunchCooperativeKernel(f.function, 1, 1, 1, 1, 1, 1, 0, f.stream, NULL))               \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                 \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&s.i, f.function, 64, 0))                     \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor__kernel,                                         \
      cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&s.i, (CUfunction)f.kernel, 64, 0))           \
    X(cuOccupancyMaxPotentialBlockSize,                                                            \
      cu.cuOccupancyMaxPotentialBlockSize(&s.i, &s.j, f.function, NULL, 0, 0))

static CUresult launch(CUfunction function, CUstream stream)
{
    return cu.cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
}

static CUresult launch_ex(CUfunction function, CUstream stream)
{
    CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, stream, NULL, 0};

    return cu.cuLaunchKernelEx(&config, function, NULL, NULL);
}

CONTEXTS_TABLE(contexts_of_kernels, TABLE);
