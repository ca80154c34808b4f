/* child_process.h: runs work in a process of its own, because a stack overflow in libclang cannot
 * be caught inside the process. */
#ifndef GEN_CHILD_PROCESS_H
#define GEN_CHILD_PROCESS_H

#include <stddef.h>

/* Returns an exit status. It may set `progress` to anything: gen_isolate_run() reports the last
 * value. */
typedef int gen_isolate_work(const void *context, volatile size_t *progress);

/* Limits of the work: processor seconds per file; real seconds per file, because the work may wait
 * for an included pipe that nobody writes to; total memory; the stack. */
#define GEN_ISOLATE_SECONDS   300
#define GEN_ISOLATE_WAIT      1200
#define GEN_ISOLATE_GIB       8
#define GEN_ISOLATE_STACK_MIB 64

/* Runs `work` over `files` files in a child process and returns its exit status. If the child
 * crashed, returns -1 and sets `crash` to the signal and `progress` to the last progress; otherwise
 * both are 0. A signal that ends this process also ends the child. If no child can be made, this
 * process does the work. */
int gen_isolate_run(gen_isolate_work *work, const void *context, size_t files, int *crash,
                    size_t *progress);

/* Ends this process. Buffered output is written, but libclang's memory is not freed: that takes as
 * long as reading a small file. */
_Noreturn void gen_isolate_end(int status);

#endif
