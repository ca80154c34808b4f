/* code.h: the function that added code is written for, and how that code reads the kernel's further
 * parameter. */
#ifndef GEN_BOUNDS_CODE_H
#define GEN_BOUNDS_CODE_H

#include "bounds/regions/limit.h"
#include "bounds/regions/region.h"
#include "bounds/repeats/decision.h"
#include "support/text.h"

/* What added code uses: registers that are free between statements. */
#define GEN_BOUNDS_REGISTERS                                                                       \
    ".reg .pred %custub_p<6>;\n.reg .b64 %custub_d<10>;\n.reg .b32 %custub_r<4>;\n"

/* %custub_p1: %custub_d2 bytes at %custub_d3 are inside of the extent of %custub_d5 bytes at
 * %custub_d4. Uses %custub_d6 and %custub_d7. */
#define GEN_BOUNDS_INSIDE                                                                          \
    "sub.s64 %custub_d7, %custub_d3, %custub_d4;\n"                                                \
    "setp.ge.u64 %custub_p1, %custub_d5, %custub_d2;\n"                                            \
    "sub.s64 %custub_d6, %custub_d5, %custub_d2;\n"                                                \
    "setp.le.and.u64 %custub_p1, %custub_d7, %custub_d6, %custub_p1;\n"

/* What a slow copy keeps of its accesses: see access_log.h. Each thread has this much memory. */
#define GEN_BOUNDS_LOG_BYTES 192

typedef struct gen_bounds_log {
    bool is_used;   /* in this function */
    bool is_read;   /* on one of the ways from its begin */
    size_t entries; /* at most, since it was read */
    size_t labels;  /* that were added to the function */
} gen_bounds_log;

typedef struct gen_bounds_code {
    gen_text *out;
    const gen_bounds_plan *plan;
    gen_bounds_limits *limits; /* null: those of any kernel are not known */
    const char *param;         /* name of the further parameter */
    bool is_address;           /* the parameter is the address of the kernel's one: in a function */
    const uint32_t *depths;    /* of each block: the loops that it is in; null: ptxas is not told */
    const gen_bounds_decisions *decisions; /* null: nothing is told of them */
    gen_bounds_log *log;
    const char *label; /* begins the names of labels that are added */
} gen_bounds_code;

/* Loads from the kernel's parameter: `type` is "u32" or "u64". Uses %custub_d9. */
void gen_bounds_load(const gen_bounds_code *code, const char *type, const char *to,
                     uint32_t offset);

/* Puts the address of the kernel's parameter into the register. */
void gen_bounds_load_address(const gen_bounds_code *code, const char *to);

/* At the beginning of a basic block: tells ptxas how often it is executed, so that it keeps values
 * of slow copies in memory, and not those of the code that is always executed. `without`: so many
 * of the loops that the block is in do not count. */
void gen_bounds_write_frequency(const gen_bounds_code *code, size_t block, uint32_t without);
void gen_bounds_write_slow_frequency(const gen_bounds_code *code);

/* At the beginning of a block in which memory decides what is touched: tells it, if the launch
 * asks. Uses %custub_d0 and %custub_p0. */
void gen_bounds_write_decision(const gen_bounds_code *code, size_t block);

/* Writes the guard of a statement, if it has one, and a blank. */
void gen_bounds_write_guard(gen_text *out, const gen_ptx_statement *statement);

/* Writes the call at a statement: of the callee's copy that looks at its accesses, if there is one.
 * Uses %custub_d0. */
void gen_bounds_write_call(const gen_bounds_code *code, size_t place);

#endif
