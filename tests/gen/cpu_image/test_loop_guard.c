/* What the text of a kernel's body tells about the loop over its threads. */
#include "cpu_image/loop_guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define X "int i = blockIdx.x * blockDim.x + threadIdx.x; "

typedef struct example {
    const char *body;      /* of a kernel (int n, int m, float *p, char c) */
    size_t indices;        /* 0: the search finds nothing */
    const char *condition; /* of the last guard; null: none */
    gen_loop_part_kind kind;
    /* Which `if` of the text, from 1, is the last statement and has no `else`, according to the
     * front end; 0: none. */
    int last_if;
} example;

static const example examples[] = {
    {X "if (i < n) p[i] = 0;", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n) { p[i] = 0; for (;;) { } }", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n) { p[i] = 0; } // the end\n /* } */", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n) { p[i] = 0; };", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n) for (int k = 0; k < m; k++) { p[i] = 0; }", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n) if (c) p[i] = 0; else p[i] = 1;", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n) p[i] = c ? 1 : 0;", 1, "i < n", GEN_LOOP_GUARD, 1},
    {X "if (i >= n) return; p[i] = 0;", 1, "i >= n", GEN_LOOP_RETURN, 0},
    {X "if (i >= n) { return; } p[i] = 0;", 1, "i >= n", GEN_LOOP_RETURN, 0},
    {X "if (i >= n) return; else p[i] = 0;", 1, "i >= n", GEN_LOOP_RETURN, 0},
    {X "if (i >= n || i >= m) return;", 1, "i >= n || i >= m", GEN_LOOP_RETURN, 1},
    {X "if (i >= n) return; if (i < 4) return; p[i] = 0;", 1, "i < 4", GEN_LOOP_RETURN, 0},
    {X "if (i >= n) return; int j = i / n; if (i < m) p[j] = 0;", 1, "i < m", GEN_LOOP_GUARD, 2},
    {X "if (i >= n) return; int j = blockIdx.y * blockDim.y + threadIdx.y; if (j >= m) return;", 2,
     "j >= m", GEN_LOOP_RETURN, 2},
    {X "if (i >= n) return; int j = blockIdx.y * blockDim.y + threadIdx.y; p[j] = 0;", 2, "i >= n",
     GEN_LOOP_RETURN, 0},
    {X "if (i < n && m > i) p[i] = 0;", 1, "i < n && m > i", GEN_LOOP_GUARD, 1},
    {X "if ((i < n) && (i < 100u)) p[i] = 0;", 1, "(i < n) && (i < 100u)", GEN_LOOP_GUARD, 1},
    {X "if ((size_t)i < n) p[i] = 0;", 1, "(size_t)i < n", GEN_LOOP_GUARD, 1},
    {X "if (i < n / 4) p[i] = 0;", 1, "i < n / 4", GEN_LOOP_GUARD, 1},
    {X "const int j = i; int k = n - 1; if (j < k * (m + 2)) p[i] = 0;", 1, "j < k * (m + 2)",
     GEN_LOOP_GUARD, 1},
    {X "long s = (long)i * n + 1; if (i < n) p[s] = 0;", 1, "i < n", GEN_LOOP_GUARD, 1},
    {"unsigned int i = threadIdx.x + (blockDim.x * blockIdx.x); if (i < n) p[i] = 0;", 1, "i < n",
     GEN_LOOP_GUARD, 1},
    {"int i = (int)(blockDim.x * blockIdx.x + threadIdx.x); if (i < n) p[i] = 0;", 1, "i < n",
     GEN_LOOP_GUARD, 1},
    {"std::size_t i = threadIdx.x + blockDim.x * blockIdx.x; if (i < n) p[i] = 0;", 1, "i < n",
     GEN_LOOP_GUARD, 1},
    {"const auto i = threadIdx.x + blockDim.x * blockIdx.x; if (i < n) p[i] = 0;", 1, "i < n",
     GEN_LOOP_GUARD, 1},
    {X "int j = blockIdx.y*blockDim.y+threadIdx.y; if (i < n && j < m) p[i] = 0;", 2,
     "i < n && j < m", GEN_LOOP_GUARD, 1},
    /* Indices, but no guard. */
    {X "p[i] = 0;", 1, NULL, 0, 0},
    {X "if (i < n) p[i] = 0; p[i] = 1;", 1, NULL, 0, 0},
    {X "if (i < n) MACRO(p, i);", 1, NULL, 0, 0}, /* several statements, or an `else` */
    {X "if (i < n) p[i] = 1; else p[i] = 2;", 1, NULL, 0, 0},
    {X "if (i < n) p[i] = 1; else p[i] = 2;", 1, NULL, 0, 1},
    {X "if (i < n) { } else if (c) { p[i] = 1; } else p[i] = 2;", 1, NULL, 0, 0},
    {X "if (i < n) a: if (c) p[i] = 1; else p[i] = 2;", 1, NULL, 0, 1},
    {X "if (i < n) do p[i]++; while (p[i] < 5);", 1, NULL, 0, 1},
    {X "if (i < n) [[likely]] { p[i] = 0; }", 1, NULL, 0, 1},
    {X "if (i < n) { p[i] = 0; ", 1, NULL, 0, 1},
    {X "if (i >= n && i < m) return; p[i] = 0;", 1, NULL, 0, 0},
    {X "if (i < n || i > m) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < n && m > i || i > 4) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i != n) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i * i < n) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i % 4 < n) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (-i < n) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i + 1 < n) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < i) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < blockIdx.x) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < p[0]) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < *p) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < f(n)) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < n++) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < N) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < c) p[i] = 0;", 1, NULL, 0, 1},
    {X "if (i < n) return 1; p[i] = 0;", 1, NULL, 0, 0},
    {X "int j = p[i]; if (i < n) p[i] = j;", 1, NULL, 0, 1},
    {X "int j = i++; if (i < n) p[i] = j;", 1, NULL, 0, 1},
    {X "n = 5; if (i < n) p[i] = 0;", 1, NULL, 0, 1},
    {X "\n#if 1\nif (i < n) p[i] = 0;\n#endif\n", 1, NULL, 0, 1},
    {X "if (i < n) { p[i] = '{'; }", 1, NULL, 0, 1},
    /* No index. */
    {X "// \\\nif (i < n)\np[i] = 0;", 0, NULL, 0, 0},
    {X "if (i < n) <% p[i] = 0; %>", 0, NULL, 0, 1},
    {"int i = threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"int i = blockIdx.x * blockDim.y + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"int i = blockIdx.x * blockDim.x - threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"int i = (blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"int i = (short)(blockIdx.x * blockDim.x + threadIdx.x); if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"int i = blockIdx.x * blockDim.x + threadIdx.x + 1; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"short i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"index_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"volatile int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"int threadIdx = 3; " X "if (i < n) p[i] = 0;", 0, NULL, 0, 1},
    {"", 0, NULL, 0, 0},
    {"/*", 0, NULL, 0, 0},
};

static const gen_type number = {.kind = GEN_TYPE_SCALAR, .spelling = "int", .size = 4};
static const gen_type letter = {.kind = GEN_TYPE_SCALAR, .spelling = "char", .size = 1};
static const gen_type pointer = {.kind = GEN_TYPE_POINTER, .spelling = "float *", .size = 8};

static gen_kernel kernel_of(gen_param *params, size_t length)
{
    gen_kernel kernel = {.name = "k", .params = params, .param_count = 4, .cpu.no_barrier = true};

    params[0] = (gen_param){.name = "n", .type = &number};
    params[1] = (gen_param){.name = "m", .type = &number};
    params[2] = (gen_param){.name = "p", .type = &pointer};
    params[3] = (gen_param){.name = "c", .type = &letter};
    kernel.cpu.body_begin = 9;
    kernel.cpu.body_end = length;
    return kernel;
}

/* Where the `if` of this number begins; 0 of none. */
static size_t offset_of_if(const char *source, int count)
{
    const char *found = source;

    for (int i = 0; i < count; i++) {
        found = strstr(i > 0 ? found + 1 : found, "if (");
        assert_non_null(found);
    }
    return (size_t)(found - source);
}

static const gen_loop_part *last_guard(const gen_loop_guard *loop)
{
    for (size_t i = loop->part_count; i > 0; i--)
        if (loop->parts[i - 1].kind != GEN_LOOP_INDEX)
            return &loop->parts[i - 1];
    return NULL;
}

static size_t index_count(const gen_loop_guard *loop)
{
    size_t count = 0;

    for (size_t i = 0; loop && i < loop->part_count; i++)
        count += loop->parts[i].kind == GEN_LOOP_INDEX;
    return count;
}

/* Checks the example in the source "void k() { … }". */
static void check(const example *e)
{
    char source[512];
    int length = snprintf(source, sizeof(source), "void k() {%s}", e->body);
    gen_param params[4];
    gen_kernel kernel = kernel_of(params, (size_t)length);
    gen_model model = {.source = source, .source_length = (size_t)length, .kernels = &kernel};
    gen_arena arena;
    const gen_loop_guard *loop;
    size_t size = e->condition ? strlen(e->condition) : 0;

    gen_arena_initialize(&arena);
    kernel.cpu.last_if = offset_of_if(source, e->last_if);
    loop = gen_loop_guards_find(&model, &arena).first;
    if (index_count(loop) != e->indices)
        fail_msg("%s: %zu indices", e->body, index_count(loop));
    if (loop && loop->has_guard != (e->condition != NULL))
        fail_msg("%s: %s", e->body, loop->has_guard ? "a guard" : "no guard");
    if (loop && e->condition) {
        const gen_loop_part *guard = last_guard(loop);
        assert_non_null(guard);
        if (guard->text.end - guard->text.begin != size ||
            memcmp(source + guard->text.begin, e->condition, size) != 0 || guard->kind != e->kind)
            fail_msg("%s: %.*s", e->body, (int)(guard->text.end - guard->text.begin),
                     source + guard->text.begin);
    }
    gen_arena_deinitialize(&arena);
}

static void finds_indices_and_guards_that_are_certain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++)
        check(&examples[i]);
}

#define Y "int j = blockIdx.y * blockDim.y + threadIdx.y; "

/* Expects these open dimensions of a body in which clang counted these reads of x, y and z. */
static void check_open(const char *body, bool is_known, uint32_t x, uint32_t y, uint32_t z,
                       const char *open)
{
    char source[512];
    char found[4] = "";
    int length = snprintf(source, sizeof(source), "void k() {%s}", body);
    gen_param params[4];
    gen_kernel kernel = kernel_of(params, (size_t)length);
    gen_model model = {.source = source, .source_length = (size_t)length, .kernels = &kernel};
    gen_arena arena;
    const gen_loop_guard *loop;

    gen_arena_initialize(&arena);
    kernel.cpu.places_known = is_known;
    kernel.cpu.places[0] = x;
    kernel.cpu.places[1] = y;
    kernel.cpu.places[2] = z;
    loop = gen_loop_guards_find(&model, &arena).first;
    assert_non_null(loop);
    for (int i = 0; i < 3; i++)
        if (loop->is_open[i])
            strcat(found, i == 0 ? "x" : i == 1 ? "y" : "z");
    if (strcmp(found, open) != 0)
        fail_msg("%s: '%s' is open, not '%s'", body, found, open);
    gen_arena_deinitialize(&arena);
}

static void a_dimension_is_open_if_only_indices_read_it(void **state)
{
    (void)state;
    check_open(X "p[i] = 0;", true, 2, 0, 0, "xyz");
    check_open(X Y "p[i + j] = 0;", true, 2, 2, 0, "xyz");
    check_open(X X "p[i] = 0;", true, 4, 0, 0, "xyz");
    check_open(X "p[i] = blockDim.x + gridDim.y;", true, 2, 0, 0, "xyz");
    check_open(X "p[i] = 0; /* threadIdx.x */", true, 2, 0, 0, "xyz");
    check_open(X "p[i] = blockIdx.y;", true, 2, 1, 0, "xz");
    check_open(X "p[i] = threadIdx.x;", true, 3, 0, 0, "yz");
    check_open(X Y "p[i] = f(threadIdx);", true, 3, 3, 1, "");
    /* The reads are in a macro or a called function, or clang does not see them. */
    check_open(X "p[i] = 0;", true, 3, 0, 0, "yz");
    check_open(X "p[i] = 0;", true, 3, 1, 1, "");
    check_open(X "p[i] = threadIdx.x;", true, 2, 0, 0, "yz");
    check_open(X "p[i] = 0;", false, 2, 0, 0, "");
}

static void shared_memory_closes_all_dimensions(void **state)
{
    static const char source[] = "void k() {" X "p[i] = 0;}";
    gen_param params[4];
    gen_kernel kernel = kernel_of(params, sizeof(source) - 1);
    gen_model model = {.source = source, .source_length = sizeof(source) - 1, .kernels = &kernel};
    gen_arena arena;

    (void)state;
    gen_arena_initialize(&arena);
    kernel.cpu.places_known = true;
    kernel.cpu.places[0] = 2;
    kernel.static_shared = 4;
    assert_false(gen_loop_guards_find(&model, &arena).first->is_open[0]);
    kernel.static_shared = 0;
    kernel.dynamic_shared = true;
    assert_false(gen_loop_guards_find(&model, &arena).first->is_open[0]);
    gen_arena_deinitialize(&arena);
}

static void finds_nothing_in_kernels_that_wait_or_are_replaced(void **state)
{
    static const char source[] = "void k() {" X "if (i < n) p[i] = 0;}";
    gen_param params[4];
    gen_kernel kernel = kernel_of(params, sizeof(source) - 1);
    gen_model model = {.source = source, .source_length = sizeof(source) - 1, .kernels = &kernel};
    gen_unfit_body unfit = {.begin = 40, .end = 42};
    gen_arena arena;

    (void)state;
    gen_arena_initialize(&arena);
    kernel.cpu.no_barrier = false;
    assert_null(gen_loop_guards_find(&model, &arena).first);
    kernel.cpu.no_barrier = true;
    model.unfit_bodies = &unfit;
    assert_null(gen_loop_guards_find(&model, &arena).first);
    model.unfit_bodies = NULL;
    assert_non_null(gen_loop_guards_find(&model, &arena).first);
    gen_arena_deinitialize(&arena);
}

/* The kernels may be in another order, if only a later architecture has one of them. */
static void lists_loops_in_the_order_of_the_source(void **state)
{
    static const char source[] = "{" X "p[i] = 0;}{" X "p[i] = 0;}{" X "p[i] = 0;}";
    const size_t length = (sizeof(source) - 1) / 3;
    static const size_t order[] = {1, 2, 0};
    gen_kernel kernels[3];
    gen_param params[4];
    gen_model model = {.source = source, .source_length = sizeof(source) - 1, .kernels = kernels};
    gen_arena arena;
    gen_loop_guards guards;
    size_t count = 0;

    (void)state;
    gen_arena_initialize(&arena);
    for (size_t i = 0; i < 3; i++) {
        kernels[i] = kernel_of(params, (order[i] + 1) * length);
        kernels[i].cpu.body_begin = order[i] * length;
        kernels[i].next = i < 2 ? &kernels[i + 1] : NULL;
    }
    guards = gen_loop_guards_find(&model, &arena);
    for (const gen_loop_guard *loop = guards.first; loop; loop = loop->next) {
        assert_ptr_equal(gen_loop_guard_of(&guards, loop->kernel), loop);
        assert_int_equal(loop->kernel->cpu.body_begin, count++ * length);
    }
    assert_int_equal(count, 3);
    gen_arena_deinitialize(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_indices_and_guards_that_are_certain),
        cmocka_unit_test(a_dimension_is_open_if_only_indices_read_it),
        cmocka_unit_test(shared_memory_closes_all_dimensions),
        cmocka_unit_test(finds_nothing_in_kernels_that_wait_or_are_replaced),
        cmocka_unit_test(lists_loops_in_the_order_of_the_source),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
