#include "bounds/code/loop_memory.h"

#include "bounds/regions/index.h"

typedef struct memory_code {
    const gen_bounds_code *to;
    gen_bounds_loop_code *code;
    const gen_bounds_loop_group *group;
    const char *address;
    gen_bounds_loop_memory *memory;
    const gen_bounds_loop_group *groups[GEN_BOUNDS_MAX_LOOP_GROUPS]; /* that are as far */
    size_t count;
    int64_t lowest; /* `low` of all of them */
} memory_code;

/* --- Groups that are equally far -------------------------------------------------------------- */

/* The address without its pointer, as it is in the first turn. */
static bool read_distance(const gen_bounds_loop_code *code, const gen_bounds_loop_group *group,
                          gen_bounds_form *distance)
{
    return group->first->target.kind == GEN_BOUNDS_TO_POINTER && group->address.bits == 64 &&
           group->is_aligned && gen_bounds_expand_sum(code, &group->address.first, distance) &&
           gen_bounds_remove_pointer(code->turns->function, distance, group->first->target.index);
}

static bool is_same_memory(const gen_bounds_loop_code *code, const gen_bounds_loop_group *a,
                           const gen_bounds_loop_group *b)
{
    gen_bounds_form from;
    gen_bounds_form to;

    return a->before == b->before && a->after == b->after && a->guard == b->guard &&
           a->guard_negated == b->guard_negated && a->step.constant == b->step.constant &&
           gen_bounds_form_matches(&a->step, &b->step) && read_distance(code, a, &from) &&
           read_distance(code, b, &to) && from.constant == to.constant &&
           gen_bounds_form_matches(&from, &to);
}

bool gen_bounds_is_in_earlier_memory(const gen_bounds_loop_code *code,
                                     const gen_bounds_loop_group *group)
{
    for (const gen_bounds_loop_group *g = code->region->groups; g != group; g++)
        if (is_same_memory(code, g, group))
            return true;
    return false;
}

static void find_groups(memory_code *at)
{
    const gen_bounds_loop_region *region = at->code->region;

    at->lowest = at->group->low;
    at->groups[at->count++] = at->group;
    for (const gen_bounds_loop_group *g = at->group + 1; g < region->groups + region->group_count;
         g++) {
        if (!is_same_memory(at->code, at->group, g))
            continue;
        at->lowest = g->low < at->lowest ? g->low : at->lowest;
        at->groups[at->count++] = g;
    }
}

/* Where the pointer is among the kernel's parameters, in brackets. */
static const char *place_of_pointer(const memory_code *at)
{
    const gen_bounds_function *function = at->code->turns->function;
    const gen_ptx_function *kernel = function->function;
    uint64_t offset = function->arguments[at->group->first->target.index].offset;
    size_t i = 0;

    while (offset - kernel->params[i].offset >= kernel->params[i].size)
        i++;
    return gen_arena_format(at->code->arena, "[%.*s+%llu]", (int)kernel->params[i].name.length,
                            kernel->params[i].name.text,
                            (unsigned long long)(offset - kernel->params[i].offset));
}

/* address + lowest - pointer, and the least of the groups' limits for that. */
static bool write_joined(memory_code *at)
{
    gen_bounds_loop_code *code = at->code;
    custub_bounds_limit limits[GEN_BOUNDS_MAX_LOOP_GROUPS];
    const char *base = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);
    uint32_t offset;

    for (size_t i = 0; i < at->count; i++) {
        const gen_bounds_loop_group *group = at->groups[i];
        limits[i] = (custub_bounds_limit){.kind = CUSTUB_BOUNDS_OFFSET,
                                          .extent = (uint32_t)group->first->target.index,
                                          .align = group->align,
                                          .low = group->low - at->lowest,
                                          .span = (uint64_t)(group->high - group->low),
                                          .scale = 1};
    }
    offset = at->to->limits ? gen_bounds_limit_offset(at->to->limits, limits, at->count) : 0;
    if (!offset)
        return false;
    at->memory->limit = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);
    gen_text_printf(&code->out, "ld.param.u64 %s, %s;\nld.param.u64 %s, [%s+%u];\n", base,
                    place_of_pointer(at), at->memory->limit, at->to->param, (unsigned)offset);
    at->memory->distance = gen_bounds_write_operation(code, "sub.s64", at->address, base);
    if (at->lowest)
        at->memory->distance = gen_bounds_write_operation(code, "add.s64", at->memory->distance,
                                                          gen_bounds_literal(code, at->lowest));
    return true;
}

/* --- One group -------------------------------------------------------------------------------- */

/* The beginning of the memory in `base`, and the limit for the distance to it. False if there is no
 * room for a limit. */
static bool write_extent(memory_code *at, const char **base)
{
    gen_bounds_loop_code *code = at->code;
    const gen_bounds_loop_group *group = at->group;
    const char **limit = &at->memory->limit;
    uint64_t span = (uint64_t)(group->high - group->low);
    custub_bounds_limit slot = {.kind = CUSTUB_BOUNDS_ADDRESS,
                                .extent = (uint32_t)group->first->target.index,
                                .align = group->is_aligned ? group->align : 1,
                                .low = group->low,
                                .span = span,
                                .scale = 1};
    const gen_ptx_variable *variable;
    uint32_t offset;
    char narrow = group->address.bits == 32;

    if (group->first->target.kind == GEN_BOUNDS_TO_POINTER) {
        offset = at->to->limits ? gen_bounds_limit_offset(at->to->limits, &slot, 1) : 0;
        if (!offset || narrow)
            return false;
        *base = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);
        *limit = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);
        gen_text_printf(&code->out, "ld.param.u64 %s, [%s+%u];\nld.param.u64 %s, [%s+%u];\n", *base,
                        at->to->param, (unsigned)offset, *limit, at->to->param,
                        (unsigned)offset + 8);
        return true;
    }
    variable = code->turns->function->variables->items[group->first->target.index];
    *base = gen_bounds_new_register(code, narrow ? GEN_BOUNDS_NARROW : GEN_BOUNDS_WIDE);
    gen_text_printf(&code->out, "mov.u%s %s, %.*s;\n", narrow ? "32" : "64", *base,
                    (int)variable->name.length, variable->name.text);
    if (group->first->space == GEN_PTX_GENERIC && variable->space != GEN_PTX_GLOBAL)
        gen_text_printf(&code->out, "cvta.%s.u64 %s, %s;\n",
                        variable->space == GEN_PTX_SHARED ? "shared" : "const", *base, *base);
    if (variable->size) {
        *limit = gen_bounds_literal(code, (int64_t)(variable->size - span + 1));
        return variable->size >= span;
    }
    slot.kind = CUSTUB_BOUNDS_OFFSET;
    slot.extent = CUSTUB_BOUNDS_SHARED;
    slot.align = 1;
    slot.low = 0;
    offset = at->to->limits ? gen_bounds_limit_offset(at->to->limits, &slot, 1) : 0;
    *limit = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);
    if (offset)
        gen_text_printf(&code->out, "ld.param.u64 %s, [%s+%u];\n", *limit, at->to->param,
                        (unsigned)offset);
    return offset != 0;
}

/* The distance of the first access of the group from its memory. */
static const char *write_distance(const memory_code *at, const char *base)
{
    gen_bounds_loop_code *code = at->code;
    const gen_bounds_loop_group *group = at->group;
    bool is_pointer = group->first->target.kind == GEN_BOUNDS_TO_POINTER;
    const char *narrow;
    const char *result;

    if (group->address.bits == 64) {
        result = gen_bounds_write_operation(code, "sub.s64", at->address, base);
        /* The limit of a pointer has `low` in its base. */
        return is_pointer || !group->low
                   ? result
                   : gen_bounds_write_operation(code, "add.s64", result,
                                                gen_bounds_literal(code, group->low));
    }
    narrow = gen_bounds_new_register(code, GEN_BOUNDS_NARROW);
    gen_text_printf(&code->out, "sub.s32 %s, %s, %s;\n", narrow, at->address, base);
    if (group->low)
        gen_text_printf(&code->out, "add.s32 %s, %s, %lld;\n", narrow, narrow,
                        (long long)group->low);
    return gen_bounds_write_extension(code, narrow, false);
}

bool gen_bounds_write_memory(const gen_bounds_code *to, gen_bounds_loop_code *code,
                             const gen_bounds_loop_group *group, const char *address,
                             gen_bounds_loop_memory *memory)
{
    memory_code at = {.to = to, .code = code, .group = group, .address = address, .memory = memory};
    const char *base;

    find_groups(&at);
    if (at.count > 1)
        return write_joined(&at);
    if (!write_extent(&at, &base))
        return false;
    memory->distance = write_distance(&at, base);
    return true;
}
