/* Textures of every type, dimension, filter, address mode and kind of coordinates, read at random
 * coordinates and compared with texture_reference.h. Runs on the CPU driver or on a GPU, as
 * CUSTUB_DRIVER in the environment says. Counts all differences, and prints the first ones. */
#include "device_fixture.h"
#include "textures.custub.h"
#include "texture_values.h"

#include <custub/custub.h>

#include <string.h>

enum { SAMPLES = 512, SHOWN = 5, SHOWN_IN_ALL = 200 };

static textures_kernels kernels;
static bool on_cpu;

typedef custub_status (*launch_samples)(const textures_kernels *, const custub_launch *,
                                        custub_u32_view, custub_texture, custub_f32_view,
                                        custub_f32_view, custub_f32_view, int, int, custub_error *);

/* The kernel that reads such a texture: integers of a format, or floats; and its channels. */
static launch_samples launch_for(const reference_texture *t)
{
    static const launch_samples of_format[][3] = {
        {launch_sample_u81, launch_sample_u82, launch_sample_u84},
        {launch_sample_u161, launch_sample_u162, launch_sample_u164},
        {launch_sample_u321, launch_sample_u322, launch_sample_u324},
        {launch_sample_i81, launch_sample_i82, launch_sample_i84},
        {launch_sample_i161, launch_sample_i162, launch_sample_i164},
        {launch_sample_i321, launch_sample_i322, launch_sample_i324},
        {launch_sample_f321, launch_sample_f322, launch_sample_f324}};
    const int row = reference_is_float(t) ? 6
                    : t->texel.format <= CUSTUB_TEXEL_U32
                        ? (int)t->texel.format - CUSTUB_TEXEL_U8
                        : (int)t->texel.format - CUSTUB_TEXEL_I8 + 3;

    return of_format[row][t->texel.channels / 2];
}

/* --- Results and differences ---------------------------------------------------------------------
 */

static struct {
    long combinations, samples, wrong, shown;
    long near, near_other; /* point samples near a boundary; those with the other texel */
    double worst[4];       /* the largest error of linear filtering by dimensions, in 1/256 */
    double worst_rounding; /* between equal neighbours, relative to their value */
} found;

static const char *describe(const reference_texture *t)
{
    static const char *const modes[] = {"clamp", "border", "wrap", "mirror"};
    static const char *const names[] = {"tex1Dfetch", "tex1D", "tex2D", "tex3D"};
    static char text[256];

    snprintf(text, sizeof(text), "%s format %d x%u, %s, %s/%s/%s, %s coordinates, read as %s",
             names[t->dimensions], (int)t->texel.format, (unsigned)t->texel.channels,
             t->sampling.filter == CUSTUB_FILTER_LINEAR ? "linear" : "point",
             modes[t->sampling.address[0]], modes[t->sampling.address[1]],
             modes[t->sampling.address[2]], t->sampling.normalized ? "normalized" : "texel",
             reference_is_float(t) ? "float" : "integer");
    return text;
}

static void show(const reference_texture *t, const float at[3], uint32_t channel, double got,
                 const reference_sample *sample, long wrong_here)
{
    found.wrong++;
    if (wrong_here > SHOWN || found.shown >= SHOWN_IN_ALL)
        return;
    found.shown++;
    printf("%s: at (%.9g, %.9g, %.9g) channel %u: got %.9g, expected %.9g, in [%.9g, %.9g]\n",
           describe(t), (double)at[0], (double)at[1], (double)at[2], (unsigned)channel, got,
           sample->expected, sample->low, sample->high);
}

static double number_of(const reference_texture *t, uint32_t word)
{
    float value;

    if (reference_is_float(t)) {
        memcpy(&value, &word, sizeof(value));
        return value;
    }
    return t->texel.format == CUSTUB_TEXEL_I8 || t->texel.format == CUSTUB_TEXEL_I16 ||
                   t->texel.format == CUSTUB_TEXEL_I32
               ? (int32_t)word
               : (double)word;
}

/* A fraction of a normalized integer may be rounded to either neighbour, but not on the CPU. */
static bool is_right(const reference_texture *t, double got, const reference_sample *sample)
{
    const double ulp = reference_is_float(t) && !on_cpu ? ldexp(fabs(sample->expected), -23) : 0;

    if (t->sampling.filter == CUSTUB_FILTER_LINEAR)
        return got >= sample->low && got <= sample->high;
    if (on_cpu || !sample->is_near)
        return fabs(got - sample->expected) <= ulp;
    return got >= sample->low - ulp && got <= sample->high + ulp;
}

static void compare(const reference_texture *t, const float at[3], const uint32_t words[4],
                    long *wrong_here)
{
    for (uint32_t channel = 0; channel < t->texel.channels; channel++) {
        const reference_sample sample = reference_read(t, at, channel);
        const double got = number_of(t, words[channel]);
        const double off = fabs(got - sample.expected);
        found.samples++;
        found.near += sample.is_near;
        found.near_other += sample.is_near && off > 0;
        if (!reference_is_float(t))
            ; /* integers are rounded, so an error in units of the weights means nothing */
        else if (sample.unit > 0 && t->sampling.filter == CUSTUB_FILTER_LINEAR)
            found.worst[t->dimensions] = fmax(found.worst[t->dimensions], off / sample.unit);
        else if (t->sampling.filter == CUSTUB_FILTER_LINEAR && sample.expected != 0)
            found.worst_rounding = fmax(found.worst_rounding, off / fabs(sample.expected));
        if (!is_right(t, got, &sample))
            show(t, at, channel, got, &sample, ++*wrong_here);
    }
}

/* --- Textures and coordinates --------------------------------------------------------------------
 */

typedef struct samples {
    custub_f32_buffer at[3];
    custub_u32_buffer out;
} samples;

static samples buffers;

static void read_and_compare(const reference_texture *t, custub_texture texture)
{
    custub_launch launch = custub_launch_default();
    static float at[3][SAMPLES];
    static uint32_t words[SAMPLES][4];
    long wrong_here = 0;

    launch.grid = custub_grid(SAMPLES / 128, 1, 1);
    launch.block = custub_block(128, 1, 1);
    for (int d = 0; d < 3; d++) {
        for (int i = 0; i < SAMPLES; i++)
            at[d][i] = random_coordinate(t, d);
        succeed(custub_f32_upload(buffers.at[d].view, at[d], SAMPLES, 0, &fixture_error));
    }
    succeed(launch_for(t)(&kernels, &launch, buffers.out.view, texture, buffers.at[0].view,
                          buffers.at[1].view, buffers.at[2].view, t->dimensions, SAMPLES,
                          &fixture_error));
    succeed(custub_u32_download(buffers.out.view, words[0], 4 * SAMPLES, 0, &fixture_error));
    for (int i = 0; i < SAMPLES; i++) {
        const float point[3] = {at[0][i], at[1][i], at[2][i]};
        compare(t, point, words[i], &wrong_here);
    }
    found.combinations++;
}

/* A resource of textures: linear memory, pitched memory, or an array. */
typedef struct resource {
    reference_texture reference;
    custub_memory memory;
    uint64_t pitch; /* bytes; 0: an array */
    custub_array array;
} resource;

static void try_sampling(resource *r, const custub_sampling *sampling)
{
    custub_texture_object object;
    reference_texture *t = &r->reference;

    t->sampling = *sampling;
    if (t->dimensions == 0)
        object = custub_texture_linear(r->memory, t->texel, sampling->read, &fixture_error);
    else if (r->pitch)
        object = custub_texture_pitched(r->memory, t->texel, (uint64_t)t->extent[0],
                                        (uint64_t)t->extent[1], r->pitch, sampling, &fixture_error);
    else
        object = custub_texture_of_array(r->array, sampling, &fixture_error);
    succeed(fixture_error.status);
    read_and_compare(t, object.texture);
    succeed(custub_texture_object_destroy(&object, &fixture_error));
}

/* With several channels, each dimension has a mode of its own. */
static void try_address_modes(resource *r, custub_sampling sampling)
{
    for (int normalized = 0; normalized < 2; normalized++) {
        const int modes = normalized ? 4 : 2; /* wrapping needs normalized coordinates */
        sampling.normalized = normalized;
        for (int mode = 0; mode < modes; mode++) {
            for (int d = 0; d < 3; d++)
                sampling.address[d] =
                    (custub_address_mode)((mode + d * (int)(r->reference.texel.channels / 2)) %
                                          modes);
            try_sampling(r, &sampling);
        }
    }
}

static void try_all(resource *r)
{
    for (int read = 0; read < 2; read++) {
        custub_sampling sampling = custub_sampling_default();
        sampling.read = (custub_read_mode)read;
        r->reference.sampling = sampling;
        if (r->reference.dimensions == 0) {
            try_sampling(r, &sampling);
            continue;
        }
        try_address_modes(r, sampling);
        sampling.filter = CUSTUB_FILTER_LINEAR;
        try_address_modes(r, sampling);
        if (!reference_is_float(&r->reference))
            continue;
        for (int i = 0; i < 4; i++)
            sampling.border[i] = 0.25f * (float)(i + 1);
        try_address_modes(r, sampling);
    }
}

/* --- Resources -----------------------------------------------------------------------------------
 */

static const custub_texel_format formats[] = {CUSTUB_TEXEL_U8,  CUSTUB_TEXEL_I8,  CUSTUB_TEXEL_U16,
                                              CUSTUB_TEXEL_I16, CUSTUB_TEXEL_U32, CUSTUB_TEXEL_I32,
                                              CUSTUB_TEXEL_F16, CUSTUB_TEXEL_F32};

enum { LINEAR_TEXELS, PITCHED_TEXELS, ARRAY_1D, ARRAY_2D, ARRAY_3D, KINDS };

static void try_memory(resource *r, size_t row, size_t rows)
{
    const bool is_pitched = r->reference.dimensions == 2;
    const size_t pitch = is_pitched ? (row + 31) / 32 * 32 : row;
    custub_bytes_buffer buffer = custub_bytes_buffer_create(pitch * rows, &fixture_error);
    const uint64_t size =
        r->reference.texel.channels * (uint64_t)reference_channel_bytes(r->reference.texel.format);

    for (size_t y = 0; y < rows; y++)
        succeed(custub_bytes_upload(custub_bytes_view_of(buffer.view.ptr + y * pitch, row),
                                    r->reference.texels + y * row, row, 0, &fixture_error));
    r->memory = custub_memory_of(buffer.view.ptr, pitch * rows / size, size);
    r->pitch = is_pitched ? pitch : 0;
    try_all(r);
    succeed(custub_bytes_buffer_destroy(&buffer, &fixture_error));
}

static void try_array(resource *r)
{
    const int *extent = r->reference.extent;
    const int dimensions = r->reference.dimensions;

    r->array = custub_array_create(
        r->reference.texel, (uint64_t)extent[0], dimensions > 1 ? (uint64_t)extent[1] : 0,
        dimensions > 2 ? (uint64_t)extent[2] : 0, CUSTUB_ARRAY_TEXTURE, &fixture_error);
    succeed(custub_array_upload(r->array, r->reference.texels, 0, 0, &fixture_error));
    try_all(r);
    succeed(custub_array_destroy(&r->array, &fixture_error));
}

static void try_kind(int kind, custub_texel texel)
{
    static const int extents[KINDS][3] = {
        {300, 1, 1}, {37, 23, 1}, {37, 1, 1}, {37, 23, 1}, {13, 7, 5}};
    static const int dimensions[KINDS] = {0, 2, 1, 2, 3};
    static unsigned char texels[37 * 23 * 16];
    resource r = {.reference = {.texel = texel,
                                .texels = texels,
                                .dimensions = dimensions[kind],
                                .by_hardware = !on_cpu}};
    const size_t row =
        (size_t)extents[kind][0] * texel.channels * (size_t)reference_channel_bytes(texel.format);
    const size_t rows = (size_t)extents[kind][1] * (size_t)extents[kind][2];

    memcpy(r.reference.extent, extents[kind], sizeof(extents[kind]));
    fill_texels(texels, sizeof(texels), texel.format);
    if (kind <= PITCHED_TEXELS)
        try_memory(&r, row, rows);
    else
        try_array(&r);
}

static void samples_as_documented(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
            for (uint32_t channels = 1; channels <= 4; channels *= 2)
                try_kind(kind, custub_texel_of(formats[i], channels));
    printf("%ld combinations, %ld samples: %ld wrong\n", found.combinations, found.samples,
           found.wrong);
    printf("point sampling: %ld within 1/512 of a boundary, %ld of them took the other texel\n",
           found.near, found.near_other);
    printf("linear filtering: the largest error is that of weights that are wrong by %.3f (1-D), "
           "%.3f (2-D), %.3f (3-D) times 1/256; between equal texels %.3g of the value\n",
           found.worst[1], found.worst[2], found.worst[3], found.worst_rounding);
    assert_int_equal(found.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(samples_as_documented)};
    int status = open_fixture();

    if (status)
        return status;
    on_cpu = strcmp(custub_driver_name(), "cpu") == 0;
    kernels = textures_load(&fixture_error);
    for (int d = 0; d < 3; d++)
        buffers.at[d] = custub_f32_buffer_create(SAMPLES, &fixture_error);
    buffers.out = custub_u32_buffer_create((uint64_t)4 * SAMPLES, &fixture_error);
    if (custub_failed(&fixture_error)) {
        printf("%s\n", fixture_error.message);
        return 1;
    }
    status = cmocka_run_group_tests(tests, NULL, NULL);
    for (int d = 0; d < 3; d++)
        custub_f32_buffer_destroy(&buffers.at[d], NULL);
    custub_u32_buffer_destroy(&buffers.out, NULL);
    textures_unload(&kernels, NULL);
    custub_device_close(fixture_device, NULL);
    return status;
}
