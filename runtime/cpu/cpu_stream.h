/* cpu_stream.h: streams. Work is done when its call returns, so every stream is empty. */
#ifndef CPU_STREAM_H
#define CPU_STREAM_H

#include "cpu_api.h"

/* CUDA_SUCCESS if the current context can be used with `stream`: one of its own, or one of those
 * that are always there (null, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD). */
CUresult cpu_stream_check(CUstream stream);

#endif
