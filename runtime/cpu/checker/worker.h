/* worker.h: the memory checker's state for a thread of the operating system that runs blocks. */
#ifndef CPU_WORKER_H
#define CPU_WORKER_H

#include "checker/order/checked_global.h"
#include "checker/checked_memory.h"
#include "checker/order/checked_shared.h"
#include "checker/checker.h"
#include "checker/held_memory.h"
#include "checker/order/pending_copy.h"
#include "checker/report.h"

#include <stdatomic.h>

/* Identifies a kind of finding: CPU_CHECK_… in the low bits, and a number above. */
#define CPU_CHECK_FINDING(check, number) ((check) | (number) << 8)

#define CPU_CHECK_CACHE 8 /* ranges; a kernel has few buffers */

#define CPU_CHECK_OBJECTS 64

#define CPU_CHECK_HINTS  64 /* a power of two */
#define CPU_CHECK_WIDTHS 5  /* accesses of 1, 2, 4, 8 and 16 bytes */

#define CPU_CHECK_SITES 1024 /* a power of two */

typedef struct cpu_check_worker cpu_check_worker;

/* Two accesses that race; one of them is made now. */
typedef struct cpu_check_race {
    cpu_check_finding finding;
    cpu_check_touch other;
    uintptr_t at;        /* the byte: in global memory its address, in shared memory its offset */
    const void *address; /* of what is accessed now */
    size_t size;         /* bytes */
    void (*say)(cpu_check_worker *worker, const cpu_check_scene *scene,
                const struct cpu_check_race *race);
} cpu_check_race;

/* guess.h */
typedef struct cpu_check_guesses cpu_check_guesses;

/* A write that may be a race. It is not one if it leaves the bytes as they were: several threads
 * may write the same. This is known only after the write. */
typedef struct cpu_check_pending {
    bool is_there;
    cpu_check_race race;
    unsigned char old[64];
    cpu_check_scene scene;
} cpu_check_pending;

/* What a call in the image accessed last: a range of global memory, a shared variable, or a
 * built-in variable (threadIdx, …). */
typedef struct cpu_check_hint {
    uintptr_t base;
    size_t room; /* an access at base to base + room - 1 fits; 0: nothing is known */
    unsigned char
        *marks; /* cpu_check_range.written; cpu_check_is_shared: it is a shared variable */
} cpu_check_hint;

extern unsigned char cpu_check_is_shared[1];

/* A range of global memory, and the part of it that the launch may touch. */
typedef struct cpu_check_found {
    cpu_check_range range;
    cpu_check_window window;
} cpu_check_found;

struct cpu_check_worker {
    _Atomic uintptr_t
        self; /* identifies the worker's thread; 0: it has ended, or has no place in the table */
    cpu_check_open_write *writing; /* what it may be about to write in global memory; never freed */
    cpu_check_worker *next;        /* in the list of workers whose threads have ended */
    cpu_check_launch *launch;      /* null: no block runs */
    const atomic_bool *is_broken;  /* a thread of the launch was ended */
    const cpu_check_runner *runner;
    const uint32_t *thread; /* index in the block of the thread that runs */
    unsigned kinds;         /* CPU_CHECK_…, as the settings say */
    const custub_cpu_kernel *kernel;
    const custub_cpu_block *block;
    const cpu_check_image *image;
    uint64_t image_number;
    uintptr_t stacks; /* of the block's threads, one after the other */
    size_t stacks_size;
    size_t stack_size;      /* of one stack and the gap after it */
    uint32_t shared_bytes;  /* of the last launch */
    uintptr_t shared_block; /* the image's block of this thread; 0: not touched yet */
    cpu_check_order *order; /* of the block's threads */
    cpu_check_shared *shared;
    cpu_check_visitor *visitor; /* for races on global memory; null: there was no such check yet */
    bool is_visiting;           /* the block's accesses to global memory are recorded */
    cpu_check_guesses *guesses; /* null: there were none yet */
    cpu_check_copies *copies;   /* null: there were no asynchronous copies yet */
    const void *copy_source;    /* of the asynchronous copy that is being checked; else null */
    /* Shared variables that were accessed, by their offset. */
    const cpu_check_object *objects[CPU_CHECK_OBJECTS];
    cpu_check_pending pending;
    size_t written; /* bytes of the write that the thread makes now; 0: it may have been made */
    uintptr_t sites[CPU_CHECK_SITES]; /* 2 * return address, + 1 if it is in the user's code */
    /* The first thread that arrived at the barrier that the block is waiting for. */
    bool has_first;
    cpu_check_scene first;
    /* Ranges of global memory that were found; valid for this `generation`. */
    uint64_t generation;
    cpu_check_hint reads[CPU_CHECK_WIDTHS][CPU_CHECK_HINTS];
    cpu_check_hint writes[CPU_CHECK_WIDTHS][CPU_CHECK_HINTS];
    cpu_check_held held; /* what the launch may touch */
    cpu_check_found ranges[CPU_CHECK_CACHE];
    cpu_check_found of_driver; /* of an access of the driver */
    size_t last_range;         /* the one that was found last */
    size_t next_range;
};

/* The calling thread's worker, which is made if there is none; null if there is no memory. It is
 * kept from block to block, because it has much memory. */
cpu_check_worker *cpu_check_make_worker(void);

/* The calling thread's worker, or null; from a thread-local variable. */
cpu_check_worker *cpu_check_find_worker(void);

/* Workers, indexed by a hash of their threads. Some threads have no place here. Workers are never
 * freed, so that other threads can read them at any time. */
#define CPU_CHECK_PLACES 8 /* bits */
extern cpu_check_worker *_Atomic cpu_check_workers[1 << CPU_CHECK_PLACES];

static inline size_t cpu_check_worker_place(uintptr_t thread)
{
    return (size_t)(thread * UINT64_C(0x9e3779b97f4a7c15) >> (64 - CPU_CHECK_PLACES));
}

/* Identifies the calling thread: what its register for thread-local variables has. 0: unknown. */
static inline uintptr_t cpu_check_own_thread(void)
{
    uintptr_t self = 0;

#if defined(__x86_64__) && defined(__GNUC__)
    __asm__("movq %%fs:0, %0" : "=r"(self));
#elif defined(__aarch64__) && defined(__GNUC__)
    __asm__("mrs %0, tpidr_el0" : "=r"(self));
#endif
    return self;
}

/* The calling thread's worker, or null. Each access asks for it. The thread-local variable of a
 * library would take as long as everything else in an access. */
static inline cpu_check_worker *cpu_check_own_worker(void)
{
    const uintptr_t self = cpu_check_own_thread();
    cpu_check_worker *worker = atomic_load_explicit(
        &cpu_check_workers[cpu_check_worker_place(self)], memory_order_relaxed);

    if (worker && self && atomic_load_explicit(&worker->self, memory_order_relaxed) == self)
        return worker;
    return cpu_check_find_worker();
}

/* The calling thread's worker while it runs a block that is checked; else null. */
static inline cpu_check_worker *cpu_check_worker_current(void)
{
    cpu_check_worker *own = cpu_check_own_worker();

    return own && own->launch ? own : NULL;
}

/* True if a thread of the launch was ended. Later mistakes of others may be a consequence. */
static inline bool cpu_check_is_broken(const cpu_check_worker *worker)
{
    return atomic_load_explicit(worker->is_broken, memory_order_relaxed);
}

/* Where the running thread is, from the frame of a function that it called. */
void cpu_check_scene_of(const cpu_check_worker *worker, const void *frame, cpu_check_scene *out);

/* The place of the access, as an offset in the image: the return address of the innermost call in
 * the user's code among the calls that led to this frame; if there is none, of the innermost call.
 */
uint32_t cpu_check_site_of(cpu_check_worker *worker, const void *frame);

/* Reports a finding at the scene. The text is formatted as by printf. */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
void cpu_check_say(cpu_check_worker *worker, const cpu_check_scene *scene, unsigned kind, int result,
                   bool ends_thread, const char *format, ...);

/* The same, and ends the thread that runs. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
_Noreturn void
cpu_check_stop(cpu_check_worker *worker, const void *frame, unsigned kind, int result,
               const char *format, ...);

void cpu_check_forget_hints(cpu_check_worker *worker);

/* Forgets hints, too. */
void cpu_check_forget_ranges(cpu_check_worker *worker);

/* The size of the units of an access in which one written byte is enough. Copies of a structure
 * also read its gaps, which nobody writes. */
size_t cpu_check_unit(size_t size);

/* "read", "write", "atomic update" */
const char *cpu_check_verb(uint32_t access);

#endif
