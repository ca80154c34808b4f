/* trial_change.h: one change of a valid launch. */
#ifndef PROPERTY_TRIAL_CHANGE_H
#define PROPERTY_TRIAL_CHANGE_H

#include "trial.h"

/* Changes a part of the launch, to the edge of what is valid, or to anything. */
void trial_change(trial *t, const signature *s, const device_model *device, dice *c);

/* Sets the dynamic shared memory: what the kernel needs, or more. */
void trial_give_shared(trial *t, const signature *s, dice *c);

/* A number at the edge of its type, or of a limit that it is compared with. */
uint64_t trial_edge(dice *c);

#endif
