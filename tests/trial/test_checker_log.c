/* What the checker's log tells. */
#define _POSIX_C_SOURCE 200809L /* mkstemp */

#include "trial/checker_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Reads a log with these lines. */
static void take(trial_findings *findings, const char *lines)
{
    char path[] = "/tmp/custub_log_XXXXXX";
    const int file = mkstemp(path);

    assert_true(file >= 0);
    assert_int_equal(write(file, lines, strlen(lines)), strlen(lines));
    close(file);
    trial_findings_take_log(findings, path, "_Z1kPf", "k");
    unlink(path);
}

static void headings_tell_the_kind(void **state)
{
    static trial_findings findings;

    (void)state;
    take(&findings, "a note\n"
                    "custub: a.cu:1: kernel '_Z1kPf', block (0,0,0), thread (1,0,0): beyond the "
                    "contract: read of 4 bytes at 0x7f00, 8 bytes before 'race: '\n"
                    "custub:     called from a.cu:7\n"
                    "custub: a.cu:1: kernel '_Z1kPf': the same 3 more times in this launch\n");
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].kind, TRIAL_BEFORE);
    assert_non_null(strstr(findings.list[0].text, "kernel 'k', block"));
    assert_null(strstr(findings.list[0].text, "0x7f00"));
}

/* The driver names the blocks of a cluster, and no thread. */
static void driver_reports_have_a_kind(void **state)
{
    static trial_findings findings;

    (void)state;
    take(&findings, "custub: kernel '_Z1kPf', block (0,0,0): an integer division by zero\n");
    take(&findings, "custub: kernel '_Z1kPf', blocks (0,0,0) to (1,0,0): an integer division by "
                    "zero\n");
    assert_int_equal(findings.count, 2);
    assert_int_equal(findings.list[0].kind, TRIAL_DIVISION);
    assert_int_equal(findings.list[1].kind, TRIAL_DIVISION);
}

static void endless_waits_have_a_kind(void **state)
{
    static trial_findings findings;

    (void)state;
    take(&findings, "custub: kernel '_Z1kPf', block (1,0,0): it waits for the grid, and other "
                    "blocks have ended without arriving there\n");
    take(&findings, "custub: kernel '_Z1kPf', block (0,0,0): its threads wait for ever: lane 0 of "
                    "warp 0 waits\n");
    take(&findings, "custub: kernel '_Z1kPf', block (0,0,0): it has run for longer than 10 seconds "
                    "(CUSTUB_CPU_TIMEOUT)\n");
    assert_int_equal(findings.count, 3);
    assert_int_equal(findings.list[0].kind, TRIAL_BARRIER);
    assert_int_equal(findings.list[1].kind, TRIAL_BARRIER);
    assert_int_equal(findings.list[2].kind, TRIAL_OTHER);
}

/* Each length, so that the words for the address begin at each of the last bytes. */
static void long_report_is_cut(void **state)
{
    static trial_findings findings;
    char line[1024];

    (void)state;
    for (int length = 600; length < 800; length++) {
        findings.count = 0;
        snprintf(line, sizeof(line), "custub: %0*d at 0x7f00, which no buffer is near\n", length,
                 0);
        take(&findings, line);
        assert_int_equal(findings.count, 1);
        assert_true(strlen(findings.list[0].text) < sizeof(findings.list[0].text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_tell_the_kind),
        cmocka_unit_test(driver_reports_have_a_kind),
        cmocka_unit_test(endless_waits_have_a_kind),
        cmocka_unit_test(long_report_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
