/* custub/cpu/kernel/refused.h: table entries for kernels that the host compiler refuses: they use
 * no name of the program. Part of custub/cpu_device.h and custub/cpu_refused.h. */
#ifndef CUSTUB_CPU_REFUSED_H
#define CUSTUB_CPU_REFUSED_H

#include "../../cpu_image.h"
#include "linked_table.h"

namespace custub_cpu
{

/* The generator gives `count` parameters. */
constexpr custub_cpu_kernel refused_kernel(const char *name, uint32_t max_threads,
                                           const custub_cpu_param *params, uint32_t count,
                                           const char *reason)
{
    custub_cpu_kernel kernel = {};
    kernel.name = name;
    kernel.max_threads = max_threads;
    kernel.params = params;
    kernel.param_count = count;
    kernel.flags = CUSTUB_CPU_KERNEL_UNFIT;
    kernel.unfit = reason;
    return kernel;
}

} // namespace custub_cpu

#endif
