/* Images from files, and their kinds by content. */
#define _XOPEN_SOURCE 700 /* mkfifo, truncate */

#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define FILE_NAME "test_image_file.tmp"
#define PTX       "// made by hand\n/* .target */\n.version 8.0\n.target sm_80\n"

static custub_error error;

static void write_file(const void *data, size_t size)
{
    FILE *file = fopen(FILE_NAME, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static int clean(void **state)
{
    (void)state;
    fresh(&error);
    remove(FILE_NAME);
    rmdir(FILE_NAME);
    return 0;
}

/* An ELF header of 64 bytes without tables. */
static void make_elf(unsigned char elf[64], unsigned char type, unsigned char machine)
{
    memset(elf, 0, 64);
    memcpy(elf,
           "\x7f"
           "ELF\2\1\1",
           7);
    elf[16] = type;
    elf[18] = machine;
}

static void content_tells_the_kind(void **state)
{
    static const struct {
        unsigned char type, machine;
        const char *tag; /* null: no image */
    } elves[] = {{2, 190, "cubin"},  {1, 190, "cubin"},     {1, 62, "object"},
                 {1, 183, "object"}, {3, 62, "cpu-x86_64"}, {3, 183, "cpu-aarch64"},
                 {2, 62, NULL},      {3, 40, NULL}};
    static const char fatbin[16] = "\x50\xed\x55\xba\1\0\x10";
    unsigned char elf[64];

    (void)state;
    for (size_t i = 0; i < sizeof(elves) / sizeof(elves[0]); i++) {
        custub_image image;
        make_elf(elf, elves[i].type, elves[i].machine);
        image = custub_image_of(elf, sizeof(elf), fresh(&error));
        if (elves[i].tag) {
            assert_string_equal(image.tag, elves[i].tag);
            assert_ptr_equal(image.data, elf);
            assert_int_equal(image.size, sizeof(elf));
        } else {
            assert_null(image.tag);
            assert_int_equal(error.status, CUSTUB_ERROR_IMAGE_UNKNOWN);
        }
    }
    fresh(&error);
    assert_string_equal(custub_image_of(fatbin, sizeof(fatbin), &error).tag, "fatbin");
    assert_string_equal(custub_image_of("\xed\x43\x4e\x7f....", 8, &error).tag, "ltoir");
    assert_string_equal(custub_image_of("!<arch>\n", 8, &error).tag, "archive");
    assert_string_equal(custub_image_of(PTX, sizeof(PTX), &error).tag, "ptx");
    assert_false(custub_failed(&error));
}

static void instrumented_images_are_told_apart(void **state)
{
    unsigned char image[128] = {0};

    (void)state;
    make_elf(image, 3, 62);
    memcpy(image + 80, "custub_cpu_check_tabl", 21);
    assert_string_equal(custub_image_of(image, sizeof(image), &error).tag, "cpu-x86_64");
    image[101] = 'e';
    assert_string_equal(custub_image_of(image, sizeof(image), &error).tag, "cpu-x86_64-check");
}

static void refuses_what_is_no_image(void **state)
{
    static const char *const texts[] = {"",
                                        "int main(void)",
                                        "// .version",
                                        "/* .version",
                                        "\x7f"
                                        "EL",
                                        ".versio"};
    static const char cut[] = "\x50\xed\x55\xba\1\0\x10\0\0\1\0\0\0\0\0\0"; /* 256 bytes more */

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const custub_image image = custub_image_of(texts[i], strlen(texts[i]), fresh(&error));
        assert_null(image.data);
        assert_int_equal(error.status, CUSTUB_ERROR_IMAGE_UNKNOWN);
    }
    assert_null(custub_image_of(cut, 16, fresh(&error)).data);
    assert_int_equal(error.status, CUSTUB_ERROR_IMAGE_UNKNOWN);
    assert_string_equal(
        error.message,
        "the image is cut off (fatbin): it has 16 bytes, its fatbin header says 272");
    assert_null(custub_image_of(PTX, strlen(PTX), fresh(&error)).data);
    assert_non_null(strstr(error.message, "PTX has to end with a zero byte"));
    assert_null(custub_image_of(NULL, 3, fresh(&error)).data);
    assert_int_equal(error.status, CUSTUB_ERROR_INVALID_ARGUMENT);
}

static void reads_a_file(void **state)
{
    unsigned char elf[64];
    custub_image image;

    (void)state;
    write_file(PTX, strlen(PTX));
    image = custub_image_read(FILE_NAME, &error);
    assert_string_equal(image.tag, "ptx");
    assert_int_equal(image.size, sizeof(PTX));
    assert_memory_equal(image.data, PTX, sizeof(PTX));
    custub_image_free(&image);
    assert_null(image.data);
    custub_image_free(&image);
    custub_image_free(NULL);
    make_elf(elf, 2, 190);
    write_file(elf, sizeof(elf));
    image = custub_image_read(FILE_NAME, &error);
    assert_string_equal(image.tag, "cubin");
    assert_int_equal(image.size, sizeof(elf));
    custub_image_free(&image);
    assert_false(custub_failed(&error));
}

static void is_not_read(const char *path, custub_status status, const char *message)
{
    const custub_image image = custub_image_read(path, fresh(&error));

    assert_null(image.data);
    assert_int_equal(error.status, status);
    assert_non_null(strstr(error.message, message));
}

static void says_why_a_file_is_not_read(void **state)
{
    unsigned char elf[64];

    (void)state;
    is_not_read(FILE_NAME, CUSTUB_ERROR_FILE, FILE_NAME ": there is no such file");
    is_not_read(NULL, CUSTUB_ERROR_INVALID_ARGUMENT, "no path");
    assert_int_equal(mkdir(FILE_NAME, 0700), 0);
    is_not_read(FILE_NAME, CUSTUB_ERROR_FILE, "it is a directory");
    rmdir(FILE_NAME);
    assert_int_equal(mkfifo(FILE_NAME, 0600), 0);
    is_not_read(FILE_NAME, CUSTUB_ERROR_FILE, "it is not a regular file");
    remove(FILE_NAME);
    write_file("", 0);
    is_not_read(FILE_NAME, CUSTUB_ERROR_FILE, "it is empty");
    assert_int_equal(truncate(FILE_NAME, (off_t)CUSTUB_IMAGE_LIMIT + 1), 0);
    is_not_read(FILE_NAME, CUSTUB_ERROR_FILE, "it is too large");
    write_file("hello", 5);
    is_not_read(FILE_NAME, CUSTUB_ERROR_IMAGE_UNKNOWN, FILE_NAME " is no image");
    make_elf(elf, 2, 190);
    write_file(elf, 40);
    is_not_read(FILE_NAME, CUSTUB_ERROR_IMAGE_UNKNOWN,
                FILE_NAME " is cut off (cubin): it has 40 bytes, its ELF headers say 64");
}

static void kernels_load_from_a_file(void **state)
{
    custub_image images[2] = {{NULL, NULL, 0}, {NULL, NULL, 0}};
    custub_library *library;

    (void)state;
    recording_reset();
    recording_describe(&sample_library, NULL);
    recording_use_device(0);
    write_file(PTX, strlen(PTX));
    images[0] = custub_image_read(FILE_NAME, &error);
    library = custub_library_open(&sample_library, images, &error);
    assert_non_null(library);
    custub_library_close(library, &error);
    custub_image_free(&images[0]);
    assert_false(custub_failed(&error));
    assert_int_equal(recording_alive(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, clean, clean)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(content_tells_the_kind),      TEST(instrumented_images_are_told_apart),
        TEST(refuses_what_is_no_image),    TEST(reads_a_file),
        TEST(says_why_a_file_is_not_read), TEST(kernels_load_from_a_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
