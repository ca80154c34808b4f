/* cpu_stream.h: streams. Work is done when its call returns, so every stream is empty. */
#ifndef CPU_STREAM_H
#define CPU_STREAM_H

#include "cpu_api.h"

/* The context in which work of `stream` is done: that of the stream, which need not be current, or
 * the current one for the streams that are always there (null, CU_STREAM_LEGACY,
 * CU_STREAM_PER_THREAD). Fails without a current context, and if the context serves no more. */
CUresult cpu_stream_context(CUstream stream, CUcontext *context);

/* The same, where the context does not matter. */
CUresult cpu_stream_check(CUstream stream);

#endif
