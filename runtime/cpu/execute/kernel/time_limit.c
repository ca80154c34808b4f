#define _POSIX_C_SOURCE 200809L

#include "execute/kernel/time_limit.h"

#include "api/settings.h"
#include "support/clock.h"

#include <pthread.h>
#include <stdatomic.h>

/* Leads only to a message, because a kernel may wait that long for the program. */
#define WARNING_TIME (10 * CPU_SECOND)

static unsigned int seconds;

static void read_setting(void)
{
    seconds = (unsigned int)cpu_setting_number("CUSTUB_CPU_TIMEOUT", 1, 1000000, 0,
                                               "a number of seconds from 1 to 1000000");
}

unsigned int kernel_limit_seconds(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, read_setting);
    return seconds;
}

void kernel_limit_begin(kernel_limit *limit)
{
    limit->begun = kernel_limit_seconds() > 0 ? cpu_clock_now() : 0;
    limit->stalled_since = 0;
}

bool kernel_limit_is_reached(const kernel_limit *limit)
{
    return kernel_limit_seconds() > 0 &&
           cpu_clock_now() - limit->begun > (int64_t)kernel_limit_seconds() * CPU_SECOND;
}

bool kernel_limit_should_warn(kernel_limit *limit, bool is_new)
{
    static atomic_bool was_said;

    if (is_new || limit->stalled_since == 0)
        limit->stalled_since = cpu_clock_now();
    return cpu_clock_now() - limit->stalled_since > WARNING_TIME &&
           !atomic_exchange(&was_said, true);
}
