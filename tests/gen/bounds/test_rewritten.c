/* Random kernels, raw and rewritten, on a machine that knows for each address which pointer it was
 * computed from: the rewritten kernel makes exactly the accesses that are right. */
#include "bounds/bounds.h"
#include "random_kernel.h"
#include "random_launch.h"

#include <custub/bounds_table.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KERNELS  (3000 / SHARE)
#define LAUNCHES 6 /* of each kernel */
static const gen_ptx_function *entry_of(const gen_ptx_module *module)
{
    const gen_ptx_function *f = module->functions;

    while (f && !f->is_entry)
        f = f->next;
    return f;
}

typedef struct statistics {
    size_t bad;   /* launches with a bad access */
    size_t right; /* without */
} statistics;

static void prepare_measures(machine *m)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        m->measures[i] = (custub_bounds_measure){.lowest = UINT64_MAX,
                                                 .marks = MARKS_ADDRESS + i * sizeof(m->marks[0]) -
                                                          m->buffers[i].base / 32 * 4};
}

/* True if the recorded access is inside the extent or the extents: it is misaligned. */
static bool is_inside(const custub_bounds_record *record)
{
    return record->site & CUSTUB_BOUNDS_MISALIGNED ||
           (record->state && record->accessed <= record->bytes &&
            record->address - record->base <= record->bytes - record->accessed);
}

/* Runs both kernels on the same buffers, and compares memory, record and measures. */
static bool compare(gen_arena *arena, const gen_ptx_module *raw, const gen_ptx_module *rewritten,
                    const gen_text *table, statistics *seen)
{
    static machine judge;
    static machine other;
    static unsigned char params[RANDOM_PARAMS];
    const bool measures = random_any(3) == 0;
    custub_bounds_record record;

    memset(params, 0, sizeof(params));
    memset(&judge, 0, sizeof(judge));
    memset(&other, 0, sizeof(other));
    random_buffers(judge.buffers);
    memcpy(other.buffers, judge.buffers, sizeof(judge.buffers));
    random_params(params, judge.buffers);
    random_set_parameter(params + RANDOM_OWN, table, judge.buffers,
                         &(custub_bounds_head){.record = RECORD_ADDRESS,
                                               .measures = measures ? MEASURE_ADDRESS : 0,
                                               .extents = MACHINE_BUFFERS});
    prepare_measures(&judge);
    prepare_measures(&other);
    judge.arena = other.arena = arena;
    judge.registers.arena = other.registers.arena = arena;
    judge.params = other.params = params;
    judge.module = raw;
    judge.function = entry_of(raw);
    other.module = rewritten;
    other.function = entry_of(rewritten);
    judge.is_judge = true;
    machine_run(&judge);
    if (judge.failure) /* a loop whose counter changes need not end */
        return true;
    machine_run(&other);
    memcpy(&record, other.record, sizeof(record));
    seen->bad += judge.bad_count != 0;
    seen->right += judge.bad_count == 0;
    if (other.failure) {
        print_error("%s\n", other.failure);
        return false;
    }
    if (measures && (memcmp(judge.measures, other.measures, sizeof(judge.measures)) != 0 ||
                     memcmp(judge.marks, other.marks, sizeof(judge.marks)) != 0))
        return false;
    return memcmp(judge.buffers, other.buffers, sizeof(judge.buffers)) == 0 &&
           (record.state == 2) == (judge.bad_count != 0) && record.address == judge.first_bad &&
           is_inside(&record) == judge.is_misaligned;
}

static bool try_kernel(uint64_t seed, statistics *seen)
{
    static const gen_bounds_pointer pointers[MACHINE_BUFFERS] = {{"a", 0}, {"b", 8}, {"c", 16}};
    static const gen_bounds_kernel kernel = {
        .symbol = "k", .pointer_count = MACHINE_BUFFERS, .pointers = pointers};
    gen_arena arena;
    gen_diag diag;
    gen_text text = {0};
    gen_text out = {0};
    gen_text table = {0};
    gen_bounds_counts counts;
    gen_bounds *bounds;
    const gen_ptx_module *raw;
    const gen_ptx_module *rewritten;
    bool is_right = true;

    random_seed(seed);
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    random_kernel_write(&text);
    bounds = gen_bounds_begin(&arena, &diag, &kernel, 1);
    assert_true(gen_bounds_add(bounds, "k.ptx", text.data));
    gen_bounds_finish(bounds, &out, &table, &counts);
    raw = gen_ptx_parse(&arena, &diag, "raw", text.data);
    rewritten = gen_ptx_parse(&arena, &diag, "rewritten", out.data);
    for (unsigned i = 0; i < LAUNCHES && is_right; i++)
        is_right = compare(&arena, raw, rewritten, &table, seen);
    if (!is_right)
        print_error("seed %llu:\n%s\n", (unsigned long long)seed, text.data);
    gen_text_deinitialize(&text);
    gen_text_deinitialize(&out);
    gen_text_deinitialize(&table);
    gen_arena_deinitialize(&arena);
    return is_right;
}

static void makes_exactly_the_right_accesses(void **unused)
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
    print_message("%zu launches with a bad access, %zu without\n", seen.bad, seen.right);
    assert_true(seen.bad > KERNELS && seen.right > KERNELS); /* both kinds were tried */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_exactly_the_right_accesses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
