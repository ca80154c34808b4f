#include "trial/checker_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 768

static const char of_index[] = "an index that comes from data needs CUSTUB_VALUES; else guard the "
                               "access, or limit the launch by CUSTUB_REQUIRES";

static const char of_barrier[] = "let all threads of a block reach the same barrier, or limit the "
                                 "launch by CUSTUB_BLOCK or CUSTUB_REQUIRES";

static const char of_wait[] = "let all threads and blocks come to what the others wait for, or "
                              "limit the launch by CUSTUB_THREADS, CUSTUB_BLOCK or CUSTUB_REQUIRES";

/* How reports begin, behind the block and the thread. The first that fits counts. */
static const struct {
    const char *heading;
    trial_kind kind;
    const char *advice;
} headings[] = {
    {"beyond the contract: ", TRIAL_OUTSIDE,
     "raise the count of this pointer, limit the launch by CUSTUB_REQUIRES, or guard the access in "
     "the kernel; an index that comes from data needs CUSTUB_VALUES"},
    {"out of bounds: ", TRIAL_OUTSIDE, of_index},
    {"wild pointer: ", TRIAL_OUTSIDE, ""},
    {"out of bounds of shared memory: ", TRIAL_SHARED, of_index},
    {"misaligned: ", TRIAL_MISALIGNED,
     "add CUSTUB_ALIGNED to the pointer, or CUSTUB_REQUIRES for what the offset is computed from"},
    {"undefined: ", TRIAL_UNINITIALIZED, ""}, /* a value that a shuffle reads */
    {"never written: ", TRIAL_UNINITIALIZED,
     "initialize the memory in the kernel, or limit the launch by CUSTUB_REQUIRES or CUSTUB_BLOCK"},
    {"race: ", TRIAL_RACE,
     "order the accesses in the kernel, or limit the launch by CUSTUB_THREADS, CUSTUB_BLOCK or "
     "CUSTUB_REQUIRES"},
    {"before the wait: ", TRIAL_RACE, ""},
    {"divergent barrier: ", TRIAL_BARRIER, of_barrier},
    {"barrier of ", TRIAL_BARRIER, of_barrier},
    {"its threads wait for ever", TRIAL_BARRIER, of_wait},
    {"some threads of a block wait at a barrier of the block, others", TRIAL_BARRIER, of_wait},
    {"it waits for the grid, and other blocks have ended", TRIAL_BARRIER, of_wait},
    {"an integer division by zero", TRIAL_DIVISION, ""},
};

static bool begins_with(const char *text, const char *words)
{
    return strncmp(text, words, strlen(words)) == 0;
}

/* --- One report ------------------------------------------------------------------------------- */

/* Copies the name between the first two apostrophes; "" if there is none. */
static void copy_name(const char *text, char *out, size_t size)
{
    const char *name = strchr(text, '\'');

    snprintf(out, size, "%.*s", name ? (int)strcspn(name + 1, "'") : 0, name ? name + 1 : "");
}

/* An access goes beyond a buffer in one launch, and beyond an allocation in another: the mistake is
 * the place, and whether it reads or writes. */
static trial_finding *add_access(trial_findings *findings, trial_finding *finding,
                                 const char *heading, const char *access)
{
    char mistake[LINE];

    copy_name(access, finding->pointer, sizeof(finding->pointer));
    if (strstr(access, " bytes before "))
        finding->kind = TRIAL_BEFORE;
    snprintf(mistake, sizeof(mistake), "%.*s%.*s", (int)(heading - finding->text), finding->text,
             (int)strcspn(access, " "), access);
    return trial_findings_take(findings, finding, mistake);
}

trial_finding *trial_findings_take_report(trial_findings *findings, const char *line)
{
    trial_finding finding = {.kind = TRIAL_OTHER};
    const char *block = strstr(line, ", block"); /* or "blocks (0,0,0) to (1,0,0): " */
    const char *heading = block ? strstr(block, "): ") : NULL;
    size_t i = 0;

    snprintf(finding.text, sizeof(finding.text), "%s", line);
    heading = heading ? finding.text + (heading + strlen("): ") - line) : "";
    while (i < sizeof(headings) / sizeof(headings[0]) && !begins_with(heading, headings[i].heading))
        i++;
    if (i < sizeof(headings) / sizeof(headings[0])) {
        finding.kind = headings[i].kind;
        snprintf(finding.advice, sizeof(finding.advice), "%s", headings[i].advice);
    }
    if (finding.kind == TRIAL_OUTSIDE)
        return add_access(findings, &finding, heading, heading + strlen(headings[i].heading));
    return trial_findings_take(findings, &finding, finding.text);
}

/* --- The file --------------------------------------------------------------------------------- */

/* Copies a line without addresses, which differ from run to run. */
static void copy_line(char *out, size_t size, const char *line, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length && count + 1 < size; i++) {
        if (length - i > 6 && strncmp(line + i, " at 0x", 6) == 0) {
            i += 6;
            while (i < length && isxdigit((unsigned char)line[i]))
                i++;
            if (length - i > 6 && strncmp(line + i, ", which", 7) == 0 &&
                size - count > sizeof(" at an address"))
                count += (size_t)snprintf(out + count, size - count, " at an address");
            i--;
            continue;
        }
        out[count++] = line[i];
    }
    out[count] = '\0';
}

/* Replaces the symbol in "kernel 'SYMBOL'" by the name. */
static void name_kernel(char line[LINE], const char *symbol, const char *name)
{
    static const char before[] = "kernel '";
    char *at = strstr(line, before);
    char rest[LINE];

    if (!at)
        return;
    at += sizeof(before) - 1;
    if (strncmp(at, symbol, strlen(symbol)) != 0 || at[strlen(symbol)] != '\'')
        return;
    snprintf(rest, sizeof(rest), "%s", at + strlen(symbol));
    snprintf(at, LINE - (size_t)(at - line), "%s%s", name, rest);
}

static void add_reports(trial_findings *findings, const char *text, const char *symbol,
                        const char *name)
{
    static const char prefix[] = "custub: ";

    while (*text) {
        const size_t length = strcspn(text, "\n");
        char line[LINE];

        copy_line(line, sizeof(line), text, length);
        if (begins_with(line, prefix) && !strstr(line, "called from ") &&
            !strstr(line, " more time") && !strstr(line, " more findings")) {
            name_kernel(line, symbol, name);
            trial_findings_take_report(findings, line + strlen(prefix));
        }
        text += length + (text[length] == '\n');
    }
}

void trial_findings_take_log(trial_findings *findings, const char *path, const char *symbol,
                             const char *name)
{
    const size_t size = 1 << 16;
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(1, size) : NULL;

    if (text && fread(text, 1, size - 1, file) > 0)
        add_reports(findings, text, symbol, name);
    free(text);
    file = file ? freopen(path, "w", file) : NULL; /* what the process prints is appended */
    if (file)
        fclose(file);
}
