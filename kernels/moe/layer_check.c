#include "passes.h"

#include <stdio.h>
#include <string.h>

custub_status moe_fail(custub_error *error, custub_status status, const char *message)
{
    if (error && !error->status) {
        *error = custub_error_none();
        error->status = status;
        error->parameter_index = -1;
        snprintf(error->message, sizeof(error->message), "moe: %s", message);
    }
    return error ? error->status : status;
}

void moe_add_place(custub_error *error, const char *where)
{
    char found[CUSTUB_MESSAGE_SIZE];

    memcpy(found, error->message, sizeof(found));
    snprintf(error->message, sizeof(error->message), "moe: %s: %.*s", where,
             CUSTUB_MESSAGE_SIZE - 128, found);
}

custub_status moe_refuse_null(custub_error *error, const char *what)
{
    char message[64];

    snprintf(message, sizeof(message), "%s is null", what);
    return moe_fail(error, CUSTUB_ERROR_INVALID_ARGUMENT, message);
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
    if (!layer)
        return moe_refuse_null(error, "the layer");
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
        return moe_refuse(error, "experts", (uint64_t)layer->experts, "1 to 512");
    if (layer->top < 1 || layer->top > MOE_MAX_TOP || layer->top > layer->experts)
        return moe_refuse(error, "top", (uint64_t)layer->top,
                          "1 to 16, at most the number of experts");
    if (tokens < 0 || tokens > MOE_MAX_ROWS / layer->top)
        return moe_refuse(error, "the number of tokens", (uint64_t)tokens, "0 to 1073741824 / top");
    if (layer->capacity < 0)
        return moe_refuse(error, "capacity", (uint64_t)layer->capacity, "at least 0");
    return CUSTUB_OK;
}

custub_status moe_check_given(const moe_kernels *kernels, const moe_layer *layer,
                              const moe_pass *pass, custub_error *error)
{
    if (!kernels)
        return moe_refuse_null(error, "the moe_kernels");
    if (!pass)
        return moe_refuse_null(error, "the pass");
    return moe_check_layer(layer, pass->tokens, error);
}

/* The memory that a pass uses. It writes the first three. */
enum { WORKSPACE, DROPPED, OUT, X, CHOICE, WEIGHT, ROUTER, GATE, UP, DOWN, AREAS };

typedef struct area {
    const char *name;
    custub_memory given;
    uint64_t needed; /* elements */
    uint64_t element_size, alignment;
} area;

static void list(const moe_layer *l, int experts, const moe_pass *pass, uint64_t workspace,
                 area all[AREAS])
{
    const uint64_t size = moe_element_size(l->element), hidden = (uint64_t)l->hidden;
    const uint64_t tokens = (uint64_t)pass->tokens * hidden, scores = (uint64_t)l->experts;
    const uint64_t matrices = (uint64_t)experts * (uint64_t)l->inner * hidden;
    const custub_memory bytes = custub_memory_of(pass->workspace.ptr, pass->workspace.count, 1);
    const custub_memory dropped = custub_i32_memory(pass->dropped);
    const custub_memory choice = custub_i32_memory(pass->choice);
    const custub_memory weight = custub_f32_memory(pass->weight);
    const bool is_chosen = moe_is_chosen(pass);
    const uint64_t entries = is_chosen ? (uint64_t)pass->tokens * (uint64_t)l->top : 0;

    all[WORKSPACE] = (area){"the workspace", bytes, workspace, 1, MOE_ALIGNMENT};
    all[DROPPED] = (area){"dropped", dropped, dropped.ptr ? scores : 0, 4, 4};
    all[OUT] = (area){"out", pass->out, tokens, size, size};
    all[X] = (area){"x", pass->x, tokens, size, size};
    all[CHOICE] = (area){"choice", choice, entries, 4, 4};
    all[WEIGHT] = (area){"weight", weight, entries, 4, 4};
    all[ROUTER] = (area){"router", l->router, is_chosen ? 0 : scores * hidden, size, size};
    all[GATE] = (area){"gate", l->gate, matrices, size, size};
    all[UP] = (area){"up", l->up, matrices, size, size};
    all[DOWN] = (area){"down", l->down, matrices, size, size};
}

static custub_status check_area(const area *a, custub_error *error)
{
    const unsigned long long count = a->given.count, needed = a->needed;
    custub_status status = CUSTUB_OK;
    char text[160];

    if (a->needed == 0)
        return CUSTUB_OK;
    if (a->given.element_size != a->element_size) {
        status = CUSTUB_ERROR_INVALID_ARGUMENT;
        snprintf(text, sizeof(text), "the size of the elements of %s is %llu, needed: %llu",
                 a->name, (unsigned long long)a->given.element_size,
                 (unsigned long long)a->element_size);
    } else if (!a->given.ptr) {
        status = CUSTUB_ERROR_NULL_POINTER;
        snprintf(text, sizeof(text), "%s is null", a->name);
    } else if (a->given.ptr % a->alignment) {
        status = CUSTUB_ERROR_MISALIGNED;
        snprintf(text, sizeof(text), "the address of %s, 0x%llx, is not a multiple of %llu",
                 a->name, (unsigned long long)a->given.ptr, (unsigned long long)a->alignment);
    } else if (count < needed) {
        status = CUSTUB_ERROR_COUNT_TOO_SMALL;
        snprintf(text, sizeof(text), "%s has %llu %s, needed: %llu", a->name, count,
                 a->element_size == 1 ? "bytes" : "elements", needed);
    }
    return status ? moe_fail(error, status, text) : CUSTUB_OK;
}

static bool overlap(const area *a, const area *b)
{
    const area *first = a->given.ptr < b->given.ptr ? a : b, *second = first == a ? b : a;

    return a->needed && b->needed &&
           second->given.ptr - first->given.ptr < first->needed * first->element_size;
}

custub_status moe_check_pass(const moe_layer *layer, int experts, const moe_pass *pass,
                             uint64_t workspace, custub_error *error)
{
    area all[AREAS];
    char text[64];

    list(layer, experts, pass, workspace, all);
    for (int i = 0; i < AREAS; i++) {
        const custub_status status = check_area(&all[i], error);
        if (status)
            return status;
    }
    for (int i = WORKSPACE; i <= OUT; i++)
        for (int k = i + 1; k < AREAS; k++) {
            if ((i == OUT && k == X) || !overlap(&all[i], &all[k]))
                continue;
            snprintf(text, sizeof(text), "%s overlaps %s", all[i].name, all[k].name);
            return moe_fail(error, CUSTUB_ERROR_OVERLAP, text);
        }
    return CUSTUB_OK;
}

/* --- What the launches of a plan find --- */

static bool is_named(const char *name, const char *wanted)
{
    return strcmp(name, wanted) == 0;
}

/* True if the memory at fault is not a part of the workspace. */
static bool is_given(const moe_pass *pass, const custub_error *error)
{
    static const struct {
        const char *kernel, *parameter;
    } given[] = {{"_route_", "x"},       {"_route_", "router"}, {"_scores_", "x"},
                 {"_scores_", "router"}, {"_gather_", "x"},     {"_gated_m", "x"},
                 {"_gated_", "gate"},    {"_gated_", "up"},     {"_down_", "down"},
                 {"_combine_", "out"}};
    const char *name = error->parameter;

    if (is_named(name, "choice") || is_named(name, "weight"))
        return moe_is_chosen(pass);
    if (is_named(name, "dropped"))
        return pass->dropped.ptr;
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++)
        if (is_named(name, given[i].parameter) && strstr(error->kernel, given[i].kernel))
            return true;
    return false;
}

void moe_name_workspace(const moe_pass *pass, custub_error *error)
{
    char where[64];

    if (!error->parameter[0] || is_given(pass, error))
        return;
    snprintf(where, sizeof(where), "the workspace at 0x%llx",
             (unsigned long long)pass->workspace.ptr);
    moe_add_place(error, where);
}
