/* custub/cpu/language/address_space.h: which memory an address lies in (CUDA C++ Programming Guide,
 * "Address Space Predicate Functions", "Address Space Conversion Functions"). All addresses are
 * generic here. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_ADDRESS_SPACE_H
#define CUSTUB_CPU_ADDRESS_SPACE_H

#include "../threads/place.h"

#include <cstddef>

extern "C" {
extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;
}

namespace custub_cpu
{

inline bool is_in(const void *address, custub_cpu_space space)
{
    return services->space(address, &custub_cpu_image) == space;
}

} // namespace custub_cpu

inline unsigned int __isGlobal(const void *address)
{
    return ::custub_cpu::is_in(address, CUSTUB_CPU_SPACE_GLOBAL);
}

inline unsigned int __isShared(const void *address)
{
    return ::custub_cpu::is_in(address, CUSTUB_CPU_SPACE_SHARED);
}

inline unsigned int __isConstant(const void *address)
{
    return ::custub_cpu::is_in(address, CUSTUB_CPU_SPACE_CONSTANT);
}

inline unsigned int __isLocal(const void *address)
{
    return ::custub_cpu::is_in(address, CUSTUB_CPU_SPACE_LOCAL);
}

/* A cluster has one block. */
inline unsigned int __isCtaShared(const void *address)
{
    return __isShared(address);
}

inline unsigned int __isClusterShared(const void *address)
{
    return __isShared(address);
}

#define CUSTUB_CPU_SPACE_CASTS(space)                                                              \
    inline std::size_t __cvta_generic_to_##space(const void *address)                              \
    {                                                                                              \
        return reinterpret_cast<std::size_t>(address);                                             \
    }                                                                                              \
    inline void *__cvta_##space##_to_generic(std::size_t address)                                  \
    {                                                                                              \
        return reinterpret_cast<void *>(address);                                                  \
    }

CUSTUB_CPU_SPACE_CASTS(global)
CUSTUB_CPU_SPACE_CASTS(shared)
CUSTUB_CPU_SPACE_CASTS(constant)
CUSTUB_CPU_SPACE_CASTS(local)
CUSTUB_CPU_SPACE_CASTS(grid_constant)

#undef CUSTUB_CPU_SPACE_CASTS

#endif
