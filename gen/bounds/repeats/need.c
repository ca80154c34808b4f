#include "bounds/repeats/need.h"

#include "bounds/addresses/origin.h"
#include "bounds/repeats/called.h"
#include "bounds/repeats/demanded_bits.h"
#include "bounds/repeats/fixed.h"
#include "bounds/repeats/unwritten.h"

#include <string.h>

/* How the value of a register is needed. */
typedef struct demand {
    bool
        is_address; /* as the address of an access: its pointer may be another in the next launch */
    uint64_t bits;  /* as a number */
} demand;

static const demand AS_ADDRESS = {true, 0};
static const demand AS_NUMBER = {false, UINT64_MAX};

typedef struct work {
    const gen_bounds_plan *plan;
    const gen_bounds_function *function;
    const gen_bounds_control *control;
    gen_bounds_numbers *numbers;
    demand *needs;  /* of each register */
    bool *executes; /* of each block: whether it is executed matters */
    bool *branches; /* of each block: how it ends matters */
    bool *decides;  /* of each statement */
    bool is_changed;
    bool is_known;
    bool is_found; /* all is: numbers are added */
} work;

/* --- Registers -------------------------------------------------------------------------------- */

static bool is_some(demand how)
{
    return how.is_address || how.bits;
}

static void need(work *of, const gen_ptx_register *reg, demand how)
{
    const gen_bounds_writes *writes = gen_bounds_writes_of(&of->function->flow, reg);
    demand *all;

    if (!writes || !writes->count) {
        of->is_known = false; /* it has no value */
        return;
    }
    all = &of->needs[writes->number];
    of->is_changed |= (how.is_address && !all->is_address) || how.bits & ~all->bits;
    all->is_address |= how.is_address;
    all->bits |= how.bits;
}

static void need_operand(work *of, const gen_ptx_operand *operand, demand how)
{
    if (operand->reg && is_some(how))
        need(of, operand->reg, how);
    for (size_t i = 0; i < operand->item_count; i++)
        need_operand(of, &operand->items[i], AS_NUMBER);
}

static void need_bytes(work *of, const gen_ptx_param *param, uint64_t offset, uint64_t bytes)
{
    gen_bounds_numbers *to = of->numbers;
    const custub_bounds_number number = {.param =
                                             (uint32_t)(param - of->function->function->params),
                                         .offset = (uint32_t)offset,
                                         .bytes = (uint32_t)bytes};

    if (offset > param->size || bytes > param->size - offset) {
        of->is_known = false;
        return;
    }
    for (size_t i = 0; i < to->count && of->is_found; i++)
        if (memcmp(&to->items[i], &number, sizeof(number)) == 0)
            return;
    if (!of->is_found)
        return;
    GEN_GROW(to->arena, to->items, to->count, &to->capacity);
    to->items[to->count++] = number;
}

/* Those of the kernel: a function does not have them. */
static void need_all_pointers(work *of)
{
    of->is_known &= of->function->function->is_entry;
    for (size_t i = 0; i < of->function->argument_count; i++) {
        const uint64_t offset = of->function->arguments[i].offset;
        for (size_t j = 0; j < of->function->function->param_count; j++) {
            const gen_ptx_param *param = &of->function->function->params[j];
            if (offset >= param->offset && offset < param->offset + param->size)
                need_bytes(of, param, offset - param->offset, 8);
        }
    }
}

static bool has_pointer(const work *of, const gen_bounds_origin *origin)
{
    for (size_t i = 0; origin->bits && i < (of->function->pointer_count + 63) / 64; i++)
        if (origin->bits[i])
            return true;
    return false;
}

static bool may_point(const work *of, const gen_ptx_operand *operand)
{
    const gen_bounds_origin origin = gen_bounds_origin_of(of->function, operand);

    return has_pointer(of, &origin);
}

/* True if the kernel has a pointer there. The lowest byte of it is the same whenever a launch
 * repeats: so aligned are all its pointers. */
static bool is_pointer_at(const work *of, uint64_t offset)
{
    for (size_t i = 0; i < of->function->argument_count; i++)
        if (of->function->arguments[i].offset == offset)
            return of->function->begins_buffers;
    return false;
}

/* The bytes of a value of at most 8 that hold these bits; its sign is beyond the last one. */
static void need_bits(work *of, const gen_ptx_param *param, uint64_t offset, uint64_t size,
                      uint64_t bits)
{
    uint64_t first = 0;
    uint64_t last = size - 1;

    while (first < last && !(bits >> 8 * first & 0xff))
        first++;
    while (last > first && !(bits >> 8 * last))
        last--;
    if (last || !is_pointer_at(of, param->offset + offset))
        need_bytes(of, param, offset + first, last - first + 1);
}

/* A load from the parameters: its bytes are a number, unless they are a pointer that is only needed
 * as the beginning of an address. */
static void need_param(work *of, const gen_ptx_statement *statement, demand how)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const gen_ptx_operand *address = gen_bounds_address(statement);
    const uint32_t size = gen_bounds_access_size(&opcode);
    const gen_bounds_argument *argument = gen_bounds_loaded_argument(of->function, statement);
    const gen_ptx_param *param =
        address && !address->reg ? gen_bounds_param(of->function, address->name) : NULL;

    if (how.is_address && !(argument && has_pointer(of, &argument->origin)))
        how = AS_NUMBER;
    if (!how.bits)
        return;
    if (param && (size > 8 || statement->operands[0].kind == GEN_PTX_VECTOR))
        need_bytes(of, param, (uint64_t)address->number, size);
    else if (param)
        need_bits(of, param, (uint64_t)address->number, size, how.bits);
    else if (address && address->reg)
        need(of, address->reg, AS_NUMBER); /* the address of a parameter, which is one as a whole */
    else
        of->is_known = false;
}

/* Parameters whose address is taken. */
static void need_names(work *of, const gen_ptx_statement *statement)
{
    for (size_t i = 0; i < statement->operand_count; i++) {
        const gen_ptx_operand *operand = &statement->operands[i];
        const gen_ptx_param *param =
            operand->kind == GEN_PTX_NAME ? gen_bounds_param(of->function, operand->name) : NULL;
        if (param)
            need_bytes(of, param, 0, param->size);
    }
}

/* One operand of a sum may be the pointer. The others are numbers: so the address moves as the
 * pointer does. */
static void need_sum(work *of, const gen_ptx_statement *statement, size_t first, size_t last)
{
    size_t pointer = 0;

    for (size_t i = first; i <= last && !pointer; i++)
        if (may_point(of, &statement->operands[i]))
            pointer = i;
    for (size_t i = 1; i < statement->operand_count; i++)
        need_operand(of, &statement->operands[i], i == pointer ? AS_ADDRESS : AS_NUMBER);
}

/* True if the result may move as an operand does: it is no part of it, and no float. */
static bool may_move(const gen_ptx_statement *statement, const gen_bounds_opcode *opcode)
{
    static const char *const floats[] = {"f64", "f32x2"}; /* of 64 bits */

    return statement->operands[0].kind != GEN_PTX_VECTOR &&
           !GEN_TOKEN_IS_ANY(opcode->parts[opcode->count - 1], floats);
}

/* The value of an address that the statement computes. */
static void need_address(work *of, const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const size_t count = statement->operand_count;

    if (!may_move(statement, &opcode))
        need_sum(of, statement, 1, 0);
    else if (count == 2 &&
             (gen_bounds_opcode_is(&opcode, "mov") || gen_bounds_opcode_is(&opcode, "cvta")))
        need_operand(of, &statement->operands[1], AS_ADDRESS);
    else if (count == 3 && gen_bounds_opcode_is(&opcode, "add"))
        need_sum(of, statement, 1, 2);
    else if (count == 3 && gen_bounds_opcode_is(&opcode, "sub"))
        need_sum(of, statement, 1, 1);
    else if (count == 4 && gen_bounds_opcode_is(&opcode, "mad"))
        need_sum(of, statement, 3, 3);
    else if (count == 4 && gen_bounds_opcode_is(&opcode, "selp")) {
        need_operand(of, &statement->operands[1], AS_ADDRESS);
        need_operand(of, &statement->operands[2], AS_ADDRESS);
        need_operand(of, &statement->operands[3], AS_NUMBER);
    } else
        need_sum(of, statement, 1, 0);
}

/* The block must be executed as it was: so what leads to it matters. */
static void need_block(work *of, size_t block)
{
    if (of->executes[block])
        return;
    of->executes[block] = true;
    for (size_t i = 0; i < of->function->flow.block_count; i++)
        if (!of->branches[i] && of->function->flow.blocks[i].is_reached &&
            gen_bounds_controls(of->control, i, block)) {
            of->branches[i] = true;
            of->is_changed = true;
        }
}

/* --- Calls ------------------------------------------------------------------------------------ */

/* True if the function's copy was made for a pointer that is in these bytes of its parameters. */
static bool has_pointer_in(const work *of, const gen_bounds_function_copy *copy, uint64_t begin,
                           uint64_t end)
{
    for (size_t i = 0; i < copy->argument_count; i++)
        if (copy->arguments[i].offset >= begin && copy->arguments[i].offset < end &&
            has_pointer(of, &copy->arguments[i].origin))
            return true;
    return false;
}

/* Those of a value, which a parameter has at an offset, that are in the number. */
static uint64_t bits_of(const custub_bounds_number *number, uint64_t offset, uint64_t bytes)
{
    const uint64_t end = number->offset + number->bytes;
    uint64_t bits = 0;

    for (uint64_t i = offset; i < offset + bytes; i++)
        if (i >= number->offset && i < end)
            bits |= i - offset < 8 ? UINT64_C(0xff) << 8 * (i - offset) : UINT64_MAX;
    return bits;
}

/* `bytes` at an offset of a parameter of the called function get the value. */
static void need_argument(work *of, const gen_bounds_called *called,
                          const gen_bounds_function_copy *copy, size_t param, uint64_t offset,
                          uint64_t bytes, const gen_ptx_operand *value)
{
    uint64_t begin;

    if (param >= copy->function->param_count)
        return;
    begin = copy->function->params[param].offset + offset;
    if (has_pointer_in(of, copy, begin, begin + bytes))
        need_operand(of, value, AS_ADDRESS);
    for (size_t i = 0; i < called->numbers.count; i++) {
        const custub_bounds_number *number = &called->numbers.items[i];
        if (number->param == param)
            need_operand(of, value, (demand){false, bits_of(number, offset, bytes)});
    }
}

/* The statements of a call in braces: st.param.b64 [param0+8], %rd1. */
static void need_stores(work *of, const gen_bounds_called *called,
                        const gen_bounds_function_copy *copy, const gen_ptx_statement *call)
{
    const gen_ptx_statement *bare = gen_bounds_bare_call(call);

    for (const gen_ptx_statement *s = call->sequence; s; s = s->next) {
        const gen_bounds_opcode opcode = gen_bounds_opcode_of(s);
        const gen_ptx_operand *address = gen_bounds_address(s);
        if (s->guard)
            need(of, s->guard, AS_NUMBER);
        if (!gen_bounds_opcode_is(&opcode, "st"))
            continue;
        if (address && !address->reg)
            need_argument(of, called, copy, gen_bounds_argument_number(bare, address->name),
                          (uint64_t)address->number, gen_bounds_access_size(&opcode),
                          &s->operands[s->operand_count - 1]);
        else
            of->is_known = false;
    }
}

/* A call without braces: its arguments are registers, or parameters that were stored before. */
static void need_registers(work *of, const gen_bounds_called *called,
                           const gen_bounds_function_copy *copy, const gen_ptx_statement *call)
{
    const gen_ptx_operand *arguments = &call->operands[1];

    for (size_t i = 0; i < arguments->item_count && i < copy->function->param_count; i++) {
        of->is_known &= arguments->items[i].kind != GEN_PTX_NAME;
        need_argument(of, called, copy, i, 0, copy->function->params[i].size, &arguments->items[i]);
    }
}

static void need_call(work *of, size_t place)
{
    const gen_bounds_flow *flow = &of->function->flow;
    const gen_ptx_statement *call = flow->statements[place];
    gen_bounds_function_copy *copy = of->plan->called[place];
    const gen_bounds_called *called = copy ? gen_bounds_called_of(copy) : NULL;

    need_block(of, flow->blocks_of[place]);
    if (call->guard)
        need(of, call->guard, AS_NUMBER);
    if (!called || !called->is_known)
        of->decides[place] = true;
    else if (call->sequence)
        need_stores(of, called, copy, call);
    else
        need_registers(of, called, copy, call);
}

/* --- Statements ------------------------------------------------------------------------------- */

static bool is_plain_access(const gen_bounds_opcode *opcode)
{
    static const char *const plain[] = {"ld", "ldu", "st", "atom", "red"};

    return GEN_TOKEN_IS_ANY(opcode->parts[0], plain);
}

/* What an access touches: its addresses, and the other operands of those that do not only move a
 * value. */
static void need_access(work *of, const gen_ptx_statement *statement,
                        const gen_bounds_access *access)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);

    for (; access; access = access->next)
        if (access->target.kind == GEN_BOUNDS_TO_POINTERS ||
            access->target.kind == GEN_BOUNDS_TO_ANY)
            need_all_pointers(of); /* buffers are compared with each other's */
    for (size_t i = 0; i < statement->operand_count; i++) {
        const gen_ptx_operand *operand = &statement->operands[i];
        if (operand->kind == GEN_PTX_ADDRESS)
            need_operand(of, operand, AS_ADDRESS);
        else if (i && !is_plain_access(&opcode) && operand->kind != GEN_PTX_VECTOR)
            need_operand(of, operand, AS_NUMBER);
    }
}

typedef struct written {
    const work *of;
    demand how;
} written;

static void add_need(void *context, gen_ptx_register *reg)
{
    written *to = context;
    const gen_bounds_writes *writes = gen_bounds_writes_of(&to->of->function->flow, reg);

    if (!writes)
        return;
    to->how.is_address |= to->of->needs[writes->number].is_address;
    to->how.bits |= to->of->needs[writes->number].bits;
}

/* How what the statement writes is needed. */
static demand how_needed(const work *of, const gen_ptx_statement *statement)
{
    written to = {of, {false, 0}};

    if (statement->kind == GEN_PTX_INSTRUCTION || statement->kind == GEN_PTX_CALL)
        gen_bounds_each_written(statement, add_need, &to);
    return to.how;
}

static void need_sources(work *of, size_t place, demand how)
{
    const gen_ptx_statement *s = of->function->flow.statements[place];

    if (!gen_bounds_is_fixed(s)) {
        of->decides[place] = true;
        return;
    }
    need_names(of, s);
    if (gen_bounds_is_param_load(s)) {
        need_param(of, s, how);
        return;
    }
    if (how.is_address)
        need_address(of, s);
    for (size_t i = 1;
         how.bits && i < s->operand_count && !gen_bounds_compares_with_null(of->function, s); i++)
        need_operand(of, &s->operands[i],
                     (demand){false, gen_bounds_demanded_bits(s, i, how.bits)});
}

static bool is_branch(const work *of, size_t place)
{
    const gen_bounds_flow *flow = &of->function->flow;
    const size_t block = flow->blocks_of[place];

    return of->branches[block] && flow->blocks[block].end == place + 1;
}

static void look_at(work *of, size_t place)
{
    const gen_bounds_flow *flow = &of->function->flow;
    const gen_ptx_statement *s = flow->statements[place];
    const gen_bounds_access *access = of->plan->accesses[place];
    const demand how = how_needed(of, s);
    const bool is_needed = is_some(how);
    const bool branches = is_branch(of, place);

    if (s->kind == GEN_PTX_CALL && !gen_bounds_is_harmless_call(s))
        need_call(of, place);
    if (!access && !is_needed && !branches)
        return;
    need_block(of, flow->blocks_of[place]);
    if (s->guard)
        need(of, s->guard, AS_NUMBER);
    if (access)
        need_access(of, s, access);
    if (is_needed)
        need_sources(of, place, how);
    for (size_t i = 0; branches && i < s->operand_count; i++)
        need_operand(of, &s->operands[i], AS_NUMBER);
}

/* --- All -------------------------------------------------------------------------------------- */

typedef struct reading {
    work *of;
    size_t place;
} reading;

static void look_at_read(void *context, gen_ptx_register *reg)
{
    const reading *at = context;
    const gen_bounds_flow *flow = &at->of->function->flow;
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);

    if (writes && is_some(at->of->needs[writes->number]) &&
        gen_bounds_may_be_unwritten(flow, writes, at->place))
        at->of->is_known = false;
}

static void look_at_all(work *of)
{
    for (size_t i = of->function->flow.statement_count; i > 0; i--)
        look_at(of, i - 1);
}

bool gen_bounds_find_needs(bool *decides, const gen_bounds_plan *plan,
                           const gen_bounds_control *control, gen_bounds_numbers *numbers)
{
    const gen_bounds_flow *flow = &plan->function->flow;
    work of = {.plan = plan,
               .function = plan->function,
               .control = control,
               .numbers = numbers,
               .needs = GEN_NEW_ARRAY(flow->arena, demand, flow->register_count + 1),
               .executes = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count),
               .branches = GEN_NEW_ARRAY(flow->arena, bool, flow->block_count),
               .decides = decides,
               .is_known = true};

    do {
        of.is_changed = false;
        look_at_all(&of);
    } while (of.is_changed && of.is_known);
    of.is_found = true;
    look_at_all(&of);
    for (size_t i = 0; of.is_known && i < flow->statement_count; i++)
        gen_bounds_each_read(flow->statements[i], look_at_read, &(reading){&of, i});
    return of.is_known;
}
