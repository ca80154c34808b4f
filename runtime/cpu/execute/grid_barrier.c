#include "execute/grid_barrier.h"

bool grid_barrier_initialize(grid_barrier *barrier, uint64_t blocks)
{
    if (pthread_mutex_init(&barrier->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&barrier->changed, NULL) != 0) {
        pthread_mutex_destroy(&barrier->lock);
        return false;
    }
    barrier->blocks = blocks;
    barrier->running = blocks;
    barrier->arrived = 0;
    barrier->departed = 0;
    barrier->rounds = 0;
    barrier->broken = false;
    barrier->deserted = false;
    return true;
}

void grid_barrier_deinitialize(grid_barrier *barrier)
{
    pthread_cond_destroy(&barrier->changed);
    pthread_mutex_destroy(&barrier->lock);
}

static void release_if_complete(grid_barrier *barrier)
{
    if (!barrier->broken && barrier->arrived < barrier->blocks)
        return;
    barrier->arrived = 0;
    barrier->departed = 0;
    barrier->rounds++;
    pthread_cond_broadcast(&barrier->changed);
}

/* True if no block is left that could still arrive. Only those that wait mind. */
static bool is_deserted(const grid_barrier *barrier)
{
    return !barrier->broken && barrier->arrived > 0 &&
           barrier->arrived - barrier->departed == barrier->running;
}

/* Those that wait break the barrier. */
static void wake_if_deserted(grid_barrier *barrier)
{
    if (is_deserted(barrier))
        pthread_cond_broadcast(&barrier->changed);
}

/* For a block that waits. */
static void break_if_deserted(grid_barrier *barrier)
{
    if (!is_deserted(barrier))
        return;
    barrier->broken = true;
    barrier->deserted = true;
    release_if_complete(barrier);
}

bool grid_barrier_wait(grid_barrier *barrier)
{
    uint64_t round;
    bool whole;

    pthread_mutex_lock(&barrier->lock);
    round = barrier->rounds;
    barrier->arrived++;
    release_if_complete(barrier);
    break_if_deserted(barrier);
    while (round == barrier->rounds && !barrier->broken) {
        pthread_cond_wait(&barrier->changed, &barrier->lock);
        if (round == barrier->rounds)
            break_if_deserted(barrier);
    }
    whole = !barrier->broken;
    pthread_mutex_unlock(&barrier->lock);
    return whole;
}

uint64_t grid_barrier_arrive(grid_barrier *barrier)
{
    uint64_t round;

    pthread_mutex_lock(&barrier->lock);
    round = barrier->rounds;
    barrier->arrived++;
    release_if_complete(barrier);
    wake_if_deserted(barrier);
    pthread_mutex_unlock(&barrier->lock);
    return round;
}

bool grid_barrier_is_over(grid_barrier *barrier, uint64_t round)
{
    bool is_over;

    pthread_mutex_lock(&barrier->lock);
    if (round == barrier->rounds)
        break_if_deserted(barrier);
    is_over = round != barrier->rounds || barrier->broken;
    pthread_mutex_unlock(&barrier->lock);
    return is_over;
}

bool grid_barrier_is_broken(grid_barrier *barrier)
{
    bool is_broken;

    pthread_mutex_lock(&barrier->lock);
    is_broken = barrier->broken;
    pthread_mutex_unlock(&barrier->lock);
    return is_broken;
}

bool grid_barrier_must_report(grid_barrier *barrier)
{
    bool must_report;

    pthread_mutex_lock(&barrier->lock);
    must_report = barrier->deserted;
    barrier->deserted = false;
    pthread_mutex_unlock(&barrier->lock);
    return must_report;
}

void grid_barrier_leave(grid_barrier *barrier, uint64_t round, bool failed)
{
    pthread_mutex_lock(&barrier->lock);
    barrier->running--;
    barrier->departed += round == barrier->rounds;
    barrier->broken |= failed;
    release_if_complete(barrier);
    wake_if_deserted(barrier);
    pthread_mutex_unlock(&barrier->lock);
}
