/* child_process.h: work in a process of its own. libclang recovers from most crashes of its own;
 * one that has used up its stack cannot be caught within the process. */
#ifndef GEN_CHILD_PROCESS_H
#define GEN_CHILD_PROCESS_H

#include <stddef.h>

/* Returns an exit status. `progress` may be set to anything: gen_isolate_run() reports the last
 * value. */
typedef int gen_isolate_work(const void *context, volatile size_t *progress);

/* What the work may take: seconds of the processor's time per file, seconds in all per file, which
 * end the wait for an included pipe that nobody writes to; memory in all, and of that what its
 * stack may grow to. */
#define GEN_ISOLATE_SECONDS   300
#define GEN_ISOLATE_WAIT      1200
#define GEN_ISOLATE_GIB       8
#define GEN_ISOLATE_STACK_MIB 64

/* Runs `work`, on as many `files`, in a child process and returns its exit status; -1 if it
 * crashed, with the signal and its last progress through the pointers, which are 0 otherwise. A
 * signal that asks this process to end, ends both. Where no process can be made, the work is done
 * in this one. */
int gen_isolate_run(gen_isolate_work *work, const void *context, size_t files, int *crash,
                    size_t *progress);

/* Ends this process: what is pending is written, but libclang is not taken down piece by piece,
 * which takes as long as reading a small file. */
_Noreturn void gen_isolate_end(int status);

#endif
