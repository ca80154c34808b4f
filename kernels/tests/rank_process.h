/* rank_process.h: ranks that are processes of this program. */
#ifndef RANK_PROCESS_H
#define RANK_PROCESS_H

#include "rank_run.h"

/* The work of the processes. */
typedef enum rank_task {
    RANK_RUNS,  /* runs the layers; their results have to be right */
    RANK_1_ENDS /* rank 1 ends before it runs the layer; rank 0 has to report it */
} rank_task;

/* Runs `count` processes, and returns how many succeeded. */
int rank_processes_run(rank_task task, int count, const moe_ranks_id *id);

/* True if this process was started with the arguments of a rank; and its main(). */
bool is_rank_process(int count, char **words);
int rank_process_main(char **words, const shape *shapes, int shape_count, bool shared);

#endif
