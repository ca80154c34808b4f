/* fiber.h: stacks of their own for the threads of a block, all run by one thread of the operating
 * system, which gives control to one fiber at a time. */
#ifndef CPU_FIBER_H
#define CPU_FIBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cpu_fiber cpu_fiber;

/* Takes `count` fibers from the pool, which makes those that it lacks; false and none taken if
 * there is no memory for them. Any thread. Below its stack each has a page that faults. */
bool cpu_fiber_take(cpu_fiber **fibers, size_t count);

/* Puts them back. None may be running; one that waits is abandoned where it is. */
void cpu_fiber_give(cpu_fiber **fibers, size_t count);

/* Lets `function` be called at the next resume. What the fiber did before is forgotten. */
void cpu_fiber_start(cpu_fiber *fiber, void (*function)(void *argument), void *argument);

/* Runs the fiber until it waits or its function returns; answers whether it has returned. */
bool cpu_fiber_resume(cpu_fiber *fiber);

/* Called on the fiber: back to the caller of resume, and on from here at the next one. */
void cpu_fiber_wait(cpu_fiber *fiber);

/* The same, for good: nothing on this stack is needed any more. */
_Noreturn void cpu_fiber_abandon(cpu_fiber *fiber);

#endif
