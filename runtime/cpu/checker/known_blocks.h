/* known_blocks.h: how much a block of a launch knows of what other blocks did. */
#ifndef CPU_KNOWN_BLOCKS_H
#define CPU_KNOWN_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was done in a block up to an epoch of its own is known. */
typedef struct cpu_check_knowledge {
    uint32_t block;
    uint32_t epoch;
} cpu_check_knowledge;

/* All zero: nothing is known. */
typedef struct cpu_check_known {
    cpu_check_knowledge *items; /* sorted by block */
    size_t count;
    size_t capacity;
    bool is_all; /* there are too many blocks, or too little memory: everything counts as known */
} cpu_check_known;

/* Keeps the memory. */
void cpu_check_known_clear(cpu_check_known *known);
void cpu_check_known_free(cpu_check_known *known);

void cpu_check_known_add(cpu_check_known *known, uint32_t block, uint32_t epoch);
void cpu_check_known_merge(cpu_check_known *known, const cpu_check_known *other);

/* The latest epoch of the block that is known; 0: none. */
uint32_t cpu_check_known_epoch(const cpu_check_known *known, uint32_t block);

#endif
