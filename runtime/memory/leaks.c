#include "memory/leaks.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver/driver_table.h"
#include "platform/platform.h"
#include "platform/settings.h"

static custubi_mutex lock = CUSTUBI_MUTEX_INITIALIZER; /* guards the variables below */
static custubi_leak *leaks;
static size_t count;
static size_t room;
static long process; /* the process that owns the memory */

/* Asks the environment once. */
bool custubi_leaks_wanted(void)
{
    static atomic_int known = -1;
    int on = atomic_load_explicit(&known, memory_order_relaxed);

    if (on < 0) {
        on = custubi_setting_of(CUSTUBI_SETTING_LEAKS);
        atomic_store_explicit(&known, on, memory_order_relaxed);
    }
    return on != 0;
}

/* The caller holds the lock. The only function of the runtime that prints: CUSTUB_LEAKS asks for
 * it. */
static void print(const custubi_leak *left)
{
    char place[512];

    custubi_place(left->caller, place, sizeof(place));
    fprintf(stderr, "custub: not freed: %llu bytes at 0x%llx, allocated by %s\n",
            (unsigned long long)left->bytes, (unsigned long long)left->address, place);
}

/* Lists the leaks of one context, or of all if it is null, in the order of allocation unless
 * something was freed in between. */
static void list(CUcontext context)
{
    size_t kept = 0;

    custubi_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) {
        if (context && leaks[i].context != context)
            leaks[kept++] = leaks[i];
        else
            print(&leaks[i]);
    }
    count = kept;
    custubi_mutex_unlock(&lock);
}

/* A forked process has the list, but not the memory. */
static void list_all(void)
{
    if (custubi_process() == process)
        list(NULL);
}

/* With the lock. */
static bool make_room(void)
{
    size_t more = room ? 2 * room : 64;
    custubi_leak *grown;

    if (count < room)
        return true;
    if (!leaks) {
        process = custubi_process();
        if (atexit(list_all))
            return false;
    }
    grown = realloc(leaks, more * sizeof(*leaks));
    if (!grown)
        return false;
    leaks = grown;
    room = more;
    return true;
}

void custubi_leaks_add(uint64_t address, uint64_t bytes, const void *caller)
{
    custubi_leak added = {address, bytes, NULL, caller};

    if (!custubi_leaks_wanted())
        return;
    custubi_cu.context_get(&added.context);
    custubi_leaks_restore(&added);
}

custubi_leak custubi_leaks_remove(uint64_t address)
{
    custubi_leak removed = {0, 0, NULL, NULL};

    if (!custubi_leaks_wanted())
        return removed;
    custubi_mutex_lock(&lock);
    for (size_t i = count; i > 0; i--) {
        if (leaks[i - 1].address != address)
            continue;
        removed = leaks[i - 1];
        leaks[i - 1] = leaks[--count];
        break;
    }
    custubi_mutex_unlock(&lock);
    return removed;
}

void custubi_leaks_restore(const custubi_leak *removed)
{
    if (!removed->address)
        return;
    custubi_mutex_lock(&lock);
    if (make_room())
        leaks[count++] = *removed;
    custubi_mutex_unlock(&lock);
}

void custubi_leaks_list(CUcontext context)
{
    list(context);
}
