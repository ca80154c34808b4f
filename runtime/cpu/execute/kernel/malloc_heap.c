#include "execute/kernel/malloc_heap.h"

#include "execute/kernel/trap.h"
#include "support/hash.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Lies before each allocation, and has its alignment. `mark` depends on the address: other memory
 * does not look like a head, and no table has to be kept. */
typedef struct heap_head {
    uintptr_t mark;
    uintptr_t unused;
} heap_head;

#define ALIGNMENT 16

_Static_assert(sizeof(heap_head) == ALIGNMENT, "the allocation that follows is aligned");

static uintptr_t mark_of(const heap_head *head)
{
    static const char secret; /* its address differs from process to process */

    return (uintptr_t)cpu_hash((uintptr_t)head ^ (uintptr_t)&secret);
}

/* `head` may be any address. If it cannot be read, the kernel faults, as it should. */
#if defined(__has_attribute)
#if __has_attribute(no_sanitize_address)
__attribute__((no_sanitize_address))
#endif
#endif
static bool
is_allocated(const heap_head *head)
{
    return (uintptr_t)head % ALIGNMENT == 0 && head->mark == mark_of(head);
}

void *kernel_heap_allocate(size_t size)
{
    heap_head *head = size <= SIZE_MAX - sizeof(*head) ? malloc(sizeof(*head) + size) : NULL;

    if (!head)
        return NULL;
    head->mark = mark_of(head);
    return head + 1;
}

void kernel_heap_release(void *memory)
{
    heap_head *head = (heap_head *)((uintptr_t)memory - sizeof(*head));
    char text[128];

    if (!memory)
        return;
    if (is_allocated(head)) {
        head->mark = 0;
        free(head);
        return;
    }
    if (!cpu_in_kernel()) {
        free(memory);
        return;
    }
    snprintf(text, sizeof(text),
             "free() of %p, which malloc() did not return, or which is free already", memory);
    cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, text);
}
