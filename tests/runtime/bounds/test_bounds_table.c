/* Tables of bounds checks: a damaged one is refused, and never read beyond its end. */
#include "bounds/checked_table.h"

#include <stdlib.h>

#include "bounds_fixture.h"

static char reason[CUSTUBI_TABLE_REASON_SIZE];
static custubi_checked_table parts;

/* Reads a copy that ends where the table ends, so that a sanitizer sees what is read behind it. */
static bool reads_copy(size_t size)
{
    void *copy = malloc(size ? size : 1);
    bool read;

    if (!copy)
        abort();
    memcpy(copy, &table, size);
    reason[0] = '\0';
    read = custubi_checked_table_read(&parts, copy, size, reason);
    if (read)
        for (uint32_t i = 0; i < parts.head->kernel_count; i++)
            (void)strlen(parts.strings + parts.kernels[i].symbol);
    free(copy);
    return read;
}

static void refused(const char *expected)
{
    assert_false(reads_copy(sizeof(table)));
    assert_string_equal(reason, expected);
    table = make_table();
}

static void reads_a_table(void **state)
{
    (void)state;
    assert_true(reads_copy(sizeof(table)));
    assert_true(custubi_checked_table_read(&parts, &table, sizeof(table), reason));
    assert_ptr_equal(custubi_checked_table_find(&parts, "plain"), &table.kernels[2]);
    assert_null(custubi_checked_table_find(&parts, "unknown"));
}

static void refuses_a_cut_table(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof(table); size++)
        assert_false(reads_copy(size));
    assert_false(reads_copy(10));
    assert_string_equal(reason, "10 bytes, fewer than its head has");
}

static void refuses_a_wrong_head(void **state)
{
    (void)state;
    table.head.magic++;
    refused("another beginning");
    table.head.version = 7;
    refused("version 7, this runtime reads 5");
    table.head.kernels = 4;
    refused("6 kernels at byte 4, which do not fit");
    table.head.limit_count = UINT32_MAX;
    refused("4294967295 limits at byte 304, which do not fit");
    table.head.number_count = UINT32_MAX;
    refused("4294967295 numbers at byte 784, which do not fit");
    table.head.sites = UINT32_MAX - 7;
    refused("18 accesses at byte 4294967288, which do not fit");
    table.head.string_bytes = UINT32_MAX;
    assert_false(reads_copy(sizeof(table)));
    table = make_table();
    table.texts.none = 'x';
    refused("text that does not begin and end with a zero byte");
}

static void refuses_a_wrong_kernel(void **state)
{
    (void)state;
    table.kernels[1].symbol = UINT32_MAX;
    refused("a kernel, number 1, whose name is not in it");
    table.kernels[0].param_bytes = 1 << 20;
    refused("a parameter of 1048576 bytes for 2 pointers of 'saxpy'");
    table.kernels[0].extents = UINT32_MAX;
    refused("a parameter of 104 bytes for 4294967295 pointers of 'saxpy'");
    table.kernels[2].first_limit = TABLE_LIMITS;
    refused("limits of 'plain' that are not in it");
    table.kernels[2].limit_count = UINT32_MAX;
    refused("limits of 'plain' that are not in it");
    table.kernels[2].first_number = TABLE_NUMBERS + 1;
    refused("numbers of 'plain' that are not in it");
    table.kernels[2].number_count = UINT32_MAX;
    refused("numbers of 'plain' that are not in it");
}

static void refuses_a_wrong_limit(void **state)
{
    static const char text[] = "a wrong limit, number 1 of 'saxpy'";
    custub_bounds_limit *limit = &table.limits[1];

    (void)state;
    limit->kind = 3;
    refused(text);
    limit->offset = 66;
    refused(text);
    limit->offset = 60; /* in the extents */
    refused(text);
    limit->offset = SAXPY_BYTES;
    refused(text);
    limit->offset = UINT32_MAX - 3;
    refused(text);
    limit->extent = 2;
    refused(text);
    limit->align = 12;
    refused(text);
    limit->span = 0;
    refused(text);
    limit->span = (uint64_t)INT64_MAX + 1;
    refused(text);
    limit->low = -1;
    refused(text);
    limit->scale = 0;
    refused(text);
    limit->most = UINT64_C(1) << 32;
    refused(text);
}

static void refuses_a_wrong_access(void **state)
{
    (void)state;
    table.sites[3].kernel = TABLE_KERNELS;
    refused("a wrong access, number 3");
    table.sites[3].origin = 5;
    refused("a wrong access, number 3");
    table.sites[3].access = 3;
    refused("a wrong access, number 3");
    table.sites[3].caller_file = sizeof(table_texts);
    refused("a wrong access, number 3");
}

/* Whatever one byte becomes, what is read is in the table: a sanitizer would tell. */
static void any_byte_may_be_wrong(void **state)
{
    unsigned char *bytes = (unsigned char *)&table;

    (void)state;
    for (size_t i = 0; i < sizeof(table); i++) {
        const unsigned char kept = bytes[i];
        for (unsigned int change = 1; change < 256; change *= 2) {
            bytes[i] = (unsigned char)(kept ^ change);
            if (!reads_copy(sizeof(table)))
                assert_string_not_equal(reason, "");
        }
        bytes[i] = kept;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(reads_a_table, start),
        cmocka_unit_test_setup(refuses_a_cut_table, start),
        cmocka_unit_test_setup(refuses_a_wrong_head, start),
        cmocka_unit_test_setup(refuses_a_wrong_kernel, start),
        cmocka_unit_test_setup(refuses_a_wrong_limit, start),
        cmocka_unit_test_setup(refuses_a_wrong_access, start),
        cmocka_unit_test_setup(any_byte_may_be_wrong, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
