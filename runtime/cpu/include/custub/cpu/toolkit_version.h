/* custub/cpu/toolkit_version.h: the macros of nvcc's version, from the toolkit in the include path.
 * Images of files that ask for the version include it after custub/cpu_device.h. */
#ifndef CUSTUB_CPU_TOOLKIT_VERSION_H
#define CUSTUB_CPU_TOOLKIT_VERSION_H

#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif

#endif
