/* instruction.h: what an instruction of PTX does, as far as bounds checks need to know. See "PTX
 * ISA", instruction set. */
#ifndef GEN_BOUNDS_INSTRUCTION_H
#define GEN_BOUNDS_INSTRUCTION_H

#include "ptx/ptx.h"

#define GEN_BOUNDS_MAX_PARTS 16

/* "ld.global.v2.f32": "ld", "global", "v2", "f32". Further parts are left out. */
typedef struct gen_bounds_opcode {
    size_t count;
    gen_token parts[GEN_BOUNDS_MAX_PARTS];
} gen_bounds_opcode;

gen_bounds_opcode gen_bounds_opcode_of(const gen_ptx_statement *statement);
bool gen_bounds_opcode_has(const gen_bounds_opcode *opcode, const char *part);
bool gen_bounds_opcode_is(const gen_bounds_opcode *opcode, const char *first);

/* The size in bytes of a type such as "u64" or "f16x2"; 0 if it is not a type. */
uint32_t gen_bounds_type_size(gen_token part);

/* The size in bytes of what is accessed: type times vector; 0 if there is no type. */
uint32_t gen_bounds_access_size(const gen_bounds_opcode *opcode);

/* The space that an instruction that accesses memory names. */
gen_ptx_space gen_bounds_space(const gen_bounds_opcode *opcode);

/* True if the statement only computes registers from registers. */
bool gen_bounds_is_computed(const gen_ptx_statement *statement);

/* The same without a guard: it may be done earlier. */
bool gen_bounds_is_pure(const gen_ptx_statement *statement);

/* True if the lanes of a warp must do this together, or if control may leave: a region ends. */
bool gen_bounds_ends_region(const gen_ptx_statement *statement);

/* A pragma that is about the next load. It is left out: a load of a limit may come before that. */
bool gen_bounds_is_load_hint(const gen_ptx_statement *statement);

/* The address that is accessed: the first operand in brackets; null if there is none. */
const gen_ptx_operand *gen_bounds_address(const gen_ptx_statement *statement);

/* Calls `visit` for each register that the statement writes or reads. An address's register is
 * read, also if it is the first operand. */
typedef void (*gen_bounds_visit)(void *context, gen_ptx_register *reg);
void gen_bounds_each_written(const gen_ptx_statement *statement, gen_bounds_visit visit,
                             void *context);
void gen_bounds_each_read(const gen_ptx_statement *statement, gen_bounds_visit visit,
                          void *context);

#endif
