#include "checker/checks/guess.h"

#include <stdlib.h>
#include <string.h>

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

/* --- Reads of other blocks -----------------------------------------------------------------------
 */

/* The update that a read of another thread came before. */
typedef struct finding {
    cpu_check_race race;
    cpu_check_scene scene;
} finding;

static void say_and_free(cpu_check_worker *w, finding *f)
{
    if (!cpu_check_is_broken(w))
        f->race.say(w, &f->scene, &f->race);
    free(f);
}

void cpu_check_guess_of_other(cpu_check_worker *w, const cpu_check_race *race,
                              const cpu_check_clash *clash, const void *frame)
{
    finding *f = malloc(sizeof(*f));

    if (!f)
        return;
    f->race = *race;
    cpu_check_scene_of(w, frame, &f->scene);
    if (cpu_check_visitor_doubts(w->visitor, clash, f))
        say_and_free(w, f);
}

void cpu_check_guess_end(cpu_check_worker *w)
{
    finding *f;

    for (uint32_t i = 0; w->guesses && w->guesses->count > 0 && i < CUSTUB_CPU_BLOCK_LIMIT; i++)
        if (w->guesses->of[i].is_there)
            say(w, &w->guesses->of[i]);
    cpu_check_visitor_end(w->visitor);
    while ((f = cpu_check_visitor_take(w->visitor)) != NULL)
        say_and_free(w, f);
}
