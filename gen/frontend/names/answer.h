/* answer.h: reads the second parse's answers about names. */
#ifndef GEN_ANSWER_H
#define GEN_ANSWER_H

#include "frontend/names/question.h"

/* Sets the values or problems of all names, from the open unit, which has the probes. */
void gen_survey_answer(gen_survey *survey);

#endif
