#define _POSIX_C_SOURCE 200809L

#include "command_line/awaited_process.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>

static const int caught[] = {SIGHUP, SIGINT, SIGTERM};
enum { CAUGHT = sizeof(caught) / sizeof(caught[0]) };

static struct sigaction before[CAUGHT];
static bool is_catching;
static volatile sig_atomic_t arrived; /* the signal, or 0 */
static volatile sig_atomic_t awaited; /* the process, or 0 */

static void forward(int number)
{
    int error = errno;

    arrived = number;
    if (awaited > 0)
        kill((pid_t)awaited, number);
    errno = error;
}

int gen_await(pid_t process)
{
    int status = 0;

    awaited = process;
    if (arrived)
        kill(process, arrived);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    awaited = 0;
    return status;
}

void gen_await_catch_signals(void)
{
    struct sigaction action = {.sa_handler = forward};

    sigemptyset(&action.sa_mask);
    is_catching = true;
    for (size_t i = 0; i < CAUGHT; i++) {
        sigaction(caught[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
}

void gen_await_release_signals(void)
{
    for (size_t i = 0; is_catching && i < CAUGHT; i++)
        sigaction(caught[i], &before[i], NULL);
    is_catching = false;
    awaited = 0;
}

bool gen_await_is_ending(void)
{
    return arrived != 0;
}

void gen_await_end(void)
{
    if (!arrived)
        return;
    gen_await_release_signals();
    raise(arrived);
}
