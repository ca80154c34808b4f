/* bounds.h: the bounds checks of one library's kernels: the table of their image, and the records
 * in which kernels say their first bad access. */
#ifndef CUSTUBI_BOUNDS_H
#define CUSTUBI_BOUNDS_H

#include <stdatomic.h>

#include <custub/bounds.h>

#include "bounds/checked_table.h"
#include "platform/platform.h"

/* A pointer of the last launch, for messages that need more than the record. A node of a graph or a
 * launch of another thread may have had others. */
typedef struct custubi_seen_pointer {
    _Atomic uint64_t pointer;
    _Atomic uint64_t base; /* of its extent */
    _Atomic uint64_t bytes;
} custubi_seen_pointer;

/* A pointer of a measured launch. */
typedef struct custubi_measured_pointer {
    uint64_t pointer;
    custub_bounds_extent extent;
} custubi_measured_pointer;

/* What the last measured launch of a kernel has touched. launch/measured_launch.c fills it. */
typedef struct custubi_measured {
    CUdeviceptr memory; /* on the device: a custub_bounds_measure per pointer, then the marks */
    uint64_t bytes;
    unsigned long long id;              /* of the memory: custubi_memory_id() */
    unsigned long long context_id;      /* that the memory is of */
    custub_bounds_measure *measures;    /* copied after the launch; null: there was none */
    custubi_measured_pointer *pointers; /* behind them */
} custubi_measured;

/* A kernel, at its place in the library. */
typedef struct custubi_bounded_kernel {
    const custub_bounds_kernel *checked; /* null: it has no checks, and `reason` says why */
    const char *reason;
    void *plain; /* the kernel without checks, a CUkernel; null: all launches are checked */
    atomic_uint reported;       /* bad accesses that were said */
    custubi_seen_pointer *seen; /* one per pointer; null: records have all that messages say */
    custubi_measured measured;  /* guarded by `measuring` */
} custubi_bounded_kernel;

/* How many outcomes of launches each kernel has (repeats.h). */
#define CUSTUBI_OUTCOMES 32u

/* The records of all kernels of a library in one context, in memory of the host, and the outcomes
 * of their launches. */
typedef struct custubi_records {
    struct custubi_records *next;
    unsigned long long context_id;
    custub_bounds_record *records;
    uint64_t device_address;      /* of the first */
    _Atomic uint32_t *outcomes;   /* copies of those on the device; behind the records */
    uint64_t device_outcomes;     /* in memory of the device; 0: there is none */
    unsigned long long device_id; /* of that memory: custubi_memory_id() */
} custubi_records;

typedef struct custubi_bounds {
    const custub_library_info *info;
    custub_bounds_checks checks; /* ON, TRAP or MEASURE */
    custubi_checked_table table; /* of a copy */
    custubi_bounded_kernel *kernels;
    custubi_records *records;    /* the newest first; guarded by the list's lock */
    custubi_mutex measuring;     /* held during a measured launch */
    struct custubi_bounds *next; /* in the list of all */
} custubi_bounds;

/* What a load asks for: the options' own, else the program's, else the environment's. Never
 * CUSTUB_BOUNDS_CHECKS_DEFAULT. */
custub_bounds_checks custubi_bounds_choose(custub_bounds_checks given);

/* Reads the table of an image, which is copied, and makes the records of the current context.
 * CUSTUB_ERROR_IMAGE_UNKNOWN if the table is damaged, CUSTUB_ERROR_SIGNATURE_MISMATCH if it is of
 * another source. On failure *out is null. */
custub_status custubi_bounds_open(custubi_bounds **out, const custub_library_info *info,
                                  custub_bounds_checks checks, const void *table, size_t size,
                                  custub_error *error);

/* Null is allowed. No kernel may run that has these records. */
void custubi_bounds_close(custubi_bounds *bounds);

/* The records for the device in the current context, whose id this is. Makes them if the context is
 * new. If that fails, or the id is 0 because the driver does not tell, they are those of the
 * context of the load, whose memory all contexts reach. They live as long as the bounds. */
const custubi_records *custubi_bounds_records(custubi_bounds *bounds,
                                              unsigned long long context_id);

/* The address of a kernel's record for the device. */
static inline uint64_t custubi_record_of(const custubi_records *records, uint32_t kernel)
{
    return records->device_address + kernel * sizeof(custub_bounds_record);
}

/* The number of open bounds. While it is 0, nothing else is looked at. */
CUSTUBI_INTERNAL extern atomic_uint custubi_bounds_count;

/* Says a bad access that is not said yet, and forgets it. CUSTUB_OK if there is none. After a
 * result that has ended the context, a record may also be incomplete. */
custub_status custubi_bounds_take(custub_error *error, int result);

/* The same of one library. */
custub_status custubi_bounds_take_of(custubi_bounds *bounds, custub_error *error);

#endif
