/* process_end.h: a process ends with its last thread. The driver's threads never end, so the driver
 * ends a process that has no others: one whose main thread has called pthread_exit(). */
#ifndef CPU_PROCESS_END_H
#define CPU_PROCESS_END_H

/* The calling thread has submitted work. When all such threads have ended, the driver checks
 * whether the program has other threads. While it has none, the driver takes the program's signals.
 * When there is no more work, it calls exit(0), as the last thread of a process does. */
void cpu_process_end_watch(void);

#endif
