#include "execute/threads/stack_switch.h"

#include <stdint.h>
#include <stdlib.h>

/* --- Telling the sanitizers ----------------------------------------------------------------------
 */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESSES_SANITIZED 1
#endif
#if __has_feature(thread_sanitizer)
#define THREADS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ADDRESSES_SANITIZED 1
#endif
#if defined(__SANITIZE_THREAD__)
#define THREADS_SANITIZED 1
#endif

#if defined(ADDRESSES_SANITIZED)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

/* `frames` is null if the current stack is left for good. */
static void begin(void **frames, stack_switch *self, const stack_switch *target)
{
    (void)self;
    __sanitizer_start_switch_fiber(frames, target->bounds.bottom, target->bounds.size);
}

/* The first stack's bounds are learnt from the sanitizer when it is left. */
static void finish(stack_switch *self)
{
    const void *bottom = NULL;
    size_t size = 0;

    __sanitizer_finish_switch_fiber(self->sanitizer_frames, &bottom, &size);
    if (self->from && !self->from->bounds.bottom) {
        self->from->bounds.bottom = (void *)(uintptr_t)bottom;
        self->from->bounds.size = size;
    }
}

/* Removes the marks of abandoned frames. */
static void renew(stack_switch *target)
{
    __asan_unpoison_memory_region(target->bounds.bottom, target->bounds.size);
}
#elif defined(THREADS_SANITIZED)
#include <sanitizer/tsan_interface.h>

/* Inlined, because its return would be recorded on the other stack. */
__attribute__((always_inline)) static inline void begin(void **frames, stack_switch *self,
                                                        const stack_switch *target)
{
    (void)frames;
    self->sanitizer_fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(target->sanitizer_fiber, 0);
}

static void finish(stack_switch *self)
{
    (void)self;
}

/* Destroying the old fiber drops what the sanitizer knows about abandoned frames. */
static void renew(stack_switch *target)
{
    if (target->sanitizer_fiber)
        __tsan_destroy_fiber(target->sanitizer_fiber);
    target->sanitizer_fiber = __tsan_create_fiber(0);
}
#else
static void begin(void **frames, stack_switch *self, const stack_switch *target)
{
    (void)frames;
    (void)self;
    (void)target;
}

static void finish(stack_switch *self)
{
    (void)self;
}

static void renew(stack_switch *target)
{
    (void)target;
}
#endif

/* --- The switch ----------------------------------------------------------------------------------
 */

#if defined(CPU_STACK_UCONTEXT)

static void jump(stack_switch *self, stack_switch *target)
{
    swapcontext(&self->context, &target->context);
}

/* makecontext passes only ints. */
static void enter(unsigned int high, unsigned int low)
{
    uintptr_t address = (uintptr_t)((uint64_t)high << 32 | low);
    stack_switch *self = (stack_switch *)address;

    self->function(self->argument);
    abort();
}

static void set_up(stack_switch *target, stack_bounds bounds, void (*function)(void *argument),
                   void *argument)
{
    uint64_t address = (uint64_t)(uintptr_t)target;

    target->function = function;
    target->argument = argument;
    getcontext(&target->context);
    target->context.uc_stack.ss_sp = bounds.bottom;
    target->context.uc_stack.ss_size = bounds.size;
    target->context.uc_link = NULL;
    makecontext(&target->context, (void (*)(void))enter, 2, (unsigned int)(address >> 32),
                (unsigned int)(address & 0xffffffffu));
}

#else

/* Saves the registers that a function must keep (System V ABI, AAPCS64). The control words of the
 * floating-point units are not switched: a kernel does not change them. */
void cpu_stack_jump(void **save, void *load);
/* Where the first jump to a stack arrives: calls the function with the argument of its frame. */
void cpu_stack_enter(void);
/* Calls function(argument) on the stack below `top`, and saves the current one in `save` as
 * cpu_stack_jump does. The function returns, or jumps there. */
void cpu_stack_call(void **save, void *top, void (*function)(void *argument), void *argument);

#if defined(__x86_64__)

#define FRAME_WORDS 9 /* 16-byte aligned after `ret`, as a call needs it */

__asm__(".text\n"
        ".p2align 4\n"
        ".globl cpu_stack_jump\n"
        ".hidden cpu_stack_jump\n"
        ".type cpu_stack_jump, @function\n"
        "cpu_stack_jump:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size cpu_stack_jump, .-cpu_stack_jump\n"
        ".p2align 4\n"
        ".globl cpu_stack_enter\n"
        ".hidden cpu_stack_enter\n"
        ".type cpu_stack_enter, @function\n"
        "cpu_stack_enter:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined rip\n"
        "    movq %r12, %rdi\n"
        "    callq *%rbx\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size cpu_stack_enter, .-cpu_stack_enter\n"
        ".p2align 4\n"
        ".globl cpu_stack_call\n"
        ".hidden cpu_stack_call\n"
        ".type cpu_stack_call, @function\n"
        "cpu_stack_call:\n"
        "    .cfi_startproc\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    .cfi_undefined rip\n"
        "    movq %rdi, %rbx\n"
        "    movq %rsi, %rsp\n"
        "    movq %rcx, %rdi\n"
        "    xorl %ebp, %ebp\n"
        "    callq *%rdx\n"
        "    movq (%rbx), %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size cpu_stack_call, .-cpu_stack_call\n");

static void fill_frame(uintptr_t *frame, void (*function)(void *argument), void *argument)
{
    frame[0] = 0;                   /* r15 */
    frame[1] = 0;                   /* r14 */
    frame[2] = 0;                   /* r13 */
    frame[3] = (uintptr_t)argument; /* r12 */
    frame[4] = (uintptr_t)function; /* rbx */
    frame[5] = 0;                   /* rbp: the end of the chain of frames */
    frame[6] = (uintptr_t)cpu_stack_enter;
    frame[7] = 0;
    frame[8] = 0;
}

#else /* aarch64 */

#define FRAME_WORDS 20

#define SAVE_REGISTERS                                                                             \
    "    stp x29, x30, [sp, #-160]!\n"                                                             \
    "    stp x19, x20, [sp, #16]\n"                                                                \
    "    stp x21, x22, [sp, #32]\n"                                                                \
    "    stp x23, x24, [sp, #48]\n"                                                                \
    "    stp x25, x26, [sp, #64]\n"                                                                \
    "    stp x27, x28, [sp, #80]\n"                                                                \
    "    stp d8, d9, [sp, #96]\n"                                                                  \
    "    stp d10, d11, [sp, #112]\n"                                                               \
    "    stp d12, d13, [sp, #128]\n"                                                               \
    "    stp d14, d15, [sp, #144]\n"                                                               \
    "    mov x9, sp\n"                                                                             \
    "    str x9, [x0]\n"
#define LOAD_REGISTERS                                                                             \
    "    ldp x19, x20, [sp, #16]\n"                                                                \
    "    ldp x21, x22, [sp, #32]\n"                                                                \
    "    ldp x23, x24, [sp, #48]\n"                                                                \
    "    ldp x25, x26, [sp, #64]\n"                                                                \
    "    ldp x27, x28, [sp, #80]\n"                                                                \
    "    ldp d8, d9, [sp, #96]\n"                                                                  \
    "    ldp d10, d11, [sp, #112]\n"                                                               \
    "    ldp d12, d13, [sp, #128]\n"                                                               \
    "    ldp d14, d15, [sp, #144]\n"                                                               \
    "    ldp x29, x30, [sp], #160\n"                                                               \
    "    ret\n"

/* "hint 34" is "bti c", which older assemblers do not know: an indirect jump may arrive here. */
__asm__(".text\n"
        ".p2align 4\n"
        ".globl cpu_stack_jump\n"
        ".hidden cpu_stack_jump\n"
        ".type cpu_stack_jump, %function\n"
        "cpu_stack_jump:\n"
        "    hint 34\n" SAVE_REGISTERS "    mov sp, x1\n" LOAD_REGISTERS
        ".size cpu_stack_jump, .-cpu_stack_jump\n"
        ".p2align 4\n"
        ".globl cpu_stack_enter\n"
        ".hidden cpu_stack_enter\n"
        ".type cpu_stack_enter, %function\n"
        "cpu_stack_enter:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined x30\n"
        "    mov x0, x20\n"
        "    blr x19\n"
        "    brk 1\n"
        "    .cfi_endproc\n"
        ".size cpu_stack_enter, .-cpu_stack_enter\n"
        ".p2align 4\n"
        ".globl cpu_stack_call\n"
        ".hidden cpu_stack_call\n"
        ".type cpu_stack_call, %function\n"
        "cpu_stack_call:\n"
        "    .cfi_startproc\n"
        "    hint 34\n" SAVE_REGISTERS "    .cfi_undefined x30\n"
        "    mov x19, x0\n"
        "    mov sp, x1\n"
        "    mov x0, x3\n"
        "    mov x29, xzr\n"
        "    blr x2\n"
        "    ldr x9, [x19]\n"
        "    mov sp, x9\n" LOAD_REGISTERS "    .cfi_endproc\n"
        ".size cpu_stack_call, .-cpu_stack_call\n");

static void fill_frame(uintptr_t *frame, void (*function)(void *argument), void *argument)
{
    for (size_t i = 0; i < FRAME_WORDS; i++)
        frame[i] = 0;                      /* also x29: the end of the chain of frames */
    frame[1] = (uintptr_t)cpu_stack_enter; /* x30 */
    frame[2] = (uintptr_t)function;        /* x19 */
    frame[3] = (uintptr_t)argument;        /* x20 */
}

#endif

static void jump(stack_switch *self, stack_switch *target)
{
    cpu_stack_jump(&self->pointer, target->pointer);
}

static void *top_of(stack_bounds bounds)
{
    return (void *)(((uintptr_t)bounds.bottom + bounds.size) & ~(uintptr_t)63);
}

static void set_up(stack_switch *target, stack_bounds bounds, void (*function)(void *argument),
                   void *argument)
{
    uintptr_t *frame = (uintptr_t *)top_of(bounds) - FRAME_WORDS;

    fill_frame(frame, function, argument);
    target->pointer = frame;
}

#endif

/* --- Both together -------------------------------------------------------------------------------
 */

void stack_switch_prepare(stack_switch *target, stack_bounds bounds,
                          void (*function)(void *argument), void *argument)
{
    target->bounds = bounds;
    target->sanitizer_frames = NULL;
    target->from = NULL;
    renew(target);
    set_up(target, bounds, function, argument);
}

void stack_switch_arrived(stack_switch *self)
{
    finish(self);
}

void stack_switch_to(stack_switch *self, stack_switch *target)
{
    target->from = self;
    begin(&self->sanitizer_frames, self, target);
    jump(self, target);
    finish(self);
}

void stack_switch_leave(stack_switch *self, stack_switch *target)
{
    target->from = self;
    begin(NULL, self, target);
    jump(self, target);
    abort();
}

#if defined(CPU_STACK_UCONTEXT) || defined(ADDRESSES_SANITIZED) || defined(THREADS_SANITIZED)

typedef struct stack_call {
    stack_switch *self;
    stack_switch *target;
    void (*function)(void *argument);
    void *argument;
} stack_call;

static void call_and_leave(void *argument)
{
    const stack_call *call = argument;

    stack_switch_arrived(call->target);
    call->function(call->argument);
    stack_switch_leave(call->target, call->self);
}

void stack_switch_call(stack_switch *self, stack_switch *target, stack_bounds bounds,
                       void (*function)(void *argument), void *argument)
{
    stack_call call = {self, target, function, argument};

    stack_switch_prepare(target, bounds, call_and_leave, &call);
    stack_switch_to(self, target);
}

#else

void stack_switch_call(stack_switch *self, stack_switch *target, stack_bounds bounds,
                       void (*function)(void *argument), void *argument)
{
    target->bounds = bounds;
    cpu_stack_call(&self->pointer, top_of(bounds), function, argument);
}

#endif
