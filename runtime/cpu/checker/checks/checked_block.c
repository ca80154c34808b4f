#include "checker/checks/checked_block.h"

#include "checker/checks/global_access.h"
#include "checker/checks/race.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- Shared memory -------------------------------------------------------------------------------
 */

/* In bytes. The launch determines the size of the dynamic array. */
static size_t object_size(const cpu_check_worker *w, const cpu_check_object *object)
{
    return object->is_dynamic ? w->block->shared_bytes : object->size;
}

/* "the shared variable 'tile' of 256 bytes" */
static void describe_object(const cpu_check_worker *w, const cpu_check_object *object, char *out,
                            size_t size)
{
    if (object->is_dynamic)
        snprintf(out, size, "the dynamic shared memory of %zu bytes", object_size(w, object));
    else
        snprintf(out, size, "the shared variable '%s' of %zu bytes",
                 cpu_check_object_name(object).text, object->size);
}

static _Noreturn void stop_outside(cpu_check_worker *w, const cpu_check_object *object,
                                   uintptr_t address, size_t size, uint32_t access,
                                   const void *frame)
{
    const uintptr_t begin = w->shared_block + object->begin;
    const uintptr_t end = begin + object_size(w, object);
    char name[192];
    const char *where = "bytes after the end of";
    uintptr_t distance = address - end;

    if (address < begin) {
        where = "bytes before";
        distance = begin - address;
    } else if (address < end) {
        where = "of them after the end of";
        distance = size - (end - address);
    }
    describe_object(w, object, name, sizeof(name));
    cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 9u), CPU_CHECK_ILLEGAL_ADDRESS,
                   "out of bounds of shared memory: %s of %zu bytes at 0x%" PRIxPTR ", %" PRIuPTR
                   " %s %s",
                   cpu_check_verb(access), size, address, distance, where, name);
}

void cpu_check_shared_missed(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                             const void *frame)
{
    const cpu_check_object *object = cpu_check_object_nearest(
        &w->image->shared, address < w->shared_block ? 0 : address - w->shared_block);

    if (object)
        stop_outside(w, object, address, size, access, frame);
}

/* The array or built-in variable (threadIdx, …) at the offset; else the nearest array. */
static const cpu_check_object *find_object(cpu_check_worker *w, size_t offset)
{
    const cpu_check_object **known = &w->objects[offset / 32 % CPU_CHECK_OBJECTS];
    const cpu_check_object *object = *known;

    if (object && offset - object->begin < object->size)
        return object;
    object = cpu_check_object_at(&w->image->shared, offset);
    if (!object)
        object = cpu_check_object_at(&w->image->places, offset);
    if (!object)
        return cpu_check_object_nearest(&w->image->shared, offset);
    *known = object;
    return object;
}

/* The array or built-in variable that holds the access; null if there is none. Does not return if
 * the access goes beyond an array. */
static const cpu_check_object *object_of(cpu_check_worker *w, size_t offset, size_t size,
                                         uint32_t access, const void *frame)
{
    const cpu_check_object *object = find_object(w, offset);
    size_t all;

    if (!object)
        return NULL;
    all = object->is_place ? object->size : object_size(w, object);
    if (offset - object->begin < all && size <= all - (offset - object->begin))
        return object;
    if (object->is_place)
        return NULL;
    if (w->kinds & CPU_CHECK_MEMORY)
        stop_outside(w, object, w->shared_block + offset, size, access, frame);
    return NULL;
}

static void report_unwritten(cpu_check_worker *w, size_t offset, size_t size, const void *frame)
{
    const cpu_check_object *object = find_object(w, offset);
    cpu_check_scene scene;
    char name[192];

    describe_object(w, object, name, sizeof(name));
    cpu_check_scene_of(w, frame, &scene);
    cpu_check_say(w, &scene, CPU_CHECK_FINDING(CPU_CHECK_INIT, 2u), CPU_CHECK_ILLEGAL_ADDRESS,
                  false, "never written: read of %zu bytes at 0x%" PRIxPTR ", %zu bytes into %s",
                  size, w->shared_block + offset, offset - object->begin, name);
}

static void report_race(cpu_check_worker *w, const cpu_check_scene *scene,
                        const cpu_check_race *race)
{
    const cpu_check_object *object = cpu_check_object_at(&w->image->shared, race->at);
    cpu_check_trail trail = {{w->image->begin + race->other.site}, 1};
    char name[192] = "shared memory";
    char place[128];
    char thread[48];

    if (object)
        describe_object(w, object, name, sizeof(name));
    cpu_check_thread_text(scene->block_extent, race->other.thread, thread, sizeof(thread));
    cpu_check_place(w->image, &trail, place, sizeof(place));
    cpu_check_say(w, scene, CPU_CHECK_FINDING(CPU_CHECK_RACE, (unsigned)race->finding),
                  CPU_CHECK_ILLEGAL_ADDRESS, false,
                  "race: %s of byte %zu of %s, which thread %s %s at %s; synchronize the two "
                  "threads between these accesses",
                  cpu_check_race_does(race->finding), object ? race->at - object->begin : race->at,
                  name, thread, cpu_check_race_did(race->finding), place);
}

void cpu_check_shared_touched(cpu_check_worker *w, size_t offset, size_t size, uint32_t access,
                              const void *frame)
{
    const cpu_check_request request = {.offset = offset,
                                       .size = size,
                                       .thread = *w->thread,
                                       .site = cpu_check_site_of(w, frame),
                                       .manner = cpu_check_manner_of(access)};
    cpu_check_race race = {
        .address = (const void *)(w->shared_block + offset), .size = size, .say = report_race};
    size_t at = 0;

    if (cpu_check_is_broken(w))
        return;
    if ((access & (CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_REPLACE)) == CUSTUB_CPU_ACCESS_READ &&
        w->kinds & CPU_CHECK_INIT &&
        !cpu_check_shared_is_written(w->shared, offset, size, cpu_check_unit(size)))
        report_unwritten(w, offset, size, frame);
    race.finding = cpu_check_shared_note(w->shared, &request, &race.other, &at);
    race.at = at;
    if (race.finding != CPU_CHECK_FINE && w->kinds & CPU_CHECK_RACE)
        cpu_check_found_race(w, &race, frame);
}

void cpu_check_shared_access(cpu_check_worker *w, size_t offset, size_t size, uint32_t access,
                             const void *frame, cpu_check_hint *hint)
{
    const cpu_check_object *object = object_of(w, offset, size, access, frame);

    if (!object)
        return;
    if (hint) {
        hint->base = w->shared_block + object->begin;
        hint->room = (object->is_place ? object->size : object_size(w, object)) - size + 1;
        hint->marks = object->is_place ? NULL : cpu_check_is_shared;
    }
    if (!object->is_place)
        cpu_check_shared_touched(w, offset, size, access, frame);
}

void cpu_check_fence(void)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!w)
        return;
    cpu_check_settle(w);
    cpu_check_global_step(w);
    cpu_check_order_fence(w->order, *w->thread);
}

/* --- Barriers ------------------------------------------------------------------------------------
 */

/* True if two threads came here through the same calls. */
static bool is_same_way(const cpu_check_trail *a, const cpu_check_trail *b)
{
    return a->count == b->count &&
           memcmp(a->addresses, b->addresses, a->count * sizeof(a->addresses[0])) == 0;
}

/* "saxpy.cu:12, called from saxpy.cu:20" */
static void describe_way(const cpu_check_worker *w, const cpu_check_trail *trail, char *out,
                         size_t size)
{
    size_t length = 0;
    cpu_check_line line;

    for (size_t i = 0; i < trail->count && length < size; i++) {
        const cpu_check_trail step = {{trail->addresses[i]}, 1};
        char place[128];
        int written;

        if (!cpu_check_image_line(w->image, trail->addresses[i], &line))
            continue;
        cpu_check_place(w->image, &step, place, sizeof(place));
        written = snprintf(out + length, size - length, "%s%s", length > 0 ? ", called from " : "",
                           place);
        length += written > 0 ? (size_t)written : size;
    }
    if (length == 0)
        snprintf(out, size, "(no line)");
}

/* All threads of a block have to wait at the same barrier of the program (CUDA C++ Programming
 * Guide, "Synchronization Functions"). Barriers are compared by address, not by line: a macro may
 * put several on one line. Instrumented images are not optimized, so that the compiler duplicates
 * no call. */
void cpu_check_barrier_arrive(const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();
    cpu_check_scene scene;
    char here[512];
    char there[512];
    char thread[48];

    if (!w)
        return;
    cpu_check_settle(w);
    if (!w->has_first) {
        w->has_first = true;
        cpu_check_scene_of(w, frame, &w->first);
        return;
    }
    if (!(w->kinds & CPU_CHECK_BARRIER) || cpu_check_is_broken(w))
        return;
    cpu_check_scene_of(w, frame, &scene);
    if (is_same_way(&scene.trail, &w->first.trail))
        return;
    describe_way(w, &scene.trail, here, sizeof(here));
    describe_way(w, &w->first.trail, there, sizeof(there));
    cpu_check_thread_text(w->first.block_extent, w->first.thread, thread, sizeof(thread));
    cpu_check_say(w, &scene, CPU_CHECK_FINDING(CPU_CHECK_BARRIER, 1u), CPU_CHECK_ILLEGAL_ADDRESS,
                  false,
                  "divergent barrier: thread %s waits at %s%s; all threads of a block must wait at "
                  "the same barrier",
                  thread, strcmp(here, there) == 0 ? "another barrier of " : "", there);
}

void cpu_check_barrier_release(uint32_t arrived, uint32_t of)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!w)
        return;
    cpu_check_settle(w);
    if (arrived < of && w->has_first && w->kinds & CPU_CHECK_EXIT && !cpu_check_is_broken(w))
        cpu_check_say(w, &w->first, CPU_CHECK_FINDING(CPU_CHECK_EXIT, 1u),
                      CPU_CHECK_ILLEGAL_ADDRESS, false,
                      "barrier of %" PRIu32 " threads: %" PRIu32 " others of the block have "
                      "returned before it",
                      arrived, of - arrived);
    w->has_first = false;
    cpu_check_global_step_all(w);
    cpu_check_order_barrier(w->order);
}

void cpu_check_synchronized(void)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!w)
        return;
    cpu_check_settle(w);
    cpu_check_global_step_all(w);
    cpu_check_order_barrier(w->order);
}

void cpu_check_warp_sync(uint32_t warp, uint32_t mask)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!w)
        return;
    cpu_check_settle(w);
    cpu_check_global_step_warp(w, warp);
    cpu_check_order_warp(w->order, warp, mask);
}

/* CUDA C++ Programming Guide, "Warp Shuffle Functions": the value that is read is undefined.
 * Whether it is used cannot be seen. */
void cpu_check_lane_missing(uint32_t lane, const char *why, const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();
    cpu_check_scene scene;

    if (!w || !(w->kinds & CPU_CHECK_SHUFFLE) || cpu_check_is_broken(w))
        return;
    cpu_check_scene_of(w, frame, &scene);
    cpu_check_say(w, &scene, CPU_CHECK_FINDING(CPU_CHECK_SHUFFLE, 1u), CPU_CHECK_ILLEGAL_ADDRESS,
                  false, "undefined: a shuffle reads from lane %" PRIu32 ", which %s", lane, why);
}
