/* fiber.h: stacks for the threads of a block. One thread of the operating system runs them all, and
 * switches between them where the caller says. */
#ifndef CPU_FIBER_H
#define CPU_FIBER_H

#include "execute/threads/stack_switch.h"

#include <stdbool.h>
#include <stddef.h>

/* The stacks of one block. */
typedef struct cpu_fibers {
    struct cpu_fibers *next; /* in the pool */
    size_t count;
    char *memory;
    size_t size;  /* bytes */
    size_t each;  /* bytes from one stack to the next */
    size_t guard; /* bytes below each stack, in `each` */
    stack_switch *switches;
} cpu_fibers;

/* Takes `count` or more stacks from the pool, or makes them; null without memory. Any thread. The
 * bytes below each stack fault, unless the system has no mappings left. */
cpu_fibers *cpu_fibers_take(size_t count);

/* Returns them to the pool. None may be running; one that waits is abandoned. */
void cpu_fibers_give(cpu_fibers *fibers);

/* Makes the next switch to fiber `index` call function(argument), which must call
 * stack_switch_arrived first and never return. What the fiber did before is forgotten. */
void cpu_fibers_start(cpu_fibers *fibers, size_t index, void (*function)(void *argument),
                      void *argument);

/* Calls function(argument) on the stack of fiber `index`, which must not have been started. The
 * function returns, or leaves the stack for `home`. */
void cpu_fibers_call(cpu_fibers *fibers, size_t index, stack_switch *home,
                     void (*function)(void *argument), void *argument);

/* True if the address lies in the guard below a stack: the stack was too small. */
bool cpu_fibers_overflowed(const cpu_fibers *fibers, const void *address);

#endif
