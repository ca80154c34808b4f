/* custub/cpu/kernel/linked_table.h: where a file puts the table of its kernels and that of its
 * variables. If several files are linked to one image, the linker joins the tables: each is in a
 * section of the same name, as a whole number of equal rows. Part of custub/cpu_device.h,
 * custub/cpu_refused.h and custub/cpu_linked.h. */
#ifndef CUSTUB_CPU_LINKED_TABLE_H
#define CUSTUB_CPU_LINKED_TABLE_H

#include "../../cpu_image.h"

#if defined(CUSTUB_CPU_LINKED)

namespace custub_cpu
{

/* No compiler aligns an array more strictly than to 64 bytes on its own account, so there are no
 * gaps between the tables. */
struct alignas(64) kernel_row {
    custub_cpu_kernel kernel;
};
struct alignas(64) global_row {
    custub_cpu_global global;
};

} // namespace custub_cpu

#define CUSTUB_CPU_KERNELS(name)                                                                   \
    __attribute__((section("custub_cpu_kernels"),                                                  \
                   used)) static constexpr ::custub_cpu::kernel_row name[]
#define CUSTUB_CPU_GLOBALS(name)                                                                   \
    __attribute__((section("custub_cpu_globals"),                                                  \
                   used)) static constexpr ::custub_cpu::global_row name[]

#else

#define CUSTUB_CPU_KERNELS(name) static constexpr custub_cpu_kernel name[]
#define CUSTUB_CPU_GLOBALS(name) static constexpr custub_cpu_global name[]

#endif
#endif
