/* A contract reads numbers beside bit-fields, members of unnamed structs and packed numbers as the
 * kernel does: on the CPU driver and on a GPU, which CUSTUB_DRIVER in the environment chooses. */
#include "device_fixture.h"
#include "fields.custub.h"
#include "fresh_error.h"

#include <string.h>

#define ROUNDS 50

static fields_kernels kernels;
static custub_i64_buffer out;
static uint64_t random_state = 1;

static void fill(void *object, size_t size)
{
    unsigned char *bytes = object;

    for (size_t i = 0; i < size; i++) {
        random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
        bytes[i] = (unsigned char)(random_state >> 56);
    }
}

typedef struct place {
    size_t first; /* byte */
    size_t size;  /* bytes */
    bool is_signed;
} place;

static int64_t number_at(const unsigned char *bytes, const place *at)
{
    uint64_t value = 0;

    for (size_t i = 0; i < at->size; i++)
        value |= (uint64_t)bytes[at->first + i] << 8 * i;
    if (at->is_signed && value >> (8 * at->size - 1))
        value |= ~UINT64_C(0) << 8 * at->size;
    return (int64_t)value;
}

typedef custub_status launcher(const custub_launch *launch, const unsigned char *bytes,
                               const fields_wanted *wanted);

static custub_status launch_flags(const custub_launch *launch, const unsigned char *bytes,
                                  const fields_wanted *wanted)
{
    fields_flags flags;

    memcpy(&flags, bytes, sizeof(flags));
    return launch_read_flags(&kernels, launch, flags, *wanted, out.view, fresh(&fixture_error));
}

static custub_status launch_mixed(const custub_launch *launch, const unsigned char *bytes,
                                  const fields_wanted *wanted)
{
    fields_mixed mixed;

    memcpy(&mixed, bytes, sizeof(mixed));
    return launch_read_mixed(&kernels, launch, mixed, *wanted, out.view, fresh(&fixture_error));
}

static custub_status launch_packed(const custub_launch *launch, const unsigned char *bytes,
                                   const fields_wanted *wanted)
{
    fields_packed packed;

    memcpy(&packed, bytes, sizeof(packed));
    return launch_read_packed(&kernels, launch, packed, *wanted, out.view, fresh(&fixture_error));
}

/* Checks that the contract and the kernel read the values at these places. With any other value the
 * launch is refused. */
static void check_places(launcher *run, size_t size, const place *places, size_t count)
{
    unsigned char bytes[128];
    fields_wanted wanted;
    int64_t found[16];
    custub_launch launch = one_block(1);

    assert_true(size <= sizeof(bytes));
    for (int round = 0; round < ROUNDS; round++) {
        fill(bytes, size);
        memset(&wanted, 0, sizeof(wanted));
        for (size_t i = 0; i < count; i++)
            wanted.values[i] = number_at(bytes, &places[i]);
        succeed(run(&launch, bytes, &wanted));
        succeed(custub_i64_download(out.view, found, out.view.count, 0, &fixture_error));
        for (size_t i = 0; i < count; i++)
            assert_int_equal(found[i], wanted.values[i]);
        wanted.values[(size_t)round % count] ^= 1;
        assert_int_equal(run(&launch, bytes, &wanted), CUSTUB_ERROR_REQUIRES);
    }
}

static void numbers_beside_bit_fields_are_read_as_the_kernel_reads_them(void **state)
{
    static const place places[] = {{8, 4, false}, {16, 2, true}, {18, 1, true}};

    (void)state;
    check_places(launch_flags, sizeof(fields_flags), places, 3);
}

static void members_of_unnamed_structs_and_of_classes_are_read_too(void **state)
{
    static const place places[] = {
        {4, 4, true}, {8, 4, true}, {12, 4, false}, {18, 2, true}, {32, 4, false}};

    (void)state;
    check_places(launch_mixed, sizeof(fields_mixed), places, 5);
}

static void packed_numbers_are_read_too(void **state)
{
    static const place places[] = {{0, 1, true}, {1, 4, true}};

    (void)state;
    check_places(launch_packed, sizeof(fields_packed), places, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_beside_bit_fields_are_read_as_the_kernel_reads_them),
        cmocka_unit_test(members_of_unnamed_structs_and_of_classes_are_read_too),
        cmocka_unit_test(packed_numbers_are_read_too),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = fields_load(&fixture_error);
    succeed(fixture_error.status);
    out = custub_i64_buffer_create(16, &fixture_error);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
