/* repeats.h: launches of a checked kernel that need no checks.
 *
 * If the numbers of a launch decide what it touches, and one with the same numbers ended without a
 * bad access, then the next one has none (<custub/bounds_table.h>, custub_bounds_kernel.repeats).
 * So the first launch with its numbers is a trial: the kernel tells in its outcome whether memory
 * decided anything, and a copy behind it brings that to the host. Until then, and if memory decided
 * or an access was bad, launches with these numbers are checked.
 *
 * Here is what is known of them; launch/repeat.h makes the trials. */
#ifndef CUSTUBI_REPEATS_H
#define CUSTUBI_REPEATS_H

#include "bounds/bounds.h"

/* The numbers of a launch, in words of 64 bits. */
#define CUSTUBI_REPEAT_WORDS 128u
typedef struct custubi_repeat_key {
    uint32_t count; /* the same for all launches of a kernel */
    uint64_t words[CUSTUBI_REPEAT_WORDS];
} custubi_repeat_key;

/* What is known of the launches of a kernel in one context. Any thread. */
typedef struct custubi_repeats custubi_repeats;

/* Null if the kernel never repeats, or there is no memory: its launches are all checked. */
custubi_repeats *custubi_repeats_make(const custubi_bounds *bounds, uint32_t kernel,
                                      const custubi_records *records);
void custubi_repeats_free(custubi_repeats *repeats);

typedef enum custubi_repeat {
    CUSTUBI_REPEAT_CHECKED, /* the launch is to be checked */
    CUSTUBI_REPEAT_TRIAL,   /* it is, and its outcome is wanted */
    CUSTUBI_REPEAT_RIGHT    /* it needs no checks */
} custubi_repeat;

/* The outcome of a launch: on the device, and the host's copy, which is 0 until it is known. */
typedef struct custubi_outcome {
    uint64_t device_address;
    _Atomic uint32_t *host;
    uint32_t place;
} custubi_outcome;

/* Looks up a launch. Its key has two words, at most two for each pointer, and those of the numbers.
 * A trial that cannot be made must be given up: with `begun`, its outcome is not used again before
 * the host's copy is there. */
custubi_repeat custubi_repeats_find(custubi_repeats *repeats, const custubi_repeat_key *key,
                                    custubi_outcome *outcome);
void custubi_repeats_give_up(custubi_repeats *repeats, const custubi_outcome *outcome, bool begun);

/* The bytes of the parameters that are in a key, in this order, each from a word on. */
const custub_bounds_number *custubi_repeats_numbers(const custubi_repeats *repeats,
                                                    uint32_t *count);

#endif
