/* progress.h: a line on the terminal while launches are made. Nothing if stderr is no terminal. */
#ifndef TRIAL_PROGRESS_H
#define TRIAL_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

void trial_progress_show(const char *kernel, uint64_t launches, size_t findings);

/* Removes the line, before anything else is printed. */
void trial_progress_end(void);

#endif
