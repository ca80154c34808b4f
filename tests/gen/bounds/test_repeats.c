/* Random kernels of which the rewriter says that launches with the same numbers are right if one
 * is: launches with other contents of memory, other addresses and other numbers that do not count
 * make no bad access. */
#include "bounds/bounds.h"
#include "random_kernel.h"
#include "random_launch.h"

#include <custub/bounds_table.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KERNELS  (12000 / SHARE)
#define LAUNCHES 6 /* of each kernel */
#define CHANGES  4 /* of each launch that was right */

/* A kernel, and what the generator says of it. */
typedef struct tried_kernel {
    gen_arena *arena;
    const gen_ptx_module *rewritten;
    const gen_text *table;
    const custub_bounds_kernel *entry;
    const custub_bounds_number *numbers;
} tried_kernel;

typedef struct statistics {
    size_t repeating; /* kernels */
    size_t decided;   /* launches that say that memory decided */
    size_t changed;   /* that do not */
} statistics;

static const gen_ptx_function *entry_of(const gen_ptx_module *module)
{
    const gen_ptx_function *f = module->functions;

    while (f && !(f->is_entry && gen_token_is(f->name, "k")))
        f = f->next;
    return f;
}

static void run(machine *m, const tried_kernel *kernel, const gen_ptx_module *module,
                const unsigned char *params)
{
    m->arena = m->registers.arena = kernel->arena;
    m->params = params;
    m->module = module;
    m->function = entry_of(module);
    machine_run(m);
}

/* What the rewritten kernel does in a launch. */
typedef struct checked_run {
    bool fails; /* it does not end, or its checks let a bad access through */
    bool is_decided;
    bool is_bad;
} checked_run;

static checked_run check(const tried_kernel *kernel, const machine_buffer *buffers,
                         const unsigned char *own, uint64_t unwritten)
{
    static machine m;
    static unsigned char params[RANDOM_PARAMS];
    const custub_bounds_head head = {
        .record = RECORD_ADDRESS, .outcome = OUTCOME_ADDRESS, .extents = MACHINE_BUFFERS};
    uint32_t outcome;
    uint32_t state;

    memset(&m, 0, sizeof(m));
    memset(params, 0, sizeof(params));
    memcpy(m.buffers, buffers, sizeof(m.buffers));
    memcpy(params, own, RANDOM_OWN);
    random_set_parameter(params + RANDOM_OWN, kernel->table, buffers, &head);
    m.unwritten = unwritten;
    run(&m, kernel, kernel->rewritten, params);
    memcpy(&outcome, m.outcome, sizeof(outcome));
    memcpy(&state, m.record, sizeof(state));
    return (checked_run){m.failure != NULL, outcome != 0, state != 0};
}

static bool decides(const tried_kernel *kernel, size_t byte)
{
    for (uint32_t i = 0; i < kernel->entry->number_count; i++) {
        const custub_bounds_number *number = &kernel->numbers[kernel->entry->first_number + i];
        const size_t param = number->param < MACHINE_BUFFERS
                                 ? 8 * number->param
                                 : 8 * MACHINE_BUFFERS + 4 * (number->param - MACHINE_BUFFERS);
        if (byte >= param + number->offset && byte < param + number->offset + number->bytes)
            return true;
    }
    return false;
}

/* Moves a buffer to a place whose address has the same bytes where they decide. */
static void move(const tried_kernel *kernel, machine_buffer *buffer, size_t number)
{
    const uint64_t base =
        buffer->base + (random_any(2) ? random_any(4096) << 8 : random_any(16) << 16);

    for (size_t i = 0; i < 8; i++)
        if (decides(kernel, 8 * number + i) && (base ^ buffer->base) >> 8 * i & 0xff)
            return;
    buffer->base = base;
}

/* Another launch whose numbers are the same: buffers of the same sizes with other contents, and at
 * other places unless these decide. */
static void change(const tried_kernel *kernel, machine_buffer *buffers, unsigned char *own)
{
    machine_buffer others[MACHINE_BUFFERS];
    unsigned char params[RANDOM_OWN];

    random_buffers(others);
    random_params(params, others);
    for (size_t i = 0; i < MACHINE_BUFFERS; i++) {
        memcpy(buffers[i].memory, others[i].memory, sizeof(others[i].memory));
        move(kernel, &buffers[i], i);
        memcpy(own + 8 * i, &buffers[i].base, 8);
    }
    for (size_t i = 8 * MACHINE_BUFFERS; i < RANDOM_OWN; i++)
        if (!decides(kernel, i))
            own[i] = params[i];
}

static bool compare(const tried_kernel *kernel, statistics *seen)
{
    machine_buffer buffers[MACHINE_BUFFERS];
    unsigned char own[RANDOM_PARAMS] = {0};
    checked_run run;

    random_buffers(buffers);
    random_params(own, buffers);
    run = check(kernel, buffers, own, 0);
    if (run.fails || run.is_decided || run.is_bad) {
        seen->decided++;
        return true;
    }
    seen->changed++;
    for (int i = 0; i < CHANGES; i++) {
        change(kernel, buffers, own);
        if (check(kernel, buffers, own, UINT64_C(0x1234567)).is_bad)
            return false;
    }
    return true;
}

static bool try_kernel(uint64_t seed, statistics *seen)
{
    static const gen_bounds_pointer pointers[MACHINE_BUFFERS] = {{"a", 0}, {"b", 8}, {"c", 16}};
    static const gen_bounds_kernel description = {
        .symbol = "k", .pointer_count = MACHINE_BUFFERS, .pointers = pointers};
    gen_arena arena;
    gen_diag diag;
    gen_text text = {0};
    gen_text out = {0};
    gen_text table = {0};
    gen_bounds_counts counts;
    gen_bounds *bounds;
    const custub_bounds_table *head;
    tried_kernel kernel = {.arena = &arena, .table = &table};
    bool is_right = true;

    random_seed(seed);
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    (seed % 2 ? random_varied_kernel_write : random_kernel_write)(&text);
    bounds = gen_bounds_begin(&arena, &diag, &description, 1);
    assert_true(gen_bounds_add(bounds, "k.ptx", text.data));
    gen_bounds_finish(bounds, &out, &table, &counts);
    head = (const custub_bounds_table *)(const void *)table.data;
    kernel.entry = (const custub_bounds_kernel *)(const void *)(table.data + head->kernels);
    kernel.numbers = (const custub_bounds_number *)(const void *)(table.data + head->numbers);
    if (kernel.entry->repeats) {
        seen->repeating++;
        kernel.rewritten = gen_ptx_parse(&arena, &diag, "rewritten", out.data);
        for (unsigned i = 0; i < LAUNCHES && is_right; i++)
            is_right = compare(&kernel, seen);
    }
    if (!is_right)
        print_error("seed %llu:\n%s\n", (unsigned long long)seed, text.data);
    gen_text_deinitialize(&text);
    gen_text_deinitialize(&out);
    gen_text_deinitialize(&table);
    gen_arena_deinitialize(&arena);
    return is_right;
}

static void launches_with_the_numbers_of_a_right_one_are_right(void **unused)
{
    const char *only = getenv("CUSTUB_BOUNDS_SEED");
    statistics seen = {0};

    (void)unused;
    for (uint64_t seed = 1; seed <= KERNELS && !only; seed++)
        assert_true(try_kernel(seed, &seen));
    if (only) {
        assert_true(try_kernel(strtoull(only, NULL, 10), &seen));
        return;
    }
    print_message("%zu kernels repeat; memory decided %zu launches, %zu were changed\n",
                  seen.repeating, seen.decided, seen.changed);
    assert_true(seen.decided > 100 && seen.changed > 100); /* both kinds were tried */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_with_the_numbers_of_a_right_one_are_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
