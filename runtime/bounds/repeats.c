#include "bounds/repeats.h"

#include <stdlib.h>
#include <string.h>

/* A launch that is looked up may be at so many places. */
#define PROBES 4u

/* Trials that may be made before one was of use, and how many launches give another one, as each
 * launch without checks does. A kernel whose numbers are seldom the same makes few. */
#define CREDIT       32
#define CREDIT_AFTER 64u

typedef enum item_state {
    FREE,
    RUNNING,  /* the outcome is not known yet */
    GIVEN_UP, /* the same, and it will tell nothing, but a stream may still write it */
    RIGHT,
    OTHER /* memory decided, or an access was bad */
} item_state;

typedef struct item {
    item_state state;
    uint32_t reported; /* bad accesses of the kernel when the trial began */
    uint64_t hash;
} item;

struct custubi_repeats {
    custubi_mutex lock;
    const custubi_bounded_kernel *kernel;
    const custub_bounds_number *numbers;
    const custub_bounds_record *record;
    _Atomic uint32_t *outcomes; /* of each item, in memory of the host that copies write */
    uint64_t device_outcomes;   /* the same on the device */
    uint32_t words;             /* of a key */
    int credit;
    uint32_t refused; /* trials, for want of credit */
    item items[CUSTUBI_OUTCOMES];
    uint64_t keys[];
};

/* --- Keys ------------------------------------------------------------------------------------- */

static uint32_t words_of(const custub_bounds_kernel *kernel, const custub_bounds_number *numbers)
{
    uint64_t words = 4 + 3 * (uint64_t)kernel->extents;

    for (uint32_t i = 0; i < kernel->number_count; i++)
        words += ((uint64_t)numbers[i].bytes + 7) / 8;
    return words <= CUSTUBI_REPEAT_WORDS ? (uint32_t)words : 0;
}

/* Two sums, so that one multiplication need not wait for the other. */
static uint64_t hash_of(const uint64_t *key, uint32_t words)
{
    uint64_t even = words;
    uint64_t odd = 0;

    for (uint32_t i = 0; i < words; i += 2)
        even = (even ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 1; i < words; i += 2)
        odd = (odd ^ key[i]) * UINT64_C(0xd6e8feb86659fd93);
    even ^= odd >> 29 ^ odd << 11;
    return even ^ even >> 32;
}

/* --- Items ------------------------------------------------------------------------------------ */

custubi_repeats *custubi_repeats_make(const custubi_bounds *bounds, uint32_t kernel,
                                      const custubi_records *records)
{
    const custubi_bounded_kernel *of = &bounds->kernels[kernel];
    const custub_bounds_number *numbers;
    custubi_repeats *made;
    uint32_t words;

    if (!of->plain || !records->device_outcomes)
        return NULL;
    numbers = bounds->table.numbers + of->checked->first_number;
    words = words_of(of->checked, numbers);
    made = words ? calloc(1, sizeof(*made) + CUSTUBI_OUTCOMES * words * sizeof(uint64_t)) : NULL;
    if (!made || !custubi_mutex_initialize(&made->lock)) {
        free(made);
        return NULL;
    }
    made->kernel = of;
    made->numbers = numbers;
    made->record = &records->records[kernel];
    made->outcomes = records->outcomes + (size_t)kernel * CUSTUBI_OUTCOMES;
    made->device_outcomes =
        records->device_outcomes + (uint64_t)kernel * CUSTUBI_OUTCOMES * sizeof(uint32_t);
    made->words = words;
    made->credit = CREDIT;
    return made;
}

void custubi_repeats_free(custubi_repeats *repeats)
{
    if (!repeats)
        return;
    custubi_mutex_deinitialize(&repeats->lock);
    free(repeats);
}

static bool is_busy(const item *at)
{
    return at->state == RUNNING || at->state == GIVEN_UP;
}

static uint32_t reported(const custubi_repeats *of)
{
    return atomic_load_explicit(&of->kernel->reported, memory_order_acquire);
}

/* True if no bad access was recorded since `reported` was read for the trial. One that was recorded
 * before keeps the others from being recorded, also while it is taken: so before a trial there must
 * be none. */
static bool is_unrecorded(const custubi_repeats *of, const item *at)
{
    const _Atomic uint32_t *state = (const _Atomic uint32_t *)&of->record->state;

    return !atomic_load_explicit(state, memory_order_acquire) && reported(of) == at->reported;
}

/* Looks whether a trial is over. */
static void poll(custubi_repeats *of, uint32_t place)
{
    item *at = &of->items[place];
    uint32_t outcome;

    if (!is_busy(at))
        return;
    outcome = atomic_load_explicit(&of->outcomes[place], memory_order_acquire);
    if (!outcome)
        return;
    if (at->state == GIVEN_UP)
        at->state = FREE;
    else if (outcome != CUSTUB_BOUNDS_UNDECIDED)
        at->state = OTHER;
    else
        at->state = is_unrecorded(of, at) ? RIGHT : FREE;
}

static bool has_key(const custubi_repeats *of, uint32_t place, const uint64_t *key, uint64_t hash)
{
    const item *at = &of->items[place];

    return at->state != FREE && at->state != GIVEN_UP && at->hash == hash &&
           !memcmp(of->keys + (size_t)place * of->words, key, of->words * sizeof(*key));
}

/* The place of the key; else one that may be taken, or CUSTUBI_OUTCOMES. */
static uint32_t find_place(custubi_repeats *of, const uint64_t *key, uint64_t hash)
{
    uint32_t unused = CUSTUBI_OUTCOMES;

    for (uint32_t i = 0; i < PROBES; i++) {
        const uint32_t place = (uint32_t)(hash + i) % CUSTUBI_OUTCOMES;
        const item *at = &of->items[place];
        poll(of, place);
        if (has_key(of, place, key, hash))
            return place;
        if (!is_busy(at) && (unused == CUSTUBI_OUTCOMES || at->state == FREE))
            unused = place;
    }
    return unused;
}

/* --- Launches -----------------------------------------------------------------------------------
 */

static bool take_credit(custubi_repeats *of)
{
    if (of->credit > 0) {
        of->credit--;
        return true;
    }
    return ++of->refused % CREDIT_AFTER == 0;
}

custubi_repeat custubi_repeats_find(custubi_repeats *repeats, const uint64_t *key,
                                    custubi_outcome *outcome)
{
    const item trial = {RUNNING, reported(repeats), hash_of(key, repeats->words)};
    custubi_repeat found = CUSTUBI_REPEAT_CHECKED;
    uint32_t place;
    bool is_known;

    custubi_mutex_lock(&repeats->lock);
    place = find_place(repeats, key, trial.hash);
    is_known = place < CUSTUBI_OUTCOMES && has_key(repeats, place, key, trial.hash);
    if (is_known && repeats->items[place].state == RIGHT) {
        repeats->credit += repeats->credit < CREDIT;
        found = CUSTUBI_REPEAT_RIGHT;
    } else if (!is_known && place < CUSTUBI_OUTCOMES && is_unrecorded(repeats, &trial) &&
               take_credit(repeats)) {
        found = CUSTUBI_REPEAT_TRIAL;
        repeats->items[place] = trial;
        memcpy(repeats->keys + (size_t)place * repeats->words, key, repeats->words * sizeof(*key));
        atomic_store_explicit(&repeats->outcomes[place], 0, memory_order_relaxed);
        *outcome = (custubi_outcome){repeats->device_outcomes + place * sizeof(uint32_t),
                                     &repeats->outcomes[place], place};
    }
    custubi_mutex_unlock(&repeats->lock);
    return found;
}

void custubi_repeats_give_up(custubi_repeats *repeats, const custubi_outcome *outcome, bool begun)
{
    custubi_mutex_lock(&repeats->lock);
    repeats->items[outcome->place].state = begun ? GIVEN_UP : FREE;
    custubi_mutex_unlock(&repeats->lock);
}

const custub_bounds_number *custubi_repeats_numbers(const custubi_repeats *repeats, uint32_t *count)
{
    *count = repeats->kernel->checked->number_count;
    return repeats->numbers;
}
