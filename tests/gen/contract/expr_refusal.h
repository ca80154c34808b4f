/* expr_refusal.h: tables of expressions that the parser refuses, and the check of one. It defines
 * the arena and the sink of the test. */
#ifndef TEST_EXPR_REFUSAL_H
#define TEST_EXPR_REFUSAL_H

#include "expr_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

typedef struct refusal {
    const char *text;
    const char *id;
    const char *fact; /* and what to do, after the place, the kernel and the annotation */
} refusal;

static gen_arena arena;
static gen_diag diag;

static int set_up(void **state)
{
    (void)state;
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    gen_arena_deinitialize(&arena);
    return 0;
}

static void check_refusals(const refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const refusal *r = &refusals[i];
        const char *expected =
            gen_arena_format(&arena, "kernel 'sample': CUSTUB_REQUIRES(%s): %s", r->text, r->fact);
        gen_diag_initialize(&diag, &arena);
        if (sample_parse(&arena, &diag, r->text))
            fail_msg("'%s' is accepted", r->text);
        assert_int_equal(diag.errors, 1);
        assert_null(diag.first->next);
        assert_string_equal(diag.first->text, expected);
        assert_string_equal(diag.first->id, r->id);
        assert_string_equal(diag.first->place.file, sample_place.file);
        assert_int_equal(diag.first->place.line, sample_place.line);
        assert_int_equal(diag.first->place.column, sample_place.column);
        assert_int_equal(diag.first->severity, GEN_ERROR);
    }
}

#define CHECK_REFUSALS(refusals) check_refusals(refusals, LENGTH(refusals))

#define REFUSAL_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
