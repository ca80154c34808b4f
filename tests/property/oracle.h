/* oracle.h: what custub must do with a launch, by docs/CONTRACTS.md and the headers only, with none
 * of the project's code. */
#ifndef PROPERTY_ORACLE_H
#define PROPERTY_ORACLE_H

#include "trial.h"

#include <custub/status.h>

enum { MOST_FINDINGS = 128 };

/* Something wrong with a launch. */
typedef struct finding {
    custub_status status;
    custub_check level; /* the lowest level at which it must be refused */
    int param;          /* the parameter, or -1 */
    int other;          /* the other one of an overlap */
    bool has_numbers;
    uint64_t needed, found;
} finding;

typedef struct verdict {
    finding findings[MOST_FINDINGS]; /* empty: the launch is right */
    unsigned count;
    uint64_t grid[3], block[3]; /* the shape that was judged */
    uint64_t shared;            /* bytes that the driver gets */
} verdict;

/* What is expected of a launch before it is made. */
typedef struct expectation {
    verdict verdict;
    bool is_early;       /* refused before there is a shape */
    bool has_free_block; /* custub chooses: `verdict` is not filled */
} expectation;

/* The bytes that a buffer needs. False if that is no possible size. */
bool oracle_need(const kernel_param *p, const tree_values *with, uint64_t *bytes);

/* Judges a launch for a whole shape. */
void oracle_judge(const signature *s, const trial *t, const device_model *device,
                  const uint64_t grid[3], const uint64_t block[3], verdict *out);

/* True if there are findings that are not about a buffer. */
bool oracle_has_shape_findings(const verdict *v);

/* Settles the shape and judges it. */
void oracle_expect(const signature *s, const trial *t, const device_model *device,
                   expectation *out);

/* The grid that custub computes for a block. */
void oracle_grid_for(const signature *s, const trial *t, const device_model *device,
                     const uint64_t block[3], uint64_t grid[3]);

/* The most dimensions of a block that custub chooses. */
unsigned oracle_block_rank(const signature *s);

/* True if the device can run such blocks. */
bool oracle_is_resident(const device_model *device, const verdict *v);

bool oracle_is_set(const custub_dim3 *dim);

/* A grid or a block as given; false: a part of it is 0. */
bool oracle_take(const custub_dim3 *dim, uint64_t out[3]);

#endif
