#define _POSIX_C_SOURCE 200809L

#include "checker/worker.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cpu_check_worker *_Atomic cpu_check_workers[1 << CPU_CHECK_PLACES];
static _Thread_local cpu_check_worker *own;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

/* Workers whose threads have ended. */
static struct {
    pthread_mutex_t lock;
    cpu_check_worker *first;
} ended = {.lock = PTHREAD_MUTEX_INITIALIZER};

cpu_check_worker *cpu_check_find_worker(void)
{
    return own;
}

/* Called when a thread ends. Another thread may take over its worker. */
static void retire(void *worker)
{
    cpu_check_worker *w = worker;

    atomic_store(&w->self, 0);
    cpu_check_shared_destroy(w->shared);
    cpu_check_visitor_destroy(w->visitor);
    free(w->guesses);
    cpu_check_order_destroy(w->order);
    cpu_check_copies_destroy(w->copies);
    w->shared = NULL;
    w->visitor = NULL;
    w->guesses = NULL;
    w->order = NULL;
    w->copies = NULL;
    pthread_mutex_lock(&ended.lock);
    w->next = ended.first;
    ended.first = w;
    pthread_mutex_unlock(&ended.lock);
}

static void create_key(void)
{
    has_key = pthread_key_create(&key, retire) == 0;
}

static cpu_check_worker *add(void)
{
    cpu_check_worker *w = calloc(1, sizeof(*w));

    if (!w)
        return NULL;
    w->writing = calloc(1, sizeof(*w->writing));
    if (!w->writing) {
        free(w);
        return NULL;
    }
    cpu_check_open_write_publish(w->writing);
    return w;
}

static cpu_check_worker *take(void)
{
    const size_t kept = offsetof(cpu_check_worker, next); /* other threads may read it now */
    cpu_check_worker *w;

    pthread_mutex_lock(&ended.lock);
    w = ended.first;
    if (w)
        ended.first = w->next;
    pthread_mutex_unlock(&ended.lock);
    if (!w)
        return add();
    memset((char *)w + kept, 0, sizeof(*w) - kept);
    return w;
}

/* Lets cpu_check_own_worker() find the worker, unless another thread's worker has the place. */
static void take_place(cpu_check_worker *w)
{
    const uintptr_t self = cpu_check_own_thread();
    cpu_check_worker *_Atomic *place = &cpu_check_workers[cpu_check_worker_place(self)];
    cpu_check_worker *other = atomic_load(place);

    if (self && (!other || atomic_load(&other->self) == 0) &&
        atomic_compare_exchange_strong(place, &other, w))
        atomic_store(&w->self, self);
}

cpu_check_worker *cpu_check_make_worker(void)
{
    pthread_once(&once, create_key);
    if (own || !has_key)
        return own;
    own = take();
    if (own && pthread_setspecific(key, own) != 0) {
        retire(own);
        own = NULL;
    }
    if (own)
        take_place(own);
    return own;
}

unsigned char cpu_check_is_shared[1];

void cpu_check_forget_hints(cpu_check_worker *w)
{
    memset(w->reads, 0, sizeof(w->reads));
    memset(w->writes, 0, sizeof(w->writes));
}

void cpu_check_forget_ranges(cpu_check_worker *w)
{
    memset(w->ranges, 0, sizeof(w->ranges));
    cpu_check_forget_hints(w);
}

/* --- Reports -------------------------------------------------------------------------------------
 */

/* Instrumented images have frame pointers: on x86-64 and aarch64 a frame begins with the address of
 * its caller's frame, and the return address follows. Frames outside of the image are the driver's,
 * and are left out. */
static void follow(const cpu_check_worker *w, uintptr_t frame, cpu_check_trail *trail)
{
    trail->count = 0;
    while (frame - w->stacks < w->stacks_size && frame % sizeof(uintptr_t) == 0 &&
           frame - w->stacks + 2 * sizeof(uintptr_t) <= w->stacks_size &&
           trail->count < CPU_CHECK_CALLS) {
        const uintptr_t *words = (const uintptr_t *)frame;
        if (words[1] >= w->image->begin && words[1] < w->image->end)
            trail->addresses[trail->count++] = words[1];
        if (words[0] <= frame)
            break;
        frame = words[0];
    }
}

/* False for custub's own functions, which access memory on behalf of their callers. */
static bool is_of_user(cpu_check_worker *w, uintptr_t address)
{
    uintptr_t *known = &w->sites[(address ^ address >> 10) % CPU_CHECK_SITES];
    cpu_check_line line;

    if (*known >> 1 != address)
        *known = address << 1 | (uintptr_t)cpu_check_image_line(w->image, address, &line);
    return *known & 1;
}

uint32_t cpu_check_site_of(cpu_check_worker *w, const void *frame)
{
    const uintptr_t first = ((const uintptr_t *)frame)[1];
    cpu_check_trail trail;

    if (is_of_user(w, first))
        return (uint32_t)(first - w->image->begin);
    follow(w, (uintptr_t)frame, &trail);
    for (size_t i = 0; i < trail.count; i++) {
        if (is_of_user(w, trail.addresses[i]))
            return (uint32_t)(trail.addresses[i] - w->image->begin);
    }
    return (uint32_t)(first - w->image->begin);
}

void cpu_check_scene_of(const cpu_check_worker *w, const void *frame, cpu_check_scene *out)
{
    out->image = w->image;
    out->kernel = w->kernel->name;
    out->block_extent = w->block->block_extent;
    out->block_index = w->block->block_index;
    out->thread = *w->thread;
    follow(w, (uintptr_t)frame, &out->trail);
}

static void report(cpu_check_worker *w, const cpu_check_scene *scene, unsigned kind, int result,
                   bool ends_thread, const char *format, va_list arguments)
{
    char text[1024];
    const cpu_check_report what = {
        .scene = scene, .kind = kind, .result = result, .ends_thread = ends_thread, .what = text};

    vsnprintf(text, sizeof(text), format, arguments);
    cpu_check_launch_report(w->launch, &what);
}

void cpu_check_say(cpu_check_worker *w, const cpu_check_scene *scene, unsigned kind, int result,
                   bool ends_thread, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    report(w, scene, kind, result, ends_thread, format, arguments);
    va_end(arguments);
}

_Noreturn void cpu_check_stop(cpu_check_worker *w, const void *frame, unsigned kind, int result,
                              const char *format, ...)
{
    cpu_check_scene scene;
    va_list arguments;

    cpu_check_scene_of(w, frame, &scene);
    va_start(arguments, format);
    report(w, &scene, kind, result, true, format, arguments);
    va_end(arguments);
    w->runner->end_thread();
    abort(); /* not reached */
}

size_t cpu_check_unit(size_t size)
{
    switch (size) {
    case 1:
    case 2:
        return 1;
    case 4:
        return 2; /* {char, short} has a gap of one byte, {half, half} has none */
    case 8:
        return 4;
    default:
        return size;
    }
}

const char *cpu_check_verb(uint32_t access)
{
    if (!(access & CUSTUB_CPU_ACCESS_WRITE))
        return "read";
    return access & CUSTUB_CPU_ACCESS_ATOMIC && access & CUSTUB_CPU_ACCESS_READ ? "atomic update"
                                                                                : "write";
}
