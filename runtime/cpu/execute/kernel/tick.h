/* tick.h: takes the processor from a kernel's thread that does not give it up by itself, as
 * one that reads a variable again and again until another thread has written it: a GPU lets all
 * threads of a block that runs come further (CUDA C++ Programming Guide, "Independent Thread
 * Scheduling"). */
#ifndef CPU_TICK_H
#define CPU_TICK_H

#include <stdbool.h>
#include <stdint.h>

/* Where an image's own code lies, and what a thread of a kernel calls when it is interrupted there;
 * null if the image cannot be interrupted. */
typedef struct cpu_image_code {
    uintptr_t first;
    uintptr_t last; /* one past the end */
    void (*interrupt)(void);
} cpu_image_code;

/* From now on this thread is interrupted while it runs, and `on_tick`, the same one for all
 * threads, is called if the code that it watches was. `soon`: the tick came from
 * kernel_tick_soon(). Without timers there are no interrupts. */
typedef void kernel_tick_handler(bool soon);
void kernel_tick_prepare_thread(kernel_tick_handler *on_tick);

/* Sets the code in which a prepared thread is interrupted; null: nowhere. Returns the code set
 * before. */
const cpu_image_code *kernel_tick_watch(const cpu_image_code *code);

/* Called by the code that is watched, for what may be read again and again: if a tick came while it
 * had called the driver, it is made good now. */
void kernel_tick_catch_up(void);

/* The next tick comes soon: the less so the more rounds there were. */
void kernel_tick_soon(uint64_t rounds);

#endif
