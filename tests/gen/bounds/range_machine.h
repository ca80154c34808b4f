/* range_machine.h: runs one thread of a kernel of PTX, as far as the test of value ranges needs it:
 * integers, predicates and jumps. Loads give any number, and stores do nothing. */
#ifndef RANGE_MACHINE_H
#define RANGE_MACHINE_H

#include "bounds/flow/checked_function.h"
#include "range_operation.h"

#define MACHINE_PARAM_BYTES 64
#define MACHINE_SHARED      UINT64_C(0x400) /* address of the shared array */

typedef struct range_launch {
    uint32_t threads[3]; /* of a block */
    uint32_t thread[3];
    uint32_t blocks[3];
    uint32_t block[3];
    uint8_t params[MACHINE_PARAM_BYTES];
} range_launch;

typedef struct range_machine {
    const gen_bounds_function *function;
    range_operation *operations; /* of each statement */
    size_t *targets;             /* of each jump: a statement */
    uint64_t *values;            /* of each register, by its number */
    const range_launch *launch;
    uint64_t (*any)(void);  /* what loads give, and registers hold before they are written */
    bool begins_with_zeros; /* these hold 0 */
    /* Called before a statement is executed that its guard does not leave out. */
    void (*visit)(struct range_machine *machine, size_t place);
    void *context;
} range_machine;

/* The function's flow has been initialized. */
void range_machine_initialize(range_machine *machine, gen_arena *arena,
                              const gen_bounds_function *function);

/* Runs up to `steps` statements. */
void range_machine_run(range_machine *machine, size_t steps);

/* What a register holds. */
uint64_t range_machine_value(const range_machine *machine, const gen_ptx_register *reg);

#endif
