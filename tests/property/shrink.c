#include "shrink.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 90 }; /* limit for shrinking a kernel; each step is a build */

/* What fails, and how. */
typedef struct shrinking {
    const kernel_file *file;
    unsigned kernel;
    path by;
    trial t;
    trial before;
    time_t until;
} shrinking;

static bool fails(const shrinking *s, const trial *t)
{
    outcome out;

    comparison_run(s->file, s->kernel, t, &s->before, s->by, &out);
    return out.wrong[0] != 0;
}

static bool keep(shrinking *s, const trial *smaller)
{
    if (memcmp(smaller, &s->t, sizeof(*smaller)) == 0 || !fails(s, smaller))
        return false;
    s->t = *smaller;
    return true;
}

/* --- The launch ----------------------------------------------------------------------------- */

static bool shrink_dim(shrinking *s, size_t offset)
{
    static const uint64_t simple[] = {0, 1, 2, 32};
    bool changed = false;

    for (int axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++) {
            trial smaller = s->t;
            custub_dim3 *dim = (custub_dim3 *)(void *)((char *)&smaller + offset);
            uint64_t *at = axis == 0 ? &dim->x : axis == 1 ? &dim->y : &dim->z;
            if (*at <= simple[i])
                break;
            *at = simple[i];
            if (keep(s, &smaller)) {
                changed = true;
                break;
            }
        }
    return changed;
}

static bool shrink_number(shrinking *s, unsigned param, size_t offset, unsigned type)
{
    const scalar_type *of = &scalar_types[type];
    exact value = scalar_read(of, s->t.values[param] + offset);
    uint64_t simple[] = {0, 1, 2, (uint64_t)value.magnitude / 2, (uint64_t)value.magnitude - 1};

    for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++) {
        trial smaller = s->t;
        if (simple[i] >= value.magnitude)
            break;
        scalar_write(of, smaller.values[param] + offset, simple[i]);
        if (keep(s, &smaller))
            return true;
    }
    return false;
}

static bool shrink_values(shrinking *s)
{
    const signature *of = &s->file->signatures[s->kernel];
    bool changed = false;

    for (unsigned i = 0; i < of->param_count; i++) {
        const kernel_param *p = &of->params[i];
        if (p->kind == PARAM_SCALAR)
            changed |= shrink_number(s, i, 0, p->type);
        for (unsigned n = 0; p->kind == PARAM_RECORD && n < p->record->number_count; n++)
            changed |=
                shrink_number(s, i, p->record->numbers[n].offset, p->record->numbers[n].type);
        if (p->kind == PARAM_BUFFER) {
            trial smaller = s->t;
            buffer_view nothing = {0, 0};
            trial_set_view(&smaller, i, nothing);
            changed |= keep(s, &smaller);
        }
    }
    return changed;
}

static bool shrink_memory(shrinking *s)
{
    bool changed = false;

    for (unsigned i = s->t.range_count; i-- > 0;) {
        trial smaller = s->t;
        smaller.ranges[i] = smaller.ranges[--smaller.range_count];
        changed |= keep(s, &smaller);
    }
    return changed;
}

static void shrink_trial(shrinking *s)
{
    static const custub_dim3 none;
    bool changed = true;

    for (int round = 0; changed && round < 100; round++) {
        trial smaller = s->t;
        smaller.stream = 0;
        smaller.is_capturing = false;
        changed = keep(s, &smaller);
        smaller = s->t;
        smaller.check = CUSTUB_CHECK_WHOLE;
        changed |= keep(s, &smaller);
        smaller = s->t;
        smaller.cluster = none;
        changed |= keep(s, &smaller);
        smaller = s->t;
        smaller.shared = 0;
        changed |= keep(s, &smaller);
        changed |= shrink_dim(s, offsetof(trial, grid));
        changed |= shrink_dim(s, offsetof(trial, block));
        changed |= shrink_values(s);
        changed |= shrink_memory(s);
    }
}

/* --- The kernel ----------------------------------------------------------------------------- */

/* True if the launch still fails for a changed kernel, in a file of its own. */
static bool fails_as(const shrinking *s, signature *changed)
{
    kernel_file file;
    outcome out;
    bool failed;

    if (time(NULL) > s->until)
        return false;
    signature_lay_out(changed);
    if (!kernel_file_open(&file, s->file->types, changed, 1, s->file->seed, s->file->device))
        return false;
    comparison_run(&file, 0, &s->t, &s->before, s->by, &out);
    failed = out.wrong[0] != 0;
    kernel_file_close(&file);
    return failed;
}

static bool try_without(const shrinking *s, signature *of, tree **at, tree *instead)
{
    tree *before = *at;

    if (!before || before == instead)
        return false;
    *at = instead;
    if (fails_as(s, of))
        return true;
    *at = before;
    return false;
}

/* Tries without the expression, then with parts of it. */
static void shrink_tree(const shrinking *s, signature *of, tree **at)
{
    if (!*at || try_without(s, of, at, NULL))
        return;
    while (try_without(s, of, at, tree_part(*at, 0) ? tree_part(*at, 0) : *at) ||
           try_without(s, of, at, tree_part(*at, 1) ? tree_part(*at, 1) : *at) ||
           try_without(s, of, at, tree_part(*at, 2) ? tree_part(*at, 2) : *at)) {
    }
}

static bool tree_uses(const tree *at, unsigned param)
{
    if (!at)
        return false;
    if (at->kind == TREE_NUMBER)
        return at->param == param;
    return tree_uses(at->left, param) || tree_uses(at->right, param) ||
           tree_uses(at->otherwise, param);
}

static bool is_used(const signature *of, unsigned param)
{
    bool used = tree_uses(of->shared, param);

    for (int axis = 0; axis < 3; axis++)
        used |= tree_uses(of->threads[axis], param) || tree_uses(of->block[axis], param);
    for (int i = 0; i < MOST_REQUIREMENTS; i++)
        used |= tree_uses(of->requirements[i], param);
    for (unsigned i = 0; i < of->param_count; i++)
        if (!of->params[i].is_dropped)
            used |=
                tree_uses(of->params[i].need, param) ||
                (of->params[i].disjoint | of->params[i].same_or_disjoint | of->params[i].aliases) >>
                        param &
                    1;
    return used;
}

static void shrink_signature(const shrinking *s, signature *of)
{
    for (int i = 0; i < MOST_REQUIREMENTS; i++)
        shrink_tree(s, of, &of->requirements[i]);
    shrink_tree(s, of, &of->shared);
    for (int axis = 2; axis >= 0; axis--) {
        shrink_tree(s, of, &of->threads[axis]);
        shrink_tree(s, of, &of->block[axis]);
    }
    for (unsigned i = 0; i < of->param_count; i++)
        shrink_tree(s, of, &of->params[i].need);
    for (unsigned i = 0; i < of->param_count; i++) {
        kernel_param before = of->params[i];
        of->params[i].aligned = 0;
        of->params[i].disjoint = of->params[i].same_or_disjoint = of->params[i].aliases = 0;
        if (memcmp(&before, &of->params[i], sizeof(before)) != 0 && !fails_as(s, of))
            of->params[i] = before;
    }
    for (unsigned i = of->param_count; i-- > 0;) {
        if (is_used(of, i))
            continue;
        of->params[i].is_dropped = true;
        if (!fails_as(s, of))
            of->params[i].is_dropped = false;
    }
}

/* --- What is printed ------------------------------------------------------------------------ */

static void print_verdict(const signature *of, const trial *t, const device_model *device)
{
    expectation expected;

    oracle_expect(of, t, device, &expected);
    if (!expected.is_early && expected.has_free_block) {
        fprintf(stderr, "oracle: custub chooses the block\n");
        return;
    }
    if (!expected.is_early)
        fprintf(stderr,
                "oracle: grid %" PRIu64 "x%" PRIu64 "x%" PRIu64 " block %" PRIu64 "x%" PRIu64
                "x%" PRIu64 " shared %" PRIu64 "\n",
                expected.verdict.grid[0], expected.verdict.grid[1], expected.verdict.grid[2],
                expected.verdict.block[0], expected.verdict.block[1], expected.verdict.block[2],
                expected.verdict.shared);
    if (!expected.verdict.count)
        fprintf(stderr, "oracle: valid\n");
    for (unsigned i = 0; i < expected.verdict.count; i++) {
        const finding *f = &expected.verdict.findings[i];
        fprintf(stderr, "oracle: %s", custub_status_name(f->status));
        if (f->param >= 0)
            fprintf(stderr, " of %s", of->params[f->param].name);
        if (f->has_numbers)
            fprintf(stderr, ", needed %" PRIu64 ", found %" PRIu64, f->needed, f->found);
        fputs("\n", stderr);
    }
}

static void print_failure(const shrinking *s, signature *of)
{
    kernel_file file;
    outcome out;

    source_write(stderr, s->file->types, of, 1, s->file->seed);
    if (s->by == PATH_CHANGED) {
        fprintf(stderr, "  prepared as\n");
        trial_print(stderr, &s->before, of, s->file->device);
        fprintf(stderr, "  and changed to\n");
    }
    trial_print(stderr, &s->t, of, s->file->device);
    print_verdict(of, &s->t, s->file->device);
    signature_lay_out(of);
    if (!kernel_file_open(&file, s->file->types, of, 1, s->file->seed, s->file->device))
        return;
    comparison_run(&file, 0, &s->t, &s->before, s->by, &out);
    fprintf(stderr,
            "custub: %s, needed %" PRIu64 ", found %" PRIu64 ", line %d\ncustub: %s\nwrong: %s\n",
            custub_status_name(out.status), out.error.needed, out.error.found, (int)out.error.line,
            out.error.message, out.wrong[0] ? out.wrong : "(not alone in its file)");
    kernel_file_close(&file);
}

void shrink_and_print(const kernel_file *file, unsigned kernel, const trial *t, const trial *before,
                      path by)
{
    static shrinking s;
    static signature smaller;
    outcome out;

    s.file = file;
    s.kernel = kernel;
    s.by = by;
    s.t = *t;
    s.before = *before;
    comparison_run(file, kernel, t, before, by, &out);
    fprintf(stderr, "%s\n  %s\n", out.wrong, out.error.message);
    shrink_trial(&s);
    smaller = file->signatures[kernel];
    s.until = time(NULL) + SECONDS;
    if (fails_as(&s, &smaller))
        shrink_signature(&s, &smaller);
    print_failure(&s, &smaller);
}
