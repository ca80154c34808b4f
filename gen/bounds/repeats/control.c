#include "bounds/repeats/control.h"

#include "bounds/flow/instruction.h"

#include <string.h>

/* The sets take the square of this in bits. */
#define MAX_BLOCKS 4000

static uint64_t *passed_of(const gen_bounds_control *control, size_t block)
{
    return control->passed + block * control->words;
}

static bool is_passed(const gen_bounds_control *control, size_t from, size_t block)
{
    return passed_of(control, from)[block / 64] >> block % 64 & 1;
}

/* True if a way ends with the block, as in "@p ret". */
static bool may_end(const gen_bounds_flow *flow, size_t block)
{
    const gen_bounds_block *at = &flow->blocks[block];
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(flow->statements[at->end - 1]);

    return !at->successor_count || gen_bounds_opcode_is(&opcode, "ret") ||
           gen_bounds_opcode_is(&opcode, "exit");
}

/* True if the statement stops the whole launch: a failed assertion. The guard of a call may be in
 * its sequence. */
static bool stops(const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    bool is_guarded = statement->guard != NULL;

    for (const gen_ptx_statement *s = statement->sequence; s; s = s->next)
        is_guarded |= s->guard != NULL;
    return !is_guarded &&
           (statement->kind == GEN_PTX_CALL ? gen_token_is(statement->callee, "__assertfail")
                                            : gen_bounds_opcode_is(&opcode, "trap"));
}

static bool traps(const gen_bounds_flow *flow, size_t block)
{
    for (size_t i = flow->blocks[block].begin; i < flow->blocks[block].end; i++)
        if (stops(flow->statements[i]))
            return true;
    return false;
}

/* What all successors pass, and the block itself. True if the set got smaller. A launch that was
 * stopped is not compared with others, so a block that stops it avoids nothing. It passes all, and
 * a number that no block has: so do the blocks from which no way leads to an end. */
static bool improve(const gen_bounds_control *control, size_t block)
{
    const gen_bounds_block *at = &control->flow->blocks[block];
    const bool ends = may_end(control->flow, block);
    uint64_t *set = passed_of(control, block);
    bool is_changed = false;

    for (size_t word = 0; word < control->words && !traps(control->flow, block); word++) {
        uint64_t all = ends ? 0 : UINT64_MAX;
        for (size_t i = 0; i < at->successor_count; i++)
            all &= passed_of(control, at->successors[i])[word];
        if (word == block / 64)
            all |= UINT64_C(1) << block % 64;
        is_changed |= set[word] != all;
        set[word] = all;
    }
    return is_changed;
}

bool gen_bounds_control_find(gen_bounds_control *control, const gen_bounds_flow *flow)
{
    bool is_changed = true;
    size_t bytes;

    if (flow->block_count > MAX_BLOCKS)
        return false;
    *control = (gen_bounds_control){.flow = flow, .words = flow->block_count / 64 + 1};
    bytes = flow->block_count * control->words * sizeof(uint64_t);
    control->passed = GEN_NEW_ARRAY(flow->arena, uint64_t, flow->block_count * control->words + 1);
    memset(control->passed, 0xff, bytes);
    while (is_changed) {
        is_changed = false;
        for (size_t i = flow->block_count; i > 0; i--)
            is_changed |= improve(control, i - 1);
    }
    return true;
}

static bool never_ends(const gen_bounds_control *control, size_t block)
{
    return is_passed(control, block, control->flow->block_count);
}

bool gen_bounds_controls(const gen_bounds_control *control, size_t branch, size_t block)
{
    const gen_bounds_block *at = &control->flow->blocks[branch];
    bool leads = false;
    bool avoids = may_end(control->flow, branch);

    for (size_t i = 0; i < at->successor_count; i++) {
        const size_t next = at->successors[i];
        const bool is = is_passed(control, next, block);
        leads |= is && (!never_ends(control, next) || never_ends(control, block));
        avoids |= !is;
    }
    return leads && avoids;
}
