/* What the blocks of C have around them. Each is the body of a function. */
#ifndef COMMON_H
#define COMMON_H

#include <custub/custub.h>

#include <stdio.h>
#include <stdlib.h>

static custub_error error;
static custub_launch launch;
static CUstream stream;
static size_t n = 1000;

/* At the end of each block: it had no failure. */
static inline void require(const custub_error *seen, int line)
{
    if (custub_failed(seen)) {
        fprintf(stderr, "line %d: %s\n", line, seen->message);
        exit(1);
    }
}

/* Before each block. */
static inline void before_any(void)
{
    static custub_device *opened;

    error = custub_error_none();
    if (!opened)
        opened = custub_device_open(0, &error);
    stream = custub_stream_create(&error);
    launch = custub_launch_in(stream);
    require(&error, 0);
}

#endif
