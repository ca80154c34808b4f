#include "bounds/addresses/origin.h"

#include "bounds/addresses/call_result.h"
#include "bounds/flow/instruction.h"
#include "bounds/addresses/stack_slot.h"

#include <string.h>

/* Flags of values that are pointers. */
#define POINTING (GEN_BOUNDS_OWN | GEN_BOUNDS_HEAP | GEN_BOUNDS_CLUSTER | GEN_BOUNDS_DRIVER)

static size_t word_count(const gen_bounds_function *function)
{
    return (function->pointer_count + function->variables->count + 63) / 64;
}

void gen_bounds_origin_set(const gen_bounds_function *function, gen_bounds_origin *origin,
                           size_t bit)
{
    if (!origin->bits)
        origin->bits = GEN_NEW_ARRAY(function->arena, uint64_t, word_count(function));
    origin->bits[bit / 64] |= UINT64_C(1) << bit % 64;
}

static size_t bit_count(const gen_bounds_function *function, const gen_bounds_origin *origin)
{
    size_t count = 0;

    for (size_t i = 0; origin->bits && i < word_count(function); i++)
        for (uint64_t word = origin->bits[i]; word; word &= word - 1)
            count++;
    return count;
}

static bool is_pointer(const gen_bounds_function *function, const gen_bounds_origin *origin)
{
    return (origin->flags & POINTING) || bit_count(function, origin);
}

/* Half of the address of a grid's barrier, or the whole. */
static bool is_of_driver(const gen_bounds_function *function, const gen_bounds_origin *origin)
{
    return (origin->flags & POINTING) == GEN_BOUNDS_DRIVER && !bit_count(function, origin) &&
           !(origin->flags & (GEN_BOUNDS_UNKNOWN | GEN_BOUNDS_DIFFERENCE));
}

static bool is_nothing(const gen_bounds_function *function, const gen_bounds_origin *origin)
{
    return !origin->flags && !bit_count(function, origin);
}

static bool same_bits(const gen_bounds_function *function, const gen_bounds_origin *a,
                      const gen_bounds_origin *b)
{
    for (size_t i = 0; i < word_count(function); i++)
        if ((a->bits ? a->bits[i] : 0) != (b->bits ? b->bits[i] : 0))
            return false;
    return true;
}

bool gen_bounds_origin_add(const gen_bounds_function *function, gen_bounds_origin *to,
                           const gen_bounds_origin *from)
{
    bool is_changed = (to->flags | from->flags) != to->flags;

    to->flags |= from->flags;
    if (!to->reason)
        to->reason = from->reason;
    if (!from->bits)
        return is_changed;
    if (!to->bits)
        to->bits = GEN_NEW_ARRAY(function->arena, uint64_t, word_count(function));
    for (size_t i = 0; i < word_count(function); i++) {
        is_changed |= (to->bits[i] | from->bits[i]) != to->bits[i];
        to->bits[i] |= from->bits[i];
    }
    return is_changed;
}

static gen_bounds_origin unknown(const char *reason)
{
    return (gen_bounds_origin){.flags = GEN_BOUNDS_UNKNOWN, .reason = reason};
}

bool gen_bounds_origin_equals(const gen_bounds_function *function, const gen_bounds_origin *a,
                              const gen_bounds_origin *b)
{
    return a->flags == b->flags && same_bits(function, a, b);
}

bool gen_bounds_origin_has_variable(const gen_bounds_function *function,
                                    const gen_bounds_origin *origin)
{
    for (size_t i = 0; origin->bits && i < function->variables->count; i++) {
        size_t bit = function->pointer_count + i;
        if (origin->bits[bit / 64] >> bit % 64 & 1)
            return true;
    }
    return false;
}

/* --- Operands --------------------------------------------------------------------------------- */

static gen_bounds_origin origin_of_name(const gen_bounds_function *function, gen_token name)
{
    static const char driver[] = "%envreg";
    gen_bounds_origin origin = {0};
    size_t variable = gen_bounds_variable_number(function, name);

    if (name.length > sizeof(driver) - 1 && memcmp(name.text, driver, sizeof(driver) - 1) == 0)
        origin.flags = GEN_BOUNDS_DRIVER;
    else if (variable == GEN_BOUNDS_NOWHERE)
        origin.flags = gen_bounds_param(function, name) ? GEN_BOUNDS_OWN : GEN_BOUNDS_NUMBER;
    else if (function->variables->items[variable]->space == GEN_PTX_LOCAL)
        origin.flags = GEN_BOUNDS_OWN;
    else
        gen_bounds_origin_set(function, &origin, function->pointer_count + variable);
    return origin;
}

static gen_bounds_origin origin_of_register(const gen_bounds_function *function,
                                            const gen_ptx_register *reg)
{
    const gen_bounds_writes *writes = gen_bounds_writes_of(&function->flow, reg);

    if (!writes || !writes->count) /* an undefined value */
        return (gen_bounds_origin){.flags = GEN_BOUNDS_CONSTANT};
    return function->origins[writes->number];
}

static gen_bounds_origin either(const gen_bounds_function *function, gen_bounds_origin a,
                                gen_bounds_origin b);

gen_bounds_origin gen_bounds_origin_of(const gen_bounds_function *function,
                                       const gen_ptx_operand *operand)
{
    gen_bounds_origin all = {0};

    switch (operand->kind) {
    case GEN_PTX_REGISTER:
        return origin_of_register(function, operand->reg);
    case GEN_PTX_NUMBER:
        return (gen_bounds_origin){.flags = GEN_BOUNDS_CONSTANT};
    case GEN_PTX_VECTOR:
        for (size_t i = 0; i < operand->item_count; i++) {
            gen_bounds_origin item = gen_bounds_origin_of(function, &operand->items[i]);
            if (is_nothing(function, &item))
                return item;
            all = either(function, all, item);
        }
        if (is_pointer(function, &all)) /* the other half is a number, or null */
            all.flags &= ~(uint32_t)(GEN_BOUNDS_NUMBER | GEN_BOUNDS_CONSTANT);
        return all;
    case GEN_PTX_ADDRESS:
        return operand->reg ? origin_of_register(function, operand->reg)
                            : origin_of_name(function, operand->name);
    default:
        return origin_of_name(function, operand->name.length ? operand->name : operand->text);
    }
}

/* --- What operations make of origins ---------------------------------------------------------- */

static gen_bounds_origin either(const gen_bounds_function *function, gen_bounds_origin a,
                                gen_bounds_origin b)
{
    gen_bounds_origin both = {0};

    gen_bounds_origin_add(function, &both, &a);
    gen_bounds_origin_add(function, &both, &b);
    return both;
}

/* A pointer and a number. What is known of an integer does not matter: it may have been loaded. */
static gen_bounds_origin moved(gen_bounds_origin pointer, const gen_bounds_origin *by)
{
    pointer.flags &= ~(uint32_t)GEN_BOUNDS_CONSTANT;
    if (by->flags & GEN_BOUNDS_DIFFERENCE)
        return unknown("it is computed from pointers into two buffers");
    return pointer;
}

static gen_bounds_origin sum(const gen_bounds_function *function, gen_bounds_origin a,
                             gen_bounds_origin b)
{
    if (is_nothing(function, &a) || is_nothing(function, &b))
        return (gen_bounds_origin){0};
    if (is_of_driver(function, &a) && is_of_driver(function, &b))
        return either(function, a, b);
    if (is_pointer(function, &a) && is_pointer(function, &b))
        return unknown("it is the sum of two pointers");
    if (is_pointer(function, &a))
        return moved(a, &b);
    if (is_pointer(function, &b))
        return moved(b, &a);
    return either(function, a, b);
}

static gen_bounds_origin difference(const gen_bounds_function *function, gen_bounds_origin a,
                                    gen_bounds_origin b)
{
    if (is_nothing(function, &a) || is_nothing(function, &b))
        return (gen_bounds_origin){0};
    if (!is_pointer(function, &b))
        return sum(function, a, b);
    if (is_pointer(function, &a) && same_bits(function, &a, &b) && bit_count(function, &a) == 1)
        return (gen_bounds_origin){.flags = GEN_BOUNDS_NUMBER};
    return (gen_bounds_origin){.flags = GEN_BOUNDS_DIFFERENCE};
}

/* Any other arithmetic. */
static gen_bounds_origin derived(const gen_bounds_function *function,
                                 const gen_ptx_statement *statement, size_t first, size_t end)
{
    gen_bounds_origin all = {0};
    bool is_derived = false;

    for (size_t i = first; i < end && i < statement->operand_count; i++) {
        gen_bounds_origin origin = gen_bounds_origin_of(function, &statement->operands[i]);
        if (is_nothing(function, &origin))
            return origin;
        is_derived |= is_pointer(function, &origin);
        all = either(function, all, origin);
    }
    if (is_derived && is_of_driver(function, &all))
        return (gen_bounds_origin){.flags = GEN_BOUNDS_DRIVER};
    if (is_derived)
        return unknown("it is computed from a pointer in a way that is not followed");
    if (all.flags & (GEN_BOUNDS_UNKNOWN | GEN_BOUNDS_DIFFERENCE))
        return all;
    return (gen_bounds_origin){.flags = GEN_BOUNDS_NUMBER};
}

#define MAX_LOW_BITS 4095 /* a mask up to here takes the low bits of a pointer: a number */

/* and: a mask keeps a pointer in its buffer if it clears low bits. */
static gen_bounds_origin masked(const gen_bounds_function *function,
                                const gen_ptx_statement *statement)
{
    gen_bounds_origin a = gen_bounds_origin_of(function, &statement->operands[1]);
    gen_bounds_origin b = gen_bounds_origin_of(function, &statement->operands[2]);
    const gen_ptx_operand *mask = &statement->operands[2];

    if (mask->kind == GEN_PTX_NUMBER && mask->number >= 0 && mask->number <= MAX_LOW_BITS &&
        !is_nothing(function, &a))
        return (gen_bounds_origin){.flags = GEN_BOUNDS_NUMBER};
    return sum(function, a, b);
}

/* The union of all arguments that are in a parameter: an address into it that is not followed. */
static gen_bounds_origin all_arguments(const gen_bounds_function *function)
{
    gen_bounds_origin all = {.flags = GEN_BOUNDS_CONSTANT};

    for (size_t i = 0; i < function->argument_count; i++)
        gen_bounds_origin_add(function, &all, &function->arguments[i].origin);
    return all;
}

static gen_bounds_origin loaded(gen_bounds_function *function, size_t place,
                                const gen_bounds_opcode *opcode)
{
    const gen_ptx_statement *statement = function->flow.statements[place];
    const gen_ptx_operand *address = gen_bounds_address(statement);
    const gen_bounds_argument *argument;

    if (gen_bounds_space(opcode) == GEN_PTX_PARAM) {
        if (address && address->reg)
            return all_arguments(function);
        argument = gen_bounds_loaded_argument(function, statement);
        return argument ? argument->origin : (gen_bounds_origin){.flags = GEN_BOUNDS_NUMBER};
    }
    if (gen_bounds_opcode_is(opcode, "ld") && address &&
        (gen_bounds_origin_of(function, address).flags & GEN_BOUNDS_OWN))
        return gen_bounds_load_slot(function, place);
    return unknown("it is loaded from memory");
}

typedef enum origin_rule {
    COPY,
    SUM,
    DIFFERENCE,
    PRODUCT_SUM,
    MASK,
    CHOICE,
    LOAD,
    MAP, /* into the shared memory of a block of the cluster */
    OTHER
} origin_rule;

static origin_rule rule_of(const gen_bounds_opcode *opcode)
{
    static const struct {
        const char *name;
        origin_rule rule;
    } rules[] = {{"mov", COPY},    {"cvta", COPY},   {"cvt", COPY},       {"add", SUM},
                 {"or", SUM},      {"xor", SUM},     {"sub", DIFFERENCE}, {"mad", PRODUCT_SUM},
                 {"and", MASK},    {"selp", CHOICE}, {"min", CHOICE},     {"max", CHOICE},
                 {"slct", CHOICE}, {"ld", LOAD},     {"ldu", LOAD},       {"atom", LOAD},
                 {"tex", LOAD},    {"suld", LOAD},   {"tld4", LOAD},      {"bfi", SUM},
                 {"prmt", SUM},    {"mapa", MAP}};

    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        if (gen_bounds_opcode_is(opcode, rules[i].name))
            return rules[i].rule;
    return OTHER;
}

/* Where what an instruction writes comes from. */
static gen_bounds_origin result_of(gen_bounds_function *function, size_t place)
{
    const gen_ptx_statement *statement = function->flow.statements[place];
    const gen_ptx_operand *operands = statement->operands;
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    size_t count = statement->operand_count;
    origin_rule rule = rule_of(&opcode);

    if (statement->kind == GEN_PTX_CALL)
        return gen_bounds_called_origin(function, statement);
    if (rule == LOAD)
        return loaded(function, place, &opcode);
    if (rule == MAP)
        return (gen_bounds_origin){.flags = GEN_BOUNDS_CLUSTER};
    if (rule == COPY && count >= 2)
        return gen_bounds_origin_of(function, &operands[1]);
    if (rule == OTHER || count < 3 || (rule == PRODUCT_SUM && count < 4))
        return derived(function, statement, 1, count);
    if (rule == MASK)
        return masked(function, statement);
    if (rule == PRODUCT_SUM)
        return sum(function, derived(function, statement, 1, 3),
                   gen_bounds_origin_of(function, &operands[3]));
    if (rule == CHOICE)
        return either(function, gen_bounds_origin_of(function, &operands[1]),
                      gen_bounds_origin_of(function, &operands[2]));
    if (rule == DIFFERENCE)
        return difference(function, gen_bounds_origin_of(function, &operands[1]),
                          gen_bounds_origin_of(function, &operands[2]));
    return sum(function, gen_bounds_origin_of(function, &operands[1]),
               gen_bounds_origin_of(function, &operands[2]));
}

typedef struct adding {
    gen_bounds_function *function;
    gen_bounds_origin origin;
    bool is_changed;
} adding;

static void add_result(void *context, gen_ptx_register *reg)
{
    adding *at = context;
    size_t number = gen_bounds_writes_of(&at->function->flow, reg)->number;

    at->is_changed |=
        gen_bounds_origin_add(at->function, &at->function->origins[number], &at->origin);
}

static bool find_once(gen_bounds_function *function)
{
    adding at = {.function = function};

    for (size_t i = 0; i < function->flow.statement_count; i++) {
        const gen_ptx_statement *s = function->flow.statements[i];
        if (s->kind != GEN_PTX_INSTRUCTION && s->kind != GEN_PTX_CALL)
            continue;
        if (!s->operand_count)
            continue;
        at.is_changed |= gen_bounds_store_slot(function, i);
        at.origin = result_of(function, i);
        gen_bounds_each_written(s, add_result, &at);
    }
    return at.is_changed;
}

void gen_bounds_find_origins(gen_bounds_function *function)
{
    function->origins =
        GEN_NEW_ARRAY(function->arena, gen_bounds_origin, function->flow.register_count + 1);
    function->stack = GEN_NEW(function->arena, gen_bounds_stack);
    gen_bounds_find_slots(function);
    while (find_once(function))
        continue;
}

/* --- Targets ---------------------------------------------------------------------------------- */

static gen_bounds_target any_target(const gen_bounds_function *function, const char *reason)
{
    size_t count = function->pointer_count;

    return (gen_bounds_target){.kind = GEN_BOUNDS_TO_ANY,
                               .bits = count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1,
                               .reason = reason};
}

static gen_bounds_target target_of_bits(const gen_bounds_function *function,
                                        const gen_bounds_origin *origin)
{
    gen_bounds_target target = {.kind = GEN_BOUNDS_TO_POINTERS};
    size_t count = bit_count(function, origin);

    if (!count)
        return any_target(function, "it is a constant");
    for (size_t i = 0; i < function->pointer_count + function->variables->count; i++) {
        if (!(origin->bits[i / 64] >> i % 64 & 1))
            continue;
        if (i >= 64 && count > 1)
            return any_target(function, "it may be one of many buffers");
        if (i >= function->pointer_count && count > 1)
            return any_target(function, "it may be one of several variables");
        if (count > 1) {
            target.bits |= UINT64_C(1) << i;
            continue;
        }
        target.kind = i < function->pointer_count ? GEN_BOUNDS_TO_POINTER : GEN_BOUNDS_TO_VARIABLE;
        target.index = i < function->pointer_count ? i : i - function->pointer_count;
    }
    return target;
}

/* Why memory without a contract is not checked; null: it needs no check. */
static const char *own_reason(uint32_t flags)
{
    if (flags & GEN_BOUNDS_HEAP)
        return "memory of malloc() in a kernel has no contract";
    return flags & GEN_BOUNDS_CLUSTER ? "the shared memory of another block is not followed" : NULL;
}

gen_bounds_target gen_bounds_target_of(const gen_bounds_function *function,
                                       const gen_ptx_operand *address)
{
    gen_bounds_origin origin = gen_bounds_origin_of(function, address);
    size_t count = bit_count(function, &origin);

    if (origin.flags & GEN_BOUNDS_HEAP) /* nobody knows its extent: a right access stays right */
        return (gen_bounds_target){.kind = GEN_BOUNDS_TO_OWN, .reason = own_reason(origin.flags)};
    if (origin.flags & GEN_BOUNDS_UNKNOWN)
        return any_target(function, origin.reason);
    if (origin.flags & GEN_BOUNDS_DIFFERENCE)
        return any_target(function, "it is computed from pointers into two buffers");
    if (origin.flags & GEN_BOUNDS_NUMBER)
        return any_target(function, count ? "it may be a pointer or an integer"
                                          : "it is an integer that is no pointer of the contract");
    if (origin.flags & POINTING)
        return count ? any_target(function, "it may be of several kinds of memory")
                     : (gen_bounds_target){.kind = GEN_BOUNDS_TO_OWN,
                                           .reason = own_reason(origin.flags)};
    return target_of_bits(function, &origin);
}

bool gen_bounds_target_equals(const gen_bounds_target *a, const gen_bounds_target *b)
{
    return a->kind == b->kind && a->index == b->index && a->bits == b->bits;
}
