/* stack_switch.h: switches from one stack to another on the same thread. x86-64 and aarch64 have a
 * few instructions of their own. With another compiler than GCC and clang, and with
 * CPU_STACK_UCONTEXT defined, <ucontext.h> does it, at a system call each time. */
#ifndef CPU_STACK_SWITCH_H
#define CPU_STACK_SWITCH_H

#include <stddef.h>

#if !defined(__GNUC__) || !(defined(__x86_64__) || defined(__aarch64__))
#define CPU_STACK_UCONTEXT 1
#endif

#if defined(CPU_STACK_UCONTEXT)
#include <ucontext.h>
#endif

typedef struct stack_bounds {
    void *bottom; /* lowest address */
    size_t size;  /* bytes */
} stack_bounds;

/* Where a stack was left. */
typedef struct stack_switch {
#if defined(CPU_STACK_UCONTEXT)
    ucontext_t context;
    void (*function)(void *argument);
    void *argument;
#else
    void *pointer;
#endif
    stack_bounds bounds;       /* of the stack, for the address sanitizer */
    void *sanitizer_frames;    /* of the address sanitizer */
    void *sanitizer_fiber;     /* of the thread sanitizer */
    struct stack_switch *from; /* who switched here last */
} stack_switch;

/* Makes the first switch to `target` call function(argument) on the stack of those bounds. The
 * function must call stack_switch_arrived first and end with stack_switch_leave. */
void stack_switch_prepare(stack_switch *target, stack_bounds bounds,
                          void (*function)(void *argument), void *argument);
void stack_switch_arrived(stack_switch *self);

/* Calls function(argument) on `target`'s stack, which has those bounds. The function returns, or
 * leaves the stack for `self`, which is the caller's. */
void stack_switch_call(stack_switch *self, stack_switch *target, stack_bounds bounds,
                       void (*function)(void *argument), void *argument);

/* Saves the current stack in `self` and continues where `target` was left. */
void stack_switch_to(stack_switch *self, stack_switch *target);

/* The same, but nothing returns here. */
_Noreturn void stack_switch_leave(stack_switch *self, stack_switch *target);

#endif
