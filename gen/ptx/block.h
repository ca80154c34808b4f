/* block.h: nested braces of a body. Those of a call sequence stay as they are. Others (inline PTX)
 * are flattened. */
#ifndef GEN_PTX_BLOCK_H
#define GEN_PTX_BLOCK_H

#include "ptx/reader.h"

/* A block in a block. */
typedef struct gen_ptx_nested {
    struct gen_ptx_nested *next;
    gen_token text; /* with its braces */
    uint32_t line;  /* of its beginning */
} gen_ptx_nested;

typedef struct gen_ptx_block {
    gen_token text;      /* with its braces */
    uint32_t line;       /* of its beginning */
    bool is_call;        /* it has one call, and otherwise only passes parameters and results */
    gen_ptx_scope names; /* that it declares, but for those of the blocks in it */
    gen_ptx_nested *nested;
} gen_ptx_block;

/* Looks at the block that begins at the current token, and goes to the token after it. */
bool gen_ptx_look_at_block(gen_ptx_reader *reader, gen_ptx_block *block);

/* The text between the braces. */
gen_token gen_ptx_inner_text(const gen_ptx_block *block);

/* The same without nested braces, but for those of call sequences. What it declares has names that
 * are unique in the module. */
bool gen_ptx_flatten(gen_ptx_reader *reader, const gen_ptx_block *block, gen_token *text);

#endif
