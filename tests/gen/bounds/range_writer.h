/* range_writer.h: random operations of PTX on registers that hold values. Most numbers are small,
 * so that ranges say something. */
#ifndef RANGE_WRITER_H
#define RANGE_WRITER_H

#include "range_sample.h"

#include <stdbool.h>

#define WRITER_CHANGING 6 /* registers of 32 bits that are written more than once: %r0 … */
#define WRITER_POINTERS 3 /* %rd0 …: they move through `tile` */
#define WRITER_MOST     900

typedef enum writer_kind { WRITER_HALF, WRITER_NARROW, WRITER_WIDE, WRITER_PREDICATE } writer_kind;

/* Registers of one kind. */
typedef struct writer_registers {
    unsigned written; /* that anything writes: the next number */
    unsigned count;
    unsigned items[WRITER_MOST]; /* that hold values here */
} writer_registers;

typedef struct range_writer {
    range_sample *sample;
    gen_text *out;
    unsigned labels;
    writer_registers registers[4];
} range_writer;

unsigned writer_any(range_writer *w, unsigned count);

/* True once in `count` times. */
bool writer_once_in(range_writer *w, unsigned count);

/* The number of a register that is written next, which holds a value then. */
unsigned writer_next(range_writer *w, writer_kind kind);

/* The number of a register that holds a value, mostly. */
unsigned writer_some(range_writer *w, writer_kind kind);

/* Where a result of 32 bits goes. */
unsigned writer_target(range_writer *w);

int64_t writer_small_number(range_writer *w);
int64_t writer_number(range_writer *w);

/* Writes a random operation. */
void writer_operation(range_writer *w);

/* Writes x % c as compilers do. */
void writer_remainder(range_writer *w);

#endif
