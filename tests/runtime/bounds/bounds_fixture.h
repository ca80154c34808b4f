/* bounds_fixture.h: the sample library with an image with bounds checks and its table, made by
 * hand, on the recording driver. Include it once. */
#ifndef BOUNDS_FIXTURE_H
#define BOUNDS_FIXTURE_H

#include <custub/bounds_table.h>
#include <custub/custub.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "fresh_error.h"
#include "recording_driver.h"
#include "sample_library.h"

#define X ((CUdeviceptr)0x7f0000000000) /* addresses, far apart */
#define Y ((CUdeviceptr)0x7f0001000000)

/* --- The table ------------------------------------------------------------------------------- */

/* Texts of the table, by their offsets. */
#define TEXTS(T)                                                                                   \
    T(SAXPY, "saxpy")                                                                              \
    T(BLOCK_SUM, "block_sum")                                                                      \
    T(PLAIN, "plain")                                                                              \
    T(TOGETHER, "together")                                                                        \
    T(SCALE, "scale")                                                                              \
    T(STRIDE, "stride")                                                                            \
    T(NO_ROOM, "its parameters leave no room")                                                     \
    T(FILE, "sample.cu")                                                                           \
    T(HEADER, "helper.cuh")                                                                        \
    T(FUNCTION, "load_row")                                                                        \
    T(VARIABLE, "weights")                                                                         \
    T(TILE, "tile")                                                                                \
    T(REASON, "a pointer loaded from memory")

typedef struct table_texts {
    char none; /* 0 */
#define TEXT(name, text) char name[sizeof(text)];
    TEXTS(TEXT)
#undef TEXT
} table_texts;

#define AT(name) ((uint32_t)offsetof(table_texts, name))

enum {
    SAXPY_BYTES = 104, /* of the further parameters */
    BLOCK_SUM_BYTES = 88,
    PLAIN_BYTES = 88,
    TOGETHER_BYTES = 64,
    STRIDE_BYTES = 3024
};

enum { TABLE_KERNELS = 6, TABLE_LIMITS = 10, TABLE_NUMBERS = 2, TABLE_SITES = 18 };

/* The accesses of the table. */
enum {
    READ_X = 1, /* of saxpy: x[i] */
    WRITE_Y,
    READ_WIDE,   /* 16 bytes of x */
    READ_INLINE, /* of x, in a function that was inlined */
    READ_ANY,    /* of an unknown address */
    READ_EITHER, /* of x or y */
    READ_VARIABLE,
    WRITE_SHARED,
    WRITE_DYNAMIC, /* shared memory without a name */
    ADD_Y,         /* an atomic */
    READ_PLAIN_X,  /* of plain: x, which has no count */
    WRITE_SCRATCH, /* of plain: 4 bytes of scratch, a void * */
    READ_NO_LINE,
    READ_LINE_0,
    READ_INLINE_0,
    READ_ODD, /* of a pointer that no kernel has */
    READ_DATA /* of stride: data[i], a double */
};

typedef struct sample_table {
    custub_bounds_table head;
    custub_bounds_kernel kernels[TABLE_KERNELS];
    custub_bounds_limit limits[TABLE_LIMITS];
    custub_bounds_number numbers[TABLE_NUMBERS];
    custub_bounds_site sites[TABLE_SITES];
    table_texts texts;
} sample_table;

static inline custub_bounds_site site(uint32_t kernel, uint32_t origin, uint32_t index,
                                      uint32_t access, uint32_t bytes, uint32_t line)
{
    custub_bounds_site out = {.kernel = kernel,
                              .origin = origin,
                              .index = index,
                              .access = access,
                              .bytes = bytes,
                              .file = AT(FILE),
                              .line = line};

    return out;
}

static inline void make_sites(custub_bounds_site *sites)
{
    sites[READ_X] = site(0, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 4, 17);
    sites[WRITE_Y] = site(0, CUSTUB_BOUNDS_OF_POINTER, 1, CUSTUB_BOUNDS_WRITE, 4, 18);
    sites[READ_WIDE] = site(0, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 16, 19);
    sites[READ_INLINE] = site(0, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 4, 8);
    sites[READ_INLINE].file = AT(HEADER);
    sites[READ_INLINE].function = AT(FUNCTION);
    sites[READ_INLINE].caller_file = AT(FILE);
    sites[READ_INLINE].caller_line = 17;
    sites[READ_ANY] = site(0, CUSTUB_BOUNDS_OF_ANY, 0, CUSTUB_BOUNDS_READ, 4, 20);
    sites[READ_ANY].name = AT(REASON);
    sites[READ_EITHER] = site(0, CUSTUB_BOUNDS_OF_POINTERS, 0, CUSTUB_BOUNDS_READ, 4, 21);
    sites[READ_VARIABLE] = site(0, CUSTUB_BOUNDS_OF_VARIABLE, 0, CUSTUB_BOUNDS_READ, 4, 22);
    sites[READ_VARIABLE].name = AT(VARIABLE);
    sites[WRITE_SHARED] = site(0, CUSTUB_BOUNDS_OF_SHARED, 0, CUSTUB_BOUNDS_WRITE, 4, 23);
    sites[WRITE_SHARED].name = AT(TILE);
    sites[WRITE_DYNAMIC] = site(1, CUSTUB_BOUNDS_OF_SHARED, 0, CUSTUB_BOUNDS_WRITE, 4, 24);
    sites[ADD_Y] = site(0, CUSTUB_BOUNDS_OF_POINTER, 1, CUSTUB_BOUNDS_ATOMIC, 4, 25);
    sites[READ_PLAIN_X] = site(2, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 4, 47);
    sites[WRITE_SCRATCH] = site(2, CUSTUB_BOUNDS_OF_POINTER, 1, CUSTUB_BOUNDS_WRITE, 4, 48);
    sites[READ_NO_LINE] = site(0, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 4, 0);
    sites[READ_NO_LINE].file = 0;
    sites[READ_LINE_0] = site(0, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 4, 0);
    sites[READ_INLINE_0] = sites[READ_INLINE];
    sites[READ_INLINE_0].line = 0;
    sites[READ_ODD] = site(0, CUSTUB_BOUNDS_OF_POINTER, 7, CUSTUB_BOUNDS_READ, 4, 26);
    sites[READ_DATA] = site(5, CUSTUB_BOUNDS_OF_POINTER, 0, CUSTUB_BOUNDS_READ, 8, 57);
}

static inline void make_limits(custub_bounds_limit *limits)
{
    /* saxpy */
    limits[0] = (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                      .offset = 72,
                                      .extent = 0,
                                      .span = 4,
                                      .scale = 4,
                                      .most = UINT32_MAX};
    limits[1] = (custub_bounds_limit){.kind = CUSTUB_BOUNDS_INDEX,
                                      .offset = 76,
                                      .extent = 1,
                                      .low = 8,
                                      .span = 8,
                                      .scale = 4,
                                      .most = 100};
    limits[2] = (custub_bounds_limit){.kind = CUSTUB_BOUNDS_OFFSET,
                                      .offset = 80,
                                      .extent = 1,
                                      .align = 16,
                                      .span = 16,
                                      .scale = 1};
    limits[3] = (custub_bounds_limit){
        .kind = CUSTUB_BOUNDS_ADDRESS, .offset = 88, .extent = 0, .low = -4, .span = 12};
    /* block_sum */
    limits[4] = (custub_bounds_limit){.kind = CUSTUB_BOUNDS_OFFSET,
                                      .offset = 72,
                                      .span = 4,
                                      .extent = CUSTUB_BOUNDS_SHARED,
                                      .scale = 4};
    limits[5] = (custub_bounds_limit){
        .kind = CUSTUB_BOUNDS_OFFSET, .offset = 80, .extent = 1, .span = 4, .scale = 1};
    /* plain */
    limits[6] = (custub_bounds_limit){
        .kind = CUSTUB_BOUNDS_OFFSET, .offset = 72, .extent = 0, .span = 4, .scale = 1};
    limits[7] = (custub_bounds_limit){
        .kind = CUSTUB_BOUNDS_OFFSET, .offset = 80, .extent = 1, .span = 4, .scale = 1};
    /* together, stride */
    limits[8] = (custub_bounds_limit){
        .kind = CUSTUB_BOUNDS_OFFSET, .offset = 56, .extent = 0, .span = 4, .scale = 1};
    limits[9] = (custub_bounds_limit){
        .kind = CUSTUB_BOUNDS_OFFSET, .offset = 3016, .extent = 0, .span = 8, .scale = 8};
}

static inline sample_table make_table(void)
{
    sample_table out = {
        .head = {.magic = CUSTUB_BOUNDS_MAGIC,
                 .version = CUSTUB_BOUNDS_VERSION,
                 .bytes = sizeof(out),
                 .kernel_count = TABLE_KERNELS,
                 .limit_count = TABLE_LIMITS,
                 .site_count = TABLE_SITES,
                 .kernels = offsetof(sample_table, kernels),
                 .limits = offsetof(sample_table, limits),
                 .number_count = TABLE_NUMBERS,
                 .numbers = offsetof(sample_table, numbers),
                 .sites = offsetof(sample_table, sites),
                 .strings = offsetof(sample_table, texts),
                 .string_bytes = sizeof(table_texts)},
        .kernels = {{AT(SAXPY), 0, SAXPY_BYTES, 2, 0, 4},
                    {AT(BLOCK_SUM), 0, BLOCK_SUM_BYTES, 2, 4, 2},
                    {AT(PLAIN), 0, PLAIN_BYTES, 2, 6, 2},
                    {AT(TOGETHER), 0, TOGETHER_BYTES, 1, 8, 1},
                    {AT(SCALE), AT(NO_ROOM), 0, 1, 0, 0},
                    {AT(STRIDE), 0, STRIDE_BYTES, 1, 9, 1}},
    };

    make_limits(out.limits);
    make_sites(out.sites);
#define TEXT(name, text) memcpy(out.texts.name, text, sizeof(text));
    TEXTS(TEXT)
#undef TEXT
    return out;
}

/* --- The library ----------------------------------------------------------------------------- */

static sample_table table;
static custub_image images[4]; /* plain, with checks, the table */
static sample_kernels loaded;
static custub_kernel *const kernels = loaded.kernel;
static custub_load_options options;
static custub_launch launch;
static custub_error error;

/* Gives a kernel of the driver's image its further parameter. */
static inline void add_parameter(int kernel, size_t bytes)
{
    const custub_kernel_info *info = &sample_library.kernels[kernel];
    const custub_param_info *last = &info->params[info->param_count - 1];

    recording_change_param(info->symbol, info->param_count,
                           ((size_t)last->offset + last->size + 7) / 8 * 8, bytes);
    recording_change_param_count(info->symbol, info->param_count + 1);
}

static inline void describe_checked(void)
{
    recording_describe(&sample_library, NULL);
    add_parameter(SAXPY, SAXPY_BYTES);
    add_parameter(BLOCK_SUM, BLOCK_SUM_BYTES);
    add_parameter(PLAIN, PLAIN_BYTES);
    add_parameter(TOGETHER, TOGETHER_BYTES);
    add_parameter(STRIDE, STRIDE_BYTES);
}

static inline int start(void **state)
{
    (void)state;
    recording_reset();
    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, NULL))
        return 1;
    recording_use_device(0);
    describe_checked();
    table = make_table();
    images[0] = (custub_image){"fatbin", "plain", 6};
    images[1] = (custub_image){"fatbin-bounds", "checked", 8};
    images[2] = (custub_image){"bounds-table", &table, sizeof(table)};
    images[3] = (custub_image){NULL, NULL, 0};
    memset(&options, 0, sizeof(options));
    options.bounds_checks = CUSTUB_BOUNDS_CHECKS_ON;
    custub_set_bounds_checks(CUSTUB_BOUNDS_CHECKS_DEFAULT);
    launch = custub_launch_of(4, 256);
    recording_add_range(X, 4000, false);
    recording_add_range(Y, 4000, false);
    fresh(&error);
    return 0;
}

static inline custub_status load(void)
{
    return custub_library_load_with(&loaded, sizeof(loaded), &sample_library,
                                    sample_library.fingerprint, images, &options, fresh(&error));
}

static inline custub_status unload(void)
{
    return custub_library_unload(&loaded, sizeof(loaded), fresh(&error));
}

static inline int start_loaded(void **state)
{
    int failed = start(state);

    if (failed || load())
        return 1;
    recording_clear_log();
    return 0;
}

static inline int stop(void **state)
{
    (void)state;
    custub_library_unload(&loaded, sizeof(loaded), NULL);
    return recording_alive() != 0;
}

/* --- Launches -------------------------------------------------------------------------------- */

static inline custub_status saxpy(uint64_t n)
{
    return sample_launch_saxpy(kernels, &launch, n, 2, custub_f32_view_of(X, 1000),
                               custub_f32_view_of(Y, 1000), fresh(&error));
}

static inline void launches_saxpy(uint64_t n)
{
    assert_int_equal(saxpy(n), CUSTUB_OK);
    assert_string_equal(error.message, "");
}

/* The further parameter of the last launch, which begins at this offset. */
static inline const custub_bounds_head *further_at(size_t offset)
{
    return (const custub_bounds_head *)(const void *)(recording_last_launch()->parameters + offset);
}

static inline const custub_bounds_extent *extents_at(size_t offset)
{
    return (const custub_bounds_extent *)(further_at(offset) + 1);
}

static inline uint64_t word_at(size_t offset)
{
    uint64_t out;

    memcpy(&out, recording_last_launch()->parameters + offset, sizeof(out));
    return out;
}

/* What the kernel of the last launch would write, whose further parameter begins at this offset. */
static inline custub_bounds_record *record_at(size_t offset)
{
    return (custub_bounds_record *)(uintptr_t)further_at(offset)->record;
}

static inline void write_record(custub_bounds_record *record, uint32_t access, uint64_t address,
                                uint64_t base, uint64_t bytes)
{
    const custub_bounds_record out = {.state = 2,
                                      .address = address,
                                      .base = base,
                                      .bytes = bytes,
                                      .site = access,
                                      .accessed = access == READ_WIDE ? 16 : 4,
                                      .block = {3, 0, 0},
                                      .thread = {255, 1, 0}};

    *record = out;
}

#endif
