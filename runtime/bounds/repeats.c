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

/* A launch that is known; its key is apart. Items are written under the lock. Those that are
 * settled, RIGHT or OTHER, are looked up without it: `version` is read before and after, and odd
 * while the key is written. */
typedef struct item {
    _Atomic uint32_t version;
    _Atomic item_state state;
    uint32_t reported; /* bad accesses of the kernel when the trial began */
} item;

struct custubi_repeats {
    custubi_mutex lock;
    const custubi_bounded_kernel *kernel;
    const custub_bounds_number *numbers;
    const custub_bounds_record *record;
    _Atomic uint32_t *outcomes; /* of each item, in memory of the host that copies write */
    uint64_t device_outcomes;   /* the same on the device */
    uint32_t words;             /* of a key, at most */
    _Atomic uint32_t last;      /* where the last one was settled */
    _Atomic int credit;
    uint32_t refused; /* trials, for want of credit */
    item items[CUSTUBI_OUTCOMES];
    _Atomic uint64_t keys[];
};

/* --- Keys ------------------------------------------------------------------------------------- */

static uint32_t words_of(const custub_bounds_kernel *kernel, const custub_bounds_number *numbers)
{
    uint64_t words = 2 + 2 * (uint64_t)kernel->extents;

    for (uint32_t i = 0; i < kernel->number_count; i++)
        words += ((uint64_t)numbers[i].bytes + 7) / 8;
    return words <= CUSTUBI_REPEAT_WORDS ? (uint32_t)words : 0;
}

static uint64_t hash_of(const custubi_repeat_key *key)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < key->count; i++) {
        hash = (hash ^ key->words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return hash;
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
    atomic_init(&made->credit, CREDIT);
    return made;
}

void custubi_repeats_free(custubi_repeats *repeats)
{
    if (!repeats)
        return;
    custubi_mutex_deinitialize(&repeats->lock);
    free(repeats);
}

static item_state state_of(const item *at)
{
    return atomic_load_explicit(&at->state, memory_order_acquire);
}

static void set_state(item *at, item_state state)
{
    atomic_store_explicit(&at->state, state, memory_order_release);
}

static bool is_busy(const item *at)
{
    const item_state state = state_of(at);

    return state == RUNNING || state == GIVEN_UP;
}

static uint32_t reported(const custubi_repeats *of)
{
    return atomic_load_explicit(&of->kernel->reported, memory_order_acquire);
}

/* True if no bad access was recorded since `before` were reported, when the trial began. One that
 * was recorded before keeps the others from being recorded, also while it is taken: so before a
 * trial there must be none. */
static bool is_unrecorded(const custubi_repeats *of, uint32_t before)
{
    const _Atomic uint32_t *state = (const _Atomic uint32_t *)&of->record->state;

    return !atomic_load_explicit(state, memory_order_acquire) && reported(of) == before;
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
    if (state_of(at) == GIVEN_UP)
        set_state(at, FREE);
    else if (outcome != CUSTUB_BOUNDS_UNDECIDED)
        set_state(at, OTHER);
    else
        set_state(at, is_unrecorded(of, at->reported) ? RIGHT : FREE);
}

static bool has_key(const custubi_repeats *of, uint32_t place, const custubi_repeat_key *key)
{
    const _Atomic uint64_t *words = of->keys + (size_t)place * of->words;

    for (uint32_t i = 0; i < key->count; i++)
        if (atomic_load_explicit(&words[i], memory_order_acquire) != key->words[i])
            return false;
    return true;
}

static uint32_t place_of(uint64_t hash, uint32_t probe)
{
    return (uint32_t)(hash + probe) % CUSTUBI_OUTCOMES;
}

/* Without the lock: RIGHT or OTHER if it is known of the key at this place, else FREE, also if
 * another thread writes the place. */
static item_state settled_at(const custubi_repeats *of, uint32_t place,
                             const custubi_repeat_key *key)
{
    const item *at = &of->items[place];
    const uint32_t version = atomic_load_explicit(&at->version, memory_order_acquire);
    const item_state state = state_of(at);

    return (state == RIGHT || state == OTHER) && !(version & 1) && has_key(of, place, key) &&
                   atomic_load_explicit(&at->version, memory_order_relaxed) == version
               ? state
               : FREE;
}

/* The same of any place. Most launches are as the one before. */
static item_state settled(custubi_repeats *of, const custubi_repeat_key *key)
{
    uint32_t place = atomic_load_explicit(&of->last, memory_order_relaxed);
    item_state state = settled_at(of, place, key);
    uint64_t hash;

    if (state != FREE)
        return state;
    hash = hash_of(key);
    for (uint32_t i = 0; i < PROBES && state == FREE; i++) {
        place = place_of(hash, i);
        state = settled_at(of, place, key);
    }
    if (state != FREE)
        atomic_store_explicit(&of->last, place, memory_order_relaxed);
    return state;
}

/* Writes the key and the state of a trial, of which `before` bad accesses were reported. */
static void write_trial(custubi_repeats *of, uint32_t place, const custubi_repeat_key *key,
                        uint32_t before)
{
    item *at = &of->items[place];
    _Atomic uint64_t *words = of->keys + (size_t)place * of->words;
    const uint32_t version = atomic_load_explicit(&at->version, memory_order_relaxed);

    atomic_store_explicit(&at->version, version + 1, memory_order_relaxed);
    set_state(at, RUNNING);
    at->reported = before;
    for (uint32_t i = 0; i < key->count; i++)
        atomic_store_explicit(&words[i], key->words[i], memory_order_release);
    atomic_store_explicit(&at->version, version + 2, memory_order_release);
}

static bool is_known(const custubi_repeats *of, uint32_t place, const custubi_repeat_key *key)
{
    const item_state state = state_of(&of->items[place]);

    return state != FREE && state != GIVEN_UP && has_key(of, place, key);
}

/* The place of the key; else one that may be taken, or CUSTUBI_OUTCOMES. */
static uint32_t find_place(custubi_repeats *of, const custubi_repeat_key *key)
{
    const uint64_t hash = hash_of(key);
    uint32_t unused = CUSTUBI_OUTCOMES;

    for (uint32_t i = 0; i < PROBES; i++) {
        const uint32_t place = place_of(hash, i);
        const item *at = &of->items[place];
        poll(of, place);
        if (is_known(of, place, key))
            return place;
        if (!is_busy(at) && (unused == CUSTUBI_OUTCOMES || state_of(at) == FREE))
            unused = place;
    }
    return unused;
}

/* --- Launches --------------------------------------------------------------------------------- */

/* Under the lock; give_credit() without. One that is lost between them does no harm. */
static bool take_credit(custubi_repeats *of)
{
    const int credit = atomic_load_explicit(&of->credit, memory_order_relaxed);

    if (credit > 0) {
        atomic_store_explicit(&of->credit, credit - 1, memory_order_relaxed);
        return true;
    }
    return ++of->refused % CREDIT_AFTER == 0;
}

static void give_credit(custubi_repeats *of)
{
    const int credit = atomic_load_explicit(&of->credit, memory_order_relaxed);

    if (credit < CREDIT)
        atomic_store_explicit(&of->credit, credit + 1, memory_order_relaxed);
}

/* Under the lock: a trial is over, or one begins. */
static custubi_repeat find(custubi_repeats *of, const custubi_repeat_key *key,
                           custubi_outcome *outcome)
{
    const uint32_t before = reported(of);
    const uint32_t place = find_place(of, key);

    if (place == CUSTUBI_OUTCOMES)
        return CUSTUBI_REPEAT_CHECKED;
    if (is_known(of, place, key))
        return state_of(&of->items[place]) == RIGHT ? CUSTUBI_REPEAT_RIGHT : CUSTUBI_REPEAT_CHECKED;
    if (!is_unrecorded(of, before) || !take_credit(of))
        return CUSTUBI_REPEAT_CHECKED;
    write_trial(of, place, key, before);
    atomic_store_explicit(&of->outcomes[place], 0, memory_order_relaxed);
    *outcome = (custubi_outcome){of->device_outcomes + place * sizeof(uint32_t),
                                 &of->outcomes[place], place};
    return CUSTUBI_REPEAT_TRIAL;
}

custubi_repeat custubi_repeats_find(custubi_repeats *repeats, const custubi_repeat_key *key,
                                    custubi_outcome *outcome)
{
    const item_state state = settled(repeats, key);
    custubi_repeat found;

    if (state == OTHER)
        return CUSTUBI_REPEAT_CHECKED;
    if (state == RIGHT) {
        give_credit(repeats);
        return CUSTUBI_REPEAT_RIGHT;
    }
    custubi_mutex_lock(&repeats->lock);
    found = find(repeats, key, outcome);
    custubi_mutex_unlock(&repeats->lock);
    return found;
}

void custubi_repeats_give_up(custubi_repeats *repeats, const custubi_outcome *outcome, bool begun)
{
    custubi_mutex_lock(&repeats->lock);
    set_state(&repeats->items[outcome->place], begun ? GIVEN_UP : FREE);
    custubi_mutex_unlock(&repeats->lock);
}

const custub_bounds_number *custubi_repeats_numbers(const custubi_repeats *repeats, uint32_t *count)
{
    *count = repeats->kernel->checked->number_count;
    return repeats->numbers;
}
