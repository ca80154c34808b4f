/* range.h: what is said of ranges of managed memory. */
#ifndef CPU_RANGE_H
#define CPU_RANGE_H

#include "api/api.h"

#include <stdbool.h>

typedef struct cpu_range_state {
    bool is_read_mostly;
    bool is_accessed;         /* by the device, wherever the memory is, */
    bool is_accessed_by_host; /* and by the host */
    CUmemLocation preferred;  /* or of no type */
    CUmemLocation prefetched; /* last */
} cpu_range_state;

typedef void cpu_range_changer(cpu_range_state *state, CUmemLocation location);

/* Changes what is said of all pages of the range, which lies in one allocation. */
CUresult cpu_range_change(CUdeviceptr address, size_t size, cpu_range_changer *change,
                          CUmemLocation location);

#endif
