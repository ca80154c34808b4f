/* awaited_process.h: waits for other processes, and ends them if this one is asked to end. */
#ifndef GEN_AWAITED_PROCESS_H
#define GEN_AWAITED_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Waits until the process ends, and returns its status as waitpid() does. */
int gen_await(pid_t process);

/* From now on SIGHUP, SIGINT and SIGTERM end the awaited process in place of this one, which can
 * then remove its files. Signals that this process ignores stay ignored. */
void gen_await_catch_signals(void);

/* Undoes it in a child that was made by fork(). */
void gen_await_release_signals(void);

/* True if such a signal came. */
bool gen_await_is_ending(void);

/* Ends this process by the signal that came, if one did. */
void gen_await_end(void);

#endif
