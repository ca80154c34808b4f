/* Which kernels do nothing but in grid-stride loops whose rounds know nothing of each other. */
#include "cpu_image/loops/loop_guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define IX       "blockIdx.x * blockDim.x + threadIdx.x"
#define IY       "blockIdx.y * blockDim.y + threadIdx.y"
#define SX       "blockDim.x * gridDim.x"
#define SY       "blockDim.y * gridDim.y"
#define FOR_X    "for (int i = " IX "; i < n; i += " SX ") "
#define FOR_Y    "for (int j = " IY "; j < m; j += " SY ") "
#define WHILE(b) "int i = " IX "; while (i < n) { " b " i += " SX "; }"

typedef struct example {
    const char *body;  /* of a kernel (int n, int m, float *p, record r, const int &f) */
    const char *found; /* the dimensions; "": it is no such kernel */
} example;

static const example examples[] = {
    {FOR_X "p[i] = 0;", "x"},
    {FOR_X "{ p[i] = 0; }", "x"},
    {FOR_X "{ p[i] = 0; } ; ;", "x"},
    {"for (size_t i = (" IX "); n > i; i = i + (size_t)(" SX ")) p[i] = 0;", "x"},
    {"for (unsigned int i = threadIdx.x + blockDim.x * blockIdx.x; i <= n - 1; i += gridDim.x * "
     "blockDim.x) p[i] = 0;",
     "x"},
    {"for (auto i = " IX "; i < n * m / 4; i += " SX ") p[i] = 0;", "x"},
    {"int k = " IX "; int s = " SX "; for (int i = k; i < n; i += s) p[i] = 0;", "x"},
    {"int i = " IX "; for (; i < n; i += " SX ") p[i] = 0;", "x"},
    {WHILE("p[i] = 0;"), "x"},
    {WHILE("if (p[i] > 0) p[i] = 0; { p[i]++; }"), "x"},
    {"#pragma unroll 4\n" FOR_X "p[i] = 0;", "x"},
    {FOR_X "{\n#pragma unroll\nfor (int k = 0; k < 3; k++) p[i] += k; }", "x"},
    {FOR_X "p[i] = 0; " FOR_X "p[i] = 1;", "x"},
    {"if (n > 3 && p[0] != 0.5f) { " FOR_X "p[i] = 0; } else " FOR_X "p[i] = 1;", "x"},
    {"if (n < 4) return; " FOR_X "p[i] = 0;", "x"},
    {"const float4 *q = (const float4 *)p; int k = n / 4; " FOR_X "p[i] = q[k].x;", "x"},
    {"float4 *q = reinterpret_cast<float4 *>(p + 1); " FOR_X "q[i].x = 1;", "x"},
    {"float a = float(n) * p[2]; " FOR_X "p[i] = a;", "x"},
    {"float *row = p + blockIdx.y * n; " FOR_X "row[i] = 0;", "x"},
    {FOR_Y "{ int row = j * n; " FOR_X "p[row + i] = 0; }", "xy"},
    {FOR_Y FOR_X "p[j * n + i] = 0; " FOR_X "p[i] = 0;", "x"},
    {FOR_X "{ if (p[i] == 0) continue; p[i] = 1; }", "x"},
    {FOR_X "{ for (;;) { if (p[i] > 3) break; p[i]++; } }", "x"},
    {FOR_X "switch (n) { case 1: p[i] = 0; break; default: p[i] = 1; }", "x"},
    {FOR_X "{ float s = 0; for (int k = 0; k < m; k++) s += p[i * m + k]; p[i] = s; }", "x"},
    {FOR_X "atomicAdd(&p[i % m], r.a + r.b[2]);", "x"},
    {FOR_X "p[i] = n & m && f > 0 ? (float)n : g(n, m);", "x"},
    {FOR_X "++p[i];", "x"},
    {FOR_X "p[i].n = q.n++;", "x"}, /* of something that is no variable of the kernel's */
    /* The loop is another one. */
    {"for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i += blockDim.x) p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i += blockDim.y * gridDim.y) p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i++) p[i] = 0;", ""},
    {"for (int i = " IX "; i != n; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i -= " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i += 2 * " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i += " SX " * 2) p[i] = 0;", ""},
    {"for (int i = " IX " + 1; i < n; i += " SX ") p[i] = 0;", ""},
    {"for (short i = " IX "; i < n; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < p[0]; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < f; i += " SX ") p[i] = 0;", ""}, /* a reference */
    {"for (int i = " IX "; i < i; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < N; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < n && i < m; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX "; i < n; i += " SX ", m++) p[i] = 0;", ""},
    {"for (int i = " IX "; /* n */ i < n; i += " SX ") p[i] = 0;", ""},
    {"for (int i = " IX ", j = 0; i < n; i += " SX ") p[i] = 0;", ""},
    {FOR_Y "p[j] = 0;", ""},
    {FOR_Y "p[j] = 0; " FOR_X "p[i] = 0;", ""},
    {FOR_X FOR_X "p[i] = 0;", ""},
    {WHILE("if (p[i] == 0) continue;"), ""},
    {"int i = " IX "; while (i < n) { p[i] = 0; if (n) i += " SX "; }", ""},
    {"int i = " IX "; for (; i < n; i += " SX ") p[i] = 0; p[i] = 1;", ""},
    {"int i = " IX "; for (; i < n; i += " SX ") p[i] = 0; for (; i < n; i += " SX ") p[i] = 0;",
     ""},
    {"int i = " IX "; " FOR_Y "for (; i < n; i += " SX ") p[i] = 0;", ""},
    {"do " FOR_X "p[i] = 0; while (n < 3);", ""},
    {"for (int k = 0; k < 3; k++) " FOR_X "p[i] = 0;", ""},
    /* Something is done beside it. */
    {FOR_X "p[i] = 0; p[0] = 1;", ""},
    {"p[0] = 1; " FOR_X "p[i] = 0;", ""},
    {"atomicAdd(p, 1); " FOR_X "p[i] = 0;", ""},
    {"int k = atomicAdd(p, 1); " FOR_X "p[i] = k;", ""},
    {"int k = m++; " FOR_X "p[i] = k;", ""},
    {"int k = (m = 3); " FOR_X "p[i] = k;", ""},
    {"int k = p[0].next(); " FOR_X "p[i] = k;", ""},
    {"if (g(n)) " FOR_X "p[i] = 0;", ""},
    {"item k = n; " FOR_X "p[i] = k;", ""}, /* of a class, perhaps */
    {"static float *q = p; " FOR_X "p[i] = q;", ""},
    {"\n#if 1\n" FOR_X "p[i] = 0;\n#endif\n", ""},
    {"{ " FOR_X "p[i] = 0;", ""},
    /* The body knows the thread, or leaves the loop. */
    {"int k = " IX "; " FOR_X "p[i] = k;", ""},
    {"int k = threadIdx.x; " FOR_X "p[i] = k;", ""},
    {FOR_X "p[i] = threadIdx.x;", ""},
    {FOR_X "{ if (p[i] > 0) break; }", ""},
    {FOR_X "{ for (;;) break; if (p[i] > 0) break; }", ""},
    {FOR_X "{ if (p[i] > 0) return; }", ""},
    {FOR_X "{ if (p[i] > 0) goto end; } end:;", ""},
    {FOR_X "asm(\"exit;\");", ""},
    {FOR_X "assert(p[i] > 0);", ""},
    {FOR_X "{ static int k; p[i] = k++; }", ""},
    /* It changes what is not its own. */
    {FOR_X "p[i] = n++;", ""},
    {FOR_X "p[i] = --n;", ""},
    {FOR_X "{ n += 1; }", ""},
    {FOR_X "{ n <<= 1; }", ""},
    {FOR_X "{ n %= 3; }", ""},
    {FOR_X "{ n = i; }", ""},
    {FOR_X "{ (n) = i; }", ""},
    {FOR_X "{ ++(n); }", ""},
    {FOR_X "{ p++; }", ""},
    {FOR_X "*p++ = 0;", ""},
    {FOR_X "i += p[i];", ""},
    {FOR_X "r.a = 1;", ""},
    {FOR_X "r.b[2]++;", ""},
    {FOR_X "r.next();", ""},
    {FOR_X "p[i] = g(r);", ""},
    {FOR_X "g(&n);", ""},
    {FOR_X "g((int *)&n);", ""},
    {FOR_X "g(&(n));", ""},
    {FOR_X "g(&r.a);", ""},
    {FOR_X "g(&i);", ""},
    {FOR_X "{ int &k = n; k++; }", ""},
    {FOR_X "{ auto &&k = n; k++; }", ""},
    {FOR_X "[&] { n++; }();", ""},
    {"float s = 0; " FOR_X "s += p[i];", ""},
    {"float s = 0; " FOR_X "p[i] = s++;", ""},
};

static const gen_type number = {.kind = GEN_TYPE_SCALAR, .spelling = "int", .size = 4};
static const gen_type pointer = {.kind = GEN_TYPE_POINTER, .spelling = "float *", .size = 8};
static const gen_type record = {.kind = GEN_TYPE_RECORD, .spelling = "record", .size = 8};

static uint32_t count_of(const char *text, const char *word)
{
    uint32_t count = 0;

    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        count++;
    return count;
}

/* The dimensions of the loops of "void k() { … }", of which the front end writes `printed`. */
static void find(const char *body, const char *printed, bool binds_references, char found[4])
{
    char source[512];
    int length = snprintf(source, sizeof(source), "void k() {%s}", body);
    gen_param params[] = {{.name = "n", .type = &number},
                          {.name = "m", .type = &number},
                          {.name = "p", .type = &pointer},
                          {.name = "r", .type = &record},
                          {.name = "f", .type = &pointer}};
    gen_kernel kernel = {.name = "k", .params = params, .param_count = 5, .cpu.no_barrier = true};
    gen_model model = {.source = source, .source_length = (size_t)length, .kernels = &kernel};
    gen_arena arena;
    const gen_loop_guard *loop;

    gen_arena_initialize(&arena);
    kernel.cpu.body_begin = 9;
    kernel.cpu.body_end = (size_t)length;
    kernel.cpu.printed = printed;
    kernel.cpu.binds_references = binds_references;
    kernel.cpu.places_known = true;
    kernel.cpu.places[0] = count_of(body, "threadIdx.x") + count_of(body, "blockIdx.x");
    kernel.cpu.places[1] = count_of(body, "threadIdx.y") + count_of(body, "blockIdx.y");
    loop = gen_loop_guards_find(&model, &arena).first;
    found[0] = '\0';
    for (int i = 0; i < 3 && loop && loop->is_strided; i++)
        if (loop->is_open[i])
            strcat(found, i == 0 ? "x" : i == 1 ? "y" : "z");
    gen_arena_deinitialize(&arena);
}

static void finds_loops_whose_rounds_are_free(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
        char found[4];
        find(examples[i].body, examples[i].body, false, found);
        if (strcmp(found, examples[i].found) != 0)
            fail_msg("%s: '%s', not '%s'", examples[i].body, found, examples[i].found);
    }
}

/* Macros hide what the front end saw. */
static void believes_what_is_seen_twice(void **state)
{
    static const char body[] = FOR_X "SET(p[i], n);";
    char found[4];

    (void)state;
    find(body, FOR_X "p[i] = n;", false, found);
    assert_string_equal(found, "x");
    find(body, FOR_X "p[i] = n++;", false, found);
    assert_string_equal(found, "");
    find(body, FOR_X "p[i] = n; p[0] = 1;", false, found);
    assert_string_equal(found, "");
    find(body, "for (int j = " IX "; j < n; j += " SX ") p[j] = n;", false, found);
    assert_string_equal(found, "");
    find(body, "for (int i = " IX "; i <= n; i += " SX ") p[i] = n;", false, found);
    assert_string_equal(found, "");
    find(body, FOR_X "p[i] = n; " FOR_X "p[i] = n;", false, found);
    assert_string_equal(found, "");
    find(body, NULL, false, found);
    assert_string_equal(found, "");
}

static void variables_that_may_be_given_by_reference(void **state)
{
    static const char *const bodies[] = {
        FOR_X "g(n);", FOR_X "g(p[i], n);", FOR_X "g(i, 3);", FOR_X "g(i < 3 ? n : m);",
        FOR_X "g(p);",
    };
    char found[4];

    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        find(bodies[i], bodies[i], false, found);
        assert_string_equal(found, "x");
        find(bodies[i], bodies[i], true, found);
        if (*found)
            fail_msg("%s: found", bodies[i]);
    }
    find(FOR_X "g(n + 1, p[i], 2 * m);", FOR_X "g(n + 1, p[i], 2 * m);", true, found);
    assert_string_equal(found, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_loops_whose_rounds_are_free),
        cmocka_unit_test(believes_what_is_seen_twice),
        cmocka_unit_test(variables_that_may_be_given_by_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
