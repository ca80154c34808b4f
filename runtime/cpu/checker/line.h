/* line.h: from an address of an instrumented image to the line of the source.
 *
 * Reads .debug_line as instrumented images have it: DWARF 2 to 4, which custub's own flags ask the
 * compiler for, so that a library for all of DWARF, and what that needs in turn, is not dragged
 * into every process that opens the driver. */
#ifndef CPU_LINE_H
#define CPU_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpu_check_line {
    const char
        *file;     /* as the compiler was given it; stays as long as the section; "" if unknown */
    unsigned line; /* 0: unknown */
} cpu_check_line;

/* Whether a file is one whose lines are passed over. The folder is "" for the compiler's current
 * one. */
typedef bool cpu_check_line_skip(const char *folder, const char *file);

/* The lines of all code of an image. */
typedef struct cpu_check_lines cpu_check_lines;

/* `data` is the whole section, and stays. What is cut off or makes no sense ends the reading. Null
 * if there is no memory for it. */
cpu_check_lines *cpu_check_lines_read(const unsigned char *data, size_t size,
                                      cpu_check_line_skip *skip);
void cpu_check_lines_destroy(cpu_check_lines *lines);

/* The line of the code at `address`, as the linker placed it. In a file that is skipped: the last
 * one before it, in the same function's code, that is in another file. False if there is none. */
bool cpu_check_lines_find(const cpu_check_lines *lines, uint64_t address, cpu_check_line *out);

#endif
