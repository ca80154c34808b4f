#include "trial/gpu_report.h"

#include "trial/checker_log.h"

#include <stdio.h>
#include <string.h>

/* The parts of "KERNEL: block (0,0,0), thread (3,0,0) reads x[4], … [FILE:LINE, in f, called at
 * …]".
 */
typedef struct parts {
    const char *thread; /* from "block" on */
    int thread_length;
    const char *access; /* from the verb on */
    int access_length;
    const char *place; /* behind FILE:LINE, with the bracket */
} parts;

static parts parts_of(const char *message)
{
    const char *text = strstr(message, ": ");
    const char *block = strstr(message, ": block (");
    const char *thread = block ? strstr(block, "thread (") : NULL;
    const char *end = thread ? strchr(thread, ')') : NULL;
    const char *bracket = NULL;
    parts all = {"", 0, text ? text + 2 : message, 0, ""};

    if (end && end[1] == ' ') {
        all.thread = block + 2;
        all.thread_length = (int)(end + 1 - all.thread);
        all.access = end + 2;
    }
    for (const char *at = all.access; (at = strstr(at, " [")) != NULL; at++)
        bracket = at;
    all.access_length = (int)(bracket ? (size_t)(bracket - all.access) : strlen(all.access));
    if (bracket && strchr(bracket, ','))
        all.place = strchr(bracket, ',') + 2;
    return all;
}

/* As the memory checker begins its reports. */
static const char *heading_of(const custub_error *error)
{
    return strstr(error->message, ", which must be a multiple of ") ? "misaligned"
           : strstr(error->message, "shared memory") ? "out of bounds of shared memory"
           : error->parameter[0]                     ? "beyond the contract"
                                                     : "out of bounds";
}

void trial_findings_take_bad_access(trial_findings *findings, const custub_kernel_info *info,
                                    const custub_error *error)
{
    const parts all = parts_of(error->message);
    const bool has_line = error->file[0] && error->line > 0;
    char line[768];
    trial_finding *added;

    snprintf(line, sizeof(line), "%s:%d: kernel '%s'%s%.*s: %s: %.*s%s%s",
             has_line ? error->file : info->file, has_line ? error->line : (int)info->line,
             info->name, all.thread_length ? ", " : "", all.thread_length, all.thread,
             heading_of(error), all.access_length, all.access, all.place[0] ? " [" : "", all.place);
    added = trial_findings_take_report(findings, line);
    if (!added)
        return;
    snprintf(added->pointer, sizeof(added->pointer), "%.63s", error->parameter);
    if (added->kind == TRIAL_OUTSIDE && error->parameter[0] && !error->needed)
        added->kind = TRIAL_BEFORE;
}
