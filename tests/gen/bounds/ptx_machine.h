/* ptx_machine.h: runs one thread of a kernel of PTX: the instructions that the random kernels of
 * test_rewritten.c have, and those that gen/bounds adds, with the functions that they call. */
#ifndef PTX_MACHINE_H
#define PTX_MACHINE_H

#include "bounds/code/code.h"
#include "ptx/ptx.h"
#include "support/address_table.h"

#include <custub/bounds_table.h>

#define MACHINE_BUFFERS 3
#define MACHINE_BYTES   4096 /* of a buffer, around its extent, too */

typedef struct machine_buffer {
    uint64_t base; /* of the extent */
    uint64_t bytes;
    unsigned char memory[MACHINE_BYTES]; /* of [base, base + bytes) */
} machine_buffer;

/* Words of 32 marks: of the bytes of a buffer, which may begin in one. */
#define MACHINE_WORDS (MACHINE_BYTES / 32 + 1)

typedef struct machine {
    gen_arena *arena;
    const gen_ptx_module *module;
    const gen_ptx_function
        *function; /* the kernel; while the machine runs, the one that it is in */
    const unsigned char *params;
    const unsigned *origins; /* of each 8 bytes of them: from 1 on, the buffer that they point to */
    machine_buffer buffers[MACHINE_BUFFERS];
    /* True: an access must be to the buffer of the pointer that its address was computed from; a
     * bad one is skipped. False: an access outside of all buffers ends the run. */
    bool is_judge;
    uint64_t first_bad; /* address; 0: none */
    bool is_misaligned; /* of first_bad */
    size_t bad_count;
    const char *failure; /* why the run ended; null: it returned */
    bool has_exited;     /* perhaps in a called function */
    gen_address_table registers;
    uint64_t unwritten; /* the bits of registers that are read before they are written */
    custub_bounds_measure measures[MACHINE_BUFFERS];    /* at MEASURE_ADDRESS */
    uint32_t marks[MACHINE_BUFFERS][MACHINE_WORDS];     /* at MARKS_ADDRESS */
    const unsigned char *kernel_params;                 /* at PARAM_ADDRESS */
    uint64_t result;                                    /* of the function that was called */
    unsigned char local[GEN_BOUNDS_LOG_BYTES];          /* at LOCAL_ADDRESS */
    unsigned char record[sizeof(custub_bounds_record)]; /* at RECORD_ADDRESS */
    unsigned char outcome[4];                           /* at OUTCOME_ADDRESS */
} machine;

#define RECORD_ADDRESS  UINT64_C(0x500000000000)
#define OUTCOME_ADDRESS UINT64_C(0x500000000f00)
#define MEASURE_ADDRESS UINT64_C(0x500000001000)
#define MARKS_ADDRESS   UINT64_C(0x500000002000)
#define PARAM_ADDRESS   UINT64_C(0x500000010000)
#define PARAM_BYTES     32768
#define LOCAL_ADDRESS   UINT64_C(0x500000020000)

void machine_run(machine *machine);

#endif
