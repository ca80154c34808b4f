/* reader.h: what all files of the reader share: where it is in the text, and what it has found. */
#ifndef GEN_PTX_READER_H
#define GEN_PTX_READER_H

#include "ptx/lexer.h"
#include "ptx/ptx.h"
#include "ptx/scope.h"

/* Registers of the function, or of a call sequence. */
typedef struct gen_ptx_registers {
    gen_ptx_scope declared;
    gen_name_table found; /* gen_ptx_register of the words that were found so far */
} gen_ptx_registers;

typedef struct gen_ptx_operands {
    gen_ptx_operand *items;
    size_t count;
    size_t capacity;
} gen_ptx_operands;

typedef struct gen_ptx_reader {
    gen_arena *arena;
    gen_diag *diag;
    gen_ptx_lexer lexer;
    gen_ptx_module *module;
    bool skips_bodies;
    /* The function that is being read. */
    gen_ptx_function *function;
    gen_ptx_registers registers;
    size_t register_capacity;
    gen_ptx_statement **last_declaration;
    gen_ptx_statement **last;       /* where the next statement belongs */
    gen_ptx_statement *sequence;    /* the call whose sequence is being read; null: none */
    gen_ptx_registers local;        /* of that call sequence */
    gen_ptx_statement loc;          /* its places are those of the last .loc */
    gen_name_table inlined;         /* .loc of inlined functions, by their places */
    gen_ptx_operands operands;      /* of the current statement, before they are copied */
    gen_ptx_operands operand_items; /* of the current operand */
    const char *statement_end;      /* the end of the last token before a semicolon */
    gen_ptx_variable **last_variable;
    unsigned depth;       /* of nested braces */
    unsigned block_count; /* that were flattened */
    const char *tag;      /* a word that is nowhere in the text; null: not chosen yet */
} gen_ptx_reader;

/* Reports that the current token is not what was wanted. Returns false. */
bool gen_ptx_fail(gen_ptx_reader *reader, const char *wanted);

/* If the current token is this sign, advances; else reports an error. */
bool gen_ptx_expect(gen_ptx_reader *reader, char sign, const char *wanted);

/* The same for ';', which ends a statement. */
bool gen_ptx_expect_semicolon(gen_ptx_reader *reader);
/* Skips to the semicolon and takes it. */
bool gen_ptx_skip_statement(gen_ptx_reader *reader);

/* A decimal number that is at most UINT64_MAX / 256. */
bool gen_ptx_read_number(gen_ptx_reader *reader, uint64_t *value);

/* An integer constant in any base. False, without an error, if the word is none. */
bool gen_ptx_integer(gen_token word, int64_t *value);

gen_ptx_operand *gen_ptx_operands_add(gen_arena *arena, gen_ptx_operands *operands);

#endif
