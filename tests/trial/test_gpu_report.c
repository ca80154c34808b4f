#include "trial/gpu_report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const custub_kernel_info kernel = {.name = "k", .symbol = "k", .file = "k.cu", .line = 3};

static trial_findings findings;

/* The finding of a record with this message. `parameter`: "" if none is known. */
static const trial_finding *finding_of(const char *message, const char *parameter, uint64_t needed)
{
    custub_error error = {.status = CUSTUB_ERROR_OUT_OF_BOUNDS, .line = 7, .needed = needed};

    snprintf(error.file, sizeof(error.file), "sub.cuh");
    snprintf(error.parameter, sizeof(error.parameter), "%s", parameter);
    snprintf(error.message, sizeof(error.message), "%s", message);
    findings.count = 0;
    trial_findings_take_bad_access(&findings, &kernel, &error);
    assert_int_equal(findings.count, 1);
    return &findings.list[0];
}

static void an_element_beyond_the_contract(void **state)
{
    const trial_finding *found =
        finding_of("k: block (1,0,0), thread (2,0,0) writes x[9], the contract allows n = 9 "
                   "ints [sub.cuh:7]",
                   "x", 40);

    (void)state;
    assert_int_equal(found->kind, TRIAL_OUTSIDE);
    assert_string_equal(found->pointer, "x");
    assert_string_equal(
        found->text, "sub.cuh:7: kernel 'k', block (1,0,0), thread (2,0,0): beyond the contract: "
                     "writes x[9], the contract allows n = 9 ints");
    assert_non_null(strstr(found->advice, "raise the count"));
}

static void an_element_before_the_pointer(void **state)
{
    (void)state;
    assert_int_equal(
        finding_of("k: block (0,0,0), thread (0,0,0) reads x[-1], the contract allows n = 9 ints "
                   "[sub.cuh:7]",
                   "x", 0)
            ->kind,
        TRIAL_BEFORE);
}

static void the_line_of_a_call_is_kept(void **state)
{
    (void)state;
    assert_non_null(strstr(
        finding_of("k: block (0,0,0), thread (0,0,0) reads x[9], the contract allows n = 9 ints "
                   "[sub.cuh:7, in row, called at k.cu:5]",
                   "x", 40)
            ->text,
        "= 9 ints [in row, called at k.cu:5]"));
}

static void a_misaligned_access(void **state)
{
    const trial_finding *found =
        finding_of("k: block (0,0,0), thread (0,0,0) reads 16 bytes at x + 4 bytes, which "
                   "must be a multiple of 16 [sub.cuh:7]",
                   "x", 0);

    (void)state;
    assert_int_equal(found->kind, TRIAL_MISALIGNED);
    assert_non_null(strstr(found->advice, "CUSTUB_ALIGNED"));
}

static void memory_that_is_no_pointers(void **state)
{
    const trial_finding *found;

    (void)state;
    found = finding_of("k: block (0,0,0), thread (8,0,0) writes 4 bytes at byte 32 of the shared "
                       "memory 'tile', which "
                       "has 32 [sub.cuh:7]",
                       "", 36);
    assert_int_equal(found->kind, TRIAL_SHARED);
    assert_non_null(
        strstr(found->text, "thread (8,0,0): out of bounds of shared memory: writes 4 bytes"));
    found = finding_of(
        "k: block (0,0,0), thread (8,0,0) writes 4 bytes at byte 32 of the variable 'table', which "
        "has 32; its line is not known, compile with -lineinfo",
        "", 36);
    assert_int_equal(found->kind, TRIAL_OUTSIDE);
    assert_non_null(
        strstr(found->text, "): out of bounds: writes 4 bytes at byte 32 of the variable 'table'"));
}

static void an_access_of_which_nothing_is_known(void **state)
{
    (void)state;
    assert_string_equal(
        finding_of("k: a thread accesses memory outside its buffers [k.cu:3]", "", 0)->text,
        "sub.cuh:7: kernel 'k': out of bounds: a thread accesses memory outside its buffers");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_element_beyond_the_contract),
                                       cmocka_unit_test(an_element_before_the_pointer),
                                       cmocka_unit_test(the_line_of_a_call_is_kept),
                                       cmocka_unit_test(a_misaligned_access),
                                       cmocka_unit_test(memory_that_is_no_pointers),
                                       cmocka_unit_test(an_access_of_which_nothing_is_known)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
