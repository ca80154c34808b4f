/* The records are in memory of malloc() that the driver pins, and not in memory of cuMemHostAlloc,
 * which goes with its context: a wait after cudaDeviceReset() would then read what is gone. Pinned
 * as portable, they are reached from all contexts, but only while the context lives that pinned
 * them; so each context in which a kernel is launched pins its own. */
#include "bounds/bounds.h"

#include <stdlib.h>
#include <string.h>

#include "bounds/bad_access.h"
#include "bounds/kernel_match.h"
#include "driver/dead_context.h"
#include "driver/driver.h"
#include "driver/owned.h"
#include "driver/result.h"
#include "platform/settings.h"

#define PAGE 4096u /* bytes; pages are pinned as wholes */

atomic_uint custubi_bounds_count;

static custubi_mutex lock = CUSTUBI_MUTEX_INITIALIZER; /* guards the list and all records */
static custubi_bounds *first;

/* --- Choosing -------------------------------------------------------------------------------- */

static atomic_int program_checks; /* custub_set_bounds_checks()'s */

void custub_set_bounds_checks(custub_bounds_checks checks)
{
    atomic_store_explicit(&program_checks, (int)checks, memory_order_relaxed);
}

custub_bounds_checks custubi_bounds_choose(custub_bounds_checks given)
{
    if (given == CUSTUB_BOUNDS_CHECKS_DEFAULT)
        given = (custub_bounds_checks)atomic_load_explicit(&program_checks, memory_order_relaxed);
    if (given == CUSTUB_BOUNDS_CHECKS_DEFAULT)
        given = (custub_bounds_checks)custubi_setting_of(CUSTUBI_SETTING_BOUNDS);
    return given;
}

/* --- Records --------------------------------------------------------------------------------- */

static size_t outcome_bytes(const custubi_bounds *bounds)
{
    return bounds->info->kernel_count * CUSTUBI_OUTCOMES * sizeof(uint32_t);
}

static size_t record_bytes(const custubi_bounds *bounds)
{
    return (bounds->info->kernel_count * sizeof(custub_bounds_record) + outcome_bytes(bounds) +
            PAGE - 1) /
           PAGE * PAGE;
}

static void free_records(custubi_records *records)
{
    if (records->device_outcomes)
        custubi_memory_free(records->device_outcomes, records->device_id);
    if (records->records)
        custubi_cu.host_unregister(records->records); /* fails if its context is gone */
    free(records->records);
    free(records);
}

/* True if there may be launches that need no checks. */
static bool repeats(const custubi_bounds *bounds)
{
    bool any = false;

    for (uint32_t i = 0; i < bounds->info->kernel_count; i++)
        any |= bounds->kernels[i].checked && bounds->kernels[i].checked->repeats;
    return any && (bounds->checks == CUSTUB_BOUNDS_CHECKS_ON ||
                   bounds->checks == CUSTUB_BOUNDS_CHECKS_TRAP);
}

/* Pins records in the current context. Returns a driver's result; `call` becomes its call. */
static int pin(custubi_bounds *bounds, unsigned long long context_id, const char **call)
{
    custubi_records *made = calloc(1, sizeof(*made));
    size_t bytes = record_bytes(bounds);
    void *memory = aligned_alloc(PAGE, bytes);
    CUdeviceptr address = 0;
    CUdeviceptr outcomes = 0;
    int result = made && memory ? CUSTUBI_SUCCESS : CUSTUBI_OUT_OF_MEMORY;

    *call = "cuMemHostRegister";
    if (!result) {
        memset(memory, 0, bytes);
        result =
            custubi_cu.host_register(memory, bytes, CUSTUBI_HOST_PORTABLE | CUSTUBI_HOST_MAPPED);
    }
    if (result) {
        free(memory);
        free(made);
        return result;
    }
    made->records = memory;
    made->context_id = context_id;
    *call = "cuMemHostGetDevicePointer";
    result = custubi_cu.host_get_device(&address, memory, 0);
    if (result) {
        free_records(made);
        return result;
    }
    made->device_address = address;
    made->outcomes = (_Atomic uint32_t *)(void *)(made->records + bounds->info->kernel_count);
    if (repeats(bounds) && !custubi_cu.memory_allocate(&outcomes, outcome_bytes(bounds))) {
        made->device_outcomes = outcomes;
        made->device_id = custubi_memory_id(outcomes);
    }
    made->next = bounds->records;
    bounds->records = made;
    return CUSTUBI_SUCCESS;
}

/* The records of a context; else those of the load, which are the last of the list. */
static const custubi_records *find(const custubi_bounds *bounds, unsigned long long context_id)
{
    const custubi_records *at = bounds->records;

    while (at->next && at->context_id != context_id)
        at = at->next;
    return at;
}

const custubi_records *custubi_bounds_records(custubi_bounds *bounds, unsigned long long context_id)
{
    const custubi_records *at;
    const char *call;

    custubi_mutex_lock(&lock);
    at = find(bounds, context_id);
    if (context_id && at->context_id != context_id && !pin(bounds, context_id, &call))
        at = bounds->records;
    custubi_mutex_unlock(&lock);
    return at;
}

/* --- Opening --------------------------------------------------------------------------------- */

static custub_status fail_table(const custub_library_info *info, const char *reason,
                                custub_error *error)
{
    custubi_error_set(error, CUSTUB_ERROR_IMAGE_UNKNOWN,
                      "%s: the table of its bounds checks is damaged: it has %s; build it again",
                      info->file, reason);
    if (error)
        custubi_error_name(error->file, info->file);
    return CUSTUB_ERROR_IMAGE_UNKNOWN;
}

static size_t pointer_count(const custub_library_info *info)
{
    size_t count = 0;

    for (uint32_t i = 0; i < info->kernel_count; i++)
        count += info->kernels[i].pointer_count;
    return count;
}

/* Everything in one piece: the bounds, the pointers, the kernels, the table. */
static custubi_bounds *allocate(const custub_library_info *info, size_t table_bytes)
{
    size_t kernels = info->kernel_count * sizeof(custubi_bounded_kernel);
    size_t seen = pointer_count(info) * sizeof(custubi_seen_pointer);
    custubi_bounds *bounds = table_bytes > SIZE_MAX / 2
                                 ? NULL
                                 : calloc(1, sizeof(*bounds) + seen + kernels + table_bytes);

    if (!bounds || custubi_mutex_initialize(&bounds->measuring))
        return bounds;
    free(bounds);
    return NULL;
}

static custub_status fill(custubi_bounds *bounds, const void *table, size_t size,
                          custub_error *error)
{
    custubi_seen_pointer *seen = (custubi_seen_pointer *)(void *)(bounds + 1);
    char reason[CUSTUBI_TABLE_REASON_SIZE];
    const char *call;
    custub_status status;
    void *copy;
    int result;

    bounds->kernels = (custubi_bounded_kernel *)(void *)(seen + pointer_count(bounds->info));
    copy = bounds->kernels + bounds->info->kernel_count;
    memcpy(copy, table, size);
    if (!custubi_checked_table_read(&bounds->table, copy, size, reason))
        return fail_table(bounds->info, reason, error);
    status = custubi_kernel_match(bounds, seen, error);
    if (status)
        return status;
    result = pin(bounds, custubi_owned_context(), &call);
    if (result)
        return custubi_error_driver(error, call, result,
                                    "making the records of the bounds checks of %s",
                                    bounds->info->file);
    return CUSTUB_OK;
}

custub_status custubi_bounds_open(custubi_bounds **out, const custub_library_info *info,
                                  custub_bounds_checks checks, const void *table, size_t size,
                                  custub_error *error)
{
    custubi_bounds *bounds;
    custub_status status;

    *out = NULL;
    if (!custubi_cu.host_register || !custubi_cu.host_unregister || !custubi_cu.host_get_device)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                                 "%s: bounds checks need cuMemHostRegister, which the %s driver "
                                 "lacks",
                                 info->file, custub_driver_name());
    bounds = allocate(info, size);
    if (!bounds)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "%s: no memory for the bounds checks of %u kernels", info->file,
                                 (unsigned int)info->kernel_count);
    bounds->info = info;
    bounds->checks = checks;
    status = fill(bounds, table, size, error);
    if (status) {
        custubi_mutex_deinitialize(&bounds->measuring);
        free(bounds);
        return status;
    }
    custubi_mutex_lock(&lock);
    bounds->next = first;
    first = bounds;
    custubi_mutex_unlock(&lock);
    atomic_fetch_add(&custubi_bounds_count, 1);
    *out = bounds;
    return CUSTUB_OK;
}

void custubi_bounds_close(custubi_bounds *bounds)
{
    if (!bounds)
        return;
    atomic_fetch_sub(&custubi_bounds_count, 1);
    custubi_mutex_lock(&lock);
    for (custubi_bounds **link = &first; *link; link = &(*link)->next)
        if (*link == bounds) {
            *link = bounds->next;
            break;
        }
    custubi_mutex_unlock(&lock);
    for (uint32_t i = 0; i < bounds->info->kernel_count; i++) {
        custubi_measured *measured = &bounds->kernels[i].measured;
        if (measured->memory)
            custubi_memory_free(measured->memory, measured->id);
        free(measured->measures);
    }
    for (custubi_records *next, *at = bounds->records; at; at = next) {
        next = at->next;
        free_records(at);
    }
    custubi_mutex_deinitialize(&bounds->measuring);
    free(bounds);
}

/* --- Saying ---------------------------------------------------------------------------------- */

/* Copies a record that a kernel has written, and forgets it. With `dead` the kernel may have ended
 * while it wrote. */
static bool take_record(custub_bounds_record *record, atomic_uint *reported, bool dead,
                        custub_bounds_record *out)
{
    _Atomic uint32_t *state = (_Atomic uint32_t *)&record->state;
    uint32_t found = atomic_load_explicit(state, memory_order_acquire);

    if (found != 2 && !(found && dead))
        return false;
    *out = *record;
    memset(record->unused, 0, sizeof(*record) - sizeof(record->state));
    atomic_fetch_add_explicit(reported, 1, memory_order_release);
    atomic_store_explicit(state, 0, memory_order_release);
    return true;
}

/* The kernel that has ended the current context is known now. */
static void note_death(const custub_kernel_info *kernel, int result)
{
    const custubi_context_name context = custubi_context_name_current();

    custubi_dead_context_note(&context, result, kernel);
}

/* The caller holds the lock. */
static bool take(const custubi_bounds *bounds, int result, custub_error *error)
{
    const bool dead = custubi_result_is_fatal(result);
    custub_bounds_record record;

    for (const custubi_records *at = bounds->records; at; at = at->next)
        for (uint32_t i = 0; i < bounds->info->kernel_count; i++)
            if (take_record(&at->records[i], &bounds->kernels[i].reported, dead, &record)) {
                custubi_bad_access_say(bounds, i, &record, error);
                if (dead)
                    note_death(&bounds->info->kernels[i], result);
                return true;
            }
    return false;
}

custub_status custubi_bounds_take(custub_error *error, int result)
{
    bool found = false;

    if (!atomic_load_explicit(&custubi_bounds_count, memory_order_relaxed))
        return CUSTUB_OK;
    custubi_mutex_lock(&lock);
    for (custubi_bounds *at = first; at && !found; at = at->next)
        found = take(at, result, error);
    custubi_mutex_unlock(&lock);
    return found ? CUSTUB_ERROR_OUT_OF_BOUNDS : CUSTUB_OK;
}

custub_status custubi_bounds_take_of(custubi_bounds *bounds, custub_error *error)
{
    bool found;

    custubi_mutex_lock(&lock);
    found = take(bounds, CUSTUBI_SUCCESS, error);
    custubi_mutex_unlock(&lock);
    return found ? CUSTUB_ERROR_OUT_OF_BOUNDS : CUSTUB_OK;
}

custub_status custub_bounds_report(custub_error *error)
{
    return custub_failed(error) ? error->status : custubi_bounds_take(error, 0);
}
