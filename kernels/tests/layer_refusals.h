/* layer_refusals.h: tests of what a layer refuses, and of the messages. */
#ifndef LAYER_REFUSALS_H
#define LAYER_REFUSALS_H

/* Returns the number of tests that failed. */
int layer_refusals_run(void);

#endif
