/* A kernel whose function is in another image: linked and launched on a GPU, refused on the CPU
 * driver. */
#include "launch_fixture.h"
#include "fresh_error.h"

#include <string.h>

/* launching.cu's count_up(int *data, size_t n), for one thread. */
static const char kernel_ptx[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                                 ".extern .func (.param .b32 r) add_seven (.param .b32 x);\n"
                                 ".visible .entry count_up(.param .u64 data, .param .u64 n)\n{\n"
                                 "    .reg .b32 %r<3>; .reg .b64 %rd<3>;\n"
                                 "    ld.param.u64 %rd1, [data]; cvta.to.global.u64 %rd2, %rd1;\n"
                                 "    ld.global.u32 %r1, [%rd2];\n"
                                 "    { .param .b32 a; st.param.b32 [a], %r1; .param .b32 b;\n"
                                 "      call.uni (b), add_seven, (a); ld.param.b32 %r2, [b]; }\n"
                                 "    st.global.u32 [%rd2], %r2; ret;\n}\n";
static const char function_ptx[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".visible .func (.param .b32 r) add_seven (.param .b32 x)\n{\n"
    "    .reg .b32 %r<3>; ld.param.u32 %r1, [x]; add.s32 %r2, %r1, 7;\n"
    "    st.param.b32 [r], %r2; ret;\n}\n";
static const custub_image parts[] = {{"ptx", kernel_ptx, sizeof(kernel_ptx)},
                                     {"ptx", function_ptx, sizeof(function_ptx)},
                                     {NULL, NULL, 0}};

static bool is_cpu(void)
{
    return strcmp(custub_driver_name(), "cpu") == 0;
}

static void linked_code_runs(void **state)
{
    custub_image images[] = {custub_link(parts, NULL, fresh(&f.error)), {NULL, NULL, 0}};
    launching_kernels kernels;
    custub_i32_buffer data;
    int result = 0;

    (void)state;
    if (is_cpu()) {
        assert_int_equal(f.error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(f.error.message, "the CPU driver runs no GPU's code"));
        return;
    }
    kernels = launching_load_images(images, &f.error);
    data = custub_i32_buffer_create_filled(1, 35, f.stream, &f.error);
    f.launch = custub_launch_of(1, 1);
    f.launch.stream = f.stream;
    SUCCEED(launch_count_up(&kernels, &f.launch, data.view, 1, &f.error));
    SUCCEED(custub_i32_download(data.view, &result, 1, f.stream, &f.error));
    assert_int_equal(result, 42);
    assert_non_null(custub_kernel_absence(&kernels.increase));
    custub_i32_buffer_destroy(&data, &f.error);
    launching_unload(&kernels, &f.error);
    custub_image_free(&images[0]);
    SUCCEED(f.error.status);
}

/* The CPU driver refuses PTX and machine code, with the reason. */
static void code_for_a_gpu_is_refused_by_the_cpu_driver(void **state)
{
    launching_kernels kernels;

    (void)state;
    if (!is_cpu())
        SKIP();
    kernels = launching_load_images(parts, fresh(&f.error));
    assert_null(kernels.library);
    assert_int_equal(f.error.status, CUSTUB_ERROR_NO_IMAGE);
    assert_non_null(strstr(f.error.message, "no image for the cpu driver, only ptx, ptx; "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAUNCH_TEST(linked_code_runs),
        LAUNCH_TEST(code_for_a_gpu_is_refused_by_the_cpu_driver),
    };

    return LAUNCH_RUN(tests);
}
