/* child.h: runs a check in its own process, for what a process can do only once. */
#ifndef CHILD_H
#define CHILD_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* Ends the child with a message if the condition is false. */
#define CHILD_CHECK(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

#define CHILD_CHECK_STRING(found, wanted)                                                          \
    do {                                                                                           \
        if (strcmp((found), (wanted)) != 0) {                                                      \
            fprintf(stderr, "%s:%d: \"%s\"\nis not: \"%s\"\n", __FILE__, __LINE__, (found),        \
                    (wanted));                                                                     \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

/* True: `body` returned. */
static inline int passes_in_child(void (*body)(void))
{
    pid_t child;
    int status = 1;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        body();
        exit(0); /* as a program ends: at-exit handlers and the leak check run */
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#define CHILD_TEST(name)                                                                           \
    static void name(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        assert_true(passes_in_child(in_child_##name));                                             \
    }

#endif
