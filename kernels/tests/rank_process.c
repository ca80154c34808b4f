#define _POSIX_C_SOURCE 200809L
#include "rank_process.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* --- The program that starts them --- */

int rank_processes_run(rank_task task, int count, const moe_ranks_id *id)
{
    pid_t processes[RANKS];
    char words[3][12], name[2 * sizeof(id->bytes) + 1];
    char *arguments[] = {"test_moe_ranks", "rank", words[0], words[1], words[2], name, NULL};
    int good = 0, started = 0, status;

    for (size_t i = 0; i < sizeof(id->bytes); i++)
        snprintf(name + 2 * i, 3, "%02x", (unsigned)(unsigned char)id->bytes[i]);
    snprintf(words[0], sizeof(words[0]), "%d", (int)task);
    snprintf(words[2], sizeof(words[2]), "%d", count);
    fflush(NULL);
    for (int r = 0; r < count; r++) {
        snprintf(words[1], sizeof(words[1]), "%d", r);
        if (posix_spawn(&processes[started], "/proc/self/exe", NULL, NULL, arguments, environ) == 0)
            started++;
    }
    for (int r = 0; r < started; r++)
        if (waitpid(processes[r], &status, 0) > 0 && status == 0)
            good++;
    return good;
}

/* --- A process --- */

bool is_rank_process(int count, char **words)
{
    return count == 6 && strcmp(words[1], "rank") == 0;
}

static moe_ranks_id read_id(const char *name)
{
    moe_ranks_id id;

    for (size_t i = 0; i < sizeof(id.bytes); i++) {
        const char byte[3] = {name[2 * i], name[2 * i + 1], 0};
        id.bytes[i] = (char)strtoul(byte, NULL, 16);
    }
    return id;
}

static void run_after_rank_1_ended(rank_state *s)
{
    device_pass p = rank_pass_open(s, s->wholes);
    moe_ranks_plan *plan =
        moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error);

    if (s->rank == 1)
        _exit(custub_failed(&s->error));
    s->ranks->seconds = 1; // only now, since joining may take longer
    moe_ranks_plan_run(plan, &s->error);
    moe_ranks_wait(s->ranks, s->stream, &s->error);
    moe_ranks_plan_destroy(plan);
    device_pass_close(&p, &s->late);
}

int rank_process_main(char **words, const shape *shapes, int shape_count, bool shared)
{
    static whole wholes[8];
    const rank_task task = (rank_task)atoi(words[2]);
    const int rank = atoi(words[3]), count = atoi(words[4]);
    rank_state s = {.rank = rank,
                    .count = count,
                    .ordinal = shared ? 0 : rank,
                    .seconds = 60,
                    .id = read_id(words[5]),
                    .wholes = wholes,
                    .whole_count = shape_count,
                    .act = task == RANK_RUNS ? run_layers : run_after_rank_1_ended};
    custub_device *device = custub_device_open(s.ordinal, &s.error);
    moe_kernels kernels = moe_load(&s.error);
    moe_element element = MOE_F32;
    bool is_good;

    while (element < MOE_BF16 && !reference_is_built(element))
        element++;
    for (int i = 0; i < shape_count; i++)
        whole_open(&wholes[i], &shapes[i], element, count, &kernels, &s.error);
    pthread_barrier_init(&all_here, NULL, 1);
    rank_run(&s);
    for (int i = 0; i < shape_count; i++)
        whole_close(&wholes[i]);
    moe_unload(&kernels, &s.late);
    custub_device_close(device, &s.late);
    is_good =
        !s.fault[0] && (task == RANK_RUNS ? !custub_failed(&s.error)
                                          : moe_ranks_failure_of(&s.error) == MOE_RANKS_FAILED);
    if (!is_good)
        printf("rank %d of %d: %s%s\n", rank, count, s.fault, s.error.message);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
