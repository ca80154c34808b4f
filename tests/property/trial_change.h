/* trial_change.h: one departure from a launch that is right. */
#ifndef PROPERTY_TRIAL_CHANGE_H
#define PROPERTY_TRIAL_CHANGE_H

#include "trial.h"

/* A part of the launch, at the edge of what is right, or anywhere. */
void trial_change(trial *t, const signature *s, const device_model *device, dice *c);

/* Says how much dynamic shared memory there is: what the kernel needs, or more. */
void trial_give_shared(trial *t, const signature *s, dice *c);

/* A number at the edges of its type, or of what it is compared with. */
uint64_t trial_edge(dice *c);

#endif
