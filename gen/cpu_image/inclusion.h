/* inclusion.h: which headers of the program the CPU image has as text, in place of their #include:
 * those in which a host compiler cannot take everything as it is, and what has to come along
 * with them. All others stay included. */
#ifndef GEN_INCLUSION_H
#define GEN_INCLUSION_H

#include "support/arena.h"
#include "model/model.h"

/* Decides on the model's headers, and adds to the inclusions those lines that have nothing in their
 * place: `#pragma once`, and what is included once more. */
void gen_inclusions_settle(gen_model *model, gen_arena *arena);

#endif
