/* Every load and store of an instrumented kernel comes by here. */
#include "execute/block_runner.h"
#include "execute/kernel_check.h"
#include "execute/kernel_tick.h"
#include "checker/callback.h"
#include "checker/checker_settings.h"
#include "checker/worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What findings are told apart by, with CPU_CHECK_… in the low bits. */
#define KIND(check, number) ((check) | (number) << 8)

/* A null pointer with an index, or a member, lies here. */
#define NULL_PAGE ((uintptr_t)64 * 1024)
/* Bytes from an image's variables: may well be meant for one of them. */
#define NEAR ((uintptr_t)64 * 1024)
/* Bytes: nothing to do with each other. */
#define FAR ((uintptr_t)1 << 30)

/* --- Words ---------------------------------------------------------------------------------------
 */

/* Where an access lies to the range that is nearest to it. */
static void describe_place(uintptr_t address, size_t size, const cpu_check_range *range, char *out,
                           size_t out_size)
{
    const char *state = range->is_freed ? "freed " : "";
    const uintptr_t end = range->base + range->size;
    int length;

    if (address < range->base)
        length = snprintf(out, out_size, "%" PRIuPTR " bytes before", range->base - address);
    else if (address >= end)
        length = snprintf(out, out_size, "%" PRIuPTR " bytes after the end of", address - end);
    else if (size > end - address)
        length = snprintf(out, out_size, "its last %" PRIuPTR " bytes after the end of",
                          size - (end - address));
    else
        length = snprintf(out, out_size, "%" PRIuPTR " bytes into", address - range->base);
    if (length > 0 && (size_t)length < out_size)
        snprintf(out + length, out_size - (size_t)length, " the %s%s of %zu bytes at 0x%" PRIxPTR,
                 state, range->kind, range->size, range->base);
}

static _Noreturn void stop_outside(cpu_check_worker *w, uintptr_t address, size_t size,
                                   uint32_t access, const void *frame)
{
    const char *verb = cpu_check_verb(access);
    cpu_check_range range;
    bool is_known = cpu_check_memory_nearest(address, &range);
    char place[256];

    if (address < NULL_PAGE)
        cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 1u), CUDA_ERROR_ILLEGAL_ADDRESS,
                       "null pointer: %s of %zu bytes at 0x%" PRIxPTR, verb, size, address);
    if (!is_known || address - range.base + FAR > range.size + 2 * FAR)
        cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 2u), CUDA_ERROR_ILLEGAL_ADDRESS,
                       "wild pointer: %s of %zu bytes at 0x%" PRIxPTR
                       ", which no allocation is near to",
                       verb, size, address);
    describe_place(address, size, &range, place, sizeof(place));
    if (range.is_freed && address - range.base < range.size)
        cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 3u), CUDA_ERROR_ILLEGAL_ADDRESS,
                       "use after free: %s of %zu bytes at 0x%" PRIxPTR ", %s", verb, size, address,
                       place);
    cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 4u), CUDA_ERROR_ILLEGAL_ADDRESS,
                   "out of bounds: %s of %zu bytes at 0x%" PRIxPTR ", %s", verb, size, address,
                   place);
}

static void report_unwritten(cpu_check_worker *w, uintptr_t address, size_t size,
                             const cpu_check_range *range, const void *frame)
{
    cpu_check_scene scene;
    char place[256];

    if (cpu_check_is_broken(w)) /* who was ended may have wanted to write it */
        return;
    cpu_check_scene_of(w, frame, &scene);
    describe_place(address, size, range, place, sizeof(place));
    cpu_check_say(w, &scene, KIND(CPU_CHECK_INIT, 1u), CUDA_ERROR_ILLEGAL_ADDRESS, false,
                  "never written: read of %zu bytes at 0x%" PRIxPTR ", %s", size, address, place);
}

/* --- Global memory -------------------------------------------------------------------------------
 */

/* Whether something was read that nobody wrote. */
static bool is_unwritten(const unsigned char *marks, size_t size)
{
    const size_t unit = cpu_check_unit(size);
    uint32_t word;

    if (size == sizeof(word)) { /* as most are */
        memcpy(&word, marks, sizeof(word));
        if (word == UINT32_C(0x01010101))
            return false;
    }
    if (memchr(marks, 0, size) == NULL)
        return false;
    for (size_t i = 0; i < size; i += unit) {
        if (memchr(marks + i, 1, unit) == NULL)
            return true;
    }
    return false;
}

static void access_range(cpu_check_worker *w, const cpu_check_range *range, uintptr_t address,
                         size_t size, uint32_t access, const void *frame)
{
    unsigned char *marks = range->written ? range->written + (address - range->base) : NULL;

    if (!marks)
        return;
    if (access & CUSTUB_CPU_ACCESS_READ && !(access & CUSTUB_CPU_ACCESS_REPLACE) &&
        is_unwritten(marks, size) && w->kinds & CPU_CHECK_INIT)
        report_unwritten(w, address, size, range, frame);
    if (access & CUSTUB_CPU_ACCESS_WRITE)
        memset(marks, 1, size);
}

static bool holds(const cpu_check_range *range, uintptr_t address, size_t size)
{
    return address - range->base < range->size && size <= range->size - (address - range->base);
}

/* From what this thread found before; null if it has to be looked up. */
static const cpu_check_range *find_again(cpu_check_worker *w, uintptr_t address, size_t size)
{
    uint64_t generation = cpu_check_memory_generation();

    if (w->generation != generation) {
        memset(w->ranges, 0, sizeof(w->ranges));
        cpu_check_forget_hints(w);
        w->generation = generation;
        return NULL;
    }
    if (holds(&w->ranges[w->last_range], address, size))
        return &w->ranges[w->last_range];
    for (size_t i = 0; i < CPU_CHECK_CACHE; i++) {
        if (!holds(&w->ranges[i], address, size))
            continue;
        w->last_range = i;
        return &w->ranges[i];
    }
    return NULL;
}

static const cpu_check_range *find_anew(cpu_check_worker *w, uintptr_t address, size_t size)
{
    cpu_check_range *range = &w->ranges[w->next_range];

    if (!cpu_check_memory_find(address, range) || range->is_freed || !holds(range, address, size)) {
        range->size = 0;
        return NULL;
    }
    w->next_range = (w->next_range + 1) % CPU_CHECK_CACHE;
    return range;
}

/* --- The image's own memory ----------------------------------------------------------------------
 */

static void access_variable(cpu_check_worker *w, const cpu_check_image *image, uintptr_t address,
                            size_t size, uint32_t access, const void *frame, cpu_check_hint *hint)
{
    const cpu_check_objects *objects = &image->objects;
    const cpu_check_object *object = cpu_check_object_at(objects, address);
    uintptr_t end;

    if (object && size <= object->size - (address - object->begin)) {
        if (object->is_constant && access & CUSTUB_CPU_ACCESS_WRITE)
            cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 5u), CUDA_ERROR_ILLEGAL_ADDRESS,
                           "%s of %zu bytes of the constant '%s'", cpu_check_verb(access), size,
                           cpu_check_object_name(object).text);
        if (hint && address % size == 0)
            *hint = (cpu_check_hint){object->begin, object->size - size + 1, NULL};
        return;
    }
    object = cpu_check_object_nearest(objects, address);
    if (!object)
        return; /* the image was stripped */
    end = object->begin + object->size;
    cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 6u), CUDA_ERROR_ILLEGAL_ADDRESS,
                   "out of bounds: %s of %zu bytes at 0x%" PRIxPTR ", %" PRIuPTR
                   " bytes %s the variable '%s' of %zu bytes",
                   cpu_check_verb(access), size, address,
                   address < object->begin ? object->begin - address
                   : address < end         ? address - object->begin
                                           : address - end,
                   address < object->begin ? "before"
                   : address < end         ? "into"
                                           : "after the end of",
                   cpu_check_object_name(object).text, object->size);
}

/* Code, constants, tables: kernels read them. */
static void access_constant(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                            const void *frame)
{
    if (access & CUSTUB_CPU_ACCESS_WRITE)
        cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 5u), CUDA_ERROR_ILLEGAL_ADDRESS,
                       "%s of %zu bytes at 0x%" PRIxPTR ", in the kernels' code or constants",
                       cpu_check_verb(access), size, address);
}

static void access_segments(cpu_check_worker *w, const cpu_check_image *image, uintptr_t address,
                            size_t size, uint32_t access, const void *frame, cpu_check_hint *hint)
{
    if (address - image->variables < image->variables_end - image->variables)
        access_variable(w, image, address, size, access, frame, hint);
    else
        access_constant(w, address, size, access, frame);
}

static bool is_misaligned(uintptr_t address, size_t size, uint32_t access)
{
    return !(access & CUSTUB_CPU_ACCESS_UNALIGNED) && (size & (size - 1)) == 0 &&
           (address & (size - 1)) != 0;
}

static _Noreturn void stop_misaligned(cpu_check_worker *w, uintptr_t address, size_t size,
                                      uint32_t access, const void *frame)
{
    cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 7u), CUDA_ERROR_MISALIGNED_ADDRESS,
                   "misaligned: %s %zu bytes at 0x%" PRIxPTR ", which is no multiple of that",
                   access & CUSTUB_CPU_ACCESS_ALIGNMENT ? "access to a type that is aligned to"
                   : access & CUSTUB_CPU_ACCESS_WRITE   ? "write of"
                                                        : "read of",
                   size, address);
}

/* Answers whether it was shared memory. */
static bool access_block(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                         const void *frame, cpu_check_hint *hint)
{
    if (!w->shared_block) /* it comes to be with the first access */
        w->shared_block = (uintptr_t)cpu_check_image_block(w->image);
    if (!w->shared_block || address - w->shared_block >= w->image->shared_size)
        return false;
    if (is_misaligned(address, size, access))
        stop_misaligned(w, address, size, access, frame);
    cpu_check_shared_access(w, address - w->shared_block, size, access, frame, hint);
    return true;
}

/* Answers whether it was the image's memory, or what the driver shows to kernels. */
static bool access_image(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                         const void *frame, cpu_check_hint *hint)
{
    if (address - w->image->begin < w->image->end - w->image->begin) {
        access_segments(w, w->image, address, size, access, frame, hint);
        return true;
    }
    return address - (uintptr_t)&cpu_services < sizeof(cpu_services) &&
           !(access & CUSTUB_CPU_ACCESS_WRITE);
}

/* --- What kernels call ---------------------------------------------------------------------------
 */

/* An array that is local to a thread is on its stack. Only accesses by a pointer or with an index
 * that the compiler cannot follow come here. */
static void access_stack(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                         const void *frame)
{
    const uint32_t owner = (uint32_t)((address - w->stacks) / w->stack_size);
    char thread[48];

    if (!(w->kinds & CPU_CHECK_MEMORY))
        return;
    if (owner != *w->thread) {
        cpu_check_thread_text(w->block->block_extent, owner, thread, sizeof(thread));
        cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 10u), CUDA_ERROR_ILLEGAL_ADDRESS,
                       "local memory of another thread: %s of %zu bytes at 0x%" PRIxPTR
                       ", which is thread %s's",
                       cpu_check_verb(access), size, address, thread);
    }
    if (address < (uintptr_t)frame)
        cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 11u), CUDA_ERROR_ILLEGAL_ADDRESS,
                       "local memory that is gone: %s of %zu bytes at 0x%" PRIxPTR
                       ", of a function that has returned",
                       cpu_check_verb(access), size, address);
}

/* How far an address is from [begin, end). */
static uintptr_t distance(uintptr_t address, uintptr_t begin, uintptr_t end)
{
    return address < begin ? begin - address : address < end ? 0 : address - end + 1;
}

/* Farther than the gaps between the image's variables, but to none that is known as near. */
static void stop_beyond(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                        const void *frame)
{
    const cpu_check_image *image = w->image;
    const uintptr_t block = w->shared_block;
    uintptr_t near = NEAR;
    cpu_check_range range;

    if (cpu_check_memory_nearest(address, &range) &&
        distance(address, range.base, range.base + range.size) < near)
        near = distance(address, range.base, range.base + range.size);
    if (block && distance(address, block, block + image->shared_size) < near)
        cpu_check_shared_missed(w, address, size, access, frame);
    if (distance(address, image->variables, image->variables_end) < near)
        access_variable(w, image, address, size, access, frame, NULL);
    stop_outside(w, address, size, access, frame);
}

/* An inline variable is the process's: all images share that of the first one. */
static void access_elsewhere(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                             const void *frame)
{
    const cpu_check_image *image = cpu_check_image_at(address);
    const cpu_check_image *own = w->image;

    if (image && access & CUSTUB_CPU_ACCESS_WRITE &&
        address - image->variables >= image->variables_end - image->variables &&
        distance(address, own->variables, own->variables_end) < NEAR) /* images lie side by side */
        access_variable(w, own, address, size, access, frame, NULL);
    else if (image)
        access_segments(w, image, address, size, access, frame, NULL);
    else if (w->kinds & CPU_CHECK_MEMORY)
        stop_beyond(w, address, size, access, frame);
}

/* Not what lies on the stacks of threads. */
static void access_memory(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                          const void *frame, cpu_check_hint *hint)
{
    const cpu_check_range *range;

    if (access & CUSTUB_CPU_ACCESS_WRITE && w->pending.is_there)
        cpu_check_settle(w);
    if (cpu_check_copies_any(w->copies)) {
        cpu_check_copies_touched(w, address, size, access, frame);
        hint = NULL; /* every access has to come here */
    }
    if (access_block(w, address, size, access, frame, hint))
        return;
    range = find_again(w, address, size);
    if (!range && access_image(w, address, size, access, frame, hint))
        return;
    if (!range)
        range = find_anew(w, address, size);
    if (!range) {
        access_elsewhere(w, address, size, access, frame);
        return;
    }
    if (is_misaligned(address, size, access))
        stop_misaligned(w, address, size, access, frame);
    access_range(w, range, address, size, access, frame);
    if (hint)
        *hint = (cpu_check_hint){range->base, range->size - size + 1, range->written};
}

static void check_access(const volatile void *pointer, size_t size, uint32_t access,
                         const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();
    uintptr_t address = (uintptr_t)pointer;

    if (!w || size == 0)
        return;
    if (access & CUSTUB_CPU_ACCESS_VOLATILE)
        kernel_tick_catch_up();
    if (access & CUSTUB_CPU_ACCESS_ALIGNMENT) {
        if (address - w->stacks >= w->stacks_size && address % size != 0)
            stop_misaligned(w, address, size, access, frame);
        return;
    }
    if (address - w->stacks < w->stacks_size)
        access_stack(w, address, size, access, frame);
    else
        access_memory(w, address, size, access, frame, NULL);
}

void cpu_check_unhinted(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                        const void *frame, cpu_check_hint *hint)
{
    if (!w->launch)
        return;
    if (address - w->stacks < w->stacks_size)
        access_stack(w, address, size, access, frame);
    else
        access_memory(w, address, size, access, frame, hint);
}

static const char kernels_own[] = "allocation by the kernel's malloc()";

static void *allocate(size_t size)
{
    if (!cpu_check_worker_current())
        return malloc(size);
    return cpu_check_memory_allocate(size, 16, kernels_own, false);
}

/* Not what the host has allocated. */
static bool free_own(void *memory)
{
    cpu_check_range range;

    return cpu_check_memory_find((uintptr_t)memory, &range) && range.kind == kernels_own &&
           range.base == (uintptr_t)memory && cpu_check_memory_free(memory);
}

static void release(void *memory, const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!memory || free_own(memory))
        return;
    if (!w) {
        free(memory);
        return;
    }
    cpu_check_stop(w, frame, KIND(CPU_CHECK_MEMORY, 8u), CUDA_ERROR_ILLEGAL_ADDRESS,
                   "free() of 0x%" PRIxPTR ", which malloc() has not given, or which is free",
                   (uintptr_t)memory);
}

const custub_cpu_check cpu_check_functions = {
    .size = sizeof(custub_cpu_check),
    .access = check_access,
    .allocate = allocate,
    .release = release,
    .fence = cpu_check_fence,
    .read = {cpu_check_read1, cpu_check_read2, cpu_check_read4, cpu_check_read8, cpu_check_read16},
    .write = {cpu_check_write1, cpu_check_write2, cpu_check_write4, cpu_check_write8,
              cpu_check_write16},
    .copy = cpu_check_copy_begin,
    .copy_commit = cpu_check_copy_commit,
    .copy_wait = cpu_check_copy_wait,
    .copy_bind = cpu_check_copy_bind,
};
