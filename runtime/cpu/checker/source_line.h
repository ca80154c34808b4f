/* source_line.h: from an address of an instrumented image to the line of the source.
 *
 * libdw of elfutils reads the lines. It is opened at run time, with the first image: custub builds
 * without it, and a process whose kernels are not checked never has it. */
#ifndef CPU_SOURCE_LINE_H
#define CPU_SOURCE_LINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cpu_check_line {
    const char *file; /* a path; stays as long as the lines */
    unsigned line;    /* 0: unknown */
} cpu_check_line;

/* The lines of all code of an image. */
typedef struct cpu_check_lines cpu_check_lines;

/* Of the ELF file that the descriptor `file` has, which stays open until the lines are destroyed.
 * Null if it has none, or without libdw. */
cpu_check_lines *cpu_check_lines_read(int file);
void cpu_check_lines_destroy(cpu_check_lines *lines);

/* The line of the code at `address`, as the linker placed it. Headers of custub, the toolkit and
 * the compiler are passed over: there it is the last line before it that is in another file, in the
 * same sequence of code. False if there is none. Any thread. */
bool cpu_check_lines_find(const cpu_check_lines *lines, uint64_t address, cpu_check_line *out);

/* Why no image has lines; null: libdw is there, or was not needed yet. Any thread. */
const char *cpu_check_lines_missing(void);

#endif
