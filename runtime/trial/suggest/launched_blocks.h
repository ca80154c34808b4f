/* launched_blocks.h: the blocks with which the program's own code launches a kernel: its author
 * meant these. */
#ifndef TRIAL_LAUNCHED_BLOCKS_H
#define TRIAL_LAUNCHED_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#define LAUNCHED_BLOCKS 8 /* more are not kept */

typedef struct launched_blocks {
    size_t count;
    int64_t list[LAUNCHED_BLOCKS][3];
} launched_blocks;

/* Reads those of the kernel from a file with lines "block symbol x y z"; none without a file.
 * `axes`: of the block; others are left out. */
launched_blocks launched_blocks_read(const char *path, const char *symbol, size_t axes);

#endif
