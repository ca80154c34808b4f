/* random_launch.h: random numbers, and random launches of random kernels. */
#ifndef RANDOM_LAUNCH_H
#define RANDOM_LAUNCH_H

#include "ptx_machine.h"

#include "support/text.h"

#define RANDOM_INTEGERS 4 /* parameters of 32 bits behind the pointers */
#define RANDOM_OWN      (8 * MACHINE_BUFFERS + 4 * RANDOM_INTEGERS) /* bytes of the parameters */
#define RANDOM_PARAMS   2048 /* bytes, with the further one, at most */

/* Begins again: the same seed gives the same kernels and launches. */
void random_seed(uint64_t seed);

/* Less than `count`. */
uint32_t random_any(uint32_t count);

/* Bases, bytes and contents. */
void random_buffers(machine_buffer *buffers);

/* The kernel's own parameters. */
void random_params(unsigned char *params, const machine_buffer *buffers);

/* The further parameter, as the runtime fills it: `first` is its head, `table` what the generator
 * wrote. */
void random_set_parameter(unsigned char *parameter, const gen_text *table,
                          const machine_buffer *buffers, const custub_bounds_head *first);

#endif
