/* batches.h: one launch made in several ways, in batches that are timed. Measured are the programs
 * of this folder and compare.py, which loads it as a shared library.
 *
 * All launches go to one stream, of one device. One thread. */
#ifndef BENCH_BATCHES_H
#define BENCH_BATCHES_H

#include <custub/describe.h>

/* Loads everything; `images` stand for those that the build embedded, or null. Null if all went
 * well, else what did not. */
const char *bench_open(const custub_image *images);
void bench_close(void);

/* "NVIDIA H200, driver cuda 13000" */
const char *bench_machine(void);

/* The ways, counted from 0: their names, and how many parameters the kernel has. The first one of
 * each number of parameters is the raw call. */
int bench_count(void);
const char *bench_name(int way);
int bench_params(int way);

/* Whether it can be made here: <<<>>> needs a build with nvcc, and a GPU. After bench_open(). */
int bench_works(int way);

/* Launches so many times; the queue is not looked at. */
void bench_launch(int way, int launches);

/* Nanoseconds a launch in one batch. The queue is drained before and after, outside of the time. */
double bench_batch(int way, int launches);

/* The launch, for other languages to make: saxpy(n, a, x, y) with this grid and block. */
unsigned long long bench_pointer(int index); /* 0: x, 1: y */
unsigned long long bench_elements(void);
unsigned int bench_blocks(void);
unsigned int bench_threads(void);

#endif
