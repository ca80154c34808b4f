/* trial.h: a launch to try: its shape, its values, and the device's memory. */
#ifndef PROPERTY_TRIAL_H
#define PROPERTY_TRIAL_H

#include "signature.h"

#include <custub/launch.h>
#include <custub/view.h>

enum { MOST_RANGES = 64 };

/* What the device and the kernel's image are like; the same for all launches of one file. */
typedef struct device_model {
    uint64_t static_shared;
    uint64_t shared_opt_in;
    uint64_t max_threads; /* of every kernel */
    uint64_t processors;
    uint64_t processor_threads;
    uint64_t processor_blocks;
    bool is_pageable;
    bool has_clusters;
    bool has_cooperative;
} device_model;

/* An allocation, or a mapping of virtual memory. They do not overlap. */
typedef struct memory_range {
    uint64_t base, bytes;
    bool is_mapped;
} memory_range;

/* The views of launch functions. */
typedef struct buffer_view {
    uint64_t ptr, count;
} buffer_view;

typedef struct trial {
    custub_dim3 grid, block, cluster;
    uint64_t shared;
    uint64_t stream;
    custub_check check;
    bool is_capturing;
    memory_range ranges[MOST_RANGES];
    unsigned range_count;
    _Alignas(16) unsigned char values[MOST_PARAMS][MOST_BYTES];
} trial;

void device_model_random(device_model *out, dice *chance);
/* `before` is the launch without its errors. */
void trial_random(trial *out, trial *before, const signature *s, const device_model *device,
                  dice *chance);

/* Where each parameter's value lies. */
void trial_values(const trial *t, const void *values[MOST_PARAMS]);

buffer_view trial_view(const trial *t, unsigned param);
void trial_set_view(trial *t, unsigned param, buffer_view view);

void trial_print(FILE *out, const trial *t, const signature *s, const device_model *device);

#endif
