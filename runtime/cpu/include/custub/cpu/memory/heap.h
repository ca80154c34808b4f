/* custub/cpu/memory/heap.h: malloc, free, new and delete of kernels, which the driver serves: the
 * linker redirects the calls to these functions (--wrap). Part of custub/cpu_device.h if
 * CUSTUB_CPU_HEAP is defined; other images use the C library's. */
#ifndef CUSTUB_CPU_HEAP_H
#define CUSTUB_CPU_HEAP_H

#include "../threads/barrier.h"

#if defined(CUSTUB_CPU_HEAP) && !defined(CUSTUB_CPU_CHECKED)

#include <cstddef>

extern "C" {

void *__real_malloc(std::size_t size);
void __real_free(void *memory);

/* Initializers run before the image has services. */
CUSTUB_CPU_ONCE void *__wrap_malloc(std::size_t size)
{
    return ::custub_cpu::services ? ::custub_cpu::services->allocate(size) : __real_malloc(size);
}

CUSTUB_CPU_ONCE void __wrap_free(void *memory)
{
    if (::custub_cpu::services)
        ::custub_cpu::services->release(memory);
    else
        __real_free(memory);
}

CUSTUB_CPU_ONCE void *__wrap__Znwm(std::size_t size)
{
    return __wrap_malloc(size);
}

CUSTUB_CPU_ONCE void *__wrap__Znam(std::size_t size)
{
    return __wrap_malloc(size);
}

CUSTUB_CPU_ONCE void __wrap__ZdlPv(void *memory)
{
    __wrap_free(memory);
}

CUSTUB_CPU_ONCE void __wrap__ZdaPv(void *memory)
{
    __wrap_free(memory);
}

CUSTUB_CPU_ONCE void __wrap__ZdlPvm(void *memory, std::size_t)
{
    __wrap_free(memory);
}

CUSTUB_CPU_ONCE void __wrap__ZdaPvm(void *memory, std::size_t)
{
    __wrap_free(memory);
}

} // extern "C"

#endif
#endif
