/* answer.h: what the second parse says of the names. */
#ifndef GEN_ANSWER_H
#define GEN_ANSWER_H

#include "frontend/names/question.h"

/* Sets values or problems of all names, from the unit with the probes, which is open. */
void gen_survey_answer(gen_survey *survey);

#endif
