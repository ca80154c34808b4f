/* source_line.h: finds the line of the source for an address in an instrumented image.
 *
 * libdw of elfutils reads the lines. It is opened at run time, for the first image: custub builds
 * without it, and a process that does not check kernels never opens it. */
#ifndef CPU_SOURCE_LINE_H
#define CPU_SOURCE_LINE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cpu_check_line {
    const char *file; /* a path; valid as long as the lines */
    unsigned line;    /* 0: unknown */
} cpu_check_line;

/* The lines of all code of an image. */
typedef struct cpu_check_lines cpu_check_lines;

/* Reads the lines of an ELF file. The descriptor `file` must stay open until the lines are
 * destroyed. Null if the file has no lines, or without libdw. */
cpu_check_lines *cpu_check_lines_read(int file);
void cpu_check_lines_destroy(cpu_check_lines *lines);

/* The line of the code at `address`, as the linker placed it. For code of a header of custub, the
 * toolkit or the compiler it is the last line of another file before it in the same sequence of
 * code. False if there is none. Any thread. */
bool cpu_check_lines_find(const cpu_check_lines *lines, uint64_t address, cpu_check_line *out);

/* Why libdw cannot be used; null if it can, or was not needed yet. Any thread. */
const char *cpu_check_lines_missing(void);

#endif
