/* Launches by description: the values of arguments, of every kind of parameter. */
#include <custub/custub.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "memory/narrow_float.h"
#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X ((CUdeviceptr)0x7f0000000000)

/* one_of_each: a parameter of every kind. */
#define PARAM(named, c, k, code, at, bytes)                                                        \
    {                                                                                              \
        .name = named, .type = c, .kind = CUSTUB_PARAM_##k, .scalar = CUSTUB_SCALAR_##code,        \
        .offset = at, .size = bytes, .align = bytes, .line = at + 1                                \
    }
enum { BOOL, I8, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64, BOX, BYTES, BOXES, COUNT };
static const custub_param_info params[COUNT] = {
    PARAM("b", "bool", SCALAR, BOOL, 0, 1),
    PARAM("i8", "signed char", SCALAR, I8, 1, 1),
    PARAM("u8", "unsigned char", SCALAR, U8, 2, 1),
    PARAM("i16", "short", SCALAR, I16, 4, 2),
    PARAM("u16", "unsigned short", SCALAR, U16, 6, 2),
    PARAM("i32", "int", SCALAR, I32, 8, 4),
    PARAM("u32", "unsigned int", SCALAR, U32, 12, 4),
    PARAM("i64", "long", SCALAR, I64, 16, 8),
    PARAM("u64", "size_t", SCALAR, U64, 24, 8),
    PARAM("f16", "__half", SCALAR, F16, 32, 2),
    PARAM("bf16", "__nv_bfloat16", SCALAR, BF16, 34, 2),
    PARAM("f32", "float", SCALAR, F32, 36, 4),
    PARAM("f64", "double", SCALAR, F64, 40, 8),
    PARAM("box", "Box", STRUCT, NONE, 48, 12),
    PARAM("bytes", "void *", BUFFER, NONE, 64, 8),
    PARAM("boxes", "const Box *", BUFFER, NONE, 72, 8),
};
static const custub_pointer_info pointers[] = {
    {.name = "bytes", .param = BYTES, .line = 65, .element = "void", .element_size = 1},
    {.name = "boxes",
     .param = BOXES,
     .line = 73,
     .element = "Box",
     .element_size = 12,
     .element_align = 4},
};
static const custub_kernel_info each_kernels[] = {{.name = "one_of_each",
                                                   .symbol = "one_of_each",
                                                   .file = "each.cu",
                                                   .line = 99,
                                                   .param_count = COUNT,
                                                   .params = params,
                                                   .pointer_count = 2,
                                                   .pointers = pointers}};
static const custub_library_info each_library = {CUSTUB_ABI, 1, "each", "each.cu", each_kernels, 0};

static custub_error error;
static custub_launch launch;
static custub_library *library;
static const custub_kernel *kernel;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&each_library, NULL);
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    recording_use_device(0);
    library = custub_library_open(&each_library, sample_images, NULL);
    recording_clear_log();
    recording_add_range(X, 4000, false);
    memset(&error, 0, sizeof(error));
    launch = custub_launch_of(4, 256);
    kernel = custub_library_find(library, "one_of_each", NULL);
    return kernel == NULL;
}

static int stop(void **state)
{
    (void)state;
    custub_library_close(library, NULL);
    return recording_alive() != 0;
}

static void refused(custub_status found, custub_status status, const char *message)
{
    assert_string_equal(error.message, message);
    assert_int_equal(found, status);
    assert_int_equal(error.status, status);
    assert_int_equal(recording_launch_count(), 0);
}

static custub_argument valid[COUNT];

static void fill_valid(void)
{
    static const char box[12] = "a box of 12";

    for (uint32_t i = BOOL; i <= U64; i++)
        valid[i] = custub_argument_u8(1);
    for (uint32_t i = F16; i <= F64; i++)
        valid[i] = custub_argument_f64(1.5);
    valid[BOX] = custub_argument_bytes(box, sizeof(box));
    valid[BYTES] = custub_argument_buffer(CUSTUB_SCALAR_NONE, 0, 0);
    valid[BOXES] = custub_argument_elements(0, 0, 12);
}

static custub_status launch_with(uint32_t index, custub_argument argument)
{
    fill_valid();
    valid[index] = argument;
    return custub_kernel_launch(kernel, &launch, COUNT, valid, fresh(&error));
}

/* Checks that the argument is accepted, and becomes these bytes of the parameter. */
static void stores(uint32_t index, custub_argument argument, uint64_t bits)
{
    uint64_t found = 0;

    memset(&error, 0, sizeof(error));
    assert_int_equal(launch_with(index, argument), CUSTUB_OK);
    memcpy(&found, recording_last_launch()->parameters + params[index].offset, params[index].size);
    assert_int_equal(found, bits);
    recording_clear_log();
}

static void overflows(uint32_t index, custub_argument argument, const char *message)
{
    refused(launch_with(index, argument), CUSTUB_ERROR_ARGUMENT_RANGE, message);
    assert_int_equal(error.parameter_index, (int32_t)index);
}

static void integers_pass_where_they_fit(void **state)
{
    (void)state;
    stores(I8, custub_argument_i64(-128), 0x80);
    stores(I8, custub_argument_u64(127), 127);
    stores(U8, custub_argument_i64(255), 255);
    stores(I16, custub_argument_i64(-32768), 0x8000);
    stores(U16, custub_argument_u32(65535), 65535);
    stores(I32, custub_argument_i8(-1), 0xffffffff);
    stores(I32, custub_argument_u64(INT32_MAX), INT32_MAX);
    stores(U32, custub_argument_i64(UINT32_MAX), UINT32_MAX);
    stores(I64, custub_argument_i64(INT64_MIN), (uint64_t)INT64_MIN);
    stores(I64, custub_argument_u64(INT64_MAX), INT64_MAX);
    stores(U64, custub_argument_u64(UINT64_MAX), UINT64_MAX);
    stores(I32, custub_argument_bool(true), 1);
    stores(BOOL, custub_argument_bool(true), 1);
    stores(BOOL, custub_argument_i32(0), 0);
}

static void integers_that_would_be_cut_off_are_refused(void **state)
{
    (void)state;
    overflows(I8, custub_argument_i32(128),
              "one_of_each: 'i8' is of type signed char, which cannot hold 128 [each.cu:2]");
    overflows(I8, custub_argument_i32(-129),
              "one_of_each: 'i8' is of type signed char, which cannot hold -129 [each.cu:2]");
    overflows(U8, custub_argument_i32(-1),
              "one_of_each: 'u8' is of type unsigned char, which cannot hold -1 [each.cu:3]");
    overflows(U8, custub_argument_i32(256),
              "one_of_each: 'u8' is of type unsigned char, which cannot hold 256 [each.cu:3]");
    overflows(I16, custub_argument_u32(32768),
              "one_of_each: 'i16' is of type short, which cannot hold 32768 [each.cu:5]");
    overflows(U16, custub_argument_u32(65536),
              "one_of_each: 'u16' is of type unsigned short, which cannot hold 65536 [each.cu:7]");
    overflows(I32, custub_argument_u64(3000000000u),
              "one_of_each: 'i32' is of type int, which cannot hold 3000000000 [each.cu:9]");
    overflows(I32, custub_argument_i64(INT64_MIN),
              "one_of_each: 'i32' is of type int, which cannot hold -9223372036854775808 "
              "[each.cu:9]");
    overflows(U32, custub_argument_u64(UINT64_C(1) << 32),
              "one_of_each: 'u32' is of type unsigned int, which cannot hold 4294967296 "
              "[each.cu:13]");
    overflows(I64, custub_argument_u64(UINT64_C(1) << 63),
              "one_of_each: 'i64' is of type long, which cannot hold 9223372036854775808 "
              "[each.cu:17]");
    overflows(U64, custub_argument_i64(-1),
              "one_of_each: 'u64' is of type size_t, which cannot hold -1 [each.cu:25]");
    overflows(BOOL, custub_argument_i32(2),
              "one_of_each: 'b' is of type bool, which cannot hold 2 [each.cu:1]");
    assert_int_equal(launch_with(I32, custub_argument_f32(1)), CUSTUB_ERROR_ARGUMENT_KIND);
    assert_int_equal(launch_with(F32, custub_argument_i32(1)), CUSTUB_ERROR_ARGUMENT_KIND);
}

static void floats_are_rounded_to_the_parameter(void **state)
{
    const custub_half half = {0x1234};
    const custub_bfloat16 bfloat = {0x4321};

    (void)state;
    stores(F64, custub_argument_f64(0.1), UINT64_C(0x3fb999999999999a));
    stores(F64, custub_argument_f32(0.5f), UINT64_C(0x3fe0000000000000));
    stores(F32, custub_argument_f64(0.1), 0x3dcccccd);
    stores(F32, custub_argument_f64(-0.0), 0x80000000);
    stores(F32, custub_argument_f64(INFINITY), 0x7f800000);
    stores(F32, custub_argument_f64(NAN), 0x7fc00000);
    stores(F16, custub_argument_f64(1.5), 0x3e00);
    stores(F16, custub_argument_f64(65504), 0x7bff);
    stores(F16, custub_argument_f16(half), 0x1234);
    stores(BF16, custub_argument_f32(-2), 0xc000);
    stores(BF16, custub_argument_bf16(bfloat), 0x4321);
    overflows(F32, custub_argument_f64(1e39),
              "one_of_each: 'f32' is of type float, which cannot hold 9.9999999999999994e+38 "
              "[each.cu:37]");
    overflows(F16, custub_argument_f64(65520),
              "one_of_each: 'f16' is of type __half, which cannot hold 65520 [each.cu:33]");
    assert_int_equal(launch_with(F32, custub_argument_f16(half)), CUSTUB_ERROR_ARGUMENT_KIND);
    assert_int_equal(launch_with(F16, custub_argument_bf16(bfloat)), CUSTUB_ERROR_ARGUMENT_KIND);
}

/* Compares conversions to float with the compiler's own. */
static void narrowing_rounds_as_the_compiler_does(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (int i = 0; i < 1000000; i++) {
        double value;
        float expected;
        uint64_t bits;
        uint32_t wanted;
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        /* Exponents around those of float, its subnormals included. */
        bits = (seed & UINT64_C(0x800fffffffffffff)) | (860 + (seed >> 20) % 300) << 52;
        if (i % 4 == 0)
            bits &= ~UINT64_C(0x0fffffff); /* ties */
        memcpy(&value, &bits, sizeof(value));
        expected = (float)value;
        memcpy(&wanted, &expected, sizeof(wanted));
        assert_int_equal(custubi_narrow_float(value, CUSTUB_SCALAR_F32, &bits), isfinite(expected));
        if (isfinite(expected))
            assert_int_equal(bits, wanted);
    }
}

/* Converts each half and bfloat16, and the middle between two neighbours, which rounds to the even
 * one. */
static void narrowing_to_sixteen_bits_is_exact(void **state)
{
    uint64_t bits;

    (void)state;
    for (uint32_t i = 0; i < 0x7bff; i++) {
        double at = i < 1024 ? ldexp(i, -24) : ldexp(1024 + i % 1024, (int)(i / 1024) - 25);
        double next = i + 1 < 1024 ? ldexp(i + 1, -24)
                                   : ldexp(1024 + (i + 1) % 1024, (int)((i + 1) / 1024) - 25);
        assert_true(custubi_narrow_float(at, CUSTUB_SCALAR_F16, &bits));
        assert_int_equal(bits, i);
        assert_true(custubi_narrow_float(-(at + next) / 2, CUSTUB_SCALAR_F16, &bits));
        assert_int_equal(bits, 0x8000 | (i + i % 2));
        assert_true(
            custubi_narrow_float(nextafter((at + next) / 2, 1e9), CUSTUB_SCALAR_F16, &bits));
        assert_int_equal(bits, i + 1);
    }
    for (uint32_t i = 0; i < 0x7f80; i++) {
        uint32_t wide = i << 16;
        float value;
        memcpy(&value, &wide, sizeof(value));
        assert_true(custubi_narrow_float((double)value, CUSTUB_SCALAR_BF16, &bits));
        assert_int_equal(bits, i);
    }
}

static void structs_are_copied_whole(void **state)
{
    static const char box[13] = "!a box of 12";
    char found[12];

    (void)state;
    assert_int_equal(launch_with(BOX, custub_argument_bytes(box + 1, 12)), CUSTUB_OK);
    memcpy(found, recording_last_launch()->parameters + params[BOX].offset, sizeof(found));
    assert_memory_equal(found, box + 1, sizeof(found));
    recording_clear_log();
    refused(launch_with(BOX, custub_argument_bytes(box, 8)), CUSTUB_ERROR_ARGUMENT_SIZE,
            "one_of_each: 'box' is of type Box, 12 bytes; the argument has 8 bytes, the kernel 12 "
            "[each.cu:49]");
    assert_int_equal(error.needed, 12);
    assert_int_equal(error.found, 8);
    refused(launch_with(BOX, custub_argument_bytes(NULL, 12)), CUSTUB_ERROR_ARGUMENT_KIND,
            "one_of_each: 'box' is of type Box, 12 bytes, the argument is a struct of 12 bytes "
            "[each.cu:49]");
    assert_int_equal(launch_with(BOX, custub_argument_u64(1)), CUSTUB_ERROR_ARGUMENT_KIND);
    assert_int_equal(launch_with(I32, custub_argument_bytes(box, 4)), CUSTUB_ERROR_ARGUMENT_KIND);
}

/* The driver knows 4000 bytes at X, so a refusal shows the count in bytes. */
static void counts_of_void_pointers_are_bytes_or_elements(void **state)
{
    (void)state;
    stores(BYTES, custub_argument_buffer(CUSTUB_SCALAR_NONE, X, 4000), X);
    stores(BYTES, custub_argument_buffer(CUSTUB_SCALAR_F64, X, 500), X);
    stores(BYTES, custub_argument_elements(X, 40, 100), X);
    stores(BYTES, custub_argument_buffer(CUSTUB_SCALAR_F64, X, CUSTUB_COUNT_UNKNOWN), X);
    refused(launch_with(BYTES, custub_argument_buffer(CUSTUB_SCALAR_F64, X, 501)),
            CUSTUB_ERROR_BUFFER_TOO_SMALL,
            "one_of_each: 'bytes' has 4000 bytes at this address, its view declares 4008 bytes "
            "[each.cu:65]");
    assert_int_equal(launch_with(BYTES, custub_argument_elements(X, UINT64_MAX / 2, 100)),
                     CUSTUB_ERROR_BUFFER_TOO_SMALL);
    refused(launch_with(BOXES, custub_argument_elements(X, 10, 16)), CUSTUB_ERROR_ARGUMENT_SIZE,
            "one_of_each: 'boxes' is a buffer of Box; the argument has elements of 16 bytes, the "
            "kernel 12 [each.cu:73]");
    refused(launch_with(BOXES, custub_argument_buffer(CUSTUB_SCALAR_F32, X, 10)),
            CUSTUB_ERROR_ARGUMENT_KIND,
            "one_of_each: 'boxes' is a buffer of Box, the argument is a buffer of float "
            "[each.cu:73]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(integers_pass_where_they_fit),
        TEST(integers_that_would_be_cut_off_are_refused),
        TEST(floats_are_rounded_to_the_parameter),
        cmocka_unit_test(narrowing_rounds_as_the_compiler_does),
        cmocka_unit_test(narrowing_to_sixteen_bits_is_exact),
        TEST(structs_are_copied_whole),
        TEST(counts_of_void_pointers_are_bytes_or_elements),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
