#include "checker/checks/global_access.h"

#include "checker/checks/guess.h"
#include "checker/checks/race.h"

#include <inttypes.h>
#include <stdio.h>

uint32_t cpu_check_block_number(const custub_cpu_block *block)
{
    const custub_cpu_extent grid = block->grid_extent;
    const custub_cpu_extent index = block->block_index;
    const uint64_t number = index.x + (uint64_t)grid.x * (index.y + (uint64_t)grid.y * index.z);

    return number < UINT32_MAX ? (uint32_t)number + 1 : 0;
}

/* The first block that needs it makes it. */
static bool has_visitor(cpu_check_worker *w)
{
    if (!w->visitor)
        w->visitor = cpu_check_visitor_create(w->order, w->writing);
    return w->visitor != NULL;
}

/* --- Blocks --------------------------------------------------------------------------------------
 */

void cpu_check_global_begin(cpu_check_worker *w, cpu_check_global *global)
{
    const bool is_on = global && w->order->block && has_visitor(w);

    cpu_check_guess_begin(w);
    w->is_visiting = w->visitor && cpu_check_visitor_begin(w->visitor, is_on ? global : NULL);
}

void cpu_check_global_end(cpu_check_worker *w)
{
    if (w->is_visiting)
        cpu_check_guess_end(w);
    w->is_visiting = false;
}

/* --- Reports -------------------------------------------------------------------------------------
 */

/* "byte 12 of the device allocation of 4096 bytes at 0x…" */
static void describe_byte(const cpu_check_worker *w, uintptr_t at, char *out, size_t size)
{
    const cpu_check_object *object = cpu_check_object_at(&w->image->objects, at);
    cpu_check_range range;

    if (cpu_check_held_byte(&w->held, at, out, size))
        return;
    if (cpu_check_memory_find(at, &range))
        snprintf(out, size, "byte %" PRIuPTR " of the %s of %zu bytes at 0x%" PRIxPTR,
                 at - range.base, range.kind, range.size, range.base);
    else if (object)
        snprintf(out, size, "byte %" PRIuPTR " of the variable '%s' of %zu bytes",
                 at - object->begin, cpu_check_object_name(object).text, object->size);
    else
        snprintf(out, size, "the byte at 0x%" PRIxPTR, at);
}

static void report(cpu_check_worker *w, const cpu_check_scene *scene, const cpu_check_race *race)
{
    const cpu_check_touch *other = &race->other;
    const cpu_check_trail trail = {{w->image->begin + other->site}, 1};
    char byte[192];
    char place[128];
    char thread[48];
    char block[48];

    describe_byte(w, race->at, byte, sizeof(byte));
    cpu_check_thread_text(scene->block_extent, other->thread, thread, sizeof(thread));
    cpu_check_thread_text(w->block->grid_extent, other->block - 1, block, sizeof(block));
    cpu_check_place(w->image, &trail, place, sizeof(place));
    cpu_check_say(w, scene, CPU_CHECK_FINDING(CPU_CHECK_GLOBAL, (unsigned)race->finding),
                  CPU_CHECK_ILLEGAL_ADDRESS, false,
                  "race: %s of %s, which thread %s of block %s %s at %s; nothing orders the two "
                  "accesses",
                  cpu_check_race_does(race->finding), byte, thread, block,
                  cpu_check_race_did(race->finding), place);
}

/* --- Accesses ------------------------------------------------------------------------------------
 */

static void found(cpu_check_worker *w, const cpu_check_clash *clash, bool updates,
                  const void *frame)
{
    const cpu_check_race race = {.finding = clash->finding,
                                 .other = clash->other,
                                 .at = clash->at,
                                 .address = (const void *)clash->at,
                                 .size = clash->size,
                                 .say = report};

    if (clash->finding == CPU_CHECK_UPDATE_READ)
        cpu_check_guess_found(w, &race, frame);
    else if (updates && clash->finding == CPU_CHECK_READ_WRITE)
        cpu_check_guess_of_other(w, &race, clash, frame);
    else
        cpu_check_found_race(w, &race, frame);
}

void cpu_check_global_access(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                             const void *frame)
{
    cpu_check_visit visit = {.address = address, .size = size};
    cpu_check_clash clash;

    if (!w->is_visiting || cpu_check_is_broken(w))
        return;
    visit.touch = cpu_check_touch_now(w->order, *w->thread, cpu_check_site_of(w, frame));
    visit.manner = cpu_check_manner_of(access);
    visit.compares = (access & CUSTUB_CPU_ACCESS_COMPARE) != 0;
    if (cpu_check_visitor_note(w->visitor, *w->thread, &visit, &clash) != CPU_CHECK_FINE)
        found(w, &clash, visit.manner == CPU_CHECK_UPDATES, frame);
}

/* --- Steps ---------------------------------------------------------------------------------------
 */

void cpu_check_global_look(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access)
{
    cpu_check_global_step(w);
    if (w->is_visiting && access & CUSTUB_CPU_ACCESS_ATOMIC)
        cpu_check_guess_tested(w, address, size, (access & CUSTUB_CPU_ACCESS_COMPARE) != 0);
}

void cpu_check_global_step(cpu_check_worker *w)
{
    if (!w->is_visiting)
        return;
    cpu_check_settle(w);
    cpu_check_visitor_see(w->visitor, *w->thread);
}

void cpu_check_global_step_all(cpu_check_worker *w)
{
    if (w->is_visiting)
        cpu_check_visitor_see_all(w->visitor, 0, UINT32_MAX);
}

void cpu_check_global_step_warp(cpu_check_worker *w, uint32_t warp)
{
    if (w->is_visiting)
        cpu_check_visitor_see_all(w->visitor, warp * CPU_CHECK_LANES, (warp + 1) * CPU_CHECK_LANES);
}

void cpu_check_grid_arrive(void)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (!w || !w->is_visiting)
        return;
    cpu_check_settle(w);
    cpu_check_visitor_arrive(w->visitor);
}

void cpu_check_grid_leave(void)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && w->is_visiting)
        cpu_check_visitor_leave(w->visitor);
}
