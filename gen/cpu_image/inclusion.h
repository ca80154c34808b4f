/* inclusion.h: decides which of the program's headers the CPU image copies in place of their
 * #include: those that a host compiler cannot build unchanged, and those that must come with them.
 * The others stay included. */
#ifndef GEN_INCLUSION_H
#define GEN_INCLUSION_H

#include "support/arena.h"
#include "model/model.h"

/* Decides on the model's headers. Adds the lines that the image leaves out to the inclusions:
 * `#pragma once`, and includes of headers that were copied before. */
void gen_inclusions_settle(gen_model *model, gen_arena *arena);

#endif
