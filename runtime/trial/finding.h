/* finding.h: what the launches of a kernel showed. */
#ifndef TRIAL_FINDING_H
#define TRIAL_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRIAL_FINDINGS 16 /* of one kernel; more are not kept */

/* Plain data: processes share it. */
typedef struct trial_finding {
    char key[256];    /* the mistake: the place, and the text without numbers */
    char pointer[64]; /* of an access out of bounds: the pointer, if it is known; else "" */
    char text[768];   /* one line */
    char advice[256]; /* what to change in the contract or the kernel; "" */
    bool is_note;     /* nothing is wrong with launches that the contract allows */
} trial_finding;

typedef struct trial_findings {
    size_t count;
    trial_finding list[TRIAL_FINDINGS];
} trial_findings;

/* Adds a finding, unless it is there. The text is formatted as by printf. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void trial_findings_add(trial_findings *findings, const char *advice, const char *format, ...);

/* How many are not notes. */
size_t trial_findings_mistakes(const trial_findings *findings);

/* The finding of the same mistake, in whatever launch; or null. */
const trial_finding *trial_findings_get(const trial_findings *findings,
                                        const trial_finding *finding);

/* Adds the reports of the memory checker in this file. They call the kernel by its symbol, which
 * becomes its name. */
void trial_findings_add_log(trial_findings *findings, const char *path, const char *symbol,
                            const char *name);

#endif
