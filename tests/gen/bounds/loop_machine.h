/* loop_machine.h: runs a kernel of PTX as one thread, as far as the tests of bounds checks need it:
 * integers, predicates, jumps, calls, and accesses to global memory, which are noted. */
#ifndef LOOP_MACHINE_H
#define LOOP_MACHINE_H

#include "bounds/code/code.h"
#include "ptx/ptx.h"
#include "support/address_table.h"

#define MACHINE_RECORD UINT64_C(0x1000) /* address of the record of a bad access */
#define MACHINE_PARAMS UINT64_C(0x2000) /* address of the kernel's parameters */
#define MACHINE_LOG    UINT64_C(0x4000) /* address of what a slow copy keeps of its accesses */

typedef struct machine_memory {
    uint64_t base;
    uint64_t bytes;
} machine_memory;

typedef struct machine_access {
    uint64_t address;
    uint32_t size;
    bool is_write;
} machine_access;

typedef struct loop_machine {
    gen_arena *arena;
    const gen_ptx_module *module;
    const gen_ptx_function
        *function; /* the kernel; while the machine runs, the one that it is in */
    uint8_t params[4096];
    size_t memory_count;
    const machine_memory *memory; /* what a load finds there; nothing is stored */
    size_t access_count;          /* to memory */
    size_t access_capacity;
    machine_access *accesses;
    size_t bad_count; /* accesses that are not right */
    bool is_slow;     /* a slow copy was entered */
    bool is_recorded; /* the record was written */
    bool is_too_long;
    bool is_not_known; /* an instruction that the machine does not have */
    /* Its own. */
    gen_address_table values;
    const uint8_t *arguments; /* of the function that was called; null: in the kernel */
    uint64_t result;          /* of that function */
    uint8_t log[GEN_BOUNDS_LOG_BYTES];
    uint8_t record[80]; /* custub_bounds_record */
} loop_machine;

/* Runs up to `steps` statements. */
void loop_machine_run(loop_machine *machine, size_t steps);

/* It is inside, and aligned. */
bool machine_is_right(const loop_machine *machine, const machine_access *access);

#endif
