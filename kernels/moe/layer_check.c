#include "passes.h"

#include <stdio.h>

custub_status moe_fail(custub_error *error, custub_status status, const char *message)
{
    if (error && !error->status) {
        *error = custub_error_none();
        error->status = status;
        error->parameter_index = -1;
        snprintf(error->message, sizeof(error->message), "moe: %s", message);
    }
    return status;
}

custub_status moe_refuse(custub_error *error, const char *what, uint64_t found, const char *needed)
{
    char message[256];

    snprintf(message, sizeof(message), "%s is %lld, needed: %s", what, (long long)found, needed);
    return moe_fail(error, CUSTUB_ERROR_INVALID_ARGUMENT, message);
}

uint64_t moe_element_size(moe_element element)
{
    return element == MOE_F32 ? sizeof(float) : sizeof(custub_half);
}

custub_status moe_check_layer(const moe_layer *layer, int tokens, custub_error *error)
{
    if ((int)layer->element < MOE_F32 || (int)layer->element > MOE_BF16)
        return moe_refuse(error, "the element type", (uint64_t)layer->element, "a moe_element");
    if (!moe_is_built(layer->element))
        return moe_fail(error, CUSTUB_ERROR_KERNEL_ABSENT,
                        "the kernels of this element type were not built (CUSTUB_KERNEL_TYPES)");
    if (layer->hidden < 1 || layer->hidden > MOE_MAX_WIDTH)
        return moe_refuse(error, "hidden", (uint64_t)layer->hidden, "1 to 2097152");
    if (layer->inner < 1 || layer->inner > MOE_MAX_WIDTH)
        return moe_refuse(error, "inner", (uint64_t)layer->inner, "1 to 2097152");
    if (layer->experts < 1 || layer->experts > MOE_MAX_EXPERTS)
        return moe_refuse(error, "experts", (uint64_t)layer->experts, "1 to 256");
    if (layer->top < 1 || layer->top > MOE_MAX_TOP || layer->top > layer->experts)
        return moe_refuse(error, "top", (uint64_t)layer->top,
                          "1 to 16, at most the number of experts");
    if (tokens < 0 || tokens > MOE_MAX_ROWS / layer->top)
        return moe_refuse(error, "the number of tokens", (uint64_t)tokens, "0 to 1073741824 / top");
    if (layer->capacity < 0)
        return moe_refuse(error, "capacity", (uint64_t)layer->capacity, "at least 0");
    return CUSTUB_OK;
}

custub_status moe_check_pass(const moe_layer *layer, const moe_pass *pass, custub_error *error)
{
    const custub_memory all[] = {layer->router, layer->gate, layer->up,
                                 layer->down,   pass->x,     pass->out};
    static const char *const names[] = {"router", "gate", "up", "down", "x", "out"};
    const uint64_t size = moe_element_size(layer->element);
    char what[48];

    for (int i = 0; i < (pass->tokens > 0 ? 6 : 4); i++) {
        if (all[i].element_size == size)
            continue;
        snprintf(what, sizeof(what), "the size of the elements of %s", names[i]);
        return moe_refuse(error, what, all[i].element_size, size == 4 ? "4" : "2");
    }
    if (pass->dropped.ptr && pass->dropped.count < (uint64_t)layer->experts)
        return moe_refuse(error, "the size of dropped", pass->dropped.count,
                          "the number of experts");
    return CUSTUB_OK;
}

typedef struct area {
    const char *name;
    CUdeviceptr at; /* may be null */
    uint64_t bytes;
} area;

static bool overlap(const area *a, const area *b)
{
    const uint64_t apart = a->at < b->at ? b->at - a->at : a->at - b->at;

    return a->at && b->at && a->bytes && b->bytes && apart < (a->at < b->at ? a->bytes : b->bytes);
}

custub_status moe_check_overlap(const moe_layer *layer, const moe_pass *pass, uint64_t bytes,
                                custub_error *error)
{
    enum { OUT = 2, X = 3, AREAS = 8 }; /* the first three are written */
    const uint64_t row = (uint64_t)layer->hidden * moe_element_size(layer->element);
    const uint64_t experts = (uint64_t)layer->experts, tokens = (uint64_t)pass->tokens;
    const uint64_t matrices = experts * (uint64_t)layer->inner * row;
    const area all[AREAS] = {{"the workspace", pass->workspace.ptr, bytes},
                             {"dropped", pass->dropped.ptr, experts * sizeof(int)},
                             {"out", pass->out.ptr, tokens * row},
                             {"x", pass->x.ptr, tokens * row},
                             {"router", layer->router.ptr, experts * row},
                             {"gate", layer->gate.ptr, matrices},
                             {"up", layer->up.ptr, matrices},
                             {"down", layer->down.ptr, matrices}};
    char message[64];

    for (int i = 0; i <= OUT; i++)
        for (int k = i + 1; k < AREAS; k++) {
            if ((i == OUT && k == X) || !overlap(&all[i], &all[k]))
                continue;
            snprintf(message, sizeof(message), "%s overlaps %s", all[i].name, all[k].name);
            return moe_fail(error, CUSTUB_ERROR_INVALID_ARGUMENT, message);
        }
    return CUSTUB_OK;
}
