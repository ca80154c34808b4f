/* declaration.h: declarations of registers, variables and parameters. */
#ifndef GEN_PTX_DECLARATION_H
#define GEN_PTX_DECLARATION_H

#include "ptx/reader.h"

/* `.reg .type name, name<N>, …;`: adds the names to the scope. */
bool gen_ptx_read_registers(gen_ptx_reader *reader, gen_ptx_scope *scope);

/* The state space of a directive such as ".global"; GEN_PTX_GENERIC if it is none. */
gen_ptx_space gen_ptx_space_of(const gen_ptx_lexer *lexer);

/* `.global .type name[N] = {…}, …;`: adds the variables at `*last`, and moves that. `*last` is null
 * afterwards, as it has to be before. */
bool gen_ptx_read_variables(gen_ptx_reader *reader, gen_ptx_variable ***last, bool is_extern);

/* `( .param .type name, … )`. Parameters that are registers are added to the scope. Stops at the
 * ')'. */
bool gen_ptx_read_params(gen_ptx_reader *reader, gen_ptx_param **params, size_t *count,
                         gen_ptx_scope *scope);

#endif
