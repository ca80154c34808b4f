#include "bounds/slow_copy.h"

#include "bounds/collective.h"
#include "bounds/helper.h"
#include "bounds/instruction.h"
#include "bounds/record_code.h"
#include "bounds/slow_access.h"
#include "ptx/lexer.h"

#include <string.h>

typedef struct copying {
    const gen_bounds_code *code;
    gen_bounds_copy copy;
    const char *suffix; /* of the function's own labels */
    size_t *begins;     /* where each block begins that is reached; GEN_BOUNDS_NOWHERE: it is not */
    bool *is_entry;     /* of each statement: a test leads here */
} copying;

static const char *letter_of(gen_bounds_copy copy)
{
    return copy == GEN_BOUNDS_STAYS ? "s" : "r";
}

void gen_bounds_copy_label(const gen_bounds_code *code, gen_bounds_copy copy, size_t place)
{
    gen_text_printf(code->out, "%s_%s%zu", code->label, letter_of(copy), place);
}

void gen_bounds_rejoin_label(const gen_bounds_code *code, size_t place)
{
    gen_text_printf(code->out, "%s_at%zu", code->label, place);
}

void gen_bounds_loop_label(const gen_bounds_code *code, size_t place)
{
    gen_text_printf(code->out, "%s_loop%zu", code->label, place);
}

static bool leaves_at(const copying *at, size_t place)
{
    return at->copy == GEN_BOUNDS_REJOINS &&
           gen_bounds_is_collective(at->code->plan->function->flow.statements[place]);
}

/* Reaches what follows the statement, which is in a block. */
static void reach(copying *at, size_t begin)
{
    const gen_bounds_flow *flow = &at->code->plan->function->flow;
    size_t index = flow->blocks_of[begin];
    const gen_bounds_block *block = &flow->blocks[index];

    if (begin < at->begins[index])
        at->begins[index] = begin;
    for (size_t i = begin; i < block->end; i++)
        if (leaves_at(at, i))
            return;
    for (size_t i = 0; i < block->successor_count; i++) {
        size_t next = flow->blocks[block->successors[i]].begin;
        if (at->begins[block->successors[i]] != next)
            reach(at, next);
    }
}

static bool begins_with(gen_token text, const char *word)
{
    return text.length >= strlen(word) && memcmp(text.text, word, strlen(word)) == 0;
}

/* The names after .branchtargets, as labels of the copy. */
static void write_targets(const copying *at, const gen_ptx_statement *statement)
{
    const char *separator = " ";
    const size_t length = strlen(".branchtargets");
    gen_ptx_lexer lexer =
        gen_ptx_lexer_begin(statement->text.text + length, statement->text.length - length, 1);

    gen_text_puts(at->code->out, ".branchtargets");
    for (; lexer.sign && lexer.sign != ';'; gen_ptx_advance(&lexer)) {
        if (lexer.sign == ',')
            continue;
        gen_text_printf(at->code->out, "%s%.*s%s", separator, (int)lexer.token.length,
                        lexer.token.text, at->suffix);
        separator = ", ";
    }
    gen_text_puts(at->code->out, ";\n");
}

/* The region whose loop begins here, if the copy goes back to its test. */
static const gen_bounds_loop_region *loop_at(const copying *at, size_t place)
{
    const gen_bounds_flow *flow = &at->code->plan->function->flow;

    return at->copy == GEN_BOUNDS_REJOINS && flow->blocks[flow->blocks_of[place]].begin == place
               ? gen_bounds_loop_region_at(&at->code->plan->loops, flow->blocks_of[place])
               : NULL;
}

/* Who comes into a loop goes back to its test. Who is in a turn of the loop goes on with the next
 * one, but if all lanes have to be in the same copy: then the loop was tested as a whole, and the
 * raw one goes on. */
static void write_loop_begin(const copying *at, const gen_bounds_loop_region *region, size_t place)
{
    const gen_ptx_statement *label = at->code->plan->function->flow.statements[place];
    gen_text *out = at->code->out;

    gen_text_printf(out, "%.*s%s:\n", (int)label->text.length, label->text.text, at->suffix);
    gen_bounds_write_record(at->code, 2 * place + at->copy);
    gen_text_puts(out, "bra ");
    gen_bounds_loop_label(at->code, place);
    gen_text_printf(out, ";\n%.*s%s_turn:\n", (int)label->text.length, label->text.text,
                    at->suffix);
    if (!region->votes)
        return;
    place += at->code->plan->function->flow.statement_count + 1; /* no other record is there */
    gen_bounds_write_record(at->code, 2 * place + at->copy);
    gen_text_printf(out, "bra %.*s;\n", (int)label->text.length, label->text.text);
}

static void write_jump(const copying *at, const gen_ptx_statement *statement, size_t place)
{
    gen_text *out = at->code->out;
    const gen_bounds_flow *flow = &at->code->plan->function->flow;
    const gen_bounds_loop_region *region =
        gen_bounds_loop_of_jump(&at->code->plan->loops, flow, statement);
    bool is_turn = at->copy == GEN_BOUNDS_REJOINS && region &&
                   region->loop.has[flow->blocks_of[place]];

    if (statement->guard)
        gen_text_printf(out, "@%s%.*s ", statement->guard_negated ? "!" : "",
                        (int)statement->guard->name.length, statement->guard->name.text);
    gen_text_append(out, statement->opcode.text, statement->opcode.length);
    for (size_t i = 0; i < statement->operand_count; i++)
        gen_text_printf(out, "%s%.*s%s", i ? ", " : " ", (int)statement->operands[i].text.length,
                        statement->operands[i].text.text,
                        i + 1 == statement->operand_count ? at->suffix : "");
    gen_text_puts(out, is_turn ? "_turn;\n" : ";\n");
}

static void write_label(const copying *at, size_t place)
{
    const gen_bounds_flow *flow = &at->code->plan->function->flow;
    const gen_ptx_statement *s = flow->statements[place];
    bool is_list = place + 1 < flow->statement_count &&
                   flow->statements[place + 1]->kind == GEN_PTX_VERBATIM &&
                   begins_with(flow->statements[place + 1]->text, ".branchtargets");

    if (is_list || flow->blocks[flow->blocks_of[place]].begin == place)
        gen_text_printf(at->code->out, "%.*s%s:\n", (int)s->text.length, s->text.text, at->suffix);
}

static void write_statement(const copying *at, size_t place)
{
    const gen_bounds_plan *plan = at->code->plan;
    const gen_ptx_statement *s = plan->function->flow.statements[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);

    if (s->kind == GEN_PTX_LABEL) {
        if (!loop_at(at, place))
            write_label(at, place);
    } else if (s->kind == GEN_PTX_VERBATIM) {
        if (begins_with(s->text, ".branchtargets"))
            write_targets(at, s);
    } else if (plan->accesses[place]) {
        gen_bounds_write_slow_access(at->code, plan->accesses[place], letter_of(at->copy));
    } else if (gen_bounds_opcode_is(&opcode, "bra") || gen_bounds_opcode_is(&opcode, "brx")) {
        write_jump(at, s, place);
    } else if (s->kind != GEN_PTX_LOC) {
        gen_ptx_print_statement(at->code->out, s);
    }
}

/* True if what was kept must be recorded before the statement: the copy is left. Not in loops and
 * before barriers: much is alive there, and recording needs registers. */
static bool is_recorded_before(const copying *at, size_t place)
{
    static const char *const leaving[] = {"ret", "exit", "trap"};
    const gen_ptx_statement *s = at->code->plan->function->flow.statements[place];
    gen_bounds_opcode opcode = gen_bounds_opcode_of(s);

    if (leaves_at(at, place))
        return true;
    if (s->kind == GEN_PTX_CALL)
        return gen_token_is(s->callee, "__assertfail");
    return s->kind == GEN_PTX_INSTRUCTION && opcode.count &&
           GEN_TOKEN_IS_ANY(opcode.parts[0], leaving);
}

static void write_entry(const copying *at, size_t place)
{
    gen_bounds_copy_label(at->code, at->copy, place);
    gen_text_puts(at->code->out, "_in:\n");
}

static void write_block(const copying *at, size_t block)
{
    const gen_bounds_flow *flow = &at->code->plan->function->flow;
    bool is_left = false;

    for (size_t i = at->begins[block]; i < flow->blocks[block].end; i++) {
        const gen_bounds_loop_region *region = loop_at(at, i);
        if (region)
            write_loop_begin(at, region, i);
        if (at->is_entry[i]) {
            write_entry(at, i);
            is_left = false;
        }
        if (is_left)
            continue;
        if (is_recorded_before(at, i))
            gen_bounds_write_record(at->code, 2 * i + at->copy);
        is_left = leaves_at(at, i);
        if (is_left) {
            gen_text_puts(at->code->out, "bra ");
            gen_bounds_rejoin_label(at->code, i);
            gen_text_puts(at->code->out, ";\n");
        } else {
            write_statement(at, i);
        }
    }
}

/* Where tests lead: nothing is kept at first. */
static void write_entries(const copying *at)
{
    for (size_t i = 0; i < at->code->plan->function->flow.statement_count; i++) {
        if (!at->is_entry[i])
            continue;
        gen_bounds_copy_label(at->code, at->copy, i);
        gen_text_puts(at->code->out, ":\n");
        gen_bounds_write_reset(at->code);
        gen_text_puts(at->code->out, "bra ");
        gen_bounds_copy_label(at->code, at->copy, i);
        gen_text_puts(at->code->out, "_in;\n");
    }
}

void gen_bounds_write_copy(const gen_bounds_code *code, gen_bounds_copy copy)
{
    const gen_bounds_plan *plan = code->plan;
    const gen_bounds_flow *flow = &plan->function->flow;
    copying at = {.code = code, .copy = copy};

    at.suffix = copy == GEN_BOUNDS_STAYS ? "_custub_s" : "_custub_r";
    at.begins = GEN_NEW_ARRAY(flow->arena, size_t, flow->block_count + 1);
    at.is_entry = GEN_NEW_ARRAY(flow->arena, bool, flow->statement_count + 1);
    for (size_t i = 0; i < flow->block_count; i++)
        at.begins[i] = GEN_BOUNDS_NOWHERE;
    for (size_t i = 0; i < plan->region_count; i++) {
        if (plan->regions[i].copy != copy)
            continue;
        at.is_entry[plan->regions[i].first] = true;
        reach(&at, plan->regions[i].first);
    }
    for (size_t i = 0; i < plan->loops.count; i++) {
        size_t header = flow->blocks[plan->loops.items[i]->loop.header].begin;
        if (plan->loops.items[i]->rejoins != (copy == GEN_BOUNDS_REJOINS))
            continue;
        at.is_entry[header] = true;
        reach(&at, header);
    }
    for (size_t i = 0; i < flow->block_count; i++)
        if (at.begins[i] != GEN_BOUNDS_NOWHERE)
            write_block(&at, i);
    gen_bounds_write_record(code, 2 * flow->statement_count + copy); /* the body's end returns */
    gen_text_puts(code->out, "ret;\n");
    write_entries(&at);
}
