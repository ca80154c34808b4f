#include "bounds/flow/control_flow.h"

#include "bounds/flow/instruction.h"
#include "ptx/lexer.h"
#include "support/name_table.h"

#include <string.h>

static void number_register(gen_bounds_flow *flow, gen_ptx_register *reg)
{
    gen_bounds_writes *writes = GEN_NEW(flow->arena, gen_bounds_writes);

    writes->number = flow->register_count++;
    gen_address_table_put(&flow->writes, reg, writes);
}

typedef struct writing {
    gen_bounds_flow *flow;
    size_t place;
} writing;

static void add_write(void *context, gen_ptx_register *reg)
{
    const writing *at = context;
    gen_bounds_writes *writes;

    if (!gen_address_table_find(&at->flow->writes, reg))
        number_register(at->flow, reg);
    /* The table's own object: only its type says const. */
    writes = (gen_bounds_writes *)(uintptr_t)gen_address_table_find(&at->flow->writes, reg);
    if (writes->count && writes->places[writes->count - 1] == at->place)
        return;
    GEN_GROW(at->flow->arena, writes->places, writes->count, &writes->capacity);
    writes->places[writes->count++] = at->place;
}

static void read_statements(gen_bounds_flow *flow, const gen_ptx_function *function)
{
    size_t count = 0;

    for (gen_ptx_statement *s = function->statements; s; s = s->next)
        count++;
    flow->statements = GEN_NEW_ARRAY(flow->arena, gen_ptx_statement *, count + 1);
    flow->blocks_of = GEN_NEW_ARRAY(flow->arena, size_t, count + 1);
    for (size_t i = 0; i < function->register_count; i++)
        number_register(flow, function->registers[i]);
    for (gen_ptx_statement *s = function->statements; s; s = s->next) {
        writing at = {flow, flow->statement_count};
        flow->statements[flow->statement_count++] = s;
        if (s->kind == GEN_PTX_INSTRUCTION || s->kind == GEN_PTX_CALL)
            gen_bounds_each_written(s, add_write, &at);
    }
}

/* --- Blocks ----------------------------------------------------------------------------------- */

static char *copy_token(gen_arena *arena, gen_token token)
{
    return gen_arena_copy(arena, token.text, token.length);
}

static bool is_opcode(const gen_ptx_statement *statement, const char *first)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    return statement->kind == GEN_PTX_INSTRUCTION && gen_bounds_opcode_is(&opcode, first);
}

static bool is_jump(const gen_ptx_statement *statement)
{
    return is_opcode(statement, "bra") || is_opcode(statement, "brx") ||
           is_opcode(statement, "ret") || is_opcode(statement, "exit");
}

/* Adds the names in the text of .branchtargets. */
static void add_listed_targets(gen_name_table *targets, gen_token text)
{
    static const char word[] = ".branchtargets";
    const char *colon = memchr(text.text, ':', text.length);
    gen_ptx_lexer lexer;

    if (colon) { /* the list has a label, and may be on its line */
        text.length -= (size_t)(colon + 1 - text.text);
        text.text = colon + 1;
    }
    while (text.length && strchr(" \t\r\n", *text.text)) {
        text.text++;
        text.length--;
    }
    if (text.length < sizeof(word) || memcmp(text.text, word, sizeof(word) - 1) != 0)
        return;
    lexer = gen_ptx_lexer_begin(text.text + sizeof(word) - 1, text.length - (sizeof(word) - 1), 1);
    for (; lexer.sign; gen_ptx_advance(&lexer))
        gen_name_table_put(targets, copy_token(targets->arena, lexer.token), targets);
}

/* The labels that are jumped to. Debug builds have many others. */
static void find_targets(gen_name_table *targets, const gen_bounds_flow *flow)
{
    for (size_t i = 0; i < flow->statement_count; i++) {
        const gen_ptx_statement *s = flow->statements[i];
        if (s->kind == GEN_PTX_VERBATIM)
            add_listed_targets(targets, s->text);
        else if (is_opcode(s, "bra") && s->operand_count)
            gen_name_table_put(targets, copy_token(targets->arena, s->operands[0].text), targets);
    }
}

static bool starts_block(const gen_bounds_flow *flow, const gen_name_table *targets, size_t place)
{
    const gen_ptx_statement *s = flow->statements[place];

    if (place == 0 || is_jump(flow->statements[place - 1]))
        return true;
    return s->kind == GEN_PTX_LABEL &&
           gen_name_table_find(targets, copy_token(flow->arena, s->text)) != NULL;
}

static void cut_blocks(gen_bounds_flow *flow, const gen_name_table *targets)
{
    size_t capacity = 0;

    for (size_t i = 0; i < flow->statement_count; i++) {
        if (starts_block(flow, targets, i)) {
            GEN_GROW(flow->arena, flow->blocks, flow->block_count, &capacity);
            flow->blocks[flow->block_count++] = (gen_bounds_block){.begin = i};
        }
        flow->blocks[flow->block_count - 1].end = i + 1;
        flow->blocks_of[i] = flow->block_count - 1;
    }
}

static void add_successor(const gen_bounds_flow *flow, gen_bounds_block *block, size_t successor)
{
    size_t *longer = GEN_NEW_ARRAY(flow->arena, size_t, block->successor_count + 1);

    if (block->successor_count)
        memcpy(longer, block->successors, block->successor_count * sizeof(*longer));
    longer[block->successor_count++] = successor;
    block->successors = longer;
}

/* An indirect jump may go to every block that a label of any .branchtargets begins: more edges mean
 * fewer dominators, which is safe. */
static void add_indirect_successors(const gen_bounds_flow *flow, gen_bounds_block *block)
{
    gen_name_table targets = {.arena = flow->arena};

    for (size_t i = 0; i < flow->statement_count; i++)
        if (flow->statements[i]->kind == GEN_PTX_VERBATIM)
            add_listed_targets(&targets, flow->statements[i]->text);
    for (size_t i = 0; i < flow->block_count; i++) {
        const gen_ptx_statement *first = flow->statements[flow->blocks[i].begin];
        if (first->kind == GEN_PTX_LABEL &&
            gen_name_table_find(&targets, copy_token(flow->arena, first->text)))
            add_successor(flow, block, i);
    }
}

static void add_successors(gen_bounds_flow *flow, const gen_name_table *labels, size_t index)
{
    gen_bounds_block *block = &flow->blocks[index];
    const gen_ptx_statement *last = flow->statements[block->end - 1];
    const gen_bounds_block *target;

    if ((last->guard || !is_jump(last)) && index + 1 < flow->block_count)
        add_successor(flow, block, index + 1);
    if (is_opcode(last, "brx"))
        add_indirect_successors(flow, block);
    if (!is_opcode(last, "bra") || !last->operand_count)
        return;
    target = gen_name_table_find(labels, copy_token(flow->arena, last->operands[0].text));
    if (target)
        add_successor(flow, block, (size_t)(target - flow->blocks));
}

static void link_blocks(gen_bounds_flow *flow)
{
    gen_name_table labels = {.arena = flow->arena};

    for (size_t i = 0; i < flow->block_count; i++) {
        const gen_ptx_statement *first = flow->statements[flow->blocks[i].begin];
        if (first->kind == GEN_PTX_LABEL)
            gen_name_table_put(&labels, copy_token(flow->arena, first->text), &flow->blocks[i]);
    }
    for (size_t i = 0; i < flow->block_count; i++)
        add_successors(flow, &labels, i);
    for (size_t i = 0; i < flow->block_count; i++)
        flow->blocks[i].first_predecessor = GEN_BOUNDS_NOWHERE;
    for (size_t i = 0; i < flow->block_count; i++)
        for (size_t j = 0; j < flow->blocks[i].successor_count; j++) {
            gen_bounds_block *to = &flow->blocks[flow->blocks[i].successors[j]];
            if (to->first_predecessor == GEN_BOUNDS_NOWHERE)
                to->first_predecessor = i;
            to->last_predecessor = i;
        }
}

/* --- Dominators: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" ---------------- */

/* Fills `order` with the reached blocks in reverse postorder, and returns their number. */
static size_t order_blocks(gen_bounds_flow *flow, size_t *order)
{
    size_t *stack = GEN_NEW_ARRAY(flow->arena, size_t, flow->block_count + 1);
    size_t *next = GEN_NEW_ARRAY(flow->arena, size_t, flow->block_count + 1);
    size_t depth = 0;
    size_t count = flow->block_count;

    stack[depth++] = 0;
    flow->blocks[0].is_reached = true;
    while (depth) {
        const gen_bounds_block *block = &flow->blocks[stack[depth - 1]];
        if (next[stack[depth - 1]] == block->successor_count) {
            order[--count] = stack[--depth];
            continue;
        }
        size_t successor = block->successors[next[stack[depth - 1]]++];
        if (!flow->blocks[successor].is_reached) {
            flow->blocks[successor].is_reached = true;
            stack[depth++] = successor;
        }
    }
    memmove(order, order + count, (flow->block_count - count) * sizeof(*order));
    for (size_t i = 0; i < flow->block_count - count; i++)
        flow->blocks[order[i]].order = i;
    return flow->block_count - count;
}

static size_t common_dominator(const gen_bounds_flow *flow, size_t a, size_t b)
{
    while (a != b) {
        while (flow->blocks[a].order > flow->blocks[b].order)
            a = flow->blocks[a].dominator;
        while (flow->blocks[b].order > flow->blocks[a].order)
            b = flow->blocks[b].dominator;
    }
    return a;
}

/* One pass; true if something changed. */
static bool improve_dominators(gen_bounds_flow *flow, const size_t *order, size_t count)
{
    size_t *found = GEN_NEW_ARRAY(flow->arena, size_t, flow->block_count);
    bool is_changed = false;

    for (size_t i = 0; i < flow->block_count; i++)
        found[i] = GEN_BOUNDS_NOWHERE;
    for (size_t i = 0; i < count; i++) {
        const gen_bounds_block *block = &flow->blocks[order[i]];
        if (block->dominator == GEN_BOUNDS_NOWHERE)
            continue;
        for (size_t j = 0; j < block->successor_count; j++) {
            size_t to = block->successors[j];
            found[to] = found[to] == GEN_BOUNDS_NOWHERE
                            ? order[i]
                            : common_dominator(flow, found[to], order[i]);
            if (flow->blocks[to].dominator == GEN_BOUNDS_NOWHERE)
                flow->blocks[to].dominator = found[to];
        }
    }
    for (size_t i = 1; i < count; i++) {
        is_changed |= flow->blocks[order[i]].dominator != found[order[i]];
        flow->blocks[order[i]].dominator = found[order[i]];
    }
    return is_changed;
}

/* With more blocks, which no kernel has that people write, dominators are not looked for: the time
 * is that of their square. */
#define MAX_BLOCKS 20000

static void find_dominators(gen_bounds_flow *flow)
{
    size_t *order = GEN_NEW_ARRAY(flow->arena, size_t, flow->block_count);
    size_t count = order_blocks(flow, order);

    if (flow->block_count > MAX_BLOCKS) /* the first block, 0, dominates all */
        return;
    for (size_t i = 1; i < flow->block_count; i++)
        flow->blocks[i].dominator = GEN_BOUNDS_NOWHERE;
    while (improve_dominators(flow, order, count))
        continue;
}

typedef struct reading {
    const gen_bounds_flow *flow;
    size_t place;
} reading;

static void compare_write(void *context, gen_ptx_register *reg)
{
    const reading *at = context;
    gen_bounds_writes *writes =
        (gen_bounds_writes *)(uintptr_t)gen_bounds_writes_of(at->flow, reg); /* as in add_write() */

    if (writes && writes->count && !writes->is_read_before)
        writes->is_read_before = !gen_bounds_dominates(at->flow, writes->places[0], at->place);
}

static void compare_reads(const gen_bounds_flow *flow)
{
    for (size_t i = 0; i < flow->statement_count; i++)
        gen_bounds_each_read(flow->statements[i], compare_write, &(reading){flow, i});
}

void gen_bounds_flow_initialize(gen_bounds_flow *flow, gen_arena *arena,
                                const gen_ptx_function *function)
{
    gen_name_table targets = {.arena = arena};

    *flow = (gen_bounds_flow){.arena = arena, .writes = {.arena = arena}};
    read_statements(flow, function);
    find_targets(&targets, flow);
    cut_blocks(flow, &targets);
    link_blocks(flow);
    if (flow->block_count)
        find_dominators(flow);
    compare_reads(flow);
}

const gen_bounds_writes *gen_bounds_writes_of(const gen_bounds_flow *flow,
                                              const gen_ptx_register *reg)
{
    return gen_address_table_find(&flow->writes, reg);
}

size_t gen_bounds_last_write(const gen_bounds_flow *flow, const gen_ptx_register *reg, size_t begin,
                             size_t end)
{
    const gen_bounds_writes *writes = gen_bounds_writes_of(flow, reg);

    size_t low = 0;
    size_t high = writes->count;

    while (low < high) { /* the first write that is not before `end` */
        size_t middle = low + (high - low) / 2;
        if (writes->places[middle] < end)
            low = middle + 1;
        else
            high = middle;
    }
    return low && writes->places[low - 1] >= begin ? writes->places[low - 1] : GEN_BOUNDS_NOWHERE;
}

bool gen_bounds_dominates(const gen_bounds_flow *flow, size_t a, size_t b)
{
    size_t from = flow->blocks_of[a];
    size_t at = flow->blocks_of[b];

    if (from == at)
        return a < b;
    if (!flow->blocks[at].is_reached || !flow->blocks[from].is_reached)
        return false;
    while (at != flow->blocks[at].dominator && flow->blocks[at].order > flow->blocks[from].order)
        at = flow->blocks[at].dominator;
    return at == from;
}

size_t gen_bounds_jump_target(const gen_bounds_block *block)
{
    return block->successors[block->successor_count - 1];
}

size_t gen_bounds_hammock_end(const gen_bounds_flow *flow, size_t block, size_t most)
{
    size_t end = block + 1;

    for (size_t i = block; i < end && i < flow->block_count; i++) {
        const gen_bounds_block *at = &flow->blocks[i];
        if (!at->successor_count || at->end - flow->blocks[block].end > most ||
            (i > block && (at->first_predecessor < block || at->last_predecessor >= i)))
            return GEN_BOUNDS_NOWHERE;
        for (size_t j = 0; j < at->successor_count; j++) {
            if (at->successors[j] <= i)
                return GEN_BOUNDS_NOWHERE;
            end = at->successors[j] > end ? at->successors[j] : end;
        }
    }
    return end < flow->block_count && flow->blocks[end].first_predecessor >= block &&
                   flow->blocks[end].last_predecessor < end
               ? end
               : GEN_BOUNDS_NOWHERE;
}
