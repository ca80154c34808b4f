#include "check/lookup.h"

#include "check/contract.h"
#include "check/phrase.h"
#include "check/stream_context.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "memory/extent.h"

/* A pointer of the launch. need->bytes have to be there. */
typedef struct pointer_at {
    const custubi_call *call;
    const custubi_device_facts *device;
    const custub_need *need;
    const custub_pointer_info *info;
    const custubi_pointer_state *state;
    uint32_t index;
} pointer_at;

static void phrase_need(const pointer_at *at, custub_error *error)
{
    const custub_pointer_info *info = at->info;

    if (info->count.code) {
        custubi_phrase_need(error, info, at->need->bytes / at->state->unit, at->need->bytes);
        return;
    }
    if (at->state->is_map) {
        custubi_error_append(error, "the tensor map describes %llu bytes",
                             (unsigned long long)at->need->bytes);
        return;
    }
    custubi_error_append(error, "its view declares ");
    if (at->need->declared == CUSTUB_COUNT_UNKNOWN) {
        custubi_error_append(error, "memory there");
        return;
    }
    custubi_error_append(error, "%llu ", (unsigned long long)at->need->declared);
    custubi_phrase_unit(error, info, false, at->need->declared);
    if (at->state->size > 1)
        custubi_error_append(error, " (%llu bytes)", (unsigned long long)at->need->bytes);
}

static custub_status fail_small(const pointer_at *at, uint64_t found)
{
    custub_error *error = at->call->error;

    custubi_fault_begin_pointer(at->call->kernel->info, at->index, error,
                                CUSTUB_ERROR_BUFFER_TOO_SMALL);
    custubi_fault_numbers(error, at->need->bytes, found);
    custubi_error_append(error, "has %llu bytes at this address, ", (unsigned long long)found);
    phrase_need(at, error);
    return custubi_fault_end(error, CUSTUB_ERROR_BUFFER_TOO_SMALL);
}

static custub_status fail_unknown(const pointer_at *at, const char *why)
{
    custub_error *error = at->call->error;

    custubi_fault_begin_pointer(at->call->kernel->info, at->index, error,
                                CUSTUB_ERROR_UNKNOWN_ADDRESS);
    custubi_fault_numbers(error, at->need->bytes, 0);
    custubi_error_append(error, "is at 0x%llx, %s%s; ", at->need->ptr, why,
                         at->call->traits & CUSTUBI_CALL_FOREIGN
                             ? " (in the context of the launch's stream, which is not the current "
                               "one)"
                             : "");
    phrase_need(at, error);
    return custubi_fault_end(error, CUSTUB_ERROR_UNKNOWN_ADDRESS);
}

/* True if a graph may allocate the memory, so that it does not exist before the graph runs. */
static bool is_of_graph(const custubi_call *call)
{
    return (call->traits & CUSTUBI_CALL_IN_GRAPH) || custubi_stream_is_capturing(call);
}

/* Decides about an address at which the driver knows no allocation. */
static custub_status judge_unknown(const pointer_at *at)
{
    int type = 0;
    int ordinal = -1;
    CUdeviceptr visible = 0;

    if (at->device->limits.pageable || is_of_graph(at->call))
        return CUSTUB_OK;
    if (custubi_cu.pointer_get_attribute(&type, CUSTUBI_POINTER_MEMORY_TYPE, at->need->ptr))
        return fail_unknown(at,
                            "which the driver does not know: freed memory, or memory of the host");
    if (custubi_cu.pointer_get_attribute(&ordinal, CUSTUBI_POINTER_DEVICE_ORDINAL, at->need->ptr) ==
            CUSTUBI_SUCCESS &&
        ordinal >= 0 && ordinal != at->device->device &&
        custubi_cu.pointer_get_attribute(&visible, CUSTUBI_POINTER_DEVICE_POINTER, at->need->ptr) ==
            CUSTUBI_INVALID_VALUE)
        return fail_unknown(at, "which is another device's memory, and this context has no peer "
                                "access to it");
    return CUSTUB_OK; /* external memory: the driver does not tell its size */
}

static custub_status look_up(const pointer_at *at)
{
    uint64_t found;
    int result = custubi_extent(at->need->ptr, at->need->bytes, &found);

    if (!result)
        return found >= at->need->bytes ? CUSTUB_OK : fail_small(at, found);
    if (result == CUSTUBI_NOT_FOUND || result == CUSTUBI_INVALID_VALUE)
        return judge_unknown(at);
    return custubi_fault_driver(at->call->kernel->info, at->call->error, "cuMemGetAddressRange",
                                result, "looking up the address of '%s'", at->info->name);
}

static bool is_same(const custub_need *a, const custub_need *b)
{
    return a->ptr == b->ptr && a->declared == b->declared && a->bytes == b->bytes;
}

custub_status custubi_lookup_pointers(const custubi_call *call, const custubi_device_facts *device,
                                      const custub_need *before)
{
    const custub_kernel_info *info = call->kernel->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        pointer_at at = {call,
                         device,
                         &call->needs[i],
                         &info->pointers[i],
                         custubi_pointer_of(call->kernel->state, i),
                         i};
        custub_status status;
        /* A view of no elements promises nothing. */
        if (!at.need->ptr || !at.need->bytes || (before && is_same(at.need, &before[i])))
            continue;
        status = look_up(&at);
        if (status)
            return status;
    }
    return CUSTUB_OK;
}
