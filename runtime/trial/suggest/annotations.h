/* annotations.h: prints a suggestion in the syntax of <custub/kernel.h>. */
#ifndef TRIAL_ANNOTATIONS_H
#define TRIAL_ANNOTATIONS_H

#include "trial/suggest/suggestion.h"

/* As lines with evidence. */
void annotations_print(const suggestion *s, suggestion_result result);

/* As a declaration with CUSTUB_CONTRACT_OF. */
void annotations_print_declaration(const suggestion *s);

#endif
