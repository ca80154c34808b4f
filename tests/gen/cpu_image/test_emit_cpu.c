/* <stem>.cpu.cpp: its content, and that a host compiler accepts it. */
#include "cpu_image/cpu_source.h"
#include "image_builder.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    gen_arena arena;
    gen_model model;
    gen_text text;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof(*f));

    gen_arena_initialize(&f->arena);
    gen_text_initialize(&f->text);
    f->model.path = "/somewhere/else/sample.cu";
    f->model.file = "sample.cu";
    f->model.stem = "sample";
    f->model.prefix = "";
    f->model.name = "sample";
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;

    gen_text_deinitialize(&f->text);
    gen_arena_deinitialize(&f->arena);
    free(f);
    return 0;
}

static const char *emit(fixture *f, const char *source)
{
    f->model.source = source;
    f->model.source_length = strlen(source);
    gen_text_deinitialize(&f->text);
    gen_emit_cpu(&f->text, &f->model, &f->arena);
    assert_false(f->text.failed);
    return f->text.data;
}

static void add_kernel(fixture *f, const char *name, bool no_barrier, const char *unfit)
{
    gen_kernel *kernel = GEN_NEW(&f->arena, gen_kernel);

    kernel->name = name;
    kernel->symbol = name;
    kernel->cpu.no_barrier = no_barrier;
    kernel->cpu.unfit = unfit;
    kernel->next = f->model.kernels;
    f->model.kernels = kernel;
}

static void add_body(fixture *f, const char *source, const char *text, const char *reason)
{
    gen_unfit_body *body = GEN_NEW(&f->arena, gen_unfit_body);

    body->begin = (size_t)(strstr(source, text) - source);
    body->end = body->begin + strlen(text);
    body->function = "f";
    body->reason = reason;
    body->next = f->model.unfit_bodies;
    f->model.unfit_bodies = body;
}

/* The line of the emitted text that begins with `start`, counted from the #line 1. */
static int line_of(const char *text, const char *start)
{
    const char *line = strstr(text, "#line 1 ");
    int number = 0;

    while (line && (line = strchr(line, '\n')) != NULL) {
        line++;
        number++;
        if (strncmp(line, start, strlen(start)) == 0)
            return number;
    }
    return 0;
}

static bool compiles(fixture *f)
{
    size_t size;
    unsigned char *image = sample_build(&f->model, NULL, &size);
    bool done = image != NULL;

    free(image);
    return done;
}

static void keeps_the_source_and_its_lines(void **state)
{
    const char *source = "int a;\n\nint b;\n";
    const char *text = emit(*state, source);

    assert_non_null(strstr(text, source));
    assert_non_null(strstr(text, "#line 1 \"sample.cu\"\nint a;\n"));
    assert_int_equal(line_of(text, "int b;"), 3);
    assert_true(compiles(*state));
}

static void replaces_unfit_bodies_and_keeps_the_lines(void **state)
{
    const char *source = "int f()\n{\n    asm(\"\\\"}\");\n}\nint after;\n";
    const char *text;

    add_body(*state, source, "{\n    asm(\"\\\"}\");\n}", "inline \"PTX\"");
    text = emit(*state, source);
    assert_null(strstr(text, "asm("));
    assert_non_null(strstr(text, "::custub_cpu::unfit(\"f\", \"inline \\\"PTX\\\"\");"));
    assert_int_equal(line_of(text, "int after;"), 5);
    assert_true(compiles(*state));
}

static void replaces_the_outermost_of_nested_bodies(void **state)
{
    const char *source =
        "int f() { auto g = [] { return 1; }; return g(); } int h() { return 2; }\n";
    const char *text;

    add_body(*state, source, "{ return 2; }", "second");
    add_body(*state, source, "{ return 1; }", "inner");
    add_body(*state, source, "{ auto g = [] { return 1; }; return g(); }", "outer");
    text = emit(*state, source);
    assert_non_null(strstr(text, "\"outer\""));
    assert_null(strstr(text, "\"inner\""));
    assert_non_null(strstr(text, "\"second\""));
    assert_null(strstr(text, "return"));
    assert_true(compiles(*state));
}

static void ignores_bodies_outside_the_source(void **state)
{
    fixture *f = *state;
    const char *source = "int a;\n";
    gen_unfit_body *body = GEN_NEW(&f->arena, gen_unfit_body);

    body->begin = 3;
    body->end = strlen(source) + 1;
    f->model.unfit_bodies = body;
    assert_non_null(strstr(emit(f, source), source));
}

static void makes_an_entry_for_each_kind_of_kernel(void **state)
{
    const char *text;

    add_kernel(*state, "unable", true, "a texture");
    add_kernel(*state, "waits", false, NULL);
    add_kernel(*state, "runs", true, NULL);
    text = emit(*state, "extern \"C\" __global__ void runs() {}\n"
                        "extern \"C\" __global__ void waits(int) { __syncthreads(); }\n"
                        "extern \"C\" __global__ void unable(float *) {}\n");
    assert_non_null(strstr(text, "::custub_cpu::loop_kernel<&::runs>(\"runs\", 0),"));
    assert_non_null(strstr(text, "::custub_cpu::thread_kernel<&::waits>(\"waits\", 0),"));
    assert_non_null(
        strstr(text, "::custub_cpu::unfit_kernel<&::unable>(\"unable\", 0, \"a texture\"),"));
    assert_true(compiles(*state));
}

static void compiles_if_the_host_compiler_does_not_see_a_kernel(void **state)
{
    add_kernel(*state, "seen", true, NULL);
    add_kernel(*state, "unseen", true, NULL);
    add_kernel(*state, "unseen_waiting", false, NULL);
    add_kernel(*state, "unseen_unfit", false, "why");
    emit(*state, "namespace n { extern \"C\" __global__ void unseen(int *) {} }\n"
                 "extern \"C\" __global__ void seen(int *) {}\n");
    assert_true(compiles(*state));
}

static void defines_each_shared_array(void **state)
{
    fixture *f = *state;
    const char *text;
    const char *first;

    sample_add_shared_array(&f->arena, &f->model, "tile", "", "float");
    sample_add_shared_array(&f->arena, &f->model, "a::b::tile", "a::b", "pair");
    text = emit(f, "namespace a { namespace b { struct pair { int x, y, z; };\n"
                   "template <int N> __device__ int g() { extern __shared__ pair tile[]; "
                   "return tile[N].x; } } }\n"
                   "__device__ float f() { extern __shared__ float tile[]; "
                   "return tile[0] + a::b::g<3>(); }\n");
    first = strstr(text, " = float;\n");
    assert_non_null(first);
    assert_null(strstr(first + 1, " = float;\n"));
    assert_non_null(strstr(text, "namespace a\n{\nnamespace b\n{\nusing"));
    assert_non_null(strstr(text, "(\"_ZTHN1a1b4tileE\")"));
    assert_true(compiles(f));
}

static void compiles_a_file_without_kernels(void **state)
{
    emit(*state, "");
    assert_true(compiles(*state));
}

static void compiles_a_file_that_ends_without_a_newline(void **state)
{
    add_kernel(*state, "k", true, NULL);
    emit(*state, "extern \"C\" __global__ void k() {} // the end");
    assert_true(compiles(*state));
}

static void compiles_rare_features(void **state)
{
    add_kernel(*state, "k", false, NULL);
    emit(*state, "#include <algorithm>\n#include <assert.h>\n#include <math.h>\n#include <memory>\n"
                 "#include <vector>\n#include <cassert>\n"
                 "#define N 64\n#define M(x) x\n"
                 "template <typename T> __global__ void generic(T *x) { *x = threadIdx.x; }\n"
                 "template __global__ void generic<int>(int *);\n"
                 "__device__ int area(dim3 blockDim) { dim3 gridDim(2, 3); return blockDim.x * "
                 "gridDim.y; }\n"
                 "static __device__ __noinline__ int g(int x) { return ::min(x, 2); }\n"
                 "__device__ __forceinline__ float h(float x) { return __expf(x) + rsqrtf(x); }\n"
                 "class shape { public: __host__ __device__ shape() {} uint3 at = threadIdx; };\n"
                 "union any { float f; int i; };\n"
                 "extern \"C\" __global__ void __launch_bounds__(N, 2)\n"
                 "k(const any *__restrict__ in, volatile int *out, const __grid_constant__ int n)\n"
                 "{\n    __shared__ static int tile[N][N + 1];\n    static __shared__ any cell;\n"
                 "    shape s;\n    std::vector<int> v(3);\n"
                 "    auto twice = [] __device__(int x) { return 2 * x; };\n"
                 "    tile[threadIdx.x][0] = twice(g(n));\n    __syncthreads();\n"
                 "    cell.f = h(__ldg(in).f) + std::max(1.0f, 2.0f) + max(1, 2u) + isnan(1.0f);\n"
                 "    assert(cell.f > 0);\n"
                 "    out[s.at.x] = tile[0][0] + v[0] + area(blockDim) + M((int)blockDim.x) + "
                 "__popc(7);\n}\n");
    assert_true(compiles(*state));
}

/* Uses the toolkit's own vector types, and what it declares beside them. */
static void compiles_with_the_toolkits_headers(void **state)
{
#if defined(CPU_TEST_TOOLKIT)
    fixture *f = *state;
    static const char *const flags[] = {"-isystem", CPU_TEST_TOOLKIT, NULL};
    size_t size;
    unsigned char *image;

    add_kernel(f, "k", true, NULL);
    emit(f, "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n"
            "#include <device_launch_parameters.h>\n"
            "extern \"C\" __global__ void k(int n, const __half *x, __nv_bfloat16 *y, float4 v)\n"
            "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "    if (i < n)\n        y[i] = __float2bfloat16(__half2float(x[i]) + v.w);\n}\n");
    image = sample_build(&f->model, flags, &size);
    assert_non_null(image);
    free(image);
#else
    (void)state;
    skip();
#endif
}

static void is_deterministic_and_contains_no_path(void **state)
{
    fixture *f = *state;
    char *first;
    const char *text;

    add_kernel(f, "k", true, NULL);
    text = emit(f, "extern \"C\" __global__ void k() {}\n");
    first = gen_arena_string(&f->arena, text);
    f->model.path = "another/path/sample.cu";
    assert_string_equal(emit(f, "extern \"C\" __global__ void k() {}\n"), first);
    assert_null(strstr(first, "somewhere"));
}

static void restores_its_own_line_numbers_after_the_source(void **state)
{
    const char *text = emit(*state, "int a;\n#define B\n");
    const char *directive = strstr(text, "\"sample.cpu.cpp\"");
    int line = 1;

    assert_non_null(directive);
    for (const char *c = text; c < directive; c++)
        line += *c == '\n';
    while (*directive != '#')
        directive--;
    assert_int_equal(strtol(directive + strlen("#line "), NULL, 10), line + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        TEST(keeps_the_source_and_its_lines),
        TEST(replaces_unfit_bodies_and_keeps_the_lines),
        TEST(replaces_the_outermost_of_nested_bodies),
        TEST(ignores_bodies_outside_the_source),
        TEST(makes_an_entry_for_each_kind_of_kernel),
        TEST(compiles_if_the_host_compiler_does_not_see_a_kernel),
        TEST(defines_each_shared_array),
        TEST(compiles_a_file_without_kernels),
        TEST(compiles_a_file_that_ends_without_a_newline),
        TEST(compiles_rare_features),
        TEST(compiles_with_the_toolkits_headers),
        TEST(is_deterministic_and_contains_no_path),
        TEST(restores_its_own_line_numbers_after_the_source),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
