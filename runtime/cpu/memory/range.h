/* range.h: advice about ranges of managed memory. */
#ifndef CPU_RANGE_H
#define CPU_RANGE_H

#include "api/api.h"

#include <stdbool.h>

typedef struct cpu_range_state {
    bool is_read_mostly;
    bool is_accessed;         /* advice: the device accesses it */
    bool is_accessed_by_host; /* advice: the host accesses it */
    CUmemLocation preferred;  /* without a type: no advice */
    CUmemLocation prefetched; /* the last one */
} cpu_range_state;

typedef void cpu_range_changer(cpu_range_state *state, CUmemLocation location);

/* Changes the advice for all pages of the range, which is inside one allocation. */
CUresult cpu_range_change(CUdeviceptr address, size_t size, cpu_range_changer *change,
                          CUmemLocation location);

#endif
