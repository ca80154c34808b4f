#include "session.h"

#include "all_kernels.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fails for each kernel without bounds checks, if the environment asks for them on a GPU. */
static void expect_checks(session *s)
{
    const char *asked = getenv("CUSTUB_BOUNDS_CHECKS");

    if (!asked || strcmp(asked, "1") || strcmp(custub_driver_name(), "cuda"))
        return;
    for (uint32_t i = 0; all_kernels_at(i); i++) {
        const custub_kernel *kernel = all_kernels_at(i);
        const char *why = custub_kernel_unchecked(kernel);
        snprintf(s->what, sizeof(s->what), "%s", kernel->info->name);
        if (why || custub_kernel_bounds_checks(kernel) != CUSTUB_BOUNDS_CHECKS_ON)
            session_fail(s, "no bounds checks: %s", why ? why : "built without");
    }
}

bool session_open(session *s, custub_driver device, uint64_t seed)
{
    memset(s, 0, sizeof(*s));
    s->error = custub_error_none();
    s->seed = seed;
    s->random = seed;
    custub_driver_open(device, &s->error);
    s->device = custub_device_open(0, &s->error);
    if (all_kernels_load(&s->error))
        fprintf(stderr, "%s\n", s->error.message);
    else
        expect_checks(s);
    return !custub_failed(&s->error);
}

void session_close(session *s)
{
    all_kernels_unload(&s->error);
    custub_device_close(s->device, &s->error);
    if (custub_failed(&s->error)) {
        fprintf(stderr, "%s\n", s->error.message);
        s->failures++;
    }
}

const custub_kernel *session_kernel(session *s, const char *operation, const element_type *type)
{
    char name[64];

    (void)s;
    snprintf(name, sizeof(name), "%s_%s", operation, type->name);
    return all_kernels_find(name);
}

const void *session_products(void)
{
#if KERNELS_f16 || KERNELS_bf16
    return &all_kernels.product;
#else
    return NULL;
#endif
}

/* The shape that a launch would have, with up to a few more blocks than it needs. */
static custub_launch larger_shape(session *s, const custub_kernel *kernel, uint32_t count,
                                  const custub_argument *arguments, custub_error *error)
{
    custub_prepared *prepared = custub_kernel_prepare(kernel, NULL, count, arguments, error);
    custub_launch launch = custub_prepared_shape(prepared, error);

    custub_prepared_destroy(prepared);
    launch.grid.x +=
        session_random(s, 3) * (kernel->info->cluster[0] ? kernel->info->cluster[0] : 1);
    launch.grid.y += launch.grid.y > 1 ? (unsigned)session_random(s, 2) : 0;
    launch.grid.z += launch.grid.z > 1 ? (unsigned)session_random(s, 2) : 0;
    return launch;
}

static void note_launch(session *s, const custub_kernel *kernel)
{
    uint32_t i = 0;

    while (all_kernels_at(i) && all_kernels_at(i) != kernel)
        i++;
    s->launched[i] = true;
}

void session_expect_all_launched(session *s)
{
    for (uint32_t i = 0; all_kernels_at(i); i++) {
        snprintf(s->what, sizeof(s->what), "%s", all_kernels_at(i)->info->name);
        if (!s->launched[i] && !custub_kernel_absence(all_kernels_at(i)))
            session_fail(s, "no test launches it");
    }
}

bool session_launch(session *s, const custub_kernel *kernel, uint32_t count,
                    const custub_argument *arguments)
{
    custub_error error = custub_error_none();
    const bool is_larger = session_random(s, 4) == 0;
    const custub_launch larger =
        is_larger ? larger_shape(s, kernel, count, arguments, &error) : custub_launch_default();

    s->launches++;
    note_launch(s, kernel);
    custub_kernel_launch(kernel, &larger, count, arguments, &error);
    custub_stream_synchronize(0, &error);
    if (custub_failed(&error))
        session_fail(s, "%s", error.message);
    return !custub_failed(&error);
}

void session_refused(session *s, const custub_kernel *kernel, uint32_t count,
                     const custub_argument *arguments, custub_status status)
{
    custub_error error = custub_error_none();

    custub_kernel_launch(kernel, NULL, count, arguments, &error);
    if (error.status != status)
        session_fail(s, "%s in place of %s: %s", custub_status_name(error.status),
                     custub_status_name(status), error.message);
}

void session_fail(session *s, const char *format, ...)
{
    va_list arguments;

    s->failures++;
    if (s->failures > 20)
        return;
    fprintf(stderr, "%s: ", s->what);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* The generator "splitmix64". */
static uint64_t next_random(session *s)
{
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t session_random(session *s, uint64_t end)
{
    return next_random(s) % end;
}

static long double special_number(session *s, const element_type *type)
{
    long double limit = element_limit(type);
    const long double numbers[] = {
        0,        -0.0L, 1,    -1,        limit * (1 - element_rounding(type) * 2),
        INFINITY, NAN,   -0.5, -INFINITY, element_smallest(type)};

    return numbers[session_random(s, sizeof(numbers) / sizeof(*numbers))];
}

long double session_number(session *s, const element_type *type, int exponent, bool special)
{
    if (!type->is_float) {
        uint64_t bits = next_random(s);
        /* Small numbers as often as large ones. */
        bits >>= session_random(s, 64);
        if (type->is_signed && session_random(s, 2))
            bits = 0 - bits;
        bits <<= 64 - type->digits - type->is_signed;
        return type->is_signed ? (long double)((int64_t)bits >> (63 - type->digits))
                               : (long double)(bits >> (64 - type->digits));
    }
    if (special && !session_random(s, 64))
        return special_number(s, type);
    return ldexpl((long double)(int64_t)next_random(s), -63 + exponent - (int)session_random(s, 9));
}
