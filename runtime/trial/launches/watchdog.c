#define _POSIX_C_SOURCE 200809L

#include "trial/launches/watchdog.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#define NO_LAUNCH 0
#define GIVEN_UP  UINT64_MAX

static struct {
    trial_watchdog_action *give_up;
    void *context;
    _Atomic uint64_t begin; /* milliseconds; or one of the two above */
} dog;

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000 + 1;
}

static void *watch(void *unused)
{
    const struct timespec pause = {0, 50000000};

    (void)unused;
    for (;;) {
        uint64_t begin = atomic_load(&dog.begin);

        if (begin != NO_LAUNCH && now() > begin + TRIAL_WATCHDOG_SECONDS * 1000u &&
            atomic_compare_exchange_strong(&dog.begin, &begin, GIVEN_UP))
            dog.give_up(dog.context);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

bool trial_watchdog_start(trial_watchdog_action *give_up, void *context)
{
    pthread_t thread;

    dog.give_up = give_up;
    dog.context = context;
    return pthread_create(&thread, NULL, watch, NULL) == 0;
}

void trial_watchdog_begin(void)
{
    atomic_store(&dog.begin, now());
}

void trial_watchdog_end(void)
{
    if (atomic_exchange(&dog.begin, NO_LAUNCH) != GIVEN_UP)
        return;
    for (;;)
        pause();
}
