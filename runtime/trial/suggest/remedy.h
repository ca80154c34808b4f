/* remedy.h: what a finding itself says about the contract: an argument that must not be negative or
 * zero, pointers that must not overlap, values of integers in memory. */
#ifndef TRIAL_REMEDY_H
#define TRIAL_REMEDY_H

#include "trial/finding.h"
#include "trial/suggest/suggestion.h"

/* A finding of the trial of what is found so far. */
typedef struct shown_mistake {
    const trial_finding *finding;
    const trial_subject *subject;
    const trial_candidate *launch; /* null: no launch in particular shows it */
} shown_mistake;

/* Asks for the alignment of what the launch accessed at a multiple of it in the buffer. False if
 * the index is to blame. */
bool remedy_alignment(suggestion *s, const shown_mistake *mistake);

/* Adds a condition on the numbers of the launch. False if the mistake says nothing about them. */
bool remedy_arguments(suggestion *s, const shown_mistake *mistake);

/* Adds a CUSTUB_DISJOINT. False if the mistake is about something else. */
bool remedy_overlap(suggestion *s, const shown_mistake *mistake);

/* True if integers in memory led beyond this pointer: its count is open, or they are limited. */
bool remedy_data(suggestion *s, const shown_mistake *mistake, uint32_t pointer);

#endif
