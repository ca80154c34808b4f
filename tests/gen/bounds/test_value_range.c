/* Random kernels on a machine: whatever a register holds is in the range that is known of it. */
#include "bounds/addresses/access.h"
#include "bounds/addresses/origin.h"
#include "bounds/block_shape.h"
#include "bounds/ranges/alignment.h"
#include "bounds/ranges/value_range.h"
#include "range_machine.h"
#include "range_sample.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KERNELS      (2000 / SHARE)
#define LAUNCHES     8 /* of each kernel: one thread of one block */
#define STEPS        600
#define MAX_OPERANDS 5
#define MAX_NARROW   12 /* bits: a range of no more values is narrow */

/* What is known of a register that a statement reads. */
typedef struct known_operand {
    const gen_ptx_register *reg; /* null: nothing is compared */
    gen_bounds_value value;
    int64_t offset;
    bool is_address; /* in brackets: the value is that of the sum with `offset` */
} known_operand;

typedef struct known_statement {
    known_operand operands[MAX_OPERANDS];
} known_statement;

typedef struct statistics {
    size_t compared;
    size_t narrow;
    size_t addresses; /* that are known to be inside of the array */
    size_t steps;
} statistics;

typedef struct range_case {
    gen_arena arena;
    range_sample sample;
    gen_text text;
    gen_bounds_function function;
    gen_bounds_variables variables;
    known_statement *known; /* of each statement */
    bool is_wrong;
    statistics *seen;
} range_case;

static range_sample launches; /* random numbers for these */

static uint64_t any_value(void)
{
    const uint64_t value = (uint64_t)range_sample_any(&launches, UINT32_C(0x7fffffff)) << 33 |
                           (uint64_t)range_sample_any(&launches, UINT32_C(0x7fffffff)) << 2 |
                           range_sample_any(&launches, 4);

    switch (range_sample_any(&launches, 4)) {
    case 0:
        return range_sample_any(&launches, 300);
    case 1:
        return (value & 1 ? UINT64_MAX : UINT64_C(0x8000000080008000)) -
               range_sample_any(&launches, 3);
    default:
        return value;
    }
}

/* --- Ranges ----------------------------------------------------------------------------------- */

static void find_ranges(range_case *at)
{
    gen_bounds_function *function = &at->function;

    at->known = GEN_NEW_ARRAY(&at->arena, known_statement, function->flow.statement_count + 1);
    for (size_t i = 0; i < function->flow.statement_count; i++) {
        const gen_ptx_statement *s = function->flow.statements[i];
        if (s->kind != GEN_PTX_INSTRUCTION)
            continue;
        for (size_t j = 0; j < s->operand_count && j < MAX_OPERANDS; j++) {
            const gen_ptx_operand *operand = &s->operands[j];
            known_operand *known = &at->known[i].operands[j];
            if (!operand->reg || operand->reg->bits < 16 ||
                (operand->kind != GEN_PTX_ADDRESS && (j == 0 || operand->kind != GEN_PTX_REGISTER)))
                continue;
            known->reg = operand->reg;
            known->is_address = operand->kind == GEN_PTX_ADDRESS;
            known->offset = operand->number;
            known->value = known->is_address ? gen_bounds_address_range(function, operand, i)
                                             : gen_bounds_operand_range(function, operand, i);
        }
    }
}

static bool has(gen_bounds_range range, uint64_t value, uint32_t bits)
{
    const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;

    return range.low <= range.high &&
           ((value - (uint64_t)range.low) & mask) <= (uint64_t)range.high - (uint64_t)range.low;
}

/* Some integer of the range is the value, modulo 2^bits. */
static bool is_right(const known_operand *known, uint64_t value)
{
    const gen_bounds_range range = known->value.range;
    const uint32_t bits = known->reg->bits;

    value += known->is_address ? (uint64_t)known->offset : 0;
    if (known->value.variable == GEN_BOUNDS_NOWHERE)
        return has(range, value, bits);
    return has(range, value - MACHINE_SHARED, bits) ||
           has(range, value - MACHINE_SHARED - MACHINE_WINDOW, bits);
}

static void print_wrong(const range_case *at, const gen_ptx_statement *s,
                        const known_operand *known, uint64_t value)
{
    print_error("%.*s: %.*s is 0x%" PRIx64 ", and not %s%" PRId64 " to %" PRId64 "\n",
                (int)s->text.length, s->text.text, (int)known->reg->name.length,
                known->reg->name.text, value,
                known->value.variable == GEN_BOUNDS_NOWHERE ? "" : "tile + ",
                known->value.range.low, known->value.range.high);
    (void)at;
}

static void compare(range_machine *machine, size_t place)
{
    range_case *at = machine->context;
    const gen_ptx_statement *s = at->function.flow.statements[place];

    at->seen->steps++;
    for (size_t i = 0; i < MAX_OPERANDS && i < s->operand_count; i++) {
        const known_operand *known = &at->known[place].operands[i];
        uint64_t value;
        if (!known->reg)
            continue;
        value = range_machine_value(machine, known->reg);
        at->seen->compared++;
        at->seen->narrow += (uint64_t)known->value.range.high - (uint64_t)known->value.range.low <
                            UINT64_C(1) << MAX_NARROW;
        at->seen->addresses += known->is_address && known->value.variable != GEN_BOUNDS_NOWHERE &&
                               known->value.range.low >= 0 && known->value.range.high < SAMPLE_TILE;
        if (!is_right(known, value) && !at->is_wrong) {
            at->is_wrong = true;
            print_wrong(at, s, known, value);
        }
    }
}

/* --- Launches --------------------------------------------------------------------------------- */

static uint32_t any_below(uint32_t count)
{
    const uint32_t form = range_sample_any(&launches, 3);
    return form == 0 ? 0 : form == 1 ? count - 1 : range_sample_any(&launches, count);
}

/* Blocks of at most `most` threads. */
static void choose_threads(range_launch *launch, const range_sample *sample, uint32_t most)
{
    static const uint32_t limits[] = {1024, 1024, 64};
    const uint32_t first = range_sample_any(&launches, 3);

    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t axis = (first + i) % 3;
        const uint32_t limit = most < limits[axis] ? most : limits[axis];
        launch->threads[axis] = sample->required[0] ? sample->required[axis] : 1 + any_below(limit);
        most /= launch->threads[axis];
        most += !most;
    }
}

static void choose_launch(range_launch *launch, const range_sample *sample)
{
    static const uint32_t limits[] = {INT32_MAX, 65535, 65535};

    choose_threads(launch, sample, sample->most ? sample->most : 1024);
    for (int i = 0; i < 3; i++) {
        launch->thread[i] = any_below(launch->threads[i]);
        launch->blocks[i] = 1 + any_below(limits[i]);
        launch->block[i] = any_below(launch->blocks[i]);
    }
    for (size_t i = 0; i + 8 <= MACHINE_PARAM_BYTES; i += 4) {
        const uint64_t value = any_value();
        memcpy(launch->params + i, &value, i < 16 ? 4 : 8);
    }
}

static void choose_shape(range_sample *sample)
{
    static const uint32_t sizes[] = {1, 2, 7, 8, 16, 32, 33, 64, 128, 256, 1000, 1024};
    const uint32_t form = range_sample_any(sample, 3);

    if (form == 0) {
        sample->required[0] = sizes[range_sample_any(sample, 10)];
        sample->required[1] = sample->required[0] <= 128 ? sizes[range_sample_any(sample, 4)] : 1;
        sample->required[2] = 1;
    } else if (form == 1) {
        sample->most = sizes[range_sample_any(sample, 12)];
    }
}

/* --- Kernels ---------------------------------------------------------------------------------- */

static void prepare(range_case *at, gen_diag *diag)
{
    static const uint32_t block[3];
    gen_ptx_module *module = gen_ptx_parse(&at->arena, diag, "k.ptx", at->text.data);
    const gen_ptx_variable **items = GEN_NEW_ARRAY(&at->arena, const gen_ptx_variable *, 1);

    assert_non_null(module);
    items[0] = module->functions->variables;
    at->variables = (gen_bounds_variables){.count = 1, .items = items};
    at->function =
        (gen_bounds_function){.arena = &at->arena,
                              .module = module,
                              .function = module->functions,
                              .variables = &at->variables,
                              .block = gen_bounds_block_shape_of(module->functions, block),
                              .begins_buffers = true};
    gen_bounds_flow_initialize(&at->function.flow, &at->arena, at->function.function);
    gen_bounds_find_origins(&at->function);
    gen_bounds_find_alignments(&at->function);
}

static void try_kernel(uint64_t seed, statistics *seen)
{
    range_case at = {.seen = seen};
    range_machine machine = {.any = any_value, .visit = compare, .context = &at};
    range_launch launch;
    gen_diag diag;

    at.sample.state = launches.state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    gen_arena_initialize(&at.arena);
    gen_diag_initialize(&diag, &at.arena);
    choose_shape(&at.sample);
    range_sample_write(&at.sample, &at.text);
    prepare(&at, &diag);
    range_machine_initialize(&machine, &at.arena, &at.function);
    /* alignment.h takes a register for aligned before it is written, if it is afterwards. */
    machine.begins_with_zeros = seed % 2;
    if (!machine.begins_with_zeros)
        memset(at.function.own_zeros, 0, at.function.flow.register_count);
    find_ranges(&at);
    machine.launch = &launch;
    for (unsigned i = 0; i < LAUNCHES && !at.is_wrong; i++) {
        choose_launch(&launch, &at.sample);
        range_machine_run(&machine, STEPS);
    }
    if (at.is_wrong)
        fprintf(stderr, "seed %" PRIu64 ":\n%s\n", seed, at.text.data); /* long */
    gen_text_deinitialize(&at.text);
    gen_arena_deinitialize(&at.arena);
    assert_false(at.is_wrong);
}

static void values_are_in_their_ranges(void **unused)
{
    const char *only = getenv("CUSTUB_RANGE_SEED");
    const char *from = getenv("CUSTUB_RANGE_FIRST");
    const uint64_t first = from ? strtoull(from, NULL, 10) : 1;
    statistics seen = {0};

    (void)unused;
    if (only) {
        try_kernel(strtoull(only, NULL, 10), &seen);
        return;
    }
    for (uint64_t seed = first; seed < first + KERNELS; seed++)
        try_kernel(seed, &seen);
    print_message("%zu values, %zu of them in narrow ranges, %zu addresses inside\n", seen.compared,
                  seen.narrow, seen.addresses);
    assert_true(seen.narrow > KERNELS * UINT64_C(100) && seen.addresses > KERNELS);
}

/* --- Small kernels ---------------------------------------------------------------------------- */

/* %r5 is the index of an integer of `tile`, which has 16: it may be another one. */
static const char *const leaving[] = {
    /* an inner loop goes on from what it had in the last turn of the outer one */
    "mov.u32 %r5, 0;\nmov.u32 %r1, 0;\n$A:\nmov.u32 %r2, 0;\n$B:\nsetp.ge.u32 %p1, %r2, 8;\n"
    "@%p1 bra $C;\nSTORE add.u32 %r5, %r5, 1;\nadd.u32 %r2, %r2, 1;\nbra $B;\n$C:\n"
    "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 9;\n@%p2 bra $A;\n",
    /* two loops come to each other */
    "mov.u32 %r5, 0;\nmov.u32 %r1, 0;\n$A:\nsetp.ge.u32 %p1, %r5, 8;\n@%p1 bra $B;\n"
    "add.u32 %r5, %r5, 1;\nbra $A;\n$B:\nsetp.ge.u32 %p2, %r5, 18;\n@%p2 bra $C;\nSTORE "
    "add.u32 %r5, %r5, 2;\nbra $B;\n$C:\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p3, %r1, 9;\n"
    "@%p3 bra $A;\n",
    /* the test is between the sum and the move */
    "mov.u32 %r5, 0;\n$A:\nSTORE add.s32 %r1, %r5, 1;\nsetp.ne.s32 %p1, %r5, 16;\n"
    "mov.u32 %r5, %r1;\n@%p1 bra $A;\n",
    /* the test is before the loop */
    "mov.u32 %r5, 0;\nsetp.ne.s32 %p1, %r5, 10;\n$A:\nSTORE add.s32 %r5, %r5, 1;\n"
    "@!%p1 bra $B;\nsetp.lt.u32 %p2, %r5, %r9;\n@%p2 bra $A;\n$B:\n",
    /* max(min(a, b), 0) */
    "or.b32 %r1, %r9, -16;\nmin.s32 %r2, %r1, -9;\nmax.s32 %r2, %r2, -16;\n"
    "min.relu.s32 %r3, %r2, -9;\nadd.s32 %r5, %r3, 16;\nSTORE",
    /* of the begin of a field, 8 bits count */
    "and.b32 %r1, %r9, 3;\nadd.u32 %r1, %r1, 256;\nbfe.u32 %r5, %r9, %r1, 8;\nSTORE",
    /* a difference of floats */
    "and.b32 %r1, %r9, -8;\nsub.f32 %r5, %r9, %r1;\nSTORE",
};

static void write_leaving(gen_text *out, const char *body)
{
    static const char store[] = "mul.lo.s32 %r6, %r5, 4;\nadd.u32 %r7, %r8, %r6;\n"
                                "st.shared.u32 [%r7], %r9;\n";
    const char *at = strstr(body, "STORE");

    gen_text_puts(out, ".version 9.0\n.target sm_90\n.address_size 64\n"
                       ".visible .entry k(.param .u32 n)\n{\n.reg .pred %p<4>;\n"
                       ".reg .b32 %r<10>;\n.shared .align 4 .b8 tile[64];\n"
                       "ld.param.u32 %r9, [n];\nmov.u32 %r8, tile;\n");
    gen_text_append(out, body, (size_t)(at - body));
    gen_text_printf(out, "%s%sret;\n}\n", store, at + strlen("STORE"));
}

static void checks_what_may_leave_the_array(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(leaving) / sizeof(leaving[0]); i++) {
        range_case at = {0};
        gen_bounds_access access;
        gen_diag diag;
        gen_arena_initialize(&at.arena);
        gen_diag_initialize(&diag, &at.arena);
        write_leaving(&at.text, leaving[i]);
        prepare(&at, &diag);
        for (size_t j = 0; j < at.function.flow.statement_count; j++)
            if (gen_token_is(at.function.flow.statements[j]->opcode, "st.shared.u32") &&
                gen_bounds_read_access(&at.function, j, &access) != GEN_BOUNDS_IS_ACCESS)
                fail_msg("is not checked:\n%s", leaving[i]);
        gen_text_deinitialize(&at.text);
        gen_arena_deinitialize(&at.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_what_may_leave_the_array),
        cmocka_unit_test(values_are_in_their_ranges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
