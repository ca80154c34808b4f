/* stack_switch.h: leaves one stack and goes on on another, on the same thread. x86-64 has its own
 * few instructions; elsewhere, and with CPU_STACK_UCONTEXT defined, <ucontext.h> does it, which
 * costs two system calls each time. */
#ifndef CPU_STACK_SWITCH_H
#define CPU_STACK_SWITCH_H

#include <stddef.h>

#if !defined(__x86_64__) || !defined(__GNUC__)
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

/* Lets the first switch to `target` call function(argument) on the stack of those bounds. It calls
 * stack_switch_arrived first, and never returns: it ends with stack_switch_leave. */
void stack_switch_prepare(stack_switch *target, stack_bounds bounds,
                          void (*function)(void *argument), void *argument);
void stack_switch_arrived(stack_switch *self);

/* Calls function(argument) on the stack of those bounds, which is `target`'s. It returns, or leaves
 * it for `self`, which is where the caller is. */
void stack_switch_call(stack_switch *self, stack_switch *target, stack_bounds bounds,
                       void (*function)(void *argument), void *argument);

/* Saves where this stack is in `self` and goes on where `target` was left. */
void stack_switch_to(stack_switch *self, stack_switch *target);

/* The same, never to come back here. */
_Noreturn void stack_switch_leave(stack_switch *self, stack_switch *target);

#endif
