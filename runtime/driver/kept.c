#include "driver/kept.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "driver/driver.h"
#include "driver/result.h"

const char custubi_keeping[] = "keeping something in a graph";

typedef struct item {
    struct item *next;
    custubi_kept thing;
} item;

static _Atomic(item *) given_back;
static atomic_ullong count;

/* --- Giving back ---------------------------------------------------------------------------------
 */

/* The driver calls it. No lock: other work may wait for the driver's thread. */
static void give_back(void *user)
{
    item *back = user;

    back->next = atomic_load(&given_back);
    while (!atomic_compare_exchange_weak(&given_back, &back->next, back))
        continue;
}

static custub_status release_list(item *list, custub_error *error)
{
    custub_status first = CUSTUB_OK;

    while (list) {
        item *at = list;
        custub_status status;
        list = at->next;
        status = at->thing.release(&at->thing, error);
        first = first ? first : status;
        free(at);
        atomic_fetch_sub(&count, 1);
    }
    return first;
}

/* Freeing memory would end captures of this thread, and of others in the global mode (CUDA Driver
 * API, cuThreadExchangeStreamCaptureMode). */
custub_status custubi_kept_release(custub_error *error)
{
    int mode = CUSTUBI_CAPTURE_RELAXED;
    custub_status status;
    bool is_exchanged;

    if (!atomic_load(&given_back) || !custub_driver_name())
        return CUSTUB_OK;
    is_exchanged = custubi_cu.capture_exchange_mode && !custubi_cu.capture_exchange_mode(&mode);
    status = release_list(atomic_exchange(&given_back, NULL), error);
    if (is_exchanged)
        custubi_cu.capture_exchange_mode(&mode);
    return status;
}

uint64_t custubi_kept_count(void)
{
    return atomic_load(&count);
}

/* --- Keeping -------------------------------------------------------------------------------------
 */

static custub_status check(CUgraph graph, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status)
        return status;
    if (!graph)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT, "%s: the graph is null",
                                 custubi_keeping);
    if (!custubi_cu.user_object_create || !custubi_cu.user_object_release ||
        !custubi_cu.graph_retain_object)
        return custubi_error_set(error, CUSTUB_ERROR_DRIVER_TOO_OLD,
                                 "%s: it takes a driver for CUDA 11.3, this one is for %d.%d",
                                 custubi_keeping, custub_driver_version() / 1000,
                                 custub_driver_version() % 1000 / 10);
    return CUSTUB_OK;
}

/* The driver takes over the item. On failure the caller still has it, unless `*is_taken`. */
static custub_status hand_over(CUgraph graph, item *made, bool *is_taken, custub_error *error)
{
    void *object = NULL;
    int result = custubi_cu.user_object_create(&object, made, give_back, 1,
                                               CUSTUBI_USER_OBJECT_NO_DESTRUCTOR_SYNC);

    if (result)
        return custubi_error_driver(error, "cuUserObjectCreate", result, "%s", custubi_keeping);
    *is_taken = true;
    atomic_fetch_add(&count, 1);
    result = custubi_cu.graph_retain_object(graph, object, 1, CUSTUBI_GRAPH_USER_OBJECT_MOVE);
    if (!result)
        return CUSTUB_OK;
    custubi_cu.user_object_release(object, 1); /* calls give_back() */
    return custubi_error_driver(error, "cuGraphRetainUserObject", result, "%s", custubi_keeping);
}

custub_status custubi_keep(CUgraph graph, const custubi_kept *thing, custub_error *error)
{
    custub_status status = check(graph, error);
    bool is_taken = false;
    item *made = NULL;

    if (!status) {
        made = malloc(sizeof(*made));
        if (!made)
            status = custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "%s: no memory",
                                       custubi_keeping);
    }
    if (!status) {
        made->thing = *thing;
        status = hand_over(graph, made, &is_taken, error);
    }
    if (!is_taken) {
        free(made);
        thing->release(thing, NULL);
    }
    custubi_kept_release(NULL);
    return status;
}
