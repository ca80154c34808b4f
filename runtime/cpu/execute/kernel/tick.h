/* tick.h: interrupts a kernel's thread that does not give way by itself, such as one that reads a
 * variable again and again until another thread has written it. On a GPU all threads of a running
 * block make progress (CUDA C++ Programming Guide, "Independent Thread Scheduling"). */
#ifndef CPU_TICK_H
#define CPU_TICK_H

#include <stdbool.h>
#include <stdint.h>

/* Where an image's own code lies, and the function that a thread calls when it is interrupted
 * there; null if the image has none. */
typedef struct cpu_image_code {
    uintptr_t first;
    uintptr_t last; /* one past the end */
    void (*interrupt)(void);
} cpu_image_code;

/* From now on this thread is interrupted regularly. If it was running the watched code, `on_tick`
 * is called; it must be the same for all threads. `soon`: the tick came from kernel_tick_soon().
 * False: it came at a bad moment; kernel_tick_catch_up() delivers it again. Without timers there
 * are no interrupts. */
typedef bool kernel_tick_handler(bool soon);
void kernel_tick_prepare_thread(kernel_tick_handler *on_tick);

/* Sets the code in which a prepared thread is interrupted; null: nowhere. Returns the code set
 * before. */
const cpu_image_code *kernel_tick_watch(const cpu_image_code *code);

/* Delivers a tick that came while the watched code was inside the driver. That code calls it where
 * it may be reading something again and again. */
void kernel_tick_catch_up(void);

/* Makes the next tick come soon; less soon the more rounds there were. */
void kernel_tick_soon(uint64_t rounds);

#endif
