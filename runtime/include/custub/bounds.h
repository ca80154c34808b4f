/* custub/bounds.h: kernels whose every access is held to the launch's contract, on the GPU.
 *
 * If a library was built with BOUNDS_CHECKS (custub_add_kernels()), it has a second image of its
 * kernels. The first bad access of a kernel is recorded, and does no harm: it is skipped, and a
 * load gives 0. The next call of custub that waits (custub_stream_synchronize(), a download, …),
 * or the unload, returns CUSTUB_ERROR_OUT_OF_BOUNDS, and its record says which kernel, which
 * pointer, which element and which line. The context stays usable.
 *
 * Which image is loaded is decided when kernels are loaded, for all kernels of a source file: by
 * the load options, else by custub_set_bounds_checks(), else by CUSTUB_BOUNDS_CHECKS in the
 * environment (0, 1, trap, measure or always). If the options ask for checks that the library does
 * not have, the load fails; if one of the other two asks, the plain image is loaded.
 *
 * Launches that repeat a right one, with the same shape and the same numbers, are made without
 * checks where nothing else decides what the kernel touches (docs/BOUNDS.md, "Launches that
 * repeat"). It is known when the right one has ended.
 *
 * The CPU driver has a memory checker of its own instead (docs/CHECKER.md). While it holds kernels
 * to their contracts (CUSTUB_CPU_CHECK=contract), launches are measured there too.
 */
#ifndef CUSTUB_BOUNDS_H
#define CUSTUB_BOUNDS_H

#include "launch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Choosing -------------------------------------------------------------------------------- */

/* What kernels are loaded with. */
typedef enum custub_bounds_checks {
    CUSTUB_BOUNDS_CHECKS_DEFAULT, /* custub_set_bounds_checks()'s, else CUSTUB_BOUNDS_CHECKS's in
                                     the environment ("0", "1", "trap", "measure" or
                                     "always"), else off */
    CUSTUB_BOUNDS_CHECKS_OFF,     /* the plain image */
    CUSTUB_BOUNDS_CHECKS_ON,      /* a bad access is skipped and recorded */
    CUSTUB_BOUNDS_CHECKS_TRAP,    /* a bad access is recorded and ends the kernel; the context can
                                     no longer be used */
    CUSTUB_BOUNDS_CHECKS_MEASURE, /* as ALWAYS; also measures what each launch touches. Slow: every
                                     launch waits for its end */
    CUSTUB_BOUNDS_CHECKS_ALWAYS   /* as ON; also checks launches that repeat a right one */
} custub_bounds_checks;

/* Sets what loads ask for that set nothing of their own. It is for the program. Any thread, any
 * time; kernels that are loaded keep what they have. */
void custub_set_bounds_checks(custub_bounds_checks checks);

/* The checks that a loaded kernel has; never CUSTUB_BOUNDS_CHECKS_DEFAULT. */
custub_bounds_checks custub_kernel_bounds_checks(const custub_kernel *kernel);

/* Why a kernel has no checks although its library was loaded with them; null if it has, or if the
 * library was loaded without. Borrowed until the unload. */
const char *custub_kernel_unchecked(const custub_kernel *kernel);

/* --- Bad accesses ---------------------------------------------------------------------------- */

/* Returns CUSTUB_ERROR_OUT_OF_BOUNDS with the record of a bad access that no call has returned yet,
 * else CUSTUB_OK. Asks neither the driver nor the device, and does not wait: for programs that
 * wait by other means than custub, after the wait; or while a kernel runs that does not end. Each
 * kernel keeps the first bad access since its last one was returned; if several kernels have one,
 * each call returns another. Any thread. */
custub_status custub_bounds_report(custub_error *error);

/* --- Measuring ------------------------------------------------------------------------------- */

/* What a launch of a kernel that was loaded with CUSTUB_BOUNDS_CHECKS_MEASURE touched through one
 * of its pointers. Launches into a stream that is being captured, and nodes of graphs, are not
 * measured. On the CPU driver an access counts for every pointer whose memory has its address, so
 * for both of two pointers to the same memory. */
typedef struct custub_bounds_touched {
    CUdeviceptr ptr; /* the launch's */
    uint64_t bytes;  /* from there on that the contract allows; without one that the driver knows */
    int64_t begin;   /* the lowest byte that was read or written, counted from `ptr` */
    int64_t end;     /* behind the highest one; both are 0 if there was none */
    uint64_t element_size; /* bytes; `begin` and `end` divided by it are elements */
    uint64_t reserved[4];  /* zero */
} custub_bounds_touched;

/* What the last measured launch touched through pointer `pointer`, an index of the kernel's
 * pointers in its description (custub_kernel_describe()). CUSTUB_ERROR_INVALID_ARGUMENT if there is
 * no such pointer, or no measured launch. */
custub_bounds_touched custub_bounds_touched_of(const custub_kernel *kernel, uint32_t pointer,
                                               custub_error *error);

/* The number of elements, among the first `count` at the pointer, of which the last measured launch
 * wrote all bytes. written[i], if it is not null, becomes 1 for each of them and 0 for the others.
 * CUSTUB_ERROR_INVALID_ARGUMENT as above, and if the pointee is const or the elements are more than
 * the contract allows; then 0. Waits for a copy from the device. */
uint64_t custub_bounds_written(const custub_kernel *kernel, uint32_t pointer,
                               unsigned char *written, uint64_t count, custub_error *error);

#ifdef __cplusplus
}
#endif
#endif
