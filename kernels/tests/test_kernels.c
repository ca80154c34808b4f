/* The kernel library: compares every kernel of every built type with references in long double. The
 * files of the groups derive the error bounds.
 *
 *   test_kernels [--device cpu|cuda] [--type f32]... [--seed N] [--large] [--bare]
 *
 * Without --device, CUSTUB_DRIVER decides. Without --type, all types of the library are tested.
 * --large also tests 2^31+7 elements of one byte. --bare is for compute-sanitizer: arrays have no
 * guards, and results are not initialized. Exits with 77 if there is no such device. */
#include "groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct options {
    custub_driver device;
    uint64_t seed;
    bool large;
    bool bare;
    bool chosen[16]; /* by the index in element_types */
    bool any_chosen;
} options;

static int usage(void)
{
    fprintf(stderr, "usage: test_kernels [--device cpu|cuda] [--type f32]... [--seed N] [--large] "
                    "[--bare]\n");
    return 2;
}

static bool read_options(options *o, int count, char **words)
{
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        const element_type *type = value ? element_type_named(value) : NULL;
        if (!strcmp(words[i], "--large")) {
            o->large = true;
            continue;
        }
        if (!strcmp(words[i], "--bare")) {
            o->bare = true;
            continue;
        }
        if (!value)
            return false;
        if (!strcmp(words[i], "--device"))
            o->device = strcmp(value, "cpu") ? CUSTUB_DRIVER_CUDA : CUSTUB_DRIVER_CPU;
        else if (!strcmp(words[i], "--seed"))
            o->seed = strtoull(value, NULL, 0);
        else if (!strcmp(words[i], "--type") && type)
            o->any_chosen = o->chosen[type - element_types] = true;
        else
            return false;
        i++;
    }
    return true;
}

static void test_type(session *s, const element_type *type)
{
    unsigned long launches = s->launches;
    unsigned long compared = s->compared;

    test_unary(s, type);
    test_binary(s, type);
    test_selections(s, type);
    test_casts(s, type);
    test_strided(s, type);
    test_gated(s, type);
    test_rotary(s, type);
    test_quantize(s, type);
    test_reductions(s, type);
    test_rows(s, type);
    test_movement(s, type);
    test_products(s, type);
    if (s->launches > launches)
        printf("%s: %lu launches, %lu elements\n", type->name, s->launches - launches,
               s->compared - compared);
}

int main(int count, char **words)
{
    options o = {CUSTUB_DRIVER_DEFAULT, (uint64_t)time(NULL), false, false, {false}, false};
    session s;

    if (!read_options(&o, count, words))
        return usage();
    printf("--seed %llu\n", (unsigned long long)o.seed);
    if (!session_open(&s, o.device, o.seed))
        return s.error.status == CUSTUB_ERROR_DRIVER_NOT_FOUND ||
                       s.error.status == CUSTUB_ERROR_NO_DEVICE
                   ? 77
                   : 1;
    s.bare = o.bare;
    for (const element_type *type = element_types; type->name; type++)
        if (!o.any_chosen || o.chosen[type - element_types])
            test_type(&s, type);
    if (!o.any_chosen)
        session_expect_all_launched(&s);
    if (o.large)
        test_large(&s);
    session_close(&s);
    printf("%lu launches, %lu elements compared, %lu failures\n", s.launches, s.compared,
           s.failures);
    return s.failures || !s.launches;
}
