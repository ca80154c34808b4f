#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "trial/suggest/measurement.h"

#include "trial/outcomes.h"
#include "trial/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SLICE 3 /* seconds */

bool measurements_initialize(measurements *m, const trial_library *library, const char *log,
                             size_t room, const trial_budget *budget)
{
    memset(m, 0, sizeof(*m));
    m->library = library;
    m->log = log;
    m->room = room;
    m->budget = budget;
    m->list = mmap(NULL, room * sizeof(*m->list), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (m->list == MAP_FAILED)
        m->list = NULL;
    return m->list;
}

void measurements_deinitialize(measurements *m)
{
    if (m->list)
        munmap(m->list, m->room * sizeof(*m->list));
    free((void *)(uintptr_t)m->described.info);
}

bool measurements_suppose(measurements *m, const hypothesis *h, const formula_variables *variables)
{
    free((void *)(uintptr_t)m->described.info);
    m->described.images = m->library->images;
    m->described.info = hypothesis_describe(h, m->library->info, variables);
    if (!m->described.info)
        return false;
    trial_subject_initialize(&m->subject, m->described.info->kernels);
    m->subject.most_work = m->most_work;
    m->subject.favors_one = m->favors_one;
    m->subject.fills_structs = m->fills_structs;
    snprintf(m->failure, sizeof(m->failure), "%s", m->subject.untried);
    return true;
}

measurement *measurements_add(measurements *m, const trial_candidate *candidate)
{
    measurement *launch;

    if (m->count == m->room)
        return NULL;
    launch = &m->list[m->count++];
    memset(launch, 0, sizeof(*launch));
    launch->candidate = *candidate;
    return launch;
}

/* --- In the process that launches ------------------------------------------------------------- */

static uint64_t hash(const unsigned char *bytes, uint64_t count)
{
    uint64_t value = UINT64_C(14695981039346656037), word = 0;

    for (; count >= sizeof(word); bytes += sizeof(word), count -= sizeof(word)) {
        memcpy(&word, bytes, sizeof(word));
        value = (value ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        value ^= value >> 32; /* else the high bytes change no low bits */
    }
    for (uint64_t i = 0; i < count; i++)
        value = (value ^ bytes[i]) * UINT64_C(1099511628211);
    return value;
}

static void note_failure(const trial_subject *subject, measurement *launch,
                         const trial_outcome *outcome, const char *log)
{
    static trial_findings findings;

    findings.count = 0;
    if (outcome->end != TRIAL_FAILED) {
        snprintf(launch->failure, sizeof(launch->failure), "%.511s", outcome->error.message);
        return;
    }
    trial_outcome_failure(subject, outcome, log, &findings);
    launch->mistake = findings.list[0].kind;
    snprintf(launch->failure, sizeof(launch->failure), "%.511s", findings.list[0].text);
    if (trial_kind_is_outside(launch->mistake))
        snprintf(launch->beyond, sizeof(launch->beyond), "%s", findings.list[0].pointer);
}

/* False if this process cannot launch any more. */
static bool make(const trial_subject *subject, measurement *launch, const char *log)
{
    trial_outcome outcome;
    const double begin = trial_processor_seconds();
    const bool is_alive = trial_attempt(subject, &launch->candidate, &outcome);

    launch->seconds = trial_processor_seconds() - begin;
    launch->end = outcome.end;
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        launch->touched[i] = outcome.touched[i];
        launch->results[i] =
            outcome.after[i] ? hash(outcome.after[i], launch->candidate.bytes[i]) : 0;
    }
    if (outcome.end != TRIAL_RAN)
        note_failure(subject, launch, &outcome, log);
    trial_outcome_free(&outcome);
    launch->is_made = true;
    return is_alive;
}

static void make_all(measurements *m, size_t first, measurement_test *decides, char failure[512])
{
    const double begin = trial_now();

    setenv("CUSTUB_CPU_TIMEOUT", "1", 1);
    if (m->checks)
        setenv("CUSTUB_CPU_CHECK", m->checks, 1);
    if (!trial_worker_open(&m->described, &m->subject, m->log, failure))
        _exit(1);
    for (size_t i = first; i < m->count; i++) {
        if (!make(&m->subject, &m->list[i], m->log) || trial_now() - begin > SLICE ||
            (decides && decides(&m->list[i])))
            break; /* another process goes on, if the budget is not over */
    }
    _exit(0);
}

/* --- In the process that asks ----------------------------------------------------------------- */

static size_t next_unmade(const measurements *m, size_t first)
{
    while (first < m->count && m->list[first].is_made)
        first++;
    return first;
}

/* Runs one process. False if it cannot launch. */
static bool run(measurements *m, size_t first, measurement_test *decides, char *failure)
{
    const pid_t process = trial_worker_fork();
    size_t reached;
    int status;

    if (process < 0)
        return false;
    if (process == 0)
        make_all(m, first, decides, failure);
    if (waitpid(process, &status, 0) != process)
        return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
        return false;
    reached = next_unmade(m, first);
    if (reached < m->count && WIFSIGNALED(status)) {
        m->list[reached].is_made = true;
        m->list[reached].end = TRIAL_FAILED;
        snprintf(m->list[reached].failure, sizeof(m->list[reached].failure),
                 "the process ended: %s", strsignal(WTERMSIG(status)));
    }
    return true;
}

static bool is_decided(const measurements *m, size_t begin, size_t end, measurement_test *decides)
{
    for (size_t i = begin; decides && i < end; i++) {
        if (m->list[i].is_made && decides(&m->list[i]))
            return true;
    }
    return false;
}

bool measurements_make_until(measurements *m, size_t first, measurement_test *decides)
{
    char *failure = mmap(NULL, 512, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool is_able = failure != MAP_FAILED && !m->failure[0];
    size_t next = first;

    fflush(stdout);
    while (is_able && (next = next_unmade(m, next)) < m->count &&
           !is_decided(m, first, next, decides) && !trial_budget_is_over(m->budget, 0)) {
        trial_progress_show(m->subject.info->name, next, 0);
        is_able = run(m, next, decides, failure);
    }
    trial_progress_end();
    if (failure != MAP_FAILED) {
        if (!m->failure[0])
            snprintf(m->failure, sizeof(m->failure), "%.511s", failure);
        munmap(failure, 512);
    }
    return is_able;
}

bool measurements_make(measurements *m, size_t first)
{
    return measurements_make_until(m, first, NULL);
}
