/* batches.h: one launch made in several ways, and timed in batches. The programs of this folder use
 * it, and compare.py loads it as a shared library.
 *
 * All launches go to one stream of one device. Only one thread may use it. */
#ifndef BENCH_BATCHES_H
#define BENCH_BATCHES_H

#include <custub/describe.h>

/* Loads everything; `images` replace those that the build embedded, unless it is null. Returns
 * null, or what failed. */
const char *bench_open(const custub_image *images);
void bench_close(void);

/* "NVIDIA H200, driver cuda 13000" */
const char *bench_machine(void);

/* The number of ways, and the name of each, and the number of its kernel's parameters. Ways are
 * counted from 0. The first way for each number of parameters is the raw call. */
int bench_count(void);
const char *bench_name(int way);
int bench_params(int way);

/* True if the way works here: <<<>>> needs a build with nvcc, and a GPU. After bench_open(). */
int bench_works(int way);

/* Launches `launches` times, without waiting. */
void bench_launch(int way, int launches);

/* Nanoseconds per launch in one batch. Waits for an empty queue before and after, outside of the
 * measured time. */
double bench_batch(int way, int launches);

/* The data of the launch saxpy(n, a, x, y) with its grid and block, for launches from Python. */
unsigned long long bench_pointer(int index); /* 0: x, 1: y */
unsigned long long bench_elements(void);
unsigned int bench_blocks(void);
unsigned int bench_threads(void);

#endif
