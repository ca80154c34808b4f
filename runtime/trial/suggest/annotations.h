/* annotations.h: prints a suggestion in the syntax of <custub/kernel.h>. */
#ifndef TRIAL_ANNOTATIONS_H
#define TRIAL_ANNOTATIONS_H

#include "trial/suggest/suggestion.h"

/* As lines with evidence. */
void annotations_print(const suggestion *s, suggestion_result result);

/* As a declaration with CUSTUB_CONTRACT_OF, which ends the comment that the evidence is in. */
void annotations_print_declaration(const suggestion *s);

/* Appends what was tried to the file: lines of the kernel, the number of a parameter or -1 for the
 * kernel, and annotations, separated by tabs. False if the file cannot be written. */
bool annotations_append(const suggestion *s, const char *path);

#endif
