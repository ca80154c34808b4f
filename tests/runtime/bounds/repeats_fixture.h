/* repeats_fixture.h: the fixture of bounds checks, whose image also has saxpy and plain without
 * checks, and whose table lets saxpy repeat. Include it once. */
#ifndef REPEATS_FIXTURE_H
#define REPEATS_FIXTURE_H

#include "bounds_fixture.h"

enum { SAXPY_AT = 32 }; /* its further parameter */

/* The sample's kernels and two of them without checks, as the image has them. */
static custub_kernel_info in_image[16];
static custub_library_info image_library;

/* What saxpy writes when it runs with checks. */
static uint32_t outcome_written;
static bool writes_record;

static inline void run(const recording_launch *launched)
{
    const custub_bounds_head *further =
        (const custub_bounds_head *)(const void *)(launched->parameters + SAXPY_AT);

    if (strcmp(launched->kernel, "saxpy") != 0)
        return;
    if (outcome_written && further->outcome)
        memcpy((void *)(uintptr_t)further->outcome, &outcome_written, sizeof(outcome_written));
    if (writes_record)
        write_record((custub_bounds_record *)(uintptr_t)further->record, READ_X, X + 4000, X, 4000);
}

static inline void describe(void)
{
    const uint32_t count = sample_library.kernel_count;

    assert_true(count + 1 < sizeof(in_image) / sizeof(in_image[0]));
    memcpy(in_image, sample_library.kernels, count * sizeof(*in_image));
    in_image[count] = sample_library.kernels[SAXPY];
    in_image[count].symbol = "saxpy" CUSTUB_BOUNDS_PLAIN;
    in_image[count + 1] = sample_library.kernels[PLAIN];
    in_image[count + 1].symbol = "plain" CUSTUB_BOUNDS_PLAIN;
    image_library = sample_library;
    image_library.kernels = in_image;
    image_library.kernel_count = count + 2;
    recording_describe(&image_library, NULL);
    add_parameter(SAXPY, SAXPY_BYTES);
    add_parameter(BLOCK_SUM, BLOCK_SUM_BYTES);
    add_parameter(PLAIN, PLAIN_BYTES);
    add_parameter(TOGETHER, TOGETHER_BYTES);
    add_parameter(STRIDE, STRIDE_BYTES);
}

static inline int begin(void **state)
{
    if (start(state))
        return 1;
    describe();
    outcome_written = 0;
    writes_record = false;
    recording_programmed()->context_id = 7;
    recording_programmed()->run = run;
    launch.check = CUSTUB_CHECK_CONTRACT;
    table.kernels[SAXPY].repeats = 1;
    table.kernels[SAXPY].number_count = 1;
    table.numbers[0] = (custub_bounds_number){.param = 0, .offset = 0, .bytes = 8}; /* n */
    return load() != CUSTUB_OK;
}

static inline bool was_checked(void)
{
    return strcmp(recording_last_launch()->kernel, "saxpy") == 0;
}

/* Launches saxpy, and returns whether it was checked. */
static inline bool checks(uint64_t n)
{
    launches_saxpy(n);
    return was_checked();
}

static inline bool checks_at(CUdeviceptr x, uint64_t count, float factor)
{
    assert_int_equal(sample_launch_saxpy(kernels, &launch, 1000, factor,
                                         custub_f32_view_of(x, count), custub_f32_view_of(Y, 1000),
                                         fresh(&error)),
                     CUSTUB_OK);
    return was_checked();
}

#endif
