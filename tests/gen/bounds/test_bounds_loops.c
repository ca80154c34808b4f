/* Loops at random, rewritten and run: a checked kernel makes exactly the accesses of the raw one
 * that are inside, and says so if one was not. */
#include "bounds/bounds.h"
#include "loop_sample.h"
#include "loop_machine.h"

#include <custub/bounds_table.h>

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define POINTER UINT64_C(0x700000000000)
#define DATA    UINT64_C(0x600000000000)
#define STEPS   3000

typedef struct loop_case {
    gen_arena arena;
    const char *raw;
    gen_text checked;
    gen_text table;
    loop_sample sample;
    machine_memory memory[2];
} loop_case;

static void rewrite(loop_case *at, gen_diag *diag)
{
    static const gen_bounds_pointer pointers[] = {{"p", 0}, {"q", 8}};
    static const gen_bounds_kernel kernel = {
        .symbol = "k", .name = "k", .pointer_count = 2, .pointers = pointers};
    gen_bounds_counts counts;
    gen_bounds *bounds = gen_bounds_begin(&at->arena, diag, &kernel, 1);

    assert_true(gen_bounds_add(bounds, "k.ptx", at->raw));
    gen_bounds_finish(bounds, &at->checked, &at->table, &counts);
    assert_int_equal(diag->errors, 0);
}

/* --- The parameter ---------------------------------------------------------------------------- */

static uint64_t limit_value(const custub_bounds_limit *limit, const machine_memory *memory)
{
    uint64_t need =
        limit->kind == CUSTUB_BOUNDS_ADDRESS ? limit->span : (uint64_t)limit->low + limit->span;
    uint64_t value;

    if (limit->align > 1 && memory->base % limit->align)
        return 0;
    if (memory->bytes < need)
        return 0;
    value = (memory->bytes - need) / limit->scale + 1;
    return limit->kind == CUSTUB_BOUNDS_INDEX && value > limit->most ? limit->most : value;
}

static void fill_limits(const loop_case *at, uint8_t *param)
{
    const custub_bounds_table *table = (const void *)at->table.data;
    const custub_bounds_limit *limits = (const void *)(at->table.data + table->limits);

    uint64_t least = 0;
    for (uint32_t i = 0; i < table->limit_count; i++) {
        uint64_t value = limit_value(&limits[i], &at->memory[limits[i].extent]);
        const bool is_joined = i && limits[i].offset == limits[i - 1].offset;
        value = least = is_joined && least < value ? least : value;
        uint64_t base = at->memory[limits[i].extent].base - (uint64_t)limits[i].low;
        if (limits[i].kind == CUSTUB_BOUNDS_ADDRESS) {
            memcpy(param + limits[i].offset, &base, 8);
            memcpy(param + limits[i].offset + 8, &value, 8);
        } else {
            memcpy(param + limits[i].offset, &value, limits[i].kind == CUSTUB_BOUNDS_INDEX ? 4 : 8);
        }
    }
}

static void fill_params(const loop_case *at, loop_machine *machine)
{
    const size_t width = at->sample.bits / 8;
    const uint64_t pointers[2] = {POINTER, DATA};
    const custub_bounds_head head = {.record = MACHINE_RECORD, .extents = 2};

    memcpy(machine->params, pointers, sizeof(pointers));
    for (size_t i = 0; i < 5; i++)
        memcpy(machine->params + machine->function->params[i + 2].offset, &at->sample.numbers[i],
               i < 4 ? width : 4);
    if (machine->function->param_count == 7)
        return;
    uint8_t *param = machine->params + machine->function->params[7].offset;
    memcpy(param, &head, sizeof(head));
    memcpy(param + sizeof(head), at->memory, sizeof(at->memory));
    fill_limits(at, param);
}

/* --- Runs ------------------------------------------------------------------------------------- */

static void run(loop_case *at, loop_machine *machine, gen_diag *diag, const char *text,
                size_t steps)
{
    gen_ptx_module *module = gen_ptx_parse(&at->arena, diag, "k.ptx", text);

    assert_non_null(module);
    *machine = (loop_machine){
        .arena = &at->arena, .module = module, .memory_count = 2, .memory = at->memory};
    for (machine->function = module->functions; !machine->function->is_entry;)
        machine->function = machine->function->next;
    fill_params(at, machine);
    loop_machine_run(machine, steps);
    assert_false(machine->is_not_known);
}

/* Memory that ends where the kernel's accesses end, or near there. */
static machine_memory memory_at(const loop_machine *machine, uint64_t base, uint64_t most,
                                uint64_t *state)
{
    uint64_t end = base;
    uint64_t bytes;

    for (size_t i = 0; i < machine->access_count; i++) {
        uint64_t behind = machine->accesses[i].address + machine->accesses[i].size;
        if (behind > end && behind - base < most)
            end = behind;
    }
    bytes = end - base;
    switch (sample_below(state, 9)) {
    case 0:
        bytes -= bytes ? sample_below(state, 9) % bytes : 0;
        break;
    case 1:
        bytes = sample_below(state, bytes + 1);
        break;
    default:
        break;
    }
    return (machine_memory){base, bytes};
}

static void choose_memory(loop_case *at, gen_diag *diag, uint64_t *state)
{
    loop_machine machine;

    at->memory[0] = (machine_memory){0, UINT64_MAX};
    at->memory[1] = (machine_memory){DATA, 4};
    run(at, &machine, diag, at->raw, STEPS);
    at->memory[0] = memory_at(&machine, POINTER, UINT64_C(1) << 40, state);
    at->memory[1] = memory_at(&machine, DATA, UINT64_C(1) << 32, state);
}

static uint64_t last_seed;

typedef struct totals {
    unsigned right;
    unsigned slow;      /* of those */
    unsigned right_far; /* with values near the ends of their types */
    unsigned slow_far;
    unsigned wrong;
} totals;

/* The accesses of the raw run that are right are those of the checked one, in their order. */
static void compare(const loop_case *at, const loop_machine *raw, const loop_machine *checked,
                    totals *all)
{
    size_t made = 0;
    bool is_wrong = false;

    for (size_t i = 0; i < raw->access_count; i++) {
        if (!machine_is_right(raw, &raw->accesses[i])) {
            is_wrong = true;
            continue;
        }
        if (made == checked->access_count && checked->is_too_long)
            break;
        assert_true(made < checked->access_count);
        assert_int_equal(raw->accesses[i].address, checked->accesses[made].address);
        assert_int_equal(raw->accesses[i].size, checked->accesses[made].size);
        made++;
    }
    if (raw->is_too_long || checked->is_too_long)
        return;
    assert_int_equal(made, checked->access_count);
    assert_int_equal(is_wrong, checked->is_recorded);
    all->wrong += is_wrong;
    if (is_wrong || !raw->access_count)
        return;
    *(at->sample.is_extreme ? &all->right_far : &all->right) += 1;
    *(at->sample.is_extreme ? &all->slow_far : &all->slow) += checked->is_slow;
}

static void try_loop(uint64_t seed, totals *all)
{
    loop_case at = {0};
    gen_diag diag;
    gen_text raw;
    loop_machine machines[2];
    uint64_t state = seed;

    gen_arena_initialize(&at.arena);
    gen_diag_initialize(&diag, &at.arena);
    gen_text_initialize(&raw);
    gen_text_initialize(&at.checked);
    gen_text_initialize(&at.table);
    at.sample = loop_sample_write(&state, &raw);
    at.raw = gen_arena_copy(&at.arena, raw.data, raw.length);
    if (getenv("LOOP_SEED"))
        puts(at.raw);
    rewrite(&at, &diag);
    if (getenv("LOOP_SEED"))
        puts(at.checked.data);
    choose_memory(&at, &diag, &state);
    run(&at, &machines[0], &diag, at.raw, STEPS);
    run(&at, &machines[1], &diag, at.checked.data, 40 * STEPS);
    if (getenv("LOOP_SEED"))
        printf("raw %zu accesses, %zu bad; checked %zu, %zu bad, slow %d\n",
               machines[0].access_count, machines[0].bad_count, machines[1].access_count,
               machines[1].bad_count, machines[1].is_slow);
    assert_int_equal(machines[1].bad_count, 0);
    compare(&at, &machines[0], &machines[1], all);
    gen_text_deinitialize(&raw);
    gen_text_deinitialize(&at.checked);
    gen_text_deinitialize(&at.table);
    gen_arena_deinitialize(&at.arena);
}

static int print_seed(void **state)
{
    (void)state;
    printf("the last loop: LOOP_SEED=%" PRIu64 "\n", last_seed);
    return 0;
}

/* LOOP_SEED: only this one, which is printed. LOOP_COUNT: how many. */
static void makes_the_right_accesses_and_no_others(void **state)
{
    const char *seed = getenv("LOOP_SEED");
    const char *number = getenv("LOOP_COUNT");
    unsigned long count = number ? strtoul(number, NULL, 10) : 4000 / SHARE;
    totals all = {0};

    (void)state;
    if (seed) {
        try_loop(strtoull(seed, NULL, 10), &all);
        return;
    }
    for (last_seed = 1; last_seed <= count; last_seed++)
        try_loop(last_seed, &all);
    printf("%u right, %u of them slow; far: %u, %u slow; %u wrong\n", all.right, all.slow,
           all.right_far, all.slow_far, all.wrong);
    assert_true(all.right > count / 20 && all.wrong > count / 20);
    /* The fast code is there for right programs. Memory ends here where a right program's accesses
     * end: what a guard that depends on data keeps from it is tested, too. */
    assert_true(all.slow < all.right / 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(makes_the_right_accesses_and_no_others, NULL, print_seed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
