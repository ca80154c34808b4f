#include "checker/guess.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES 16 /* of what an atomic update compares */

typedef struct guess {
    bool is_there;
    cpu_check_race race;
    cpu_check_scene scene;
} guess;

struct cpu_check_guesses {
    size_t count;
    guess of[CUSTUB_CPU_BLOCK_LIMIT]; /* the last one of each thread */
};

void cpu_check_guess_begin(cpu_check_worker *w)
{
    if (w->guesses && w->guesses->count > 0) /* of a block that was abandoned */
        memset(w->guesses, 0, sizeof(*w->guesses));
    cpu_check_guess_note(w, 0, false);
}

static void drop(cpu_check_worker *w, guess *g)
{
    g->is_there = false;
    w->guesses->count--;
}

static void say(cpu_check_worker *w, guess *g)
{
    drop(w, g);
    if (!cpu_check_is_broken(w))
        g->race.say(w, &g->scene, &g->race);
}

/* Without memory nothing is reported. */
void cpu_check_guess_found(cpu_check_worker *w, const cpu_check_race *race, const void *frame)
{
    guess *g;

    if (!w->guesses)
        w->guesses = calloc(1, sizeof(*w->guesses));
    if (!w->guesses)
        return;
    g = &w->guesses->of[*w->thread];
    if (g->is_there)
        say(w, g);
    g->is_there = true;
    g->race = *race;
    cpu_check_scene_of(w, frame, &g->scene);
    w->guesses->count++;
}

void cpu_check_guess_tested(cpu_check_worker *w, uintptr_t address, size_t size, bool compares)
{
    guess *g = w->guesses ? &w->guesses->of[*w->thread] : NULL;

    if (!g || !g->is_there || g->race.at - address >= size)
        return;
    if (compares)
        drop(w, g);
    else
        say(w, g);
}

void cpu_check_guess_end(cpu_check_worker *w)
{
    for (uint32_t i = 0; w->guesses && w->guesses->count > 0 && i < CUSTUB_CPU_BLOCK_LIMIT; i++)
        if (w->guesses->of[i].is_there)
            say(w, &w->guesses->of[i]);
}

/* --- For other workers ---------------------------------------------------------------------------
 */

void cpu_check_guess_note(cpu_check_worker *w, uintptr_t address, bool reads)
{
    if (reads) {
        atomic_store_explicit(&w->reads_before[w->read_count++ % CPU_CHECK_READS_BEFORE], address,
                              memory_order_release);
        return;
    }
    for (size_t i = 0; w->read_count > 0 && i < CPU_CHECK_READS_BEFORE; i++)
        atomic_store_explicit(&w->reads_before[i], 0, memory_order_release);
    w->read_count = 0;
}

bool cpu_check_guess_of_others(const cpu_check_worker *own, uintptr_t address, size_t size)
{
    for (cpu_check_worker *w = atomic_load(&cpu_check_all_workers); w; w = w->next_of_all)
        for (size_t i = 0; w != own && i < CPU_CHECK_READS_BEFORE; i++) {
            const uintptr_t read = atomic_load_explicit(&w->reads_before[i], memory_order_acquire);
            if (read < address + size && address < read + MOST_BYTES)
                return true;
        }
    return false;
}
