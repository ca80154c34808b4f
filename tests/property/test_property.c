/* Random kernels with random contracts are launched at random, in every way, and compared with an
 * oracle that has none of custub's code: valid launches are made, invalid ones are refused, and the
 * errors say what is wrong.
 *
 *   CUSTUB_PROPERTY_LAUNCHES=1000000   so many, with fresh seeds, and the categories that were met
 *   CUSTUB_PROPERTY_SEED=<number>      the file of this seed alone
 *   CUSTUB_PROPERTY_KEEP=1             leaves the files that were made */
#include "comparison.h"
#include "shrink.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KERNELS = 40, MOST_STATUSES = 80 };

typedef struct tally {
    uint64_t drawn;
    uint64_t launches; /* each is made in several ways */
    uint64_t by_status[MOST_STATUSES];
    uint64_t by_level[4][2]; /* refused, made */
    uint64_t by_path[PATHS][2];
    uint64_t computed[2];
} tally;

static tally counted;
static signature signatures[KERNELS];

static uint64_t seed_of(uint64_t file, uint64_t kernel, uint64_t number)
{
    dice c = {file + kernel * UINT64_C(0x100000001b3) + number * UINT64_C(0x9e3779b1)};

    return dice_next(&c);
}

static void count(const trial *t, const outcome *out, path by)
{
    if (!out->is_made)
        return;
    counted.by_path[by][out->status == CUSTUB_OK]++;
    counted.launches++;
    counted.by_status[out->status % MOST_STATUSES]++;
    counted.by_level[t->check][out->status == CUSTUB_OK]++;
    counted.computed[out->status == CUSTUB_OK] += out->is_computed;
}

static bool run_launch(const kernel_file *file, unsigned kernel, uint64_t seed)
{
    static trial t;
    static trial before;
    dice c = {seed};
    outcome out;

    counted.drawn++;
    trial_random(&t, &before, &file->signatures[kernel], file->device, &c);
    for (int by = 0; by < PATHS; by++) {
        comparison_run(file, kernel, &t, &before, (path)by, &out);
        count(&t, &out, (path)by);
        if (!out.wrong[0])
            continue;
        fprintf(stderr, "seed %" PRIu64 ", kernel %u, through the %s:\n", file->seed, kernel,
                path_names[by]);
        shrink_and_print(file, kernel, &t, &before, (path)by);
        return false;
    }
    return true;
}

/* Builds one file of kernels and makes `launches` launches of them. */
static bool run_file(uint64_t seed, uint64_t launches)
{
    static file_types types;
    device_model device;
    kernel_file file;
    dice c = {seed};
    bool passed = true;

    file_types_random(&types, &c);
    device_model_random(&device, &c);
    for (unsigned i = 0; i < KERNELS; i++)
        signature_random(&signatures[i], &types, i, &c);
    if (!kernel_file_open(&file, &types, signatures, KERNELS, seed, &device)) {
        fprintf(stderr, "seed %" PRIu64 ": the file cannot be built\n", seed);
        return false;
    }
    for (uint64_t n = 0; n < launches && passed; n++)
        passed =
            run_launch(&file, (unsigned)(n % KERNELS), seed_of(seed, n % KERNELS, n / KERNELS));
    return kernel_file_close(&file) && passed;
}

/* The statuses that a long run must meet. */
static const custub_status categories[] = {
    CUSTUB_OK,
    CUSTUB_ERROR_DRIVER,
    CUSTUB_ERROR_SHAPE_UNKNOWN,
    CUSTUB_ERROR_EMPTY_SHAPE,
    CUSTUB_ERROR_GRID_LIMIT,
    CUSTUB_ERROR_BLOCK_LIMIT,
    CUSTUB_ERROR_LAUNCH_BOUNDS,
    CUSTUB_ERROR_BLOCK_MISMATCH,
    CUSTUB_ERROR_DIMENSIONS,
    CUSTUB_ERROR_REPEATED,
    CUSTUB_ERROR_COVERAGE,
    CUSTUB_ERROR_CLUSTER,
    CUSTUB_ERROR_COOPERATIVE,
    CUSTUB_ERROR_SHARED_TOO_SMALL,
    CUSTUB_ERROR_SHARED_LIMIT,
    CUSTUB_ERROR_SHARED_UNKNOWN,
    CUSTUB_ERROR_REQUIRES,
    CUSTUB_ERROR_NOT_COMPUTABLE,
    CUSTUB_ERROR_COUNT_TOO_SMALL,
    CUSTUB_ERROR_BUFFER_TOO_SMALL,
    CUSTUB_ERROR_NULL_POINTER,
    CUSTUB_ERROR_UNKNOWN_ADDRESS,
    CUSTUB_ERROR_MISALIGNED,
    CUSTUB_ERROR_OVERLAP,
};

static bool print_tally(void)
{
    static const char *const levels[] = {"", "whole", "contract", "none"};
    bool all = true;

    printf("%" PRIu64 " random launches, made in %" PRIu64 " ways\n", counted.drawn,
           counted.launches);
    for (size_t i = 0; i < sizeof(categories) / sizeof(categories[0]); i++) {
        uint64_t times = counted.by_status[categories[i]];
        printf("%10" PRIu64 "  %s%s\n", times, custub_status_name(categories[i]),
               times ? "" : ": never met");
        all &= times > 0;
    }
    for (int level = CUSTUB_CHECK_WHOLE; level <= CUSTUB_CHECK_NONE; level++)
        printf("%10" PRIu64 "  made and %" PRIu64 " refused at the level %s\n",
               counted.by_level[level][1], counted.by_level[level][0], levels[level]);
    for (int by = 0; by < PATHS; by++)
        printf("%10" PRIu64 "  made and %" PRIu64 " refused through the %s\n",
               counted.by_path[by][1], counted.by_path[by][0], path_names[by]);
    printf("%10" PRIu64 "  made and %" PRIu64 " refused with a shape that custub had to settle\n",
           counted.computed[1], counted.computed[0]);
    return all;
}

static uint64_t number_in(const char *name)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : 0;
}

static uint64_t fresh_seed(void)
{
    struct timespec now;
    dice c;

    timespec_get(&now, TIME_UTC);
    c.state = (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
    return dice_next(&c) >> 24; /* short enough to type */
}

static bool run_long(uint64_t launches)
{
    const uint64_t in_a_file = 8000;

    while (counted.drawn < launches)
        if (!run_file(fresh_seed(), in_a_file))
            return false;
    return print_tally();
}

int main(void)
{
    static const uint64_t fixed[] = {1, 2, 3, 4};
    uint64_t launches = number_in("CUSTUB_PROPERTY_LAUNCHES");
    uint64_t seed = number_in("CUSTUB_PROPERTY_SEED");
    bool passed = true;

    if (seed) {
        passed = run_file(seed, launches ? launches : 40000);
        print_tally();
        return !passed;
    }
    if (launches)
        return !run_long(launches);
    for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]) && passed; i++)
        passed = run_file(fixed[i], 6000);
    passed = passed && run_file(fresh_seed(), 6000);
    print_tally();
    return !passed;
}
