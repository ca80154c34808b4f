#define _POSIX_C_SOURCE 200809L /* strsignal */

#include "run/isolated_run.h"

#include "command_line/awaited_process.h"
#include "run/child_process.h"
#include "run/pipeline.h"
#include "run/scratch_folder.h"

#include <signal.h>
#include <string.h>

/* The work of the child process. */
typedef struct job {
    const gen_options *options;
    const char *scratch;
} job;

static int run(const void *context, volatile size_t *progress)
{
    const job *work = context;
    gen_pipeline pipeline;
    gen_result result = GEN_RESULT_INPUT_WRONG;

    gen_pipeline_initialize(&pipeline, work->options);
    pipeline.scratch = work->scratch;
    pipeline.progress = progress;
    if (gen_pipeline_run(&pipeline))
        result = gen_outputs_write(&pipeline.outputs, &pipeline.diag) ? GEN_RESULT_DONE
                                                                      : GEN_RESULT_MACHINE_FAILED;
    if (!work->options->quiet || result != GEN_RESULT_DONE)
        gen_diag_print(&pipeline.diag, stderr);
    gen_pipeline_deinitialize(&pipeline);
    return (int)result;
}

static gen_result report_crash(gen_arena *arena, const gen_options *options, int crash, size_t file)
{
    gen_place place = {file ? options->files[file - 1] : NULL, 0, 0};
    gen_diag diag;

    gen_diag_initialize(&diag, arena);
    gen_diag_error(&diag, place, "clang-failed",
                   "libclang crashed (%s); look for code that is nested thousands of levels "
                   "deep, and for a macro, a template or an included file that never ends",
                   strsignal(crash));
    gen_diag_print(&diag, stderr);
    return file && crash != SIGKILL ? GEN_RESULT_INPUT_WRONG : GEN_RESULT_MACHINE_FAILED;
}

gen_result gen_isolated_run(gen_arena *arena, const gen_options *options)
{
    job work = {.options = options};
    size_t progress;
    int crash;
    int result;

    if (!options->cache &&
        options->file_count > 1) /* they share one parse of the toolkit's headers */
        work.scratch = gen_scratch_folder_make(arena);
    result = gen_isolate_run(run, &work, options->file_count, &crash, &progress);
    gen_scratch_folder_remove(arena, work.scratch);
    if (result < 0 && gen_await_is_ending()) /* the signal was for the whole program */
        return GEN_RESULT_MACHINE_FAILED;
    return result < 0 ? report_crash(arena, options, crash, progress) : (gen_result)result;
}
