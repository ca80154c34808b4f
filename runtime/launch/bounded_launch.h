/* bounded_launch.h: the arguments of a launch of a kernel with bounds checks: its own, and one
 * more, which says what memory it may touch (<custub/bounds_table.h>). */
#ifndef CUSTUBI_BOUNDED_LAUNCH_H
#define CUSTUBI_BOUNDED_LAUNCH_H

#include "check/call.h"
#include "launch/repeat.h"
#include "library/library.h"

/* Enough for 16 parameters of 8 pointers, with 40 limits each of 8 bytes. */
#define CUSTUBI_BOUNDED_WORDS 96u

typedef struct custubi_bounded_launch {
    void *function;              /* to launch in place of the checked kernel; or null */
    void **arguments;            /* for the driver */
    custub_bounds_head *further; /* the last of those of the checked kernel */
    custubi_repeats *repeats;
    custubi_outcome outcome; /* of a trial; its address is 0 if this is none */
    void *memory;            /* of malloc(), if `local` is too small */
    uint64_t local[CUSTUBI_BOUNDED_WORDS];
} custubi_bounded_launch;

/* The bytes of the arguments and of the further one. */
size_t custubi_bounded_bytes(const custub_kernel *kernel);

/* Fills that memory, which is aligned to 8, for the call, whose needs and shape are known, and
 * returns the arguments for the driver. `here` is what is known of the kernel in the context of the
 * launch, which is current. */
void **custubi_bounded_fill(void *memory, const custubi_call *call, const custubi_function *here);

/* The same in memory of its own, unless the launch needs no checks; false if there is no memory.
 * End it after the launch, whose result that takes. */
bool custubi_bounded_begin(custubi_bounded_launch *out, const custubi_call *call,
                           const custubi_function *here);

/* Its two steps, for a caller that fills the extents between them, which the first one returns, or
 * null if there is no memory. */
custub_bounds_extent *custubi_bounded_place(custubi_bounded_launch *out,
                                            const custub_kernel *kernel);
void custubi_bounded_choose(custubi_bounded_launch *of, const custubi_call *call,
                            const custubi_function *here);

/* The memory that a pointer may touch, whose need is filled: with a count, and without one. */
static inline custub_bounds_extent custubi_extent_of_counted(const custub_need *need)
{
    const uint64_t behind = 0 - need->ptr; /* bytes up to the end of the address space; null: 0 */

    return (custub_bounds_extent){need->ptr, need->bytes < behind ? need->bytes : behind};
}
custub_bounds_extent custubi_extent_of_uncounted(const custubi_pointer_state *pointer,
                                                 const custub_need *need,
                                                 const custubi_function *here);

/* Makes one that needs no checks one that has them. */
void custubi_bounded_check(custubi_bounded_launch *of, const custubi_call *call,
                           const custubi_function *here);
void custubi_bounded_end(custubi_bounded_launch *of, const custubi_call *call, int result);

/* Fills the needs of a call at the level "none", which checks and so needs nothing else. A count
 * without a value allows nothing. */
void custubi_bounded_needs(const custubi_call *call);

#endif
