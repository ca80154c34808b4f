/* operand.h: operands, and the registers in them. */
#ifndef GEN_PTX_OPERAND_H
#define GEN_PTX_OPERAND_H

#include "ptx/reader.h"

/* Notes special registers that tell the dimensions of a launch. */
void gen_ptx_note_special_register(gen_ptx_function *function, gen_token word);

/* The register of a word of a statement, or null. Special registers are noted. */
gen_ptx_register *gen_ptx_register_of(gen_ptx_reader *reader, gen_token word);

/* Operands up to the semicolon, which is taken. */
bool gen_ptx_read_operands(gen_ptx_reader *reader, gen_ptx_statement *statement);

/* `(a, b)` of a call, or nothing, as one operand. `more` may be null: else it is one more item. */
bool gen_ptx_read_list(gen_ptx_reader *reader, gen_ptx_operand *list, const gen_ptx_operand *more);

/* Makes the items those of the operand, and empties them. */
void gen_ptx_operands_move(gen_arena *arena, gen_ptx_operands *items, gen_ptx_operand *operand);

/* Counts what the operand holds as written by the statement. */
void gen_ptx_define(gen_ptx_operand *operand, gen_ptx_statement *statement);

/* True for "call" and "call.uni", if the name is "call". */
bool gen_ptx_is_opcode(gen_token opcode, const char *name);

/* True if the first operand of the instruction is only read. */
bool gen_ptx_writes_nothing(const gen_ptx_statement *statement);

#endif
