/* rank_process.h: ranks that are processes of this program. */
#ifndef RANK_PROCESS_H
#define RANK_PROCESS_H

#include "rank_run.h"

/* What the processes do. */
typedef enum rank_task {
    RANK_RUNS,   /* the layers; their results have to be right */
    RANK_IS_LEFT /* rank 1 ends before it runs the layer; rank 0 has to notice */
} rank_task;

/* Runs `count` processes, and returns how many did what they had to. */
int rank_processes_run(rank_task task, int count, const moe_ranks_id *id);

/* main() of such a process, which was started with the words of a rank. */
bool is_rank_process(int count, char **words);
int rank_process_main(char **words, const shape *shapes, int shape_count, bool shared);

#endif
