/* What the text of a kernel's body tells of the loop over its threads. */
#include "loop_guard.h"

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
    size_t indices;        /* 0: nothing is found */
    const char *condition; /* null: no guard */
    bool returns;
} example;

static const example examples[] = {
    {X "if (i < n) p[i] = 0;", 1, "i < n", false},
    {X "if (i < n) { p[i] = 0; for (;;) { } }", 1, "i < n", false},
    {X "if (i < n) { p[i] = 0; } // the end\n /* } */", 1, "i < n", false},
    {X "if (i >= n) return; p[i] = 0;", 1, "i >= n", true},
    {X "if (i >= n) { return; } p[i] = 0;", 1, "i >= n", true},
    {X "if (i >= n || i >= m) return;", 1, "i >= n || i >= m", true},
    {X "if (i < n && m > i) p[i] = 0;", 1, "i < n && m > i", false},
    {X "if ((i < n) && (i < 100u)) p[i] = 0;", 1, "(i < n) && (i < 100u)", false},
    {X "if ((size_t)i < n) p[i] = 0;", 1, "(size_t)i < n", false},
    {X "const int j = i; int k = n - 1; if (j < k * (m + 2)) p[i] = 0;", 1, "j < k * (m + 2)",
     false},
    {X "long s = (long)i * n + 1; if (i < n) p[s] = 0;", 1, "i < n", false},
    {"unsigned int i = threadIdx.x + (blockDim.x * blockIdx.x); if (i < n) p[i] = 0;", 0, NULL,
     false},
    {"unsigned int i = threadIdx.x + blockDim.x * blockIdx.x; if (i < n) p[i] = 0;", 1, "i < n",
     false},
    {X "int j = blockIdx.y*blockDim.y+threadIdx.y; if (i < n && j < m) p[i] = 0;", 2,
     "i < n && j < m", false},
    /* Indices, but no guard. */
    {X "p[i] = 0;", 1, NULL, false},
    {X "if (i < n) p[i] = 0; p[i] = 1;", 1, NULL, false},
    {X "if (i < n) { } else p[i] = 1;", 1, NULL, false},
    {X "if (i < n) if (i < m) p[i] = 0; else p[i] = 1;", 1, NULL, false},
    {X "if (i >= n && i < m) return; p[i] = 0;", 1, NULL, false},
    {X "if (i < n || i > m) p[i] = 0;", 1, NULL, false},
    {X "if (i < n && m > i || i > 4) p[i] = 0;", 1, NULL, false},
    {X "if (i != n) p[i] = 0;", 1, NULL, false},
    {X "if (i * i < n) p[i] = 0;", 1, NULL, false},
    {X "if (-i < n) p[i] = 0;", 1, NULL, false},
    {X "if (i + 1 < n) p[i] = 0;", 1, NULL, false},
    {X "if (i < i) p[i] = 0;", 1, NULL, false},
    {X "if (i < blockIdx.x) p[i] = 0;", 1, NULL, false},
    {X "if (i < p[0]) p[i] = 0;", 1, NULL, false},
    {X "if (i < *p) p[i] = 0;", 1, NULL, false},
    {X "if (i < f(n)) p[i] = 0;", 1, NULL, false},
    {X "if (i < n++) p[i] = 0;", 1, NULL, false},
    {X "if (i < N) p[i] = 0;", 1, NULL, false},
    {X "if (i < c) p[i] = 0;", 1, NULL, false},
    {X "if (i < n) return 1; p[i] = 0;", 1, NULL, false},
    {X "int j = p[i]; if (i < n) p[i] = j;", 1, NULL, false},
    {X "int j = i++; if (i < n) p[i] = j;", 1, NULL, false},
    {X "n = 5; if (i < n) p[i] = 0;", 1, NULL, false},
    {X "\n#if 1\nif (i < n) p[i] = 0;\n#endif\n", 1, NULL, false},
    {X "if (i < n) { p[i] = '{'; }", 1, NULL, false},
    /* No index. */
    {"int i = threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, false},
    {"int i = blockIdx.x * blockDim.y + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, false},
    {"int i = blockIdx.x * blockDim.x - threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, false},
    {"int i = blockIdx.x * blockDim.x + threadIdx.x + 1; if (i < n) p[i] = 0;", 0, NULL, false},
    {"short i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, false},
    {"index_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL, false},
    {"volatile int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = 0;", 0, NULL,
     false},
    {"int threadIdx = 3; " X "if (i < n) p[i] = 0;", 0, NULL, false},
    {"", 0, NULL, false},
    {"/*", 0, NULL, false},
};

static const gen_type number = {.kind = GEN_TYPE_SCALAR, .spelling = "int", .size = 4};
static const gen_type letter = {.kind = GEN_TYPE_SCALAR, .spelling = "char", .size = 1};
static const gen_type pointer = {.kind = GEN_TYPE_POINTER, .spelling = "float *", .size = 8};

static gen_kernel kernel_of(gen_param *params, size_t length)
{
    gen_kernel kernel = {.name = "k", .params = params, .param_count = 4, .no_barrier = true};

    params[0] = (gen_param){.name = "n", .type = &number};
    params[1] = (gen_param){.name = "m", .type = &number};
    params[2] = (gen_param){.name = "p", .type = &pointer};
    params[3] = (gen_param){.name = "c", .type = &letter};
    kernel.body_begin = 9;
    kernel.body_end = length;
    return kernel;
}

/* In a string: "void k() { … }". */
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
    gen_loop_guards_find(&model, &arena);
    loop = kernel.loop;
    if ((loop ? loop->index_count : 0) != e->indices)
        fail_msg("%s: %zu indices", e->body, loop ? loop->index_count : 0);
    if (loop && loop->has_guard != (e->condition != NULL))
        fail_msg("%s: %s", e->body, loop->has_guard ? "a guard" : "no guard");
    if (loop && e->condition) {
        assert_int_equal(loop->condition.end - loop->condition.begin, size);
        assert_memory_equal(source + loop->condition.begin, e->condition, size);
        assert_true(loop->returns == e->returns);
    }
    gen_arena_deinitialize(&arena);
}

static void finds_what_is_certain(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++)
        check(&examples[i]);
}

static void leaves_kernels_that_wait_alone(void **state)
{
    static const char source[] = "void k() {" X "if (i < n) p[i] = 0;}";
    gen_param params[4];
    gen_kernel kernel = kernel_of(params, sizeof(source) - 1);
    gen_model model = {.source = source, .source_length = sizeof(source) - 1, .kernels = &kernel};
    gen_unfit_body unfit = {.begin = 40, .end = 42};
    gen_arena arena;

    (void)state;
    gen_arena_initialize(&arena);
    kernel.no_barrier = false;
    gen_loop_guards_find(&model, &arena);
    assert_null(kernel.loop);
    kernel.no_barrier = true;
    model.unfit_bodies = &unfit;
    gen_loop_guards_find(&model, &arena);
    assert_null(kernel.loop);
    model.unfit_bodies = NULL;
    gen_loop_guards_find(&model, &arena);
    assert_non_null(kernel.loop);
    gen_arena_deinitialize(&arena);
}

/* As kernels do that only a later architecture has. */
static void lists_loops_in_the_order_of_the_source(void **state)
{
    static const char source[] = "{" X "p[i] = 0;}{" X "p[i] = 0;}{" X "p[i] = 0;}";
    const size_t length = (sizeof(source) - 1) / 3;
    static const size_t order[] = {1, 2, 0};
    gen_kernel kernels[3];
    gen_param params[4];
    gen_model model = {.source = source, .source_length = sizeof(source) - 1, .kernels = kernels};
    gen_arena arena;
    size_t count = 0;

    (void)state;
    gen_arena_initialize(&arena);
    for (size_t i = 0; i < 3; i++) {
        kernels[i] = kernel_of(params, (order[i] + 1) * length);
        kernels[i].body_begin = order[i] * length;
        kernels[i].next = i < 2 ? &kernels[i + 1] : NULL;
    }
    gen_loop_guards_find(&model, &arena);
    for (const gen_loop_guard *loop = model.loops; loop; loop = loop->next)
        assert_int_equal(loop->kernel->body_begin, count++ * length);
    assert_int_equal(count, 3);
    gen_arena_deinitialize(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_is_certain),
        cmocka_unit_test(leaves_kernels_that_wait_alone),
        cmocka_unit_test(lists_loops_in_the_order_of_the_source),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
