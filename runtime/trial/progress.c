#define _POSIX_C_SOURCE 200809L /* isatty */

#include "trial/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

void trial_progress_show(const char *kernel, uint64_t launches, size_t findings)
{
    if (!isatty(2))
        return;
    fprintf(stderr, "\r%s: %" PRIu64 " launches", kernel, launches);
    if (findings)
        fprintf(stderr, ", %zu finding%s", findings, findings == 1 ? "" : "s");
    fprintf(stderr, "\033[K");
}

void trial_progress_end(void)
{
    if (isatty(2))
        fprintf(stderr, "\r\033[K");
}
