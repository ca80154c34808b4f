#include "trial/coverage.h"

#include "check/evaluate.h"

#include <inttypes.h>
#include <stdio.h>

/* The launch with the smallest need is shown, among those that touch nothing. */
static bool is_smaller(uint64_t need, uint64_t seed, const trial_reach *than)
{
    return !than->launches || need < than->need || (need == than->need && seed < than->seed);
}

static void add(trial_reach *reach, const trial_touched *touched, uint64_t seed)
{
    const bool any = touched->end > touched->begin;
    const uint64_t behind = touched->end < touched->need ? touched->need - touched->end : 0;

    reach->touching += any;
    reach->reaching += any && behind == 0;
    reach->writing += touched->written > 0;
    if (any && (reach->touching == 1 || behind < reach->least_behind ||
                (behind == reach->least_behind && touched->need < reach->need))) {
        reach->least_behind = behind;
        reach->need = touched->need;
        reach->seed = seed;
    } else if (!reach->touching && is_smaller(touched->need, seed, reach)) {
        reach->need = touched->need;
        reach->seed = seed;
    }
    reach->launches++;
}

void trial_coverage_add(trial_coverage *coverage, const trial_subject *subject,
                        const trial_outcome *outcome, uint64_t seed)
{
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        if (outcome->touched[i].is_measured && outcome->touched[i].need)
            add(&coverage->pointers[i], &outcome->touched[i], seed);
    }
}

void trial_coverage_join(trial_coverage *coverage, const trial_coverage *other)
{
    for (size_t i = 0; i < TRIAL_POINTERS; i++) {
        trial_reach *to = &coverage->pointers[i];
        const trial_reach *from = &other->pointers[i];

        if (from->touching && (!to->touching || from->least_behind < to->least_behind)) {
            to->least_behind = from->least_behind;
            to->need = from->need;
            to->seed = from->seed;
        } else if (!to->touching && from->launches && is_smaller(from->need, from->seed, to)) {
            to->need = from->need;
            to->seed = from->seed;
        }
        to->launches += from->launches;
        to->touching += from->touching;
        to->reaching += from->reaching;
        to->writing += from->writing;
    }
}

static void judge(const trial_reach *reach, const trial_subject *subject, uint32_t i,
                  trial_findings *findings)
{
    const custub_kernel_info *info = subject->info;
    const custub_pointer_info *pointer = &info->pointers[i];
    const char *file = pointer->file ? pointer->file : info->file;

    if (reach->launches < TRIAL_FEW)
        return;
    if (!reach->touching)
        trial_findings_add(findings, TRIAL_OTHER, "remove the parameter, or ask for no elements",
                           "%s:%u: kernel '%s': no launch of %" PRIu64
                           " touched '%s', of which the contract asks for %s",
                           file, pointer->line, info->name, reach->launches, pointer->name,
                           pointer->count.text);
    else if (reach->least_behind && reach->touching < TRIAL_FEW_TOUCHING)
        return;
    else if (reach->least_behind)
        trial_findings_add(findings, TRIAL_UNREACHED,
                           "lower the count, or look whether the kernel leaves out work",
                           "%s:%u: kernel '%s': no launch of %" PRIu64 " touched the last %" PRIu64
                           " of the elements of '%s' that the contract asks for, %s",
                           file, pointer->line, info->name, reach->launches, reach->least_behind,
                           pointer->name, pointer->count.text);
    else if (!(pointer->flags & CUSTUB_POINTER_READ_ONLY) && !reach->writing &&
             pointer->scalar != CUSTUB_SCALAR_NONE) /* of a struct perhaps some fields only */
        trial_findings_add(findings, TRIAL_OTHER,
                           "declare its elements const, or look whether the kernel "
                           "leaves out work",
                           "%s:%u: kernel '%s': no launch of %" PRIu64 " wrote to '%s'", file,
                           pointer->line, info->name, reach->launches, pointer->name);
}

const custub_param_info *trial_param_with_zeros(const trial_subject *subject)
{
    const custub_kernel_info *info = subject->info;

    for (uint32_t i = 0; i < info->param_count; i++) {
        uint64_t known = 0;

        if (info->params[i].kind != CUSTUB_PARAM_STRUCT &&
            info->params[i].kind != CUSTUB_PARAM_OPAQUE)
            continue;
        for (size_t k = 0; k < subject->number_count; k++) {
            if (subject->numbers[k].kind == TRIAL_ARGUMENT && subject->numbers[k].param == i)
                known += custubi_scalar_of(subject->numbers[k].scalar)->size;
        }
        for (uint32_t k = 0; k < info->pointer_count; k++) {
            if (info->pointers[k].param == i && info->pointers[k].flags & CUSTUB_POINTER_FIELD)
                known += sizeof(CUdeviceptr);
        }
        if (known < info->params[i].size)
            return &info->params[i];
    }
    return NULL;
}

void trial_coverage_findings(const trial_coverage *coverage, const trial_subject *subject,
                             trial_findings *findings, uint64_t seeds[TRIAL_FINDINGS])
{
    const custub_param_info *zeros = trial_param_with_zeros(subject);

    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        const size_t before = findings->count;
        trial_finding *finding = &findings->list[before];

        judge(&coverage->pointers[i], subject, i, findings);
        if (findings->count == before)
            continue;
        seeds[before] = coverage->pointers[i].seed;
        snprintf(finding->pointer, sizeof(finding->pointer), "%s", subject->info->pointers[i].name);
        finding->is_note =
            zeros || (!coverage->pointers[i].least_behind && coverage->pointers[i].touching);
        if (zeros)
            snprintf(finding->advice, sizeof(finding->advice),
                     "none, if it is because numbers in '%.60s' were zero: no expression of the "
                     "contract names them",
                     zeros->name);
    }
}
