/* Fills of device memory. The host waits for a fill only if the memory is host memory. */
#include "api/fail.h"
#include "context/context.h"
#include "heap/allocation.h"
#include "memory/copy.h"
#include "stream/stream.h"

CUresult cpu_fill_check(const cpu_fill *fill)
{
    const size_t row = fill->width * fill->element;
    size_t size;

    if (fill->width > SIZE_MAX / fill->element || fill->target % fill->element != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (fill->height > 1 && (fill->pitch < row || fill->pitch % fill->element != 0 ||
                             fill->height - 1 > (SIZE_MAX - row) / fill->pitch))
        return CUDA_ERROR_INVALID_VALUE;
    size = (fill->height - 1) * fill->pitch + row;
    return cpu_memory_holds(fill->target, size) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult fill(const cpu_fill *request, CUstream handle, bool is_async)
{
    CUstream stream;
    CUresult result = cpu_stream_find(handle, &stream);
    cpu_work work = {.kind = CPU_WORK_FILL, .as.fill = *request};
    cpu_allocation allocation;

    if (result != CUDA_SUCCESS || request->width == 0 || request->height == 0)
        return result;
    result = cpu_fill_check(request);
    if (result != CUDA_SUCCESS)
        return result;
    if (!is_async && cpu_memory_find(request->target, &allocation) &&
        (allocation.kind == CPU_MEMORY_HOST || allocation.is_synchronous))
        return cpu_stream_perform(stream, &work);
    return cpu_stream_submit(stream, &work);
}

CUresult cuMemsetD8_v2(CUdeviceptr target, unsigned char value, size_t count)
{
    CPU_ENTRY(cuMemsetD8_v2);
    return fill(&(cpu_fill){target, 0, value, 1, count, 1}, NULL, false);
}

CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t count, CUstream stream)
{
    CPU_ENTRY(cuMemsetD8Async);
    return fill(&(cpu_fill){target, 0, value, 1, count, 1}, stream, true);
}

CUresult cuMemsetD16Async(CUdeviceptr target, unsigned short value, size_t count, CUstream stream)
{
    CPU_ENTRY(cuMemsetD16Async);
    return fill(&(cpu_fill){target, 0, value, 2, count, 1}, stream, true);
}

CUresult cuMemsetD32_v2(CUdeviceptr target, unsigned int value, size_t count)
{
    CPU_ENTRY(cuMemsetD32_v2);
    return fill(&(cpu_fill){target, 0, value, 4, count, 1}, NULL, false);
}

CUresult cuMemsetD32Async(CUdeviceptr target, unsigned int value, size_t count, CUstream stream)
{
    CPU_ENTRY(cuMemsetD32Async);
    return fill(&(cpu_fill){target, 0, value, 4, count, 1}, stream, true);
}

CUresult cuMemsetD2D8_v2(CUdeviceptr target, size_t pitch, unsigned char value, size_t width,
                         size_t height)
{
    CPU_ENTRY(cuMemsetD2D8_v2);
    return fill(&(cpu_fill){target, pitch, value, 1, width, height}, NULL, false);
}

CUresult cuMemsetD2D8Async(CUdeviceptr target, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream)
{
    CPU_ENTRY(cuMemsetD2D8Async);
    return fill(&(cpu_fill){target, pitch, value, 1, width, height}, stream, true);
}

CUresult cuMemsetD2D16Async(CUdeviceptr target, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream)
{
    CPU_ENTRY(cuMemsetD2D16Async);
    return fill(&(cpu_fill){target, pitch, value, 2, width, height}, stream, true);
}

CUresult cuMemsetD2D32Async(CUdeviceptr target, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream)
{
    CPU_ENTRY(cuMemsetD2D32Async);
    return fill(&(cpu_fill){target, pitch, value, 4, width, height}, stream, true);
}
