/* custub/cpu/toolkit_version.h: the versions that nvcc and the headers before every file say, of
 * the toolkit in the include path. Comes behind custub/cpu_device.h in images of files that ask. */
#ifndef CUSTUB_CPU_TOOLKIT_VERSION_H
#define CUSTUB_CPU_TOOLKIT_VERSION_H

#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

#endif
