#define _DEFAULT_SOURCE /* madvise */

#include "execute/kernel/stack.h"

#include "api/memory_checker.h"

#include <sys/mman.h>
#include <unistd.h>

#define KIB ((size_t)1024)

/* "Amount of local memory per thread" (CUDA C++ Programming Guide, "Technical Specifications per
 * Compute Capability"). */
#define LOCAL_MEMORY (512 * KIB)

/* For printf() and other functions that kernels call, for interrupts, and for data in a host's
 * frames that is not in a GPU's local memory: saved registers, and variables that nvcc keeps in
 * registers. Without it, some kernels that a GPU runs would fail; with it, a kernel that needs a
 * little more than LOCAL_MEMORY runs. */
#define REST (128 * KIB)

/* The probe interval of GCC on aarch64, which is the largest. */
#define PROBED_EVERY (64 * KIB)

#if !defined(MADV_GUARD_INSTALL)
#define MADV_GUARD_INSTALL 102 /* from Linux 6.13 on */
#endif

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t size)
{
    const size_t page = page_size();

    return (size + page - 1) / page * page;
}

/* Instrumented images are not optimized: variables that nvcc would put at the same place each have
 * their own. */
size_t kernel_stack_size(void)
{
    return whole_pages((cpu_memory_checker() ? 2 * LOCAL_MEMORY : LOCAL_MEMORY) + REST);
}

/* One page more makes the number of pages from stack to stack odd. With an even one, the page-table
 * entries for the tops of many stacks would share a few lines of the first-level cache. */
size_t kernel_stack_guard_size(void)
{
    return whole_pages(PROBED_EVERY) + page_size();
}

/* mprotect() splits the mapping, and a process has 65,530 mappings by default. */
bool kernel_stack_guard(void *lowest, size_t size)
{
    return madvise(lowest, size, MADV_GUARD_INSTALL) == 0 || mprotect(lowest, size, PROT_NONE) == 0;
}

/* The C library subtracts the guard and thread-local variables from the stack's size. */
int kernel_stack_create_thread(pthread_t *thread, void *(*function)(void *argument), void *argument)
{
    const size_t guard = kernel_stack_guard_size();
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);

    if (failure != 0)
        return failure;
    pthread_attr_setstacksize(&attributes, kernel_stack_size() + guard + REST);
    pthread_attr_setguardsize(&attributes, guard);
    failure = pthread_create(thread, &attributes, function, argument);
    pthread_attr_destroy(&attributes);
    return failure;
}
