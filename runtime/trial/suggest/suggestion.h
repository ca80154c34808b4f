/* suggestion.h: finds a contract for a kernel that has none, or a part of one: by measuring what
 * launches touch, and by trying what fits. */
#ifndef TRIAL_SUGGESTION_H
#define TRIAL_SUGGESTION_H

#include "trial/options.h"
#include "trial/formulas/fitting.h"
#include "trial/suggest/allocations.h"
#include "trial/suggest/launched_blocks.h"
#include "trial/suggest/measurement.h"

#define DOUBTFUL 16

/* Why a part of a contract cannot be told. The summary counts them. */
typedef enum suggestion_reason {
    REASON_NONE,
    REASON_DATA,  /* an index comes from data */
    REASON_SHAPE, /* no count fits */
    REASON_GUARD, /* a number limits the threads that touch it, which no launch shows */
    REASON_UNTOUCHED,
    REASON_FAILING, /* launches fail whatever the sizes are */
    REASON_FINDING, /* the trial of the whole finds something that no candidate explains */
    REASON_TIME,    /* the time was over before the whole was tried */
    REASON_STRUCTS, /* members of structs are zero in trials */
    REASON_UNTRIED, /* the kernel cannot be launched */
    REASON_COUNT
} suggestion_reason;

/* What is known of a pointer's count. */
typedef struct suggested_count {
    fits fits;
    size_t used;        /* the fit that is the hypothesis */
    size_t allocations; /* that were tried */
    bool is_allocated;  /* the hypothesis is what the program allocates */
    formula guess;      /* allocated, too, but nothing shows that it fits; for an open count */
    uint32_t limited;   /* the pointer whose values are limited for that, from 1 on; 0: none */
    suggestion_reason reason;
    char why[256];
    uint64_t launches; /* of the trial, that needed elements */
    uint64_t touching; /* of them: that touched one */
    uint64_t reaching; /* that touched the last one */
} suggested_count;

/* All that is known of one kernel. */
typedef struct suggestion {
    const trial_options *options;
    const trial_library *library;
    const custub_kernel_info *info;
    const char *folder; /* for logs */
    char log[4096];     /* of measured launches */
    formula_variables variables;
    hypothesis found;
    suggested_count counts[TRIAL_POINTERS];
    uint64_t capacity[TRIAL_POINTERS]; /* elements of a pointer without a count, while exploring */
    measurements explored;
    measurements probed;           /* launches that answer one question */
    bool are_divisors;             /* integers in memory may be: they are above 0 */
    bool is_index[TRIAL_POINTERS]; /* what the buffer holds decides what is touched elsewhere */
    trial_budget budget;
    formula doubtful[DOUBTFUL]; /* conditions that may be more than what is needed */
    size_t doubtful_count;
    bool are_structs_tried; /* the whole, with random bytes in structs, too */
    bool is_tried;          /* the whole was tried without a finding */
    uint64_t launches;      /* of that trial */
    bool is_restricted;     /* counts fit under conditions about the block or multiples alone */
    bool threads_are_guessed;
    bool threads_are_open;
    launched_blocks launched;
    allocations allocated;
    size_t step;              /* conditions about the block that were tried */
    suggestion_reason reason; /* of the whole */
    char why[512];
} suggestion;

typedef enum suggestion_result {
    SUGGESTION_WHOLE,
    SUGGESTION_PART,
    SUGGESTION_NONE,
    SUGGESTION_BROKEN /* the machine failed */
} suggestion_result;

/* Sums over kernels. */
typedef struct suggestion_sums {
    size_t whole, part, none;
    size_t reasons[REASON_COUNT];
} suggestion_sums;

/* Searches a contract, and prints it. */
suggestion_result suggestion_run(const trial_options *options, const trial_library *library,
                                 const custub_kernel_info *info, const char *folder,
                                 suggestion_sums *sums);

void suggestion_print_sums(const suggestion_sums *sums);

/* --- Stages ----------------------------------------------------------------------------------- */

/* True if the pointer's count is to be found. */
bool suggestion_seeks(const suggestion *s, uint32_t pointer);

/* What integers in memory are, while nothing is known about them: few and small. */
trial_range suggestion_small_values(const suggestion *s);

/* True if launches touched structs in memory, which are zero unless are_structs_tried. */
bool suggestion_touches_structs(const suggestion *s);

/* The pointer with this name that a count is sought for; -1: there is none. */
int suggestion_pointer_named(const suggestion *s, const char *name);

/* True if an explored launch wrote through the pointer. */
bool suggestion_writes(const suggestion *s, uint32_t pointer);

/* True if no launch touched the pointer: the contract asks for nothing there. */
bool suggestion_is_unused(const suggestion *s, uint32_t pointer);

/* The axes along which launches choose the threads of a block. */
size_t suggestion_block_axes(const suggestion *s);

/* The condition is tried without once the whole is found. */
void suggestion_doubt(suggestion *s, const formula *condition);

/* Drops the limit of values that the count of the pointer needs, unless another count needs it. */
void suggestion_drop_limit(suggestion *s, uint32_t pointer);

/* The pointer has no count that fits: takes what the program allocates, if it is not refuted. Else
 * no count is suggested, and why. */
void suggestion_leave_open(suggestion *s, uint32_t pointer, const char *why);

/* The whole gets no contract that was tried, and why. */
void suggestion_give_up(suggestion *s, suggestion_reason reason, const char *why);

/* True if the pointer's elements are integers about which nothing is known. */
bool suggestion_has_integers(const suggestion *s, uint32_t pointer);

/* A hypothesis under which any kernel runs that keeps to small numbers: buffers are large, and hold
 * small integers. */
hypothesis suggestion_wide(const suggestion *s);

/* The bytes of the buffers whose count is open. */
uint64_t suggestion_open_bytes(const suggestion *s);

/* What was found; for the rest the buffers are as above. */
hypothesis suggestion_whole(const suggestion *s);

#endif
