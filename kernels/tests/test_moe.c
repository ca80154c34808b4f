/* Compares the mixture-of-experts layer with moe_reference.h, for each element type, on the driver
 * that CUSTUB_DRIVER in the environment chooses. CUSTUB_SEED in the environment sets another seed.
 * CUSTUB_BARE=1 is for compute-sanitizer: results have no guard and are not initialized. */
#include "layer_fixture.h"
#include "layer_refusals.h"

#include <math.h>
#include <string.h>

/* --- Layers ----------------------------------------------------------------------------------- */

/* tokens, hidden, inner, experts, top, capacity, normalize */
static const reference shapes[] = {
    {.tokens = 1, .hidden = 8, .inner = 8, .experts = 1, .top = 1},
    {.tokens = 5, .hidden = 16, .inner = 24, .experts = 4, .top = 2, .normalize = true},
    {.tokens = 33, .hidden = 40, .inner = 72, .experts = 8, .top = 2, .normalize = true},
    {.tokens = 70, .hidden = 72, .inner = 56, .experts = 3, .top = 2},
    {.tokens = 7, .hidden = 13, .inner = 11, .experts = 5, .top = 3},
    {.tokens = 20, .hidden = 16, .inner = 16, .experts = 4, .top = 2, .capacity = 3},
    {.tokens = 9, .hidden = 8, .inner = 8, .experts = 40, .top = 16, .normalize = true},
    {.tokens = 200, .hidden = 24, .inner = 136, .experts = 2, .top = 1},
    {.tokens = 3, .hidden = 24, .inner = 2120, .experts = 4, .top = 2},
    {.tokens = 131, .hidden = 35, .inner = 67, .experts = 2, .top = 2, .capacity = 129},
    /* the tiles for Hopper: by rows of an expert, and scores as a product */
    {.tokens = 300, .hidden = 264, .inner = 200, .experts = 5, .top = 2},
    {.tokens = 640, .hidden = 72, .inner = 136, .experts = 2, .top = 1},
    {.tokens = 40, .hidden = 64, .inner = 128, .experts = 300, .top = 8, .capacity = 2},
    {.tokens = 3, .hidden = 1032, .inner = 8, .experts = 130, .top = 4},
    {.tokens = 70, .hidden = 1032, .inner = 8, .experts = 130, .top = 4, .normalize = true}};

enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static void each_shape(moe_element element)
{
    fixture_skip_unless_built(element);
    for (int i = 0; i < SHAPES; i++) {
        fixture f;
        fixture_open_layer(&f, shapes[i], element);
        fixture_open_pass(&f);
        succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
        reference_run(&f.want);
        fixture_compare(&f);
        fixture_close(&f);
    }
}

static void layers_of_f32(void **state)
{
    (void)state;
    each_shape(MOE_F32);
}

static void layers_of_f16(void **state)
{
    (void)state;
    each_shape(MOE_F16);
}

static void layers_of_bf16(void **state)
{
    (void)state;
    each_shape(MOE_BF16);
}

/* Equal scores: the first experts get all tokens, the others none. */
static void equal_scores_take_the_first_experts(void **state)
{
    fixture f;

    (void)state;
    fixture_skip_unless_built(MOE_F32);
    fixture_open_layer(&f, shapes[2], MOE_F32);
    memset(f.want.router, 0, (size_t)(f.want.experts * f.want.hidden) * sizeof(double));
    succeed(custub_bytes_zero(f.memory[0].view, 0, &fixture_error));
    fixture_open_pass(&f);
    succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
    reference_run(&f.want);
    fixture_compare(&f);
    fixture_close(&f);
}

/* --- The caller's product --------------------------------------------------------------------- */

static int products;

static double *download(moe_element element, CUdeviceptr at, size_t count)
{
    const uint64_t size = reference_type(element)->size;
    char *bytes = calloc(count + 1, size);
    double *values = calloc(count + 1, sizeof(*values));

    succeed(custub_bytes_download(custub_bytes_view_of(at, count * size), bytes, count * size, 0,
                                  &fixture_error));
    for (size_t i = 0; i < count; i++)
        values[i] = (double)element_get(reference_type(element), bytes, i);
    free(bytes);
    return values;
}

static custub_status multiply_on_host(const moe_product *p, void *user, custub_error *error)
{
    const size_t rows = (size_t)p->first[p->experts], n = (size_t)p->n, k = (size_t)p->k;
    const uint64_t size = reference_type(p->element)->size;
    double *a = download(p->element, p->a, rows * k);
    double *b = download(p->element, p->b, (size_t)p->experts * n * k);
    char *c = calloc(rows * n + 1, size);

    assert_ptr_equal(user, &products);
    products++;
    for (int e = 0; e < p->experts; e++)
        for (size_t row = (size_t)p->first[e]; row < (size_t)p->first[e + 1]; row++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0;
                for (size_t i = 0; i < k; i++)
                    sum += a[row * k + i] * b[((size_t)e * n + j) * k + i];
                element_set(reference_type(p->element), c, row * n + j, sum);
            }
    custub_bytes_upload(custub_bytes_view_of(p->c, rows * n * size), c, rows * n * size, p->stream,
                        error);
    free(c);
    free(b);
    free(a);
    return error->status;
}

static custub_status fail_to_multiply(const moe_product *product, void *user, custub_error *error)
{
    (void)product;
    (void)user;
    (void)error;
    return CUSTUB_ERROR_DRIVER;
}

static void a_failing_product_fails_the_layer(void **state)
{
    fixture f;

    (void)state;
    fixture_skip_unless_built(MOE_F32);
    fixture_open_layer(&f, shapes[2], MOE_F32);
    f.layer.product = fail_to_multiply;
    fixture_open_pass(&f);
    assert_int_equal(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error),
                     CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(fixture_error.message, "the caller's product failed"));
    fixture_error = custub_error_none();
    fixture_close(&f);
}

static void the_caller_multiplies(void **state)
{
    fixture f;

    (void)state;
    for (int element = MOE_F32; element <= MOE_BF16; element++) {
        if (!reference_is_built((moe_element)element))
            continue;
        products = 0;
        fixture_open_layer(&f, shapes[5], (moe_element)element);
        f.layer.product = multiply_on_host;
        f.layer.user = &products;
        fixture_open_pass(&f);
        succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
        assert_int_equal(products, 3);
        reference_run(&f.want);
        fixture_compare(&f);
        fixture_close(&f);
    }
}

/* --- The caller's choice ---------------------------------------------------------------------- */

/* Runs the layer with the caller's experts and weights, which are on the device and here. */
static void compare_chosen(fixture *f, custub_i32_view choices, custub_f32_view weights,
                           const int32_t *choice, const double *weight)
{
    f->pass.choice = choices;
    f->pass.weight = weights;
    f->want.choice = choice;
    f->want.weight = weight;
    succeed(moe_forward(&fixture_kernels, &f->layer, &f->pass, &fixture_error));
    reference_run(&f->want);
    fixture_compare(f);
}

static void the_caller_chooses(void **state)
{
    (void)state;
    for (int element = MOE_F32; element <= MOE_BF16; element++) {
        int choice[66];
        double weight[66];
        float narrow[66];
        custub_i32_buffer choices;
        custub_f32_buffer weights;
        fixture f;
        if (!reference_is_built((moe_element)element))
            continue;
        fixture_open_layer(&f, shapes[2], (moe_element)element); /* 33 tokens, 2 of 8 experts */
        for (int i = 0; i < 66; i++) {
            choice[i] = (int)(reference_random() * 8); /* also twice by a token */
            narrow[i] = (float)(reference_random() * 4);
            weight[i] = (double)narrow[i];
        }
        fixture_open_pass(&f);
        choices = custub_i32_buffer_create_uploaded(choice, 66, 0, &fixture_error);
        weights = custub_f32_buffer_create_uploaded(narrow, 66, 0, &fixture_error);
        f.layer.router = (custub_memory){0};
        compare_chosen(&f, choices.view, weights.view, choice, weight);
        f.pass.weight.count--;
        assert_int_equal(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error),
                         CUSTUB_ERROR_COUNT_TOO_SMALL);
        assert_string_equal(fixture_error.message, "moe: weight has 65 elements, needed: 66");
        fixture_error = custub_error_none();
        f.pass.weight = (custub_f32_view){0};
        assert_int_equal(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error),
                         CUSTUB_ERROR_NULL_POINTER);
        fixture_error = custub_error_none();
        succeed(custub_i32_buffer_destroy(&choices, &fixture_error));
        succeed(custub_f32_buffer_destroy(&weights, &fixture_error));
        fixture_close(&f);
    }
}

/* Expert 0 takes one row. Weights are not numbers where the entry is dropped. */
static void dropped_entries_add_nothing(void **state)
{
    static const int32_t choice[] = {0, 1, 0, 0, 2, 0, 0, 0, 3, 1};
    static const float weight[] = {1, 2, INFINITY, NAN, 2, -INFINITY, NAN, INFINITY, 1, 1};
    custub_i32_buffer choices = custub_i32_buffer_create_uploaded(choice, 10, 0, &fixture_error);
    custub_f32_buffer weights = custub_f32_buffer_create_uploaded(weight, 10, 0, &fixture_error);
    double numbers[10];
    fixture f;

    (void)state;
    for (int i = 0; i < 10; i++)
        numbers[i] = (double)weight[i];
    f = fixture_open_small(NULL); /* 5 tokens, 2 of 4 experts */
    f.layer.capacity = f.want.capacity = 1;
    compare_chosen(&f, choices.view, weights.view, choice, numbers);
    succeed(custub_i32_buffer_destroy(&choices, &fixture_error));
    succeed(custub_f32_buffer_destroy(&weights, &fixture_error));
    fixture_close(&f);
}

/* --- Plans ------------------------------------------------------------------------------------ */

/* Each launch of the graph runs the layer over the current input. It does not need the plan. */
static void a_graph_replays_the_layer(void **state)
{
    CUstream capturing = custub_stream_create(&fixture_error);
    moe_plan *plan;
    CUgraph graph;
    CUgraphExec exec;
    fixture f;

    (void)state;
    fixture_skip_unless_built(MOE_F16);
    fixture_open_layer(&f, shapes[2], MOE_F16);
    fixture_open_pass(&f);
    f.pass.stream = capturing;
    plan = moe_plan_create(&fixture_kernels, &f.layer, &f.pass, &fixture_error);
    custub_capture_begin(capturing, &fixture_error);
    moe_plan_run(plan, &fixture_error);
    graph = custub_capture_end(capturing, &fixture_error);
    exec = custub_graph_instantiate(graph, &fixture_error);
    succeed(fixture_error.status);
    moe_plan_destroy(plan);
    for (int turn = 0; turn < 2; turn++) {
        custub_bytes_buffer old = f.memory[4];
        free(f.want.x);
        f.want.x = fixture_random(MOE_F16, (size_t)(f.want.tokens * f.want.hidden), 0);
        fixture_upload(&f, 4, f.want.x, (size_t)(f.want.tokens * f.want.hidden));
        succeed(custub_bytes_copy(old.view, f.memory[4].view, old.view.count, 0, &fixture_error));
        custub_bytes_buffer_destroy(&f.memory[4], &fixture_error);
        f.memory[4] = old;
        fixture_poison(&f);
        custub_stream_synchronize(0, &fixture_error);
        custub_graph_launch(exec, capturing, &fixture_error);
        succeed(custub_stream_synchronize(capturing, &fixture_error));
        reference_run(&f.want);
        fixture_compare(&f);
    }
    custub_graph_exec_destroy(exec, &fixture_error);
    custub_graph_destroy(graph, &fixture_error);
    succeed(custub_stream_destroy(capturing, &fixture_error));
    fixture_close(&f);
}

/* --- Unusual input ---------------------------------------------------------------------------- */

/* All of x is read before the first result is written. */
static void results_may_be_written_over_tokens(void **state)
{
    const size_t row = 16 * sizeof(float), all = 5 * row;
    float apart[80], over[80];
    custub_bytes_buffer both;
    fixture f;

    (void)state;
    f = fixture_open_small(NULL);
    succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
    succeed(custub_bytes_download(custub_bytes_view_of(f.pass.out.ptr, all), apart, all, 0,
                                  &fixture_error));
    both = custub_bytes_buffer_create(all + row, &fixture_error);
    for (size_t shift = 0; shift <= row; shift += row) {
        f.pass.out.ptr = both.view.ptr;
        f.pass.x.ptr = both.view.ptr + shift;
        succeed(custub_bytes_copy(custub_bytes_view_of(f.pass.x.ptr, all), f.memory[4].view, all, 0,
                                  &fixture_error));
        succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
        succeed(custub_bytes_download(custub_bytes_view_of(f.pass.out.ptr, all), over, all, 0,
                                      &fixture_error));
        assert_memory_equal(apart, over, all);
    }
    succeed(custub_bytes_buffer_destroy(&both, &fixture_error));
    fixture_close(&f);
}

static void a_pass_may_have_no_tokens(void **state)
{
    fixture f;
    int32_t dropped[4];

    (void)state;
    fixture_skip_unless_built(MOE_F32);
    fixture_open_layer(&f, shapes[1], MOE_F32);
    fixture_open_pass(&f);
    f.pass.tokens = 0;
    f.pass.x = f.pass.out = (custub_memory){0};
    succeed(custub_i32_fill(f.dropped.view, -1, 0, &fixture_error));
    assert_true(moe_workspace_size(&f.layer, 0, &fixture_error) > 0);
    succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
    succeed(custub_i32_download(f.dropped.view, dropped, 4, 0, &fixture_error));
    for (int e = 0; e < 4; e++)
        assert_int_equal(dropped[e], 0);
    fixture_close(&f);
}

/* The result is the same as with a score that is lower than all others. */
static void nan_scores_come_last(void **state)
{
    fixture f;
    float router[64], results[2][80];
    const size_t out = sizeof(results[0]);

    (void)state;
    fixture_skip_unless_built(MOE_F32);
    fixture_open_layer(&f, shapes[1], MOE_F32);
    fixture_open_pass(&f);
    for (int i = 0; i < 80; i++)
        results[0][i] = (float)(1 + i % 3);
    succeed(custub_bytes_upload(f.memory[4].view, results[0], out, 0, &fixture_error));
    succeed(custub_bytes_download(f.memory[0].view, router, sizeof(router), 0, &fixture_error));
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 16; k++)
            router[32 + k] = i ? NAN : -1e6f;
        succeed(custub_bytes_upload(f.memory[0].view, router, sizeof(router), 0, &fixture_error));
        succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
        succeed(custub_bytes_download(custub_bytes_view_of(f.memory[5].view.ptr, out), results[i],
                                      out, 0, &fixture_error));
    }
    assert_memory_equal(results[0], results[1], out);
    assert_true(results[1][0] - results[1][0] == 0); // neither NaN nor infinite
    fixture_close(&f);
}

/* All scores of the token are NaN. The other tokens keep their results. */
static void a_token_of_nan_gives_nan(void **state)
{
    float x[80], before[80], after[80];
    const size_t all = sizeof(x);
    fixture f;

    (void)state;
    f = fixture_open_small(NULL);
    succeed(custub_bytes_download(f.memory[4].view, x, all, 0, &fixture_error));
    for (int i = 0; i < 2; i++) {
        succeed(custub_bytes_upload(f.memory[4].view, x, all, 0, &fixture_error));
        succeed(moe_forward(&fixture_kernels, &f.layer, &f.pass, &fixture_error));
        succeed(custub_bytes_download(custub_bytes_view_of(f.pass.out.ptr, all), i ? after : before,
                                      all, 0, &fixture_error));
        x[2 * 16 + 3] = NAN;
    }
    for (int i = 0; i < 80; i++)
        assert_true(i / 16 == 2 ? isnan(after[i]) : after[i] == before[i]);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(layers_of_f32),
                                       cmocka_unit_test(layers_of_f16),
                                       cmocka_unit_test(layers_of_bf16),
                                       cmocka_unit_test(equal_scores_take_the_first_experts),
                                       cmocka_unit_test(the_caller_multiplies),
                                       cmocka_unit_test(the_caller_chooses),
                                       cmocka_unit_test(dropped_entries_add_nothing),
                                       cmocka_unit_test(a_failing_product_fails_the_layer),
                                       cmocka_unit_test(a_graph_replays_the_layer),
                                       cmocka_unit_test(results_may_be_written_over_tokens),
                                       cmocka_unit_test(a_pass_may_have_no_tokens),
                                       cmocka_unit_test(nan_scores_come_last),
                                       cmocka_unit_test(a_token_of_nan_gives_nan)};
    const int failed = open_fixture();

    if (failed)
        return failed;
    if (getenv("CUSTUB_SEED"))
        reference_seed = strtoull(getenv("CUSTUB_SEED"), NULL, 10);
    fixture_guard = getenv("CUSTUB_BARE") ? 0 : fixture_guard;
    printf("seed %llu\n", (unsigned long long)reference_seed);
    fixture_kernels = moe_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL) + layer_refusals_run();
}
