#include "checker/checks/race.h"

#include <string.h>

const char *cpu_check_race_did(cpu_check_finding finding)
{
    return finding == CPU_CHECK_READ_WRITE ? "read" : "wrote";
}

const char *cpu_check_race_does(cpu_check_finding finding)
{
    return finding == CPU_CHECK_WRITE_READ || finding == CPU_CHECK_UPDATE_READ ? "read" : "write";
}

void cpu_check_settle(cpu_check_worker *w)
{
    cpu_check_pending *pending = &w->pending;

    cpu_check_open_write_close(w->writing);
    w->written = 0;
    if (!pending->is_there)
        return;
    pending->is_there = false;
    if (memcmp(pending->old, pending->race.address, pending->race.size) != 0)
        pending->race.say(w, &pending->scene, &pending->race);
}

void cpu_check_found_race(cpu_check_worker *w, const cpu_check_race *race, const void *frame)
{
    cpu_check_pending *pending = &w->pending;
    cpu_check_scene scene;

    if (race->finding != CPU_CHECK_WRITE_WRITE || race->size > sizeof(pending->old)) {
        cpu_check_scene_of(w, frame, &scene);
        race->say(w, &scene, race);
        return;
    }
    pending->is_there = true;
    pending->race = *race;
    memcpy(pending->old, race->address, race->size);
    cpu_check_scene_of(w, frame, &pending->scene);
}
