#define _DEFAULT_SOURCE /* the types of directory entries */

#include "task/process_end.h"

#include "api/driver_state.h"
#include "context/queue.h"
#include "task/driver_threads.h"
#include "task/ready_queue.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds between the first two checks. The time doubles. */
#define FIRST_WAIT 1000000
#define MOST_WAIT  512000000

static struct {
    pthread_once_t once;
    pthread_key_t key; /* not null in threads that have submitted work */
    bool is_ready;
    atomic_uint users; /* such threads that have not ended */
    atomic_bool is_watched;
} process = {.once = PTHREAD_ONCE_INIT};

/* True if the main thread has ended. Its entry stays until the process ends, as a zombie. */
static bool main_has_ended(void)
{
    char path[64];
    char line[256];
    const char *name_end = NULL;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/self/task/%ld/stat", (long)getpid());
    file = fopen(path, "r");
    if (!file)
        return false;
    if (fgets(line, sizeof(line), file))
        name_end = strrchr(line, ')');
    fclose(file);
    return name_end && name_end[1] == ' ' && (name_end[2] == 'Z' || name_end[2] == 'X');
}

/* All threads of the process, the main thread too. */
static unsigned int count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    unsigned int count = 0;

    if (!folder)
        return 0;
    while ((entry = readdir(folder)))
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* True if only the driver's threads and the ended main thread are left. They start no others. */
static bool has_only_driver_threads(void)
{
    return main_has_ended() && count_threads() == driver_thread_count() + 1;
}

static bool has_work(void)
{
    bool is_idle;

    cpu_queue_lock();
    /* + 1: this thread is one of the driver's, but does not count as idle. */
    is_idle = cpu_ready_work.idle + cpu_ready_functions.idle + 1 == driver_thread_count();
    is_idle = is_idle && !cpu_ready_work.first && !cpu_ready_functions.first;
    cpu_queue_unlock();
    return !is_idle;
}

static void take_signals(void)
{
    sigset_t none;

    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/* Never returns: if the program has threads again, it waits until they have ended. */
static void *watch(void *unused)
{
    long wait = FIRST_WAIT;

    (void)unused;
    for (;;) {
        const struct timespec time = {.tv_nsec = wait};

        nanosleep(&time, NULL);
        wait = wait < MOST_WAIT ? 2 * wait : MOST_WAIT;
        if (atomic_load(&process.users) > 0 || !has_only_driver_threads())
            continue;
        take_signals();
        if (!has_work())
            exit(EXIT_SUCCESS);
    }
    return NULL;
}

/* Runs in a thread that ends. */
static void user_ended(void *unused)
{
    (void)unused;
    if (cpu_driver_is_forked() || atomic_fetch_sub(&process.users, 1) > 1)
        return;
    if (!atomic_exchange(&process.is_watched, true))
        atomic_store(&process.is_watched, driver_thread_start(watch, DRIVER_THREAD_USUAL));
}

static void prepare(void)
{
    process.is_ready = pthread_key_create(&process.key, user_ended) == 0;
}

void cpu_process_end_watch(void)
{
    static _Thread_local bool is_user;

    if (is_user)
        return;
    is_user = true;
    pthread_once(&process.once, prepare);
    if (process.is_ready && pthread_setspecific(process.key, &process) == 0)
        atomic_fetch_add(&process.users, 1);
}
