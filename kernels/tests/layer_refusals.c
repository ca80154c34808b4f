#include "layer_refusals.h"

#include "layer_fixture.h"

#include <string.h>

static custub_status never_multiply(const moe_product *product, void *user, custub_error *error)
{
    (void)product;
    (void)user;
    (void)error;
    abort();
}

static void refused(const fixture *f, custub_status status, const char *text)
{
    const uint64_t count = f->memory[5].view.count;
    custub_error error = custub_error_none();
    unsigned char *bytes = calloc(count, 1);

    assert_int_equal(moe_forward(&fixture_kernels, &f->layer, &f->pass, &error), status);
    if (!strstr(error.message, text))
        fail_msg("'%s' is not in: %s", text, error.message);
    succeed(custub_bytes_download(f->memory[5].view, bytes, count, 0, &fixture_error));
    for (uint64_t i = 0; i < count; i++)
        assert_int_equal(bytes[i], 0xff);
    free(bytes);
}

static void wrong_sizes_change_nothing(void **state)
{
    fixture f, good;

    (void)state;
    good = f = fixture_open_small(NULL);
    f.layer.top = 5;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "top is 5");
    f = good;
    f.layer.top = 0;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "top is 0");
    f = good;
    f.layer.element = (moe_element)3;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the element type is 3");
    f = good;
    f.layer.hidden = 0;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "hidden is 0, needed: 1 to 2097152");
    f = good;
    f.layer.inner = 2097153;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "inner is 2097153, needed: 1 to 2097152");
    f = good;
    f.layer.experts = 513;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "experts is 513, needed: 1 to 512");
    f = good;
    f.pass.tokens = -1;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the number of tokens is -1");
    f = good;
    f.pass.tokens = (1 << 29) + 1; // more entries than 2^30: two for each token
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "the number of tokens is 536870913");
    f = good;
    f.layer.capacity = -1;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "capacity is -1");
    fixture_close(&good);
}

static void wrong_memory_is_not_written(void **state)
{
    fixture f, good;

    (void)state;
    good = f = fixture_open_small(NULL);
    f.layer.router.element_size = 2;
    refused(&f, CUSTUB_ERROR_INVALID_ARGUMENT, "elements of router is 2, needed: 4");
    f = good;
    f.pass.workspace.count -= 1;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "the workspace has 3583 bytes, needed: 3584");
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
    fixture_close(&good);
}

/* The layer waits for the stream, for a product of the caller's. */
static void a_captured_product_is_refused(void **state)
{
    CUstream stream = custub_stream_create(&fixture_error);
    custub_error error = custub_error_none(), ignored = custub_error_none();
    moe_plan *plan;
    fixture f;

    (void)state;
    f = fixture_open_small(never_multiply);
    f.pass.stream = stream;
    plan = moe_plan_create(&fixture_kernels, &f.layer, &f.pass, &fixture_error);
    succeed(custub_capture_begin(stream, &fixture_error));
    assert_int_equal(moe_plan_run(plan, &error), CUSTUB_ERROR_DRIVER);
    if (!strstr(error.message, "moe: the rows of each expert, for the caller's product: cu") ||
        !strstr(error.message, "captur"))
        fail_msg("%s", error.message);
    assert_null(custub_capture_end(stream, &ignored));
    moe_plan_destroy(plan);
    succeed(custub_stream_destroy(stream, &fixture_error));
    fixture_close(&f);
}

/* What the driver knows of the workspace is found by the launches that use a part of it. */
static void a_workspace_that_ends_early_is_named(void **state)
{
    custub_bytes_buffer shorter;
    fixture f, good;

    (void)state;
    good = f = fixture_open_small(NULL);
    shorter = custub_bytes_buffer_create(f.pass.workspace.count / 2 + 64, &fixture_error);
    f.pass.workspace.ptr = shorter.view.ptr;
    refused(&f, CUSTUB_ERROR_BUFFER_TOO_SMALL, "moe: the workspace at 0x");
    f = good;
    f.pass.workspace.ptr = 4096; /* not device memory */
    refused(&f, CUSTUB_ERROR_UNKNOWN_ADDRESS, "moe: the workspace at 0x1000: moe_route_f32: ");
    f = good;
    f.pass.out.ptr = 4096;
    refused(&f, CUSTUB_ERROR_UNKNOWN_ADDRESS, "moe_combine_f32: 'out' is at 0x1000");
    f = good;
    f.pass.dropped.ptr = 4096;
    refused(&f, CUSTUB_ERROR_UNKNOWN_ADDRESS, "moe_place: 'dropped' is at 0x1000");
    f = good;
    f.layer.up.ptr = 4096;
    refused(&f, CUSTUB_ERROR_UNKNOWN_ADDRESS, "moe_gated_m16_f32: 'up' is at 0x1000");
    succeed(custub_bytes_buffer_destroy(&shorter, &fixture_error));
    fixture_close(&good);
}

static void expect(custub_error *error, custub_status status, const char *text)
{
    if (error->status != status || !strstr(error->message, text))
        fail_msg("expected '%s', got %s: %s", text, custub_status_name(error->status),
                 error->message);
    *error = custub_error_none();
}

static void null_is_refused_by_name(void **state)
{
    custub_error error = custub_error_none();
    const moe_kernels none = {0};
    fixture f;

    (void)state;
    f = fixture_open_small(NULL);
    moe_forward(NULL, &f.layer, &f.pass, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the moe_kernels is null");
    moe_forward(&fixture_kernels, NULL, &f.pass, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the layer is null");
    moe_forward(&fixture_kernels, &f.layer, NULL, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the pass is null");
    moe_workspace_size(NULL, 1, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the layer is null");
    moe_plan_run(NULL, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "moe: the plan is null");
    moe_forward(&none, &f.layer, &f.pass, &error);
    expect(&error, CUSTUB_ERROR_INVALID_ARGUMENT, "the kernel is not loaded");
    assert_null(moe_plan_create(&fixture_kernels, &f.layer, NULL, NULL));
    moe_plan_destroy(NULL);
    fixture_close(&f);
}

/* The checks of launches do not see these weights: no kernel of the layer reads them. */
static void weights_of_the_callers_product_are_checked(void **state)
{
    fixture f, good;

    (void)state;
    good = f = fixture_open_small(never_multiply);
    f.layer.gate.count -= 1;
    refused(&f, CUSTUB_ERROR_COUNT_TOO_SMALL, "gate has 1535 elements, needed: 1536");
    f = good;
    f.layer.up.ptr = 0;
    refused(&f, CUSTUB_ERROR_NULL_POINTER, "up is null");
    f = good;
    f.layer.down.ptr += 1;
    refused(&f, CUSTUB_ERROR_MISALIGNED, "1, is not a multiple of 4");
    fixture_close(&good);
}

static void results_that_overlap_are_refused(void **state)
{
    fixture f, good;

    (void)state;
    good = f = fixture_open_small(NULL);
    f.pass.x.ptr = f.pass.workspace.ptr + moe_workspace_size(&f.layer, 5, NULL) - 4;
    refused(&f, CUSTUB_ERROR_OVERLAP, "the workspace overlaps x");
    f = good;
    f.pass.dropped.ptr = f.pass.out.ptr + 4;
    refused(&f, CUSTUB_ERROR_OVERLAP, "dropped overlaps out");
    f = good;
    f.pass.out.ptr = f.layer.up.ptr + 4;
    refused(&f, CUSTUB_ERROR_OVERLAP, "out overlaps up");
    f = good;
    f.pass.dropped.ptr = f.layer.router.ptr - 12; // its end is inside the router
    refused(&f, CUSTUB_ERROR_OVERLAP, "dropped overlaps router");
    fixture_close(&good);
}

int layer_refusals_run(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_sizes_change_nothing),
                                       cmocka_unit_test(wrong_memory_is_not_written),
                                       cmocka_unit_test(a_workspace_that_ends_early_is_named),
                                       cmocka_unit_test(null_is_refused_by_name),
                                       cmocka_unit_test(weights_of_the_callers_product_are_checked),
                                       cmocka_unit_test(a_captured_product_is_refused),
                                       cmocka_unit_test(results_that_overlap_are_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
