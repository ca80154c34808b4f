/* How many registers nvcc's machine code says that kernels have, and what becomes of the number. */
#include "bounds/cubin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A file with the sections that are looked at: names, .nv.info, symbols. */
enum {
    NAMES = 64, /* "\0.nv.info\0first\0second\0" */
    INFO = 128, /* an entry without bytes, one of another attribute, two of registers */
    SYMBOLS = 192,
    SECTIONS = 288,
    SECTION_BYTES = 64,
    FILE_BYTES = SECTIONS + 4 * SECTION_BYTES
};

static const gen_bounds_kernel kernels[] = {{.name = "first", .symbol = "first"},
                                            {.name = "second", .symbol = "second"},
                                            {.name = "third", .symbol = "third"}};

enum { KERNELS = 3 };

static void put(unsigned char *at, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static void put_section(unsigned char *file, unsigned index, uint64_t name, uint64_t offset,
                        uint64_t size, uint64_t link)
{
    unsigned char *at = file + SECTIONS + (size_t)index * SECTION_BYTES;

    put(at, name, 4);
    put(at + 24, offset, 8);
    put(at + 32, size, 8);
    put(at + 40, link, 4);
}

static void put_registers(unsigned char *at, uint64_t symbol, uint64_t registers)
{
    memcpy(at, "\4\x2f\10\0", 4);
    put(at + 4, symbol, 4);
    put(at + 8, registers, 4);
}

/* 40 registers for `first` and 255 for `second`. */
static void make_cubin(unsigned char file[FILE_BYTES])
{
    memset(file, 0, FILE_BYTES);
    memcpy(file, "\177ELF\2\1\1", 7);
    put(file + 18, 190, 2);
    put(file + 40, SECTIONS, 8);
    put(file + 60, 4, 2);
    put(file + 62, 1, 2);
    memcpy(file + NAMES, "\0.nv.info\0first\0second", 23);
    memcpy(file + INFO, "\1\x2f\10\0", 4);
    memcpy(file + INFO + 4, "\4\x11\10\0\1\0\0\0\63\0\0\0", 12);
    put_registers(file + INFO + 16, 1, 40);
    put_registers(file + INFO + 28, 2, 255);
    put(file + SYMBOLS + 24, 10, 4);
    put(file + SYMBOLS + 48, 16, 4);
    put_section(file, 1, 0, NAMES, 23, 0);
    put_section(file, 2, 1, INFO, 40, 3);
    put_section(file, 3, 0, SYMBOLS, 72, 1);
}

static bool read_cubin(const unsigned char *file, size_t length, uint32_t registers[KERNELS])
{
    return gen_cubin_read_registers((const char *)file, length, kernels, KERNELS, registers);
}

static void finds_the_registers_of_each_kernel(void **state)
{
    unsigned char file[FILE_BYTES];
    uint32_t registers[KERNELS] = {1, 2, 3};

    (void)state;
    make_cubin(file);
    assert_true(read_cubin(file, sizeof(file), registers));
    assert_int_equal(registers[0], 40);
    assert_int_equal(registers[1], 255);
    assert_int_equal(registers[2], 0);
}

static void refuses_other_files(void **state)
{
    unsigned char file[FILE_BYTES];
    uint32_t registers[KERNELS];

    (void)state;
    assert_false(read_cubin((const unsigned char *)"", 0, registers));
    make_cubin(file);
    assert_false(read_cubin(file, 63, registers));
    file[18] = 62; /* x86-64 */
    assert_false(read_cubin(file, sizeof(file), registers));
    make_cubin(file);
    file[4] = 1; /* 32 bits */
    assert_false(read_cubin(file, sizeof(file), registers));
}

/* Changes bytes of the file, and expects that the registers of `first` are not known. */
static void expect_unknown(size_t offset, uint64_t number, unsigned bytes)
{
    unsigned char file[FILE_BYTES];
    uint32_t registers[KERNELS];

    make_cubin(file);
    put(file + offset, number, bytes);
    assert_true(read_cubin(file, sizeof(file), registers));
    assert_int_equal(registers[0], 0);
}

static void does_not_know_what_a_damaged_file_says(void **state)
{
    enum { SECTION_1 = SECTIONS + SECTION_BYTES, SECTION_2 = SECTION_1 + SECTION_BYTES };

    (void)state;
    expect_unknown(40, FILE_BYTES, 8);             /* the sections */
    expect_unknown(40, UINT64_MAX - 63, 8);        /* which would wrap */
    expect_unknown(60, 2, 2);                      /* their number */
    expect_unknown(62, 9, 2);                      /* the section of the names */
    expect_unknown(SECTION_1 + 32, 15, 8);         /* the name has no end */
    expect_unknown(SECTION_2 + 24, FILE_BYTES, 8); /* .nv.info is outside */
    expect_unknown(SECTION_2 + 32, UINT64_MAX, 8);
    expect_unknown(SECTION_2 + 32, 27, 8); /* the entry is not all in it */
    expect_unknown(SECTION_2 + 40, 4, 4);  /* there are no symbols */
    expect_unknown(INFO + 18, 4, 2);       /* the entry has one number */
    expect_unknown(INFO + 20, 3, 4);       /* no such symbol */
    expect_unknown(INFO + 20, UINT32_MAX, 4);
    expect_unknown(INFO + 24, 256, 4); /* more registers than a thread can have */
}

/* A copy of the exact size, so that a sanitizer sees each byte that is read beyond it. */
static void read_copy(const unsigned char *file, size_t length)
{
    uint32_t registers[KERNELS];
    unsigned char *copy = malloc(length + 1);

    assert_non_null(copy);
    memcpy(copy + 1, file, length);
    read_cubin(copy + 1, length, registers);
    for (size_t i = 0; i < KERNELS; i++)
        assert_in_range(registers[i], 0, 255);
    free(copy);
}

static void survives_any_bytes(void **state)
{
    unsigned char file[FILE_BYTES];
    uint64_t random = 1;

    (void)state;
    make_cubin(file);
    for (size_t length = 0; length < sizeof(file); length++)
        read_copy(file, length);
    for (unsigned round = 0; round < 200000; round++) {
        make_cubin(file);
        for (unsigned i = 0; i < 1 + round % 4; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
            file[20 + (random >> 33) % (FILE_BYTES - 20)] =
                (random >> 60) & 1 ? (unsigned char)(random >> 48) : 0xff;
        }
        read_copy(file, sizeof(file));
    }
}

/* --- What becomes of them --------------------------------------------------------------------- */

/* Rewrites a kernel `first` with some directives and instructions. True if the result has a text.
 */
static bool has(uint64_t registers, const char *directives, const char *body, const char *expected)
{
    unsigned char file[FILE_BYTES];
    gen_arena arena;
    gen_diag diag;
    gen_text out = {0};
    gen_text table = {0};
    gen_bounds_counts counts;
    gen_bounds *bounds;
    bool found;

    make_cubin(file);
    put_registers(file + INFO + 16, 1, registers);
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    bounds = gen_bounds_begin(&arena, &diag, kernels, KERNELS);
    assert_true(gen_bounds_add(bounds, "k.ptx",
                               gen_arena_format(&arena,
                                                ".version 8.0\n.target sm_90a\n.address_size 64\n"
                                                ".visible .entry first()\n%s{\n%s\nret;\n}\n",
                                                directives, body)));
    assert_true(gen_bounds_hold_registers(bounds, "k.cubin", (const char *)file, sizeof(file)));
    gen_bounds_finish(bounds, &out, &table, &counts);
    found = out.data && strstr(out.data, expected);
    gen_text_deinitialize(&out);
    gen_text_deinitialize(&table);
    gen_arena_deinitialize(&arena);
    return found;
}

/* As many as leave room for the same number of warps, and for the block. */
static void gives_kernels_the_registers_that_are_free(void **state)
{
    (void)state;
    assert_true(has(40, "", "", ")\n.maxnreg 40\n"));
    assert_true(has(41, "", "", ")\n.maxnreg 48\n"));
    assert_true(has(10, "", "", ")\n.maxnreg 32\n"));
    assert_true(has(33, ".maxntid 256\n.minnctapersm 1\n", "",
                    ")\n.maxnreg 40\n.maxntid 256\n.minnctapersm 1\n"));
    assert_true(has(60, "", "", ")\n.maxnreg 64\n")); /* blocks of 1024 */
    assert_true(has(72, "", "", ")\n.maxnreg 72\n")); /* of fewer anyway */
    assert_true(has(82, ".maxntid 256\n", "", ")\n.maxnreg 96\n"));
    assert_true(has(97, ".maxntid 256\n", "", ")\n.maxnreg 128\n"));
    assert_true(has(97, ".maxntid 32, 8, 2\n", "", ")\n.maxnreg 128\n"));
    assert_true(has(97, ".maxntid 32, 9, 2\n", "", ")\n.maxnreg 112\n"));
    assert_true(has(60, ".maxntid 512\n.minnctapersm 2\n", "", ")\n.maxnreg 64\n"));
    assert_true(has(240, ".reqntid 64\n", "", ")\n.maxnreg 255\n"));
}

static void leaves_other_limits_alone(void **state)
{
    (void)state;
    assert_false(has(0, "", "", ".maxnreg"));
    assert_false(has(250, "", "", ".maxnreg"));
    assert_false(has(40, ".maxnreg 64\n", "", ".maxnreg 40"));
    assert_true(has(40, ".maxnreg 64\n", "", ".maxnreg 64"));
    assert_false(has(40, "", "setmaxnreg.dec.sync.aligned.u32 40;", ".maxnreg"));
}

static void says_that_a_file_is_no_cubin(void **state)
{
    gen_arena arena;
    gen_diag diag;
    gen_text out = {0};
    gen_text table = {0};
    gen_bounds_counts counts;
    gen_bounds *bounds;

    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    bounds = gen_bounds_begin(&arena, &diag, kernels, KERNELS);
    assert_true(gen_bounds_add(bounds, "k.ptx", ".version 8.0\n.target sm_90\n"));
    assert_false(gen_bounds_hold_registers(bounds, "k.cubin", "PTX", 3));
    assert_int_equal(diag.errors, 1);
    assert_string_equal(diag.first->id, "cubin-unknown");
    assert_string_equal(diag.first->place.file, "k.cubin");
    gen_bounds_finish(bounds, &out, &table, &counts);
    gen_text_deinitialize(&out);
    gen_text_deinitialize(&table);
    gen_arena_deinitialize(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_registers_of_each_kernel),
        cmocka_unit_test(refuses_other_files),
        cmocka_unit_test(does_not_know_what_a_damaged_file_says),
        cmocka_unit_test(survives_any_bytes),
        cmocka_unit_test(gives_kernels_the_registers_that_are_free),
        cmocka_unit_test(leaves_other_limits_alone),
        cmocka_unit_test(says_that_a_file_is_no_cubin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
