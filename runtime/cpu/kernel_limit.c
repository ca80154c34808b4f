#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "kernel_limit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

/* A kernel that waits for the program may do so for long: nothing is wrong with that. */
#define STANDING_TIME (10 * SECOND)

static unsigned int seconds;

/* 0 if the variable is not set, or is no such number. */
static unsigned int seconds_asked_for(void)
{
    const char *text = getenv("CUSTUB_CPU_TIMEOUT");
    char *end;
    long count;

    if (!text || text[0] < '0' || text[0] > '9')
        return 0;
    count = strtol(text, &end, 10);
    return *end == '\0' && count >= 1 && count <= CPU_KERNEL_LIMIT_AT_MOST ? (unsigned int)count
                                                                           : 0;
}

static void read_setting(void)
{
    seconds = seconds_asked_for();
}

bool kernel_limit_setting_is_valid(void)
{
    const char *text = getenv("CUSTUB_CPU_TIMEOUT");

    return !text || !*text || seconds_asked_for() > 0;
}

unsigned int kernel_limit_seconds(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, read_setting);
    return seconds;
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

void kernel_limit_begin(kernel_limit *limit)
{
    limit->begun = kernel_limit_seconds() > 0 ? now() : 0;
    limit->standing = 0;
}

bool kernel_limit_is_reached(const kernel_limit *limit)
{
    return kernel_limit_seconds() > 0 &&
           now() - limit->begun > (int64_t)kernel_limit_seconds() * SECOND;
}

bool kernel_limit_is_worth_a_word(kernel_limit *limit, bool is_new)
{
    static atomic_bool was_said;

    if (is_new || limit->standing == 0)
        limit->standing = now();
    return now() - limit->standing > STANDING_TIME && !atomic_exchange(&was_said, true);
}
