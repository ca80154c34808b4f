/* custub/cpu/warp.h: the functions of a warp. They let a file compile; a launch whose kernel
 * reaches one ends with an error that names it, since the threads of a warp do not run side by side
 * here. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_WARP_H
#define CUSTUB_CPU_WARP_H

#include "place.h"

#define CUSTUB_CPU_NO_WARP(result, name)                                                           \
    template <typename... Arguments> result name(Arguments...)                                     \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "the CPU driver has no warps");                                 \
    }

#define CUSTUB_CPU_NO_SHUFFLE(name)                                                                \
    template <typename Value, typename... Arguments> Value name(unsigned, Value, Arguments...)     \
    {                                                                                              \
        ::custub_cpu::unfit(#name, "the CPU driver has no warps");                                 \
    }

CUSTUB_CPU_NO_SHUFFLE(__shfl_sync)
CUSTUB_CPU_NO_SHUFFLE(__shfl_up_sync)
CUSTUB_CPU_NO_SHUFFLE(__shfl_down_sync)
CUSTUB_CPU_NO_SHUFFLE(__shfl_xor_sync)
CUSTUB_CPU_NO_SHUFFLE(__reduce_add_sync)
CUSTUB_CPU_NO_SHUFFLE(__reduce_min_sync)
CUSTUB_CPU_NO_SHUFFLE(__reduce_max_sync)
CUSTUB_CPU_NO_SHUFFLE(__reduce_and_sync)
CUSTUB_CPU_NO_SHUFFLE(__reduce_or_sync)
CUSTUB_CPU_NO_SHUFFLE(__reduce_xor_sync)
CUSTUB_CPU_NO_WARP(void, __syncwarp)
CUSTUB_CPU_NO_WARP(int, __all_sync)
CUSTUB_CPU_NO_WARP(int, __any_sync)
CUSTUB_CPU_NO_WARP(unsigned, __ballot_sync)
CUSTUB_CPU_NO_WARP(unsigned, __activemask)
CUSTUB_CPU_NO_WARP(unsigned, __match_any_sync)
CUSTUB_CPU_NO_WARP(unsigned, __match_all_sync)

#undef CUSTUB_CPU_NO_WARP
#undef CUSTUB_CPU_NO_SHUFFLE

#endif
