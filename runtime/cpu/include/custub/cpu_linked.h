/* custub/cpu_linked.h: the table of an image that several files are linked to. One further file
 * includes this and nothing else; all of them are compiled with CUSTUB_CPU_LINKED defined, as the
 * name of the image. */
#ifndef CUSTUB_CPU_LINKED_H
#define CUSTUB_CPU_LINKED_H

#include "cpu/threads/place.h"
#include "cpu/kernel/linked_table.h"

#if defined(CUSTUB_CPU_LINKED)

extern "C" {
/* The linker's names for the beginning and the end of a section; null if there is none. */
extern const ::custub_cpu::kernel_row __start_custub_cpu_kernels[]
    __attribute__((weak, visibility("hidden")));
extern const ::custub_cpu::kernel_row __stop_custub_cpu_kernels[]
    __attribute__((weak, visibility("hidden")));
extern const ::custub_cpu::global_row __start_custub_cpu_globals[]
    __attribute__((weak, visibility("hidden")));
extern const ::custub_cpu::global_row __stop_custub_cpu_globals[]
    __attribute__((weak, visibility("hidden")));

/* Filled when the image is loaded. */
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
const custub_cpu_table custub_cpu_image = {
    CUSTUB_CPU_IMAGE_MAGIC,
    CUSTUB_CPU_IMAGE_ABI,
    sizeof(custub_cpu_table),
    sizeof(::custub_cpu::kernel_row),
    uint32_t(__stop_custub_cpu_kernels - __start_custub_cpu_kernels),
    sizeof(custub_cpu_services),
    CUSTUB_CPU_LINKED,
    reinterpret_cast<const custub_cpu_kernel *>(__start_custub_cpu_kernels),
    &::custub_cpu::services,
    reinterpret_cast<const custub_cpu_global *>(__start_custub_cpu_globals),
    uint32_t(__stop_custub_cpu_globals - __start_custub_cpu_globals),
    sizeof(::custub_cpu::global_row),
};
}

#endif
#endif
