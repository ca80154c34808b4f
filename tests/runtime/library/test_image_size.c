/* Images that are not whole are refused before the driver sees them. */
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

static custub_error error;
static sample_kernels loaded;

static int start(void **state)
{
    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    memset(&loaded, 0xaa, sizeof(loaded));
    return (int)custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL);
}

static int nothing_is_left(void **state)
{
    (void)state;
    return recording_alive() != 0;
}

static custub_status load(const custub_image *images)
{
    return custub_library_load(&loaded, sizeof(loaded), &sample_library, sample_library.fingerprint,
                               images, fresh(&error));
}

static void nothing_was_loaded(void)
{
    static const sample_kernels none;

    assert_memory_equal(&loaded, &none, sizeof(none));
    assert_int_equal(recording_alive(), 0);
}

/* Checks that an image of `size` bytes is refused in these words, before the driver sees it. */
static void is_not_whole(const char *tag, const void *data, size_t size, const char *reason)
{
    const custub_image images[] = {{tag, data, size}, {NULL, NULL, 0}};
    const custub_image two[] = {{tag, data, size}, sample_images[0], {NULL, NULL, 0}};
    char message[CUSTUB_MESSAGE_SIZE];

    recording_clear_log();
    assert_int_equal(load(images), CUSTUB_ERROR_NO_IMAGE);
    assert_int_equal(error.status, CUSTUB_ERROR_NO_IMAGE);
    snprintf(message, sizeof(message),
             "sample.cu: no image for Recording device 0 (compute capability 9.0, driver for CUDA "
             "13.0): [%s: the image is not whole: it has %s]",
             tag, reason);
    assert_string_equal(error.message, message);
    assert_int_equal(recording_calls_of("cuLibraryLoadData"), 0);
    assert_int_equal(recording_calls_of("cuModuleLoadDataEx"), 0);
    nothing_was_loaded();
    assert_int_equal(load(two), CUSTUB_OK);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void is_whole(const char *tag, const void *data, size_t size)
{
    const custub_image images[] = {{tag, data, size}, {NULL, NULL, 0}};

    assert_int_equal(load(images), CUSTUB_OK);
    custub_library_unload(&loaded, sizeof(loaded), NULL);
}

static void ptx_ends_with_a_zero_byte(void **state)
{
    (void)state;
    is_whole("ptx", ".version 7.8", 13);
    is_not_whole("ptx", ".version 7.8", 12, "12 bytes, and PTX has to end with a zero byte");
    is_not_whole("ptx", "", 0, "0 bytes, no image is that small");
    is_not_whole("fatbin", "", 0, "0 bytes, no image is that small");
}

static void fatbin_is_as_long_as_it_says(void **state)
{
    unsigned char fatbin[64] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 48};

    (void)state;
    is_whole("fatbin", fatbin, 64);
    is_not_whole("fatbin", fatbin, 63, "63 bytes, its fatbin header says 64");
    is_not_whole("fatbin", fatbin, 15, "15 bytes, its fatbin header says 16");
    is_not_whole("fatbin", fatbin, 2, "2 bytes, its fatbin header says 16");
    memset(fatbin + 8, 0xff, 8);
    is_not_whole("fatbin", fatbin, 64, "64 bytes, its fatbin header says 18446744073709551615");
}

static void put(unsigned char *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> 8 * i);
}

/* A header, then a segment's header at 64, then two sections' at 120: 248 bytes. */
static void make_elf(unsigned char elf[300])
{
    memset(elf, 0, 300);
    memcpy(elf, "\177ELF\2\1\1", 7);
    put(elf + 32, 64, 8);
    put(elf + 40, 120, 8);
    put(elf + 54, 56, 2);
    put(elf + 56, 1, 2);
    put(elf + 58, 64, 2);
    put(elf + 60, 2, 2);
    put(elf + 64, 1, 4); /* PT_LOAD */
    put(elf + 64 + 32, 248, 8);
    put(elf + 184 + 4, 1, 4); /* SHT_PROGBITS */
    put(elf + 184 + 24, 248, 8);
}

static void elf_is_as_long_as_its_headers_say(void **state)
{
    unsigned char elf[300];

    (void)state;
    make_elf(elf);
    is_whole("cubin", elf, 248);
    is_not_whole("cubin", elf, 247, "247 bytes, its ELF headers say 248");
    is_not_whole("cubin", elf, 119, "119 bytes, its ELF headers say 248");
    is_not_whole("cubin", elf, 63, "63 bytes, its ELF headers say 64");
    is_not_whole("cubin", elf, 3, "3 bytes, its ELF headers say 64");
    put(elf + 184 + 32, 52, 8);
    is_whole("cubin", elf, 300);
    is_not_whole("cubin", elf, 299, "299 bytes, its ELF headers say 300");
    put(elf + 184 + 4, 8, 4); /* SHT_NOBITS */
    is_whole("cubin", elf, 248);
    put(elf + 184 + 4, 0x7000000a, 4); /* CUDA's own */
    is_whole("cubin", elf, 248);
    put(elf + 64 + 32, 299, 8);
    is_not_whole("cubin", elf, 298, "298 bytes, its ELF headers say 299");
    put(elf + 64, 0x70000001, 4);
    is_whole("cubin", elf, 248);
    make_elf(elf);
    put(elf + 40, UINT64_MAX - 1, 8);
    is_not_whole("cubin", elf, 300, "300 bytes, its ELF headers say 18446744073709551615");
    make_elf(elf);
    put(elf + 32, 280, 8);
    is_not_whole("cubin", elf, 300, "300 bytes, its ELF headers say 336");
    elf[4] = 1; /* 32 bits: not known here */
    is_whole("cubin", elf, 300);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ptx_ends_with_a_zero_byte),
        TEST(fatbin_is_as_long_as_it_says),
        TEST(elf_is_as_long_as_its_headers_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
