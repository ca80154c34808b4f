/* CUSTUB_LEAKS=1: memory that was not freed, in child processes, on the recording driver. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "memory_fixture.h"

#include <custub/texture.h>

#include "child.h"

static char printed[4096];
static void (*child_body)(void);

static void open_and_run(void)
{
    CHILD_CHECK(start(NULL) == 0);
    child_body();
}

/* Runs `body` in a child with this CUSTUB_LEAKS, and keeps its output in `printed`. The child opens
 * the driver. */
static void run(const char *setting, void (*body)(void))
{
    FILE *file = tmpfile();
    int kept = dup(2);
    size_t length;

    assert_non_null(file);
    setenv("CUSTUB_LEAKS", setting, 1);
    dup2(fileno(file), 2);
    child_body = body;
    passes_in_child(open_and_run);
    dup2(kept, 2);
    close(kept);
    rewind(file);
    length = fread(printed, 1, sizeof(printed) - 1, file);
    printed[length] = '\0';
    fclose(file);
}

static size_t lines(void)
{
    size_t count = 0;

    for (const char *at = printed; (at = strchr(at, '\n')); at++)
        count++;
    return count;
}

static void leave_some(void)
{
    CUmemoryPool pool = custub_pool_create(0, NULL);
    custub_f32_buffer freed = custub_f32_buffer_create(1000, NULL);

    custub_f32_buffer_create(10, NULL);
    custub_f32_buffer_create_zeroed(20, NULL, NULL);
    custub_f32_buffer_create_async(30, pool, NULL, NULL);
    custub_f32_pinned_create(40, NULL);
    custub_f32_managed_create(50, NULL);
    custub_f32_array_create(12, 5, 0, CUSTUB_ARRAY_TEXTURE, NULL);
    custub_f32_buffer_destroy(&freed, NULL);
    freed = custub_f32_buffer_create_async(2000, pool, NULL, NULL);
    custub_f32_buffer_destroy_async(&freed, NULL, NULL);
}

static void leaks_are_listed_when_the_process_ends(void **state)
{
    char wanted[64];

    (void)state;
    run("1", leave_some);
    assert_int_equal(lines(), 6);
    for (int floats = 10; floats <= 60; floats += 10) {
        snprintf(wanted, sizeof(wanted), "custub: not freed: %d bytes at 0x", 4 * floats);
        assert_non_null(strstr(printed, wanted));
    }
    assert_non_null(strstr(printed, "test_leaks+0x")); /* the program's own function */
}

static void nothing_is_listed_unless_it_is_asked_for(void **state)
{
    (void)state;
    run("0", leave_some);
    assert_string_equal(printed, "");
    run("", leave_some);
    assert_string_equal(printed, "");
}

static void free_all(void)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(10, NULL);

    custub_f32_buffer_destroy(&buffer, NULL);
}

static void nothing_is_listed_if_all_is_freed(void **state)
{
    (void)state;
    run("1", free_all);
    assert_string_equal(printed, "");
}

static bool fails(custub_status status)
{
    return status == CUSTUB_ERROR_DRIVER;
}

static void fail_to_free(void)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(10, NULL);
    custub_f32_buffer ordered = custub_f32_buffer_create_async(20, NULL, NULL, NULL);
    custub_f32_pinned pinned = custub_f32_pinned_create(30, NULL);
    custub_f32_array array = custub_f32_array_create(10, 4, 0, CUSTUB_ARRAY_TEXTURE, NULL);

    recording_fail("cuMemFree_v2", 1, 999);
    CHILD_CHECK(fails(custub_f32_buffer_destroy(&buffer, NULL)));
    recording_fail("cuMemFreeAsync", 1, 999);
    CHILD_CHECK(fails(custub_f32_buffer_destroy_async(&ordered, NULL, NULL)));
    recording_fail("cuMemFreeHost", 1, 999);
    CHILD_CHECK(fails(custub_f32_pinned_destroy(&pinned, NULL)));
    recording_fail("cuArrayDestroy", 1, 999);
    CHILD_CHECK(fails(custub_f32_array_destroy(&array, NULL)));
}

static void memory_that_could_not_be_freed_is_listed(void **state)
{
    char wanted[64];

    (void)state;
    run("1", fail_to_free);
    assert_int_equal(lines(), 4);
    for (int floats = 10; floats <= 40; floats += 10) {
        snprintf(wanted, sizeof(wanted), "custub: not freed: %d bytes at 0x", 4 * floats);
        assert_non_null(strstr(printed, wanted));
    }
}

static void leave_in_devices(void)
{
    custub_device *first;
    custub_device *second;

    recording_programmed()->device_count = 2;
    first = custub_device_open(1, NULL);
    second = custub_device_open(1, NULL);
    custub_f32_buffer_create(10, NULL);
    custub_device_close(second, NULL);
    fprintf(stderr, "one is closed\n");
    custub_device_close(first, NULL);
    fprintf(stderr, "both are closed\n");
    recording_use_device(0);
    custub_f32_buffer_create(20, NULL);
    fprintf(stderr, "the end\n");
}

/* The context lives while anyone retains it. */
static void leaks_of_a_context_are_listed_when_its_last_device_is_closed(void **state)
{
    const char *listed;

    (void)state;
    run("1", leave_in_devices);
    assert_int_equal(lines(), 5);
    listed = strstr(printed, "40 bytes");
    assert_true(strstr(printed, "one is closed") < listed);
    assert_true(listed && listed < strstr(printed, "both are closed"));
    assert_true(strstr(printed, "the end") < strstr(printed, "80 bytes"));
}

static void nothing(void)
{
}

static void fork_while_memory_is_there(void)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(10, NULL);

    passes_in_child(nothing);
    custub_f32_buffer_destroy(&buffer, NULL);
}

static void a_process_that_was_forked_lists_nothing(void **state)
{
    (void)state;
    run("1", fork_while_memory_is_there);
    assert_string_equal(printed, "");
}

static void leave_in_a_capture(void)
{
    recording_programmed()->capture_status = 1;
    custub_f32_buffer_create_async(10, NULL, NULL, NULL);
}

static void memory_of_a_graph_is_no_leak(void **state)
{
    (void)state;
    run("1", leave_in_a_capture);
    assert_string_equal(printed, "");
}

#define LEAK_TEST(name) cmocka_unit_test_teardown(name, nothing_is_left)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEAK_TEST(leaks_are_listed_when_the_process_ends),
        LEAK_TEST(nothing_is_listed_unless_it_is_asked_for),
        LEAK_TEST(nothing_is_listed_if_all_is_freed),
        LEAK_TEST(memory_that_could_not_be_freed_is_listed),
        LEAK_TEST(leaks_of_a_context_are_listed_when_its_last_device_is_closed),
        LEAK_TEST(a_process_that_was_forked_lists_nothing),
        LEAK_TEST(memory_of_a_graph_is_no_leak),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
