/* The vector types have CUDA's sizes, alignments and make_ functions. Runs on the CPU driver or on
 * a GPU, as CUSTUB_DRIVER in the environment says. */
#include "device_fixture.h"
#include "vectors.custub.h"

static vectors_kernels kernels;

typedef struct vector_type {
    const char *name;
    int count;
    int size;
    int alignment;
} vector_type;

static const vector_type types[] = {
#define VECTOR(type, count, size, alignment) {#type, count, size, alignment},
#include "vector_table.h"
};

#define TYPES (sizeof(types) / sizeof(types[0]))

static void makes_each_vector(void **state)
{
    int32_t host[3 * TYPES];
    custub_launch launch = one_block(1);
    custub_i32_buffer out = numbers_of(3 * TYPES);

    (void)state;
    succeed(launch_vectors(&kernels, &launch, out.view, 3, &fixture_error));
    read_numbers(&out, host);
    for (size_t i = 0; i < TYPES; i++) {
        int weight = 0;
        for (int j = types[i].count - 1; j >= 0; j--)
            weight = 10 * weight + 3 + j;
        if (host[3 * i] != types[i].size || host[3 * i + 1] != types[i].alignment ||
            host[3 * i + 2] != weight)
            fail_msg("%s: %d bytes, aligned to %d, made of %d", types[i].name, (int)host[3 * i],
                     (int)host[3 * i + 1], (int)host[3 * i + 2]);
    }
}

static void omitted_dimensions_are_1(void **state)
{
    int32_t host[4];
    custub_launch launch = one_block(1);
    custub_i32_buffer out = numbers_of(4);

    (void)state;
    succeed(launch_dimensions(&kernels, &launch, out.view, &fixture_error));
    read_numbers(&out, host);
    assert_int_equal(host[0], 111);
    assert_int_equal(host[1], 112);
    assert_int_equal(host[2], 132);
    assert_int_equal(host[3], 432);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_each_vector),
        cmocka_unit_test(omitted_dimensions_are_1),
    };
    int failed = open_fixture();

    if (failed)
        return failed;
    kernels = vectors_load(&fixture_error);
    succeed(fixture_error.status);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
