/* Kernels that are only declared, with PTX from another compiler. On a GPU the PTX is embedded, in
 * a file or in memory. On the CPU driver the kernels are absent. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include "prototypes.custub.h"

#include <string.h>

#define COUNT 1000

static bool is_cpu(void)
{
    return strcmp(custub_driver_name(), "cpu") == 0;
}

static void use(prototypes_kernels *kernels)
{
    custub_f32_buffer x = custub_f32_buffer_create_filled(COUNT, 2, f.stream, fresh(&f.error));
    custub_i32_buffer y = custub_i32_buffer_create_filled(COUNT, 30, f.stream, &f.error);
    float floats[COUNT];
    int ints[COUNT];

    SUCCEED(launch_scale(kernels, &f.launch, x.view, COUNT, 1.5f, custub_bytes_view_of(0, 0),
                         &f.error));
    SUCCEED(launch_add(kernels, &f.launch, COUNT, 12, y.view, &f.error));
    SUCCEED(custub_f32_download(x.view, floats, COUNT, f.stream, &f.error));
    SUCCEED(custub_i32_download(y.view, ints, COUNT, f.stream, &f.error));
    for (int i = 0; i < COUNT; i++) {
        assert_true(floats[i] == 3);
        assert_int_equal(ints[i], 42);
    }
    EXPECT(launch_scale(kernels, &f.launch, custub_f32_slice(x.view, 1, COUNT - 1, &f.error), COUNT,
                        1.5f, custub_bytes_view_of(0, 0), fresh(&f.error)),
           CUSTUB_ERROR_COUNT_TOO_SMALL);
    custub_f32_buffer_destroy(&x, fresh(&f.error));
    custub_i32_buffer_destroy(&y, &f.error);
    SUCCEED(f.error.status);
}

static void are_absent(prototypes_kernels *kernels)
{
    const char *reason = "it is only declared, its code is another compiler's, for GPUs";

    assert_string_equal(custub_kernel_absence(&kernels->scale), reason);
    EXPECT(launch_add(kernels, &f.launch, 1, 1, custub_i32_view_of(0, 1), fresh(&f.error)),
           CUSTUB_ERROR_KERNEL_ABSENT);
    assert_string_equal(f.error.message,
                        "add: the kernel cannot run on the CPU: it is only declared, its code is "
                        "another compiler's, for GPUs [prototypes.cu:10]");
}

/* Uses the kernels and unloads them. */
static void try_kernels(prototypes_kernels *kernels)
{
    SUCCEED(f.error.status);
    if (is_cpu())
        are_absent(kernels);
    else
        use(kernels);
    SUCCEED(prototypes_unload(kernels, fresh(&f.error)));
}

static void embedded_ptx_is_launched(void **state)
{
    prototypes_kernels kernels = prototypes_load(fresh(&f.error));

    (void)state;
    try_kernels(&kernels);
}

static void ptx_of_a_file_is_launched(void **state)
{
    custub_image images[] = {custub_image_read(PTX_FILE, fresh(&f.error)), {NULL, NULL, 0}};
    prototypes_kernels kernels = prototypes_load_images(images, &f.error);

    (void)state;
    try_kernels(&kernels);
    custub_image_free(&images[0]);
}

#define PTX ".version 7.0\n.target sm_80\n.address_size 64\n"

static prototypes_kernels load_text(const char *text)
{
    custub_image images[] = {custub_image_of(text, strlen(text) + 1, fresh(&f.error)),
                             {NULL, NULL, 0}};

    return prototypes_load_images(images, &f.error);
}

static void kernel_that_the_image_lacks_is_absent(void **state)
{
    prototypes_kernels kernels = load_text(
        PTX
        ".visible .entry _ZN4math3addEiiPi(.param .u32 a, .param .u32 b, .param .u64 c) {ret;}");

    (void)state;
    SUCCEED(f.error.status);
    if (!is_cpu()) {
        assert_null(custub_kernel_absence(&kernels.add));
        assert_non_null(strstr(custub_kernel_absence(&kernels.scale), "has no entry of this name"));
    }
    SUCCEED(prototypes_unload(&kernels, fresh(&f.error)));
}

static void other_parameters_are_refused_at_load(void **state)
{
    prototypes_kernels kernels = load_text(
        PTX
        ".visible .entry _ZN4math3addEiiPi(.param .u32 a, .param .u64 b, .param .u64 c) {ret;}");

    (void)state;
    if (is_cpu())
        SUCCEED(f.error.status);
    else
        assert_int_equal(f.error.status, CUSTUB_ERROR_SIGNATURE_MISMATCH);
    prototypes_unload(&kernels, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(embedded_ptx_is_launched),
        LAUNCH_TEST(ptx_of_a_file_is_launched),
        LAUNCH_TEST(kernel_that_the_image_lacks_is_absent),
        LAUNCH_TEST(other_parameters_are_refused_at_load),
    };

    return LAUNCH_RUN(tests);
}
