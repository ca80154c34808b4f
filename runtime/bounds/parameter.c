#include "bounds/parameter.h"

#include <stdbool.h>
#include <string.h>

/* Nearly all scales are powers of two. A division takes as long as all else here. */
static inline uint64_t divide(uint64_t number, uint64_t by)
{
#if defined(__GNUC__)
    if (!(by & (by - 1)))
        return number >> __builtin_ctzll(by);
#endif
    return number / by;
}

static inline uint64_t limit_of(const custub_bounds_limit *limit, uint64_t pointer,
                                const custub_bounds_extent *extent)
{
    const uint64_t before = pointer - extent->base; /* wraps if the pointer is below */
    const uint64_t reach = (uint64_t)limit->low + limit->span;
    const uint64_t bytes = extent->bytes;
    uint64_t most;

    if ((pointer & (limit->align - 1)) && limit->align)
        return 0;
    if (limit->kind == CUSTUB_BOUNDS_ADDRESS)
        return bytes < limit->span ? 0 : bytes - limit->span + 1;
    if (before >= bytes || bytes - before < reach)
        return 0;
    most = divide(bytes - before - reach, limit->scale) + 1;
    return limit->kind == CUSTUB_BOUNDS_INDEX && most > limit->most ? limit->most : most;
}

uint64_t custubi_parameter_limit(const custub_bounds_limit *limit, uint64_t pointer,
                                 const custub_bounds_extent *extent)
{
    return limit_of(limit, pointer, extent);
}

static inline void write_limit(unsigned char *parameter, const custub_bounds_limit *limit,
                               uint64_t value, const custub_bounds_extent *extent)
{
    unsigned char *at = parameter + limit->offset;
    uint64_t base = extent->base - (uint64_t)limit->low;
    uint32_t index = (uint32_t)value;

    if (limit->kind == CUSTUB_BOUNDS_INDEX) {
        memcpy(at, &index, sizeof(index));
        return;
    }
    if (limit->kind == CUSTUB_BOUNDS_ADDRESS) {
        memcpy(at, &base, sizeof(base));
        at += sizeof(base);
    }
    memcpy(at, &value, sizeof(value));
}

void custubi_parameter_fill_limits(custub_bounds_head *parameter,
                                   const custub_bounds_kernel *kernel,
                                   const custub_bounds_limit *limits, const custub_need *needs)
{
    const custub_bounds_extent *extents = (const custub_bounds_extent *)(parameter + 1);
    const custub_bounds_extent shared = {0, parameter->shared};
    uint32_t offset = 0; /* of the limit before */
    uint64_t least = 0;

    for (const custub_bounds_limit *limit = limits + kernel->first_limit,
                                   *end = limit + kernel->limit_count;
         limit != end; limit++) {
        const bool is_shared = limit->extent == CUSTUB_BOUNDS_SHARED;
        const custub_bounds_extent *extent = is_shared ? &shared : &extents[limit->extent];
        uint64_t value = limit_of(limit, is_shared ? 0 : needs[limit->extent].ptr, extent);
        least = limit->offset == offset && least < value ? least : value;
        offset = limit->offset;
        write_limit((unsigned char *)parameter, limit, least, extent);
    }
}
