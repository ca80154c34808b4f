#include "bounds/flow/param_load.h"

#include "bounds/flow/instruction.h"

#include <string.h>

#define POINTER_BYTES 8u

static bool loads_pointers(const gen_ptx_statement *statement)
{
    const gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const gen_ptx_operand *operands = statement->operands;

    return statement->kind == GEN_PTX_INSTRUCTION && !statement->guard &&
           gen_bounds_opcode_is(&opcode, "ld") && gen_bounds_space(&opcode) == GEN_PTX_PARAM &&
           statement->operand_count == 2 && operands[0].kind == GEN_PTX_VECTOR &&
           gen_bounds_access_size(&opcode) == POINTER_BYTES * operands[0].item_count &&
           operands[1].kind == GEN_PTX_ADDRESS && !operands[1].reg;
}

/* The load of item `index`. */
static gen_ptx_statement *load_of(gen_arena *arena, const gen_ptx_statement *all, size_t index)
{
    const gen_ptx_operand *item = &all->operands[0].items[index];
    gen_ptx_statement *load = GEN_NEW(arena, gen_ptx_statement);
    gen_ptx_operand *operands = GEN_NEW_ARRAY(arena, gen_ptx_operand, 2);
    const char *text;

    *load = *all;
    operands[0] = *item;
    operands[1] = all->operands[1];
    operands[1].number += (int64_t)(POINTER_BYTES * index);
    text = gen_arena_format(arena, "ld.param.b64 %.*s, [%.*s+%lld]", (int)item->text.length,
                            item->text.text, (int)operands[1].name.length, operands[1].name.text,
                            (long long)operands[1].number);
    load->text = (gen_token){text, strlen(text)};
    load->opcode = (gen_token){text, sizeof("ld.param.b64") - 1};
    load->operands = operands;
    item->reg->definition = load;
    return load;
}

void gen_bounds_split_param_loads(gen_arena *arena, gen_ptx_function *function)
{
    gen_ptx_statement **link = &function->statements;

    while (*link) {
        gen_ptx_statement *all = *link;
        if (!loads_pointers(all)) {
            link = &all->next;
            continue;
        }
        for (size_t i = 0; i < all->operands[0].item_count; i++) {
            if (all->operands[0].items[i].kind != GEN_PTX_REGISTER) /* `_` */
                continue;
            *link = load_of(arena, all, i);
            link = &(*link)->next;
        }
        *link = all->next;
    }
}
