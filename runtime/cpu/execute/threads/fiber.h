/* fiber.h: stacks of their own for the threads of a block, all run by one thread of the operating
 * system, which leaves one for another of them at the places that the caller chooses. */
#ifndef CPU_FIBER_H
#define CPU_FIBER_H

#include "execute/threads/stack_switch.h"

#include <stdbool.h>
#include <stddef.h>

/* The stacks of one block, `count` or more. */
typedef struct cpu_fibers {
    struct cpu_fibers *next; /* in the pool */
    size_t count;
    char *memory;
    size_t size;  /* bytes */
    size_t each;  /* bytes from one stack to the next */
    size_t guard; /* bytes below each stack, in `each` */
    stack_switch *switches;
} cpu_fibers;

/* Takes stacks from the pool, which makes what it lacks; null if there is no memory for them. Any
 * thread. Below each stack lie bytes that fault, while the system has enough mappings. */
cpu_fibers *cpu_fibers_take(size_t count);

/* Puts them back. None may be running; one that waits is abandoned where it is. */
void cpu_fibers_give(cpu_fibers *fibers);

/* Lets the next switch to fiber `index` call function(argument), which calls stack_switch_arrived
 * first and never returns. What the fiber did before is forgotten. */
void cpu_fibers_start(cpu_fibers *fibers, size_t index, void (*function)(void *argument),
                      void *argument);

/* Calls function(argument) on the stack of fiber `index`, which has not been started; it returns,
 * or leaves its stack for `home`. */
void cpu_fibers_call(cpu_fibers *fibers, size_t index, stack_switch *home,
                     void (*function)(void *argument), void *argument);

/* True if the address lies in the guard below a stack: the stack was too small. */
bool cpu_fibers_overflowed(const cpu_fibers *fibers, const void *address);

#endif
