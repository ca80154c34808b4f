/* The mixture-of-experts layer against moe_reference.h, for each element type, on the CPU driver
 * and on a GPU, which CUSTUB_DRIVER in the environment chooses. CUSTUB_SEED in the environment
 * gives another seed. CUSTUB_BARE=1 is for compute-sanitizer: what lies past the result is not
 * allocated, and what kernels are to write is not initialized. */
#include "../device/device_fixture.h"
#include "moe_reference.h"

#include <math.h>
#include <string.h>

static size_t guard = 64; /* elements past the result that nothing may touch; 0 if bare */

static moe_kernels kernels;
static CUstream stream;
static uint64_t seed = 20240817;

static double random_number(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) / (double)(UINT64_C(1) << 53);
}

/* Quarters from -1 to 1, so that scores are exact and often equal. */
static double random_quarter(void)
{
    return floor(random_number() * 9) / 4 - 1;
}

static double *random_matrix(moe_element element, size_t count, double size)
{
    double *matrix = calloc(count, sizeof(*matrix));

    assert_non_null(matrix);
    for (size_t i = 0; i < count; i++)
        matrix[i] = reference_round(element,
                                    size > 0 ? (2 * random_number() - 1) * size : random_quarter());
    return matrix;
}

/* --- One layer and one pass ------------------------------------------------------------------- */

typedef struct fixture {
    reference want;
    moe_layer layer;
    moe_pass pass;
    custub_i32_buffer dropped;
    custub_bytes_buffer memory[7]; /* router, gate, up, down, x, out, workspace */
} fixture;

static uint64_t size_of(moe_element element)
{
    return element == MOE_F32 ? 4 : 2;
}

static custub_memory upload(fixture *f, int at, const double *values, size_t count)
{
    const uint64_t size = size_of(f->want.element);
    char *bytes = calloc(count, size);

    for (size_t i = 0; i < count; i++)
        element_set(reference_type(f->want.element), bytes, i, values[i]);
    f->memory[at] = custub_bytes_buffer_create(count * size, &fixture_error);
    succeed(custub_bytes_upload(f->memory[at].view, bytes, count * size, 0, &fixture_error));
    free(bytes);
    return custub_memory_of(f->memory[at].view.ptr, count, size);
}

static void poison(fixture *f)
{
    if (!guard)
        return;
    succeed(custub_bytes_fill(f->memory[5].view, 0xff, stream, &fixture_error));
    succeed(custub_bytes_fill(f->memory[6].view, 0xff, stream, &fixture_error));
}

static void open_pass(fixture *f)
{
    reference *r = &f->want;
    const size_t elements = (size_t)r->tokens * (size_t)r->hidden;
    const uint64_t size = size_of(r->element);

    f->memory[5] = custub_bytes_buffer_create((elements + guard) * size, &fixture_error);
    f->dropped = custub_i32_buffer_create((uint64_t)r->experts, &fixture_error);
    f->pass.tokens = r->tokens;
    f->pass.x = upload(f, 4, r->x, elements);
    f->pass.out = custub_memory_of(f->memory[5].view.ptr, elements, size);
    f->pass.dropped = f->dropped.view;
    f->pass.stream = stream;
    f->memory[6] = custub_bytes_buffer_create(
        moe_workspace_size(&f->layer, r->tokens, &fixture_error), &fixture_error);
    f->pass.workspace = f->memory[6].view;
    succeed(fixture_error.status);
    poison(f);
}

/* tokens, hidden, inner, experts, top, capacity and normalize are in `shape`. */
static void open_layer(fixture *f, reference shape, moe_element element)
{
    reference *r = &f->want;
    const size_t matrix = (size_t)(shape.experts * shape.inner * shape.hidden);

    memset(f, 0, sizeof(*f));
    *r = shape;
    r->element = element;
    r->x = random_matrix(element, (size_t)(r->tokens * r->hidden), 0);
    r->router = random_matrix(element, (size_t)(r->experts * r->hidden), 0);
    r->gate = random_matrix(element, matrix, 2 / sqrt(r->hidden));
    r->up = random_matrix(element, matrix, 2 / sqrt(r->hidden));
    r->down = random_matrix(element, matrix, 2 / sqrt(r->inner));
    r->out = calloc((size_t)(r->tokens * r->hidden), sizeof(double));
    r->bound = calloc((size_t)(r->tokens * r->hidden), sizeof(double));
    r->dropped = calloc((size_t)r->experts, sizeof(int));
    f->layer = (moe_layer){.element = element,
                           .hidden = r->hidden,
                           .inner = r->inner,
                           .experts = r->experts,
                           .top = r->top,
                           .capacity = r->capacity,
                           .normalize = r->normalize,
                           .router = upload(f, 0, r->router, (size_t)(r->experts * r->hidden)),
                           .gate = upload(f, 1, r->gate, matrix),
                           .up = upload(f, 2, r->up, matrix),
                           .down = upload(f, 3, r->down, matrix)};
}

static void close_layer(fixture *f)
{
    reference *r = &f->want;

    for (int i = 0; i < 7; i++)
        succeed(custub_bytes_buffer_destroy(&f->memory[i], &fixture_error));
    succeed(custub_i32_buffer_destroy(&f->dropped, &fixture_error));
    free(r->x);
    free(r->router);
    free(r->gate);
    free(r->up);
    free(r->down);
    free(r->out);
    free(r->bound);
    free(r->dropped);
}

static void compare(fixture *f)
{
    const reference *r = &f->want;
    const uint64_t size = size_of(r->element);
    const uint64_t count = f->memory[5].view.count;
    unsigned char *bytes = calloc(count, 1);
    int *dropped = calloc((size_t)r->experts, sizeof(*dropped));

    succeed(custub_bytes_download(f->memory[5].view, bytes, count, stream, &fixture_error));
    succeed(custub_i32_download(f->dropped.view, dropped, (uint64_t)r->experts, stream,
                                &fixture_error));
    for (size_t i = 0; i < (size_t)(r->tokens * r->hidden); i++) {
        const double got = (double)element_get(reference_type(r->element), bytes, i);
        if (!(fabs(got - r->out[i]) <= r->bound[i]))
            fail_msg("element type %d, token %zu, column %zu: %.9g, expected %.9g, off by %.3g, "
                     "allowed %.3g",
                     (int)r->element, i / (size_t)r->hidden, i % (size_t)r->hidden, got, r->out[i],
                     got - r->out[i], r->bound[i]);
    }
    for (size_t i = count - guard * size; i < count; i++)
        assert_int_equal(bytes[i], 0xff);
    for (int e = 0; e < r->experts; e++)
        assert_int_equal(dropped[e], r->dropped[e]);
    free(dropped);
    free(bytes);
}

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
    f.pass.tokens = 0;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the number of tokens is 0");
    f = good;
    f.pass.workspace.count -= 1;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the size of the workspace");
    f = good;
    f.layer.down.count -= 1;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "moe_down_few_f32: 'weights'");
    f = good;
    f.pass.out.ptr = 0;
    refused(&f, CUSTUB_ERROR_NULL_POINTER, "moe_combine_f32: 'out'");
    close_layer(&good);
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
                                       cmocka_unit_test(wrong_layers_change_nothing)};
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
