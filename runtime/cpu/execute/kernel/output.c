#define _POSIX_C_SOURCE 200809L /* write */

#include "execute/kernel/output.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Holds whole lines, so that lines of concurrent threads do not mix. */
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

/* Does not use stdio: the kernel may have faulted inside it. */
void kernel_say(const custub_cpu_kernel *kernel, const custub_cpu_block *block, const char *text)
{
    const custub_cpu_extent *first = &block->block_index;
    const custub_cpu_extent *box = &block->box_extent;
    char last[64] = "";
    char line[1024];
    int size;

    if (box->x > 1 || box->y > 1 || box->z > 1) /* these blocks run together */
        snprintf(last, sizeof(last), " to (%u,%u,%u)", (unsigned)(first->x + box->x - 1),
                 (unsigned)(first->y + box->y - 1), (unsigned)(first->z + box->z - 1));
    size = snprintf(line, sizeof(line), "custub: kernel '%.200s', block%s (%u,%u,%u)%s: %s\n",
                    kernel->name, *last ? "s" : "", (unsigned)first->x, (unsigned)first->y,
                    (unsigned)first->z, last, text);

    if (size >= (int)sizeof(line))
        size = (int)sizeof(line) - 1;
    if (size > 0 && write(STDERR_FILENO, line, (size_t)size) < 0)
        return; /* a failure to write cannot be reported */
}
