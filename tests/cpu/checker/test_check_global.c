#define _POSIX_C_SOURCE 200809L /* nanosleep */

/* Accesses of two blocks to global memory, at the same time: what is a race does not depend on
 * which thread of the system is faster. */
#include "checker/order/checked_global.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#define ADDRESS ((uintptr_t)0x10000)

/* A block, and the thread of the system that runs it. */
typedef struct side {
    cpu_check_open_write own;
    cpu_check_order *order;
    cpu_check_visitor *visitor;
    cpu_check_visit visit;
    cpu_check_clash clash;
    atomic_bool has_noted;
} side;

static cpu_check_global *global;
static side sides[2]; /* their open writes are known for ever */

static int begin(void **state)
{
    (void)state;
    global = cpu_check_global_create();
    for (uint32_t i = 0; i < 2; i++) {
        side *s = &sides[i];
        if (!s->order)
            cpu_check_open_write_publish(&s->own);
        s->order = cpu_check_order_create();
        cpu_check_order_begin(s->order, i + 1, 64);
        s->visitor = cpu_check_visitor_create(s->order, &s->own);
        assert_true(cpu_check_visitor_begin(s->visitor, global));
        atomic_store(&s->has_noted, false);
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        cpu_check_open_write_close(&sides[i].own);
        cpu_check_visitor_destroy(sides[i].visitor);
        cpu_check_order_destroy(sides[i].order);
    }
    cpu_check_global_destroy(global);
    return 0;
}

static void *note(void *argument)
{
    side *s = argument;

    cpu_check_visitor_note(s->visitor, 0, &s->visit, &s->clash);
    atomic_store(&s->has_noted, true);
    return NULL;
}

static void prepare(side *s, size_t size, cpu_check_manner manner, bool compares)
{
    s->visit = (cpu_check_visit){.address = ADDRESS, .size = size};
    s->visit.touch = cpu_check_touch_now(s->order, 0, 0);
    s->visit.manner = manner;
    s->visit.compares = compares;
}

static cpu_check_finding access_now(side *s, cpu_check_manner manner, bool compares)
{
    prepare(s, 4, manner, compares);
    note(s);
    return s->clash.finding;
}

static void pause_for(long milliseconds)
{
    const struct timespec time = {0, milliseconds * 1000000};

    nanosleep(&time, NULL);
}

/* The second write begins on a thread of its own. */
static void assert_waits(size_t size, cpu_check_manner manner)
{
    pthread_t thread;

    prepare(&sides[1], size, manner, false);
    assert_int_equal(pthread_create(&thread, NULL, note, &sides[1]), 0);
    pause_for(20);
    assert_false(atomic_load(&sides[1].has_noted));
    cpu_check_open_write_close(&sides[0].own);
    pthread_join(thread, NULL);
    assert_int_equal(sides[1].clash.finding, CPU_CHECK_WRITE_WRITE);
    assert_int_equal(sides[1].clash.other.block, 1);
}

static void a_write_waits_until_the_one_before_is_made(void **state)
{
    (void)state;
    access_now(&sides[0], CPU_CHECK_WRITES, false);
    assert_waits(4, CPU_CHECK_WRITES);
}

static void a_write_waits_for_an_update(void **state)
{
    (void)state;
    access_now(&sides[0], CPU_CHECK_UPDATES, false);
    assert_waits(4, CPU_CHECK_WRITES);
}

static void an_update_waits_for_a_write(void **state)
{
    (void)state;
    access_now(&sides[0], CPU_CHECK_WRITES, false);
    assert_waits(4, CPU_CHECK_UPDATES);
}

/* The first write is in two regions, of which the second one is reached first. */
static void a_long_write_waits_in_its_second_region(void **state)
{
    (void)state;
    prepare(&sides[0], 4, CPU_CHECK_WRITES, false);
    sides[0].visit.address += CPU_CHECK_REGION_BYTES;
    note(&sides[0]);
    assert_waits(2 * CPU_CHECK_REGION_BYTES, CPU_CHECK_WRITES);
    assert_int_equal(sides[1].clash.at, ADDRESS + CPU_CHECK_REGION_BYTES);
}

static void updates_and_reads_wait_for_nobody(void **state)
{
    (void)state;
    access_now(&sides[0], CPU_CHECK_UPDATES, false);
    assert_int_equal(access_now(&sides[1], CPU_CHECK_UPDATES, false), CPU_CHECK_FINE);
    assert_int_equal(access_now(&sides[1], CPU_CHECK_READS, false), CPU_CHECK_UPDATE_READ);
}

/* --- Guesses -------------------------------------------------------------------------------------
 */

static void read_and_update(void)
{
    access_now(&sides[0], CPU_CHECK_READS, false);
    assert_int_equal(access_now(&sides[1], CPU_CHECK_UPDATES, false), CPU_CHECK_READ_WRITE);
}

static void a_read_that_is_compared_later_is_no_race(void **state)
{
    (void)state;
    read_and_update();
    assert_false(cpu_check_visitor_doubts(sides[1].visitor, &sides[1].clash, malloc(1)));
    access_now(&sides[0], CPU_CHECK_UPDATES, true);
    cpu_check_visitor_end(sides[0].visitor);
    assert_null(cpu_check_visitor_take(sides[0].visitor));
}

/* The reader is faster than the update's thread, which has not said yet what to report. */
static void a_read_is_compared_before_the_update_is_known(void **state)
{
    (void)state;
    read_and_update();
    access_now(&sides[0], CPU_CHECK_UPDATES, true);
    assert_false(cpu_check_visitor_doubts(sides[1].visitor, &sides[1].clash, malloc(1)));
}

static void a_read_that_is_never_compared_is_reported_at_the_end(void **state)
{
    void *finding = malloc(1);

    (void)state;
    read_and_update();
    assert_false(cpu_check_visitor_doubts(sides[1].visitor, &sides[1].clash, finding));
    assert_null(cpu_check_visitor_take(sides[1].visitor));
    cpu_check_visitor_end(sides[0].visitor);
    assert_ptr_equal(cpu_check_visitor_take(sides[0].visitor), finding);
    free(finding);
}

static void a_read_of_a_block_that_has_ended_is_reported_at_once(void **state)
{
    void *finding = malloc(1);

    (void)state;
    access_now(&sides[0], CPU_CHECK_READS, false);
    cpu_check_visitor_end(sides[0].visitor);
    access_now(&sides[1], CPU_CHECK_UPDATES, false);
    assert_true(cpu_check_visitor_doubts(sides[1].visitor, &sides[1].clash, finding));
    free(finding);
}

static void a_block_ends_before_the_update_is_known(void **state)
{
    void *finding = malloc(1);

    (void)state;
    read_and_update();
    cpu_check_visitor_end(sides[0].visitor);
    assert_null(cpu_check_visitor_take(sides[0].visitor));
    assert_true(cpu_check_visitor_doubts(sides[1].visitor, &sides[1].clash, finding));
    free(finding);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_write_waits_until_the_one_before_is_made),
        TEST(a_write_waits_for_an_update),
        TEST(an_update_waits_for_a_write),
        TEST(a_long_write_waits_in_its_second_region),
        TEST(updates_and_reads_wait_for_nobody),
        TEST(a_read_that_is_compared_later_is_no_race),
        TEST(a_read_is_compared_before_the_update_is_known),
        TEST(a_read_that_is_never_compared_is_reported_at_the_end),
        TEST(a_read_of_a_block_that_has_ended_is_reported_at_once),
        TEST(a_block_ends_before_the_update_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
