/* finding.h: what the launches of a kernel showed. */
#ifndef TRIAL_FINDING_H
#define TRIAL_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRIAL_FINDINGS 16 /* of one kernel; more are not kept */

typedef enum trial_kind {
    TRIAL_OTHER,
    TRIAL_OUTSIDE,       /* an access behind the end of a buffer, or of memory that is none */
    TRIAL_BEFORE,        /* an access before the start of a buffer */
    TRIAL_SHARED,        /* an access outside of shared memory */
    TRIAL_MISALIGNED,    /* an access */
    TRIAL_UNINITIALIZED, /* a read of memory that was never written */
    TRIAL_RACE,
    TRIAL_BARRIER,  /* not all threads of a block reach it */
    TRIAL_DIVISION, /* of integers, by zero */
    TRIAL_ENDLESS,  /* launches do not end */
    TRIAL_BY_SHAPE, /* the result depends on the shape of the launch */
    TRIAL_BY_ORDER, /* the result depends on the order of the blocks */
    TRIAL_ALIASED,  /* two pointers may have the same memory, but then the result is wrong */
    TRIAL_UNREACHED /* no launch touched the last elements that the contract asks for */
} trial_kind;

/* Plain data: processes share it. */
typedef struct trial_finding {
    trial_kind kind;
    char key[256];    /* the mistake: the place, and the text without numbers */
    char pointer[64]; /* the pointer that was accessed, written or not reached; "": not known */
    char other[64];   /* TRIAL_ALIASED: the pointer that is read; else "" */
    char text[768];   /* one line */
    char advice[256]; /* what to change in the contract or the kernel; "" */
    bool is_note;     /* nothing is wrong with launches that the contract allows */
} trial_finding;

typedef struct trial_findings {
    size_t count;
    trial_finding list[TRIAL_FINDINGS];
} trial_findings;

/* Adds a finding, unless it is there. The text is formatted as by printf. Returns the new finding,
 * or null. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
trial_finding *
trial_findings_add(trial_findings *findings, trial_kind kind, const char *advice,
                   const char *format, ...);

/* Adds a finding whose mistake is the one that this text tells, unless it is there. */
trial_finding *trial_findings_take(trial_findings *findings, const trial_finding *finding,
                                   const char *mistake);

/* True for an access outside of the buffer that it was meant for. */
bool trial_kind_is_outside(trial_kind kind);

/* How many are not notes. */
size_t trial_findings_mistakes(const trial_findings *findings);

/* The finding of the same mistake, in whatever launch; or null. */
const trial_finding *trial_findings_get(const trial_findings *findings,
                                        const trial_finding *finding);

#endif
