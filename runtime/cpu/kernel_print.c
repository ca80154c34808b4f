#include "kernel_print.h"

#include <stdio.h>
#include <string.h>

/* A line goes into it whole, so that lines of threads that run at once do not mix. */
#define BUFFER_SIZE 8192

static _Thread_local struct {
    size_t size;
    char text[BUFFER_SIZE];
} buffer;

void kernel_print_flush(void)
{
    if (buffer.size > 0)
        fwrite(buffer.text, 1, buffer.size, stdout);
    buffer.size = 0;
}

void kernel_print(const char *text, size_t size)
{
    if (size > BUFFER_SIZE - buffer.size)
        kernel_print_flush();
    if (size > BUFFER_SIZE) {
        fwrite(text, 1, size, stdout);
        return;
    }
    memcpy(buffer.text + buffer.size, text, size);
    buffer.size += size;
}
