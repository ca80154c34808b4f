/* The mixture-of-experts layer against moe_reference.h, for each element type, on the CPU driver
 * and on a GPU, which CUSTUB_DRIVER in the environment chooses. CUSTUB_SEED in the environment
 * gives another seed. CUSTUB_BARE=1 is for compute-sanitizer: what lies past the result is not
 * allocated, and what kernels are to write is not initialized. */
#include "layer_fixture.h"

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
    {.tokens = 131, .hidden = 35, .inner = 67, .experts = 2, .top = 2, .capacity = 129}};

enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]) };

static bool is_built(moe_element element)
{
    const moe_layer layer = {.element = element, .hidden = 1, .inner = 1, .experts = 1, .top = 1};
    custub_error error = custub_error_none();

    return moe_workspace_size(&layer, 1, &error) > 0;
}

static void skip_unless_built(moe_element element)
{
    if (!is_built(element))
        skip();
}

static void each_shape(moe_element element)
{
    skip_unless_built(element);
    for (int i = 0; i < SHAPES; i++) {
        fixture f;
        open_layer(&f, shapes[i], element);
        open_pass(&f);
        succeed(moe_forward(&kernels, &f.layer, &f.pass, &fixture_error));
        reference_run(&f.want);
        compare(&f);
        close_layer(&f);
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
    skip_unless_built(MOE_F32);
    open_layer(&f, shapes[2], MOE_F32);
    memset(f.want.router, 0, (size_t)(f.want.experts * f.want.hidden) * sizeof(double));
    succeed(custub_bytes_zero(f.memory[0].view, 0, &fixture_error));
    open_pass(&f);
    succeed(moe_forward(&kernels, &f.layer, &f.pass, &fixture_error));
    reference_run(&f.want);
    compare(&f);
    close_layer(&f);
}

/* --- The caller's product --------------------------------------------------------------------- */

static int products;

static double *download(moe_element element, CUdeviceptr at, size_t count)
{
    const uint64_t size = size_of(element);
    char *bytes = calloc(count + 1, size);
    double *values = calloc(count + 1, sizeof(*values));

    succeed(custub_bytes_download(custub_bytes_of(at, count * size), bytes, count * size, stream,
                                  &fixture_error));
    for (size_t i = 0; i < count; i++)
        values[i] = (double)element_get(reference_type(element), bytes, i);
    free(bytes);
    return values;
}

static custub_status multiply_on_host(const moe_product *p, void *user, custub_error *error)
{
    const size_t rows = (size_t)p->first[p->experts], n = (size_t)p->n, k = (size_t)p->k;
    const uint64_t size = size_of(p->element);
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
    custub_bytes_upload(custub_bytes_of(p->c, rows * n * size), c, rows * n * size, p->stream,
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

static void a_product_that_fails_fails_the_layer(void **state)
{
    fixture f;

    (void)state;
    skip_unless_built(MOE_F32);
    open_layer(&f, shapes[2], MOE_F32);
    f.layer.product = fail_to_multiply;
    open_pass(&f);
    assert_int_equal(moe_forward(&kernels, &f.layer, &f.pass, &fixture_error), CUSTUB_ERROR_DRIVER);
    assert_non_null(strstr(fixture_error.message, "the caller's product failed"));
    fixture_error = custub_error_none();
    close_layer(&f);
}

static void the_caller_multiplies(void **state)
{
    fixture f;

    (void)state;
    for (int element = MOE_F32; element <= MOE_BF16; element++) {
        if (!is_built((moe_element)element))
            continue;
        products = 0;
        open_layer(&f, shapes[5], (moe_element)element);
        f.layer.product = multiply_on_host;
        f.layer.user = &products;
        open_pass(&f);
        succeed(moe_forward(&kernels, &f.layer, &f.pass, &fixture_error));
        assert_int_equal(products, 3);
        reference_run(&f.want);
        compare(&f);
        close_layer(&f);
    }
}

/* --- Plans ------------------------------------------------------------------------------------ */

/* One graph runs the layer again, over what the input is then. */
static void a_graph_replays_the_layer(void **state)
{
    CUstream capturing = custub_stream_create(&fixture_error);
    moe_plan *plan;
    CUgraph graph;
    CUgraphExec exec;
    fixture f;

    (void)state;
    skip_unless_built(MOE_F16);
    open_layer(&f, shapes[2], MOE_F16);
    open_pass(&f);
    f.pass.stream = capturing;
    plan = moe_plan_create(&kernels, &f.layer, &f.pass, &fixture_error);
    custub_capture_begin(capturing, &fixture_error);
    moe_plan_run(plan, &fixture_error);
    graph = custub_capture_end(capturing, &fixture_error);
    exec = custub_graph_instantiate(graph, &fixture_error);
    succeed(fixture_error.status);
    for (int turn = 0; turn < 2; turn++) {
        custub_bytes_buffer old = f.memory[4];
        free(f.want.x);
        f.want.x = random_matrix(MOE_F16, (size_t)(f.want.tokens * f.want.hidden), 0);
        upload(&f, 4, f.want.x, (size_t)(f.want.tokens * f.want.hidden));
        succeed(custub_bytes_copy(old.view, f.memory[4].view, old.view.count, 0, &fixture_error));
        custub_bytes_buffer_destroy(&f.memory[4], &fixture_error);
        f.memory[4] = old;
        poison(&f);
        custub_stream_synchronize(stream, &fixture_error);
        custub_graph_launch(exec, capturing, &fixture_error);
        succeed(custub_stream_synchronize(capturing, &fixture_error));
        reference_run(&f.want);
        compare(&f);
    }
    custub_graph_exec_destroy(exec, &fixture_error);
    custub_graph_destroy(graph, &fixture_error);
    moe_plan_destroy(plan);
    succeed(custub_stream_destroy(capturing, &fixture_error));
    close_layer(&f);
}

/* --- What is refused -------------------------------------------------------------------------- */

static void refused(const fixture *f, custub_status status, const char *text)
{
    const uint64_t count = f->memory[5].view.count;
    custub_error error = custub_error_none();
    unsigned char *bytes = calloc(count, 1);

    assert_int_equal(moe_forward(&kernels, &f->layer, &f->pass, &error), status);
    if (!strstr(error.message, text))
        fail_msg("'%s' is not in: %s", text, error.message);
    succeed(custub_bytes_download(f->memory[5].view, bytes, count, stream, &fixture_error));
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(bytes[i], 0xff);
    free(bytes);
}

static void wrong_layers_change_nothing(void **state)
{
    fixture f, good;

    (void)state;
    skip_unless_built(MOE_F32);
    open_layer(&good, shapes[1], MOE_F32);
    open_pass(&good);
    succeed(custub_bytes_fill(good.memory[5].view, 0xff, stream, &fixture_error));
    f = good;
    f.layer.top = 5;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "top is 5");
    f = good;
    f.layer.router.element_size = 2;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "elements of router is 2, needed: 4");
    f = good;
    f.layer.inner = 2097153;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "inner is 2097153, needed: 1 to 2097152");
    f = good;
    f.pass.tokens = -1;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the number of tokens is -1");
    f = good;
    f.pass.tokens = (1 << 29) + 1; // two entries each
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the number of tokens is 536870913");
    f = good;
    f.layer.capacity = -1;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "capacity is -1");
    f = good;
    f.pass.workspace.count -= 1;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "the workspace has 3327 bytes, needed: 3328");
    f = good;
    f.pass.workspace.ptr += 64;
    refused(&f, CUSTUB_ERROR_MISALIGNED, "40, is not a multiple of 256");
    f = good;
    f.pass.dropped.count = 3;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "dropped has 3 elements, needed: 4");
    f = good;
    f.layer.down.count -= 1;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "down has 1535 elements, needed: 1536");
    f = good;
    f.pass.out.ptr = 0;
    refused(&f, CUSTUB_ERROR_NULL_POINTER, "out is null");
    close_layer(&good);
}

/* No kernel of the layer reads them. */
static void weights_of_the_callers_product_are_checked(void **state)
{
    fixture f, good;

    (void)state;
    skip_unless_built(MOE_F32);
    open_layer(&good, shapes[1], MOE_F32);
    good.layer.product = fail_to_multiply;
    open_pass(&good);
    succeed(custub_bytes_fill(good.memory[5].view, 0xff, stream, &fixture_error));
    f = good;
    f.layer.gate.count -= 1;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "gate has 1535 elements, needed: 1536");
    f = good;
    f.layer.up.ptr = 0;
    refused(&f, CUSTUB_ERROR_NULL_POINTER, "up is null");
    f = good;
    f.layer.down.ptr += 1;
    refused(&f, CUSTUB_ERROR_MISALIGNED, "1, is not a multiple of 4");
    close_layer(&good);
}

static void what_is_written_overlaps_nothing_else(void **state)
{
    fixture f, good;

    (void)state;
    skip_unless_built(MOE_F32);
    open_layer(&good, shapes[1], MOE_F32);
    open_pass(&good);
    succeed(custub_bytes_fill(good.memory[5].view, 0xff, stream, &fixture_error));
    f = good;
    f.pass.x.ptr = f.pass.workspace.ptr + moe_workspace_size(&f.layer, 5, NULL) - 4;
    refused(&f, CUSTUB_ERROR_OVERLAP, "the workspace overlaps x");
    f = good;
    f.pass.dropped.ptr = f.pass.out.ptr + 4;
    refused(&f, CUSTUB_ERROR_OVERLAP, "dropped overlaps out");
    f = good;
    f.pass.out.ptr = f.layer.up.ptr + 4;
    refused(&f, CUSTUB_ERROR_OVERLAP, "out overlaps up");
    f = good;
    f.pass.dropped.ptr = f.layer.router.ptr - 12; // ends inside
    refused(&f, CUSTUB_ERROR_OVERLAP, "dropped overlaps router");
    close_layer(&good);
}

static void no_tokens_are_a_pass(void **state)
{
    fixture f;
    int32_t dropped[4];

    (void)state;
    skip_unless_built(MOE_F32);
    open_layer(&f, shapes[1], MOE_F32);
    open_pass(&f);
    f.pass.tokens = 0;
    f.pass.x = f.pass.out = (custub_memory){0};
    succeed(custub_i32_fill(f.dropped.view, -1, stream, &fixture_error));
    assert_true(moe_workspace_size(&f.layer, 0, &fixture_error) > 0);
    succeed(moe_forward(&kernels, &f.layer, &f.pass, &fixture_error));
    succeed(custub_i32_download(f.dropped.view, dropped, 4, stream, &fixture_error));
    for (int e = 0; e < 4; e++)
        assert_int_equal(dropped[e], 0);
    close_layer(&f);
}

/* As if the expert's score were lower than all others. */
static void nan_scores_come_last(void **state)
{
    fixture f;
    float router[64], results[2][80];
    const size_t out = sizeof(results[0]);

    (void)state;
    skip_unless_built(MOE_F32);
    open_layer(&f, shapes[1], MOE_F32);
    open_pass(&f);
    for (int i = 0; i < 80; i++)
        results[0][i] = (float)(1 + i % 3);
    succeed(custub_bytes_upload(f.memory[4].view, results[0], out, stream, &fixture_error));
    succeed(
        custub_bytes_download(f.memory[0].view, router, sizeof(router), stream, &fixture_error));
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 16; k++)
            router[32 + k] = i ? NAN : -1e6f;
        succeed(
            custub_bytes_upload(f.memory[0].view, router, sizeof(router), stream, &fixture_error));
        succeed(moe_forward(&kernels, &f.layer, &f.pass, &fixture_error));
        succeed(custub_bytes_download(custub_bytes_of(f.memory[5].view.ptr, out), results[i], out,
                                      stream, &fixture_error));
    }
    assert_memory_equal(results[0], results[1], out);
    assert_true(results[1][0] - results[1][0] == 0); // neither NaN nor infinite
    close_layer(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(layers_of_f32),
                                       cmocka_unit_test(layers_of_f16),
                                       cmocka_unit_test(layers_of_bf16),
                                       cmocka_unit_test(equal_scores_take_the_first_experts),
                                       cmocka_unit_test(the_caller_multiplies),
                                       cmocka_unit_test(a_product_that_fails_fails_the_layer),
                                       cmocka_unit_test(a_graph_replays_the_layer),
                                       cmocka_unit_test(wrong_layers_change_nothing),
                                       cmocka_unit_test(weights_of_the_callers_product_are_checked),
                                       cmocka_unit_test(what_is_written_overlaps_nothing_else),
                                       cmocka_unit_test(no_tokens_are_a_pass),
                                       cmocka_unit_test(nan_scores_come_last)};
    const int failed = open_fixture();

    if (failed)
        return failed;
    if (getenv("CUSTUB_SEED"))
        seed = strtoull(getenv("CUSTUB_SEED"), NULL, 10);
    guard = getenv("CUSTUB_BARE") ? 0 : guard;
    printf("seed %llu\n", (unsigned long long)seed);
    kernels = moe_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
