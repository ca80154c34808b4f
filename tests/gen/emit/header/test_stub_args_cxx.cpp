/* Arguments by name in C++20. The driver is the recording one. */
#include "saxpy.custub.h"

#include "recording_driver.h"

#include <custub/custub.h>

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <setjmp.h>

extern "C" {
#include <cmocka.h>
}

namespace
{
const custub_image images[] = {{"fatbin", "image", 6}, {nullptr, nullptr, 0}};

void designated_initializers_name_the_arguments(void **)
{
    const std::uint64_t x = 0x100000;
    const std::uint64_t y = 0x200000;
    const saxpy_args args{
        .n = 1000, .a = 2.5f, .x = custub_f32_view_of(x, 1000), .y = custub_f32_view_of(y, 1000)};
    const saxpy_args without_y{.n = 1000, .a = 2.5f, .x = custub_f32_view_of(x, 1000), .y = {}};
    const custub_launch launch = custub_launch_of(4, 256);
    custub_error error = custub_error_none();
    custub_device *device;
    saxpy_kernels kernels;

    recording_reset();
    recording_add_range(x, 0x1000, false);
    recording_add_range(y, 0x1000, false);
    recording_describe(&saxpy_custub_library, nullptr);
    device = custub_device_open(0, &error);
    kernels = saxpy_load_images(images, &error);
    launch_saxpy_args(&kernels, &launch, &args, &error);
    assert_int_equal(error.status, CUSTUB_OK);
    assert_int_equal(recording_launch_count(), 1);
    assert_memory_equal(recording_last_launch()->parameters + 24, &y, sizeof(y));
    assert_int_equal(launch_saxpy_args(&kernels, &launch, &without_y, &error),
                     CUSTUB_ERROR_NULL_POINTER);
    saxpy_unload(&kernels, nullptr);
    custub_device_close(device, nullptr);
}
} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(designated_initializers_name_the_arguments)};

    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
