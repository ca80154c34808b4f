/* layer_refusals.h: the tests of what a layer refuses, and of what its messages say. */
#ifndef LAYER_REFUSALS_H
#define LAYER_REFUSALS_H

/* How many failed. */
int layer_refusals_run(void);

#endif
