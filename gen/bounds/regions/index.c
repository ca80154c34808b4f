#include "bounds/regions/index.h"

#include "bounds/flow/instruction.h"
#include "bounds/regions/movement.h"

#define MAX_SCALE  (UINT64_C(1) << 31)
#define MAX_SUMMED 3  /* terms of a value that the test adds up */
#define MAX_TRIED  64 /* registers: sums of sums of one register are read along each way */

typedef struct search {
    gen_bounds_plan *plan;
    size_t region;
    const gen_bounds_access *access;
    const gen_bounds_form *sum; /* the address without the pointer */
    bool may_move;
    unsigned tried;
    gen_bounds_index found;
} search;

/* Takes the variable out of the sum. False if it is not in it, once. */
static bool remove_variable(gen_bounds_form *form, size_t variable)
{
    for (size_t i = 0; i < form->count; i++)
        if (form->terms[i].kind == GEN_BOUNDS_VARIABLE && form->terms[i].index == variable &&
            form->terms[i].factor == 1) {
            form->terms[i] = form->terms[--form->count];
            return true;
        }
    return false;
}

/* True if the register has this value before the region, or can have it. */
static bool has_value(const search *at, gen_ptx_register *reg, size_t written, size_t place)
{
    return gen_bounds_is_available(at->plan, at->region, reg, written, at->access->place) ||
           (at->may_move && written != GEN_BOUNDS_NOWHERE &&
            written >= at->plan->regions[at->region].first &&
            gen_bounds_move_up(at->plan, at->region, reg, place));
}

/* Bits of the register of a term: sums in shared memory have 32. */
static unsigned bits_of(const search *at, const gen_bounds_term *term)
{
    return term->kind == GEN_BOUNDS_VALUE ? at->access->address->reg->bits : 32;
}

/* The only term of the sum. */
static void try_term(search *at)
{
    const gen_bounds_term *term = &at->sum->terms[0];

    if (at->found.is_known || at->sum->count != 1 || term->factor >= MAX_SCALE || !term->reg ||
        term->reg->bits != bits_of(at, term) ||
        !has_value(at, term->reg, term->written, at->access->place))
        return;
    at->found = (gen_bounds_index){.is_known = true,
                                   .value = {.count = 1, .terms = {*term}},
                                   .scale = term->factor,
                                   .constant = (int64_t)at->sum->constant};
    at->found.value.terms[0].factor = 1;
}

static void try_register(search *at, gen_ptx_register *reg, size_t place, uint64_t scale);

/* True if the terms of a form at the place mean the same values at the access: what a register has
 * where a block begins is another value in another block. */
static bool means_same(const search *at, const gen_bounds_form *form, size_t place)
{
    const gen_bounds_flow *flow = &at->plan->function->flow;

    for (size_t i = 0;
         flow->blocks_of[place] != flow->blocks_of[at->access->place] && i < form->count; i++)
        if (form->terms[i].reg && (form->terms[i].written == GEN_BOUNDS_NOWHERE ||
                                   gen_bounds_writes_of(flow, form->terms[i].reg)->count != 1))
            return false;
    return true;
}

/* The registers that the statement makes its result from. */
static void try_sources(search *at, size_t written, uint64_t scale)
{
    const gen_ptx_statement *s = at->plan->function->flow.statements[written];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);

    if (s->guard)
        return;
    if (gen_bounds_opcode_is(&opcode, "shl") && s->operands[1].kind == GEN_PTX_REGISTER &&
        s->operands[2].kind == GEN_PTX_NUMBER && (uint64_t)s->operands[2].number < 32)
        try_register(at, s->operands[1].reg, written, scale << s->operands[2].number);
    for (size_t i = 1; i <= 2 && gen_bounds_opcode_is(&opcode, "add"); i++)
        if (s->operands[i].kind == GEN_PTX_REGISTER)
            try_register(at, s->operands[i].reg, written, scale);
}

/* A register whose multiple is the sum: the one that was written first. `scale` is that of `reg` in
 * the address. */
static void try_register(search *at, gen_ptx_register *reg, size_t place, uint64_t scale)
{
    gen_bounds_function *function = at->plan->function;
    gen_bounds_form scaled = {0};
    gen_bounds_form form;
    size_t written;

    if (at->found.is_known || reg->bits != 64 || reg->kind == 'f' || scale > MAX_SCALE ||
        at->tried++ >= MAX_TRIED)
        return;
    written = gen_bounds_reaching_write(function, reg, place);
    form = gen_bounds_form_of(function, reg, place);
    if (written != GEN_BOUNDS_NOWHERE)
        try_sources(at, written, scale);
    if (!at->found.is_known && means_same(at, &form, place) &&
        gen_bounds_form_add(&scaled, &form, scale) && gen_bounds_form_matches(&scaled, at->sum) &&
        has_value(at, reg, written, place))
        at->found = (gen_bounds_index){.is_known = true,
                                       .value = {.count = 1,
                                                 .terms = {{.kind = GEN_BOUNDS_VALUE,
                                                            .reg = reg,
                                                            .written = written,
                                                            .factor = 1}}},
                                       .scale = scale,
                                       .constant = (int64_t)(at->sum->constant - scaled.constant)};
}

/* The sum itself, of few terms. */
static void try_sum(search *at)
{
    if (at->found.is_known || !at->sum->count || at->sum->count > MAX_SUMMED)
        return;
    for (size_t i = 0; i < at->sum->count; i++) {
        const gen_bounds_term *term = &at->sum->terms[i];
        if (!term->reg || term->reg->bits != bits_of(at, term) ||
            !has_value(at, term->reg, term->written, at->access->place))
            return;
    }
    at->found = (gen_bounds_index){
        .is_known = true, .value = *at->sum, .scale = 1, .constant = (int64_t)at->sum->constant};
    at->found.value.constant = 0;
}

bool gen_bounds_remove_pointer(const gen_bounds_function *function, gen_bounds_form *form,
                               size_t pointer)
{
    for (size_t i = 0; function->begins_buffers && i < form->count; i++) {
        gen_bounds_term term = form->terms[i];
        const gen_bounds_origin *origin;
        if (term.kind != GEN_BOUNDS_ARGUMENT || term.factor != 1)
            continue;
        origin = &function->arguments[term.index].origin;
        if (origin->flags || !origin->bits || !(origin->bits[pointer / 64] >> pointer % 64 & 1))
            return false;
        form->terms[i] = form->terms[--form->count];
        return true;
    }
    return false;
}

/* The address without the beginning of its memory. */
static bool read_sum(const gen_bounds_plan *plan, const gen_bounds_access *access,
                     gen_bounds_form *sum)
{
    const gen_ptx_register *reg = access->address->reg;

    *sum = access->form;
    if (access->target.kind == GEN_BOUNDS_TO_POINTER)
        return gen_bounds_remove_pointer(plan->function, sum, access->target.index);
    if (access->target.kind != GEN_BOUNDS_TO_VARIABLE || access->space != GEN_PTX_SHARED ||
        (reg && reg->bits != 32) || !remove_variable(sum, access->target.index))
        return false;
    sum->constant = (uint64_t)(int32_t)sum->constant;
    return true;
}

gen_bounds_index gen_bounds_index_of(gen_bounds_plan *plan, size_t region,
                                     const gen_bounds_access *access)
{
    gen_bounds_form sum;
    search at = {.plan = plan, .region = region, .access = access, .sum = &sum};

    if (!read_sum(plan, access, &sum))
        return at.found;
    if (!sum.count || !access->address->reg) {
        at.found = (gen_bounds_index){
            .is_known = !sum.count, .scale = 1, .constant = (int64_t)sum.constant};
        return at.found;
    }
    for (unsigned i = 0; i < 2 && !at.found.is_known; i++) {
        at.may_move = i == 1;
        at.tried = 0;
        try_term(&at);
        try_register(&at, access->address->reg, access->place, 1);
        if (access->target.kind == GEN_BOUNDS_TO_POINTER)
            try_sum(&at);
    }
    return at.found;
}

bool gen_bounds_index_matches(const gen_bounds_index *a, const gen_bounds_index *b)
{
    return a->is_known && b->is_known && gen_bounds_form_matches(&a->value, &b->value);
}
