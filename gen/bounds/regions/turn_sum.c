#include "bounds/regions/turn_sum.h"

static const gen_bounds_turn_value unknown;

static gen_bounds_form truncated(gen_bounds_form form, uint32_t bits)
{
    gen_bounds_form result = {0};

    if (bits == 64)
        return form;
    result.constant = (uint32_t)form.constant;
    for (size_t i = 0; i < form.count; i++) {
        gen_bounds_term term = form.terms[i];
        term.factor = (uint32_t)term.factor;
        if (term.factor)
            result.terms[result.count++] = term;
    }
    return result;
}

gen_bounds_turn_value gen_bounds_turn_constant(uint64_t number, uint32_t bits)
{
    gen_bounds_turn_value value = {.is_known = true, .bits = bits};

    value.first.constant = bits == 32 ? (uint32_t)number : number;
    return value;
}

gen_bounds_turn_value gen_bounds_turn_term_value(gen_bounds_term term, uint32_t bits)
{
    gen_bounds_turn_value value = {.is_known = true, .bits = bits};

    term.factor = 1;
    term.written = GEN_BOUNDS_NOWHERE;
    value.first.count = 1;
    value.first.terms[0] = term;
    return value;
}

static bool is_zero(const gen_bounds_form *form)
{
    return !form->count && !form->constant;
}

bool gen_bounds_turn_is_constant(const gen_bounds_turn_value *value)
{
    return value->is_known && !value->first.count && is_zero(&value->step);
}

static bool has_carried(const gen_bounds_form *form)
{
    for (size_t i = 0; i < form->count; i++)
        if (form->terms[i].kind == GEN_BOUNDS_CARRIED)
            return true;
    return false;
}

static bool is_extended(const gen_bounds_term *term)
{
    return term->kind == GEN_BOUNDS_SIGNED || term->kind == GEN_BOUNDS_UNSIGNED;
}

bool gen_bounds_is_invariant(const gen_bounds_turns *turns, const gen_bounds_turn_value *value)
{
    if (!value->is_known || !is_zero(&value->step))
        return false;
    for (size_t i = 0; i < value->first.count; i++) {
        const gen_bounds_term *term = &value->first.terms[i];
        if (term->kind == GEN_BOUNDS_CARRIED ||
            (is_extended(term) && !is_zero(&turns->narrow[term->index].step)))
            return false;
    }
    return true;
}

/* a + factor * b */
gen_bounds_turn_value gen_bounds_turn_sum(const gen_bounds_turn_value *a,
                                          const gen_bounds_turn_value *b, uint64_t factor)
{
    gen_bounds_turn_value value = *a;

    if (!a->is_known || !b->is_known || a->bits != b->bits ||
        !gen_bounds_form_add(&value.first, &b->first, factor) ||
        !gen_bounds_form_add(&value.step, &b->step, factor))
        return unknown;
    value.first = truncated(value.first, value.bits);
    value.step = truncated(value.step, value.bits);
    return value;
}

gen_bounds_turn_value gen_bounds_turn_scaled(const gen_bounds_turn_value *a, uint64_t factor)
{
    gen_bounds_turn_value zero = gen_bounds_turn_constant(0, a->bits);
    return gen_bounds_turn_sum(&zero, a, factor);
}

/* --- Values of 32 bits, extended -------------------------------------------------------------- */

static bool same_value(const gen_bounds_turn_value *a, const gen_bounds_turn_value *b)
{
    return a->bits == b->bits && a->first.constant == b->first.constant &&
           a->step.constant == b->step.constant && gen_bounds_form_matches(&a->first, &b->first) &&
           gen_bounds_form_matches(&a->step, &b->step);
}

static size_t narrow_number(gen_bounds_turns *turns, const gen_bounds_turn_value *value)
{
    for (size_t i = 0; i < turns->narrow_count; i++)
        if (same_value(&turns->narrow[i], value))
            return i;
    GEN_GROW(turns->function->arena, turns->narrow, turns->narrow_count, &turns->narrow_capacity);
    turns->narrow[turns->narrow_count] = *value;
    return turns->narrow_count++;
}

gen_bounds_turn_value gen_bounds_turn_extended(gen_bounds_turns *turns,
                                               const gen_bounds_turn_value *value, bool is_signed)
{
    if (!value->is_known || value->bits != 32 || has_carried(&value->first))
        return unknown;
    if (gen_bounds_turn_is_constant(value))
        return gen_bounds_turn_constant(
            is_signed ? (uint64_t)(int32_t)value->first.constant : value->first.constant, 64);
    return gen_bounds_turn_term_value(
        (gen_bounds_term){.kind = is_signed ? GEN_BOUNDS_SIGNED : GEN_BOUNDS_UNSIGNED,
                          .index = narrow_number(turns, value)},
        64);
}

/* The low 32 bits. */
gen_bounds_turn_value gen_bounds_turn_low_half(const gen_bounds_turns *turns,
                                               const gen_bounds_turn_value *value)
{
    gen_bounds_turn_value result = {.is_known = true, .bits = 32};

    if (!value->is_known || has_carried(&value->first))
        return unknown;
    result.step = value->step;
    for (size_t i = 0; i < value->first.count; i++) {
        const gen_bounds_term *term = &value->first.terms[i];
        gen_bounds_form one = {.count = 1, .terms = {*term}};
        const gen_bounds_turn_value *narrow;
        one.terms[0].factor = 1;
        if (term->kind == GEN_BOUNDS_VARIABLE)
            return unknown;
        if (!is_extended(term)) {
            if (!gen_bounds_form_add(&result.first, &one, term->factor))
                return unknown;
            continue;
        }
        narrow = &turns->narrow[term->index];
        if (!gen_bounds_form_add(&result.first, &narrow->first, term->factor) ||
            !gen_bounds_form_add(&result.step, &narrow->step, term->factor))
            return unknown;
    }
    result.first.constant += value->first.constant;
    for (size_t i = 0; i < result.step.count; i++)
        if (is_extended(&result.step.terms[i]) || result.step.terms[i].kind == GEN_BOUNDS_VARIABLE)
            return unknown;
    result.first = truncated(result.first, 32);
    result.step = truncated(result.step, 32);
    return result;
}

/* A step of 32 bits is taken as signed: whoever uses it makes sure that the value does not wrap. */
static bool add_narrow_step(gen_bounds_turns *turns, gen_bounds_form *to,
                            const gen_bounds_form *step, uint64_t factor)
{
    gen_bounds_turn_value narrow = {.is_known = true, .bits = 32, .first = *step};
    gen_bounds_turn_value wide = gen_bounds_turn_extended(turns, &narrow, true);

    return wide.is_known && gen_bounds_form_add(to, &wide.first, factor);
}

bool gen_bounds_turn_step(gen_bounds_turns *turns, const gen_bounds_turn_value *value,
                          gen_bounds_form *step)
{
    *step = (gen_bounds_form){0};
    if (value->bits == 32)
        return add_narrow_step(turns, step, &value->step, 1);
    *step = value->step;
    for (size_t i = 0; i < value->first.count; i++) {
        const gen_bounds_term *term = &value->first.terms[i];
        gen_bounds_form narrow;
        if (!is_extended(term))
            continue;
        narrow = turns->narrow[term->index].step;
        if (!is_zero(&narrow) && !add_narrow_step(turns, step, &narrow, term->factor))
            return false;
    }
    return true;
}

/* --- Products of two values ------------------------------------------------------------------- */

static gen_bounds_turn_value product_term(gen_bounds_turns *turns, const gen_bounds_turn_value *a,
                                          const gen_bounds_turn_value *b)
{
    gen_bounds_term term = {.kind = GEN_BOUNDS_COMPUTED};
    gen_bounds_computed product = {.bits = a->bits, .sources = {*a, *b}};

    for (term.index = 0; term.index < turns->computed_count; term.index++) {
        const gen_bounds_computed *known = &turns->computed[term.index];
        if (!known->statement && same_value(&known->sources[0], a) &&
            same_value(&known->sources[1], b))
            return gen_bounds_turn_term_value(term, a->bits);
    }
    GEN_GROW(turns->function->arena, turns->computed, turns->computed_count,
             &turns->computed_capacity);
    turns->computed[turns->computed_count++] = product;
    return gen_bounds_turn_term_value(term, a->bits);
}

/* a * b, where b is the same in all turns. */
gen_bounds_turn_value gen_bounds_turn_product(gen_bounds_turns *turns,
                                              const gen_bounds_turn_value *a,
                                              const gen_bounds_turn_value *b)
{
    gen_bounds_turn_value step = {.is_known = true, .bits = a->bits};
    gen_bounds_turn_value added;
    gen_bounds_turn_value result;

    if (!a->is_known || !b->is_known || a->bits != b->bits || has_carried(&a->first))
        return unknown;
    result = product_term(turns, a, b);
    if (a->bits == 32)
        step.first = a->step;
    else if (!gen_bounds_turn_step(turns, a, &step.first))
        return unknown;
    if (gen_bounds_turn_is_constant(&step)) {
        added = gen_bounds_turn_scaled(b, step.first.constant);
    } else {
        added = product_term(turns, &step, b);
    }
    result.step = added.first;
    return added.is_known ? result : unknown;
}
