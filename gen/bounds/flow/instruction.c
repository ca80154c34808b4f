#include "bounds/flow/instruction.h"

#include <string.h>

gen_bounds_opcode gen_bounds_opcode_of(const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode = {0};
    const char *at = statement->opcode.text;
    const char *end = at + statement->opcode.length;

    while (at < end && opcode.count < GEN_BOUNDS_MAX_PARTS) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        size_t length = (size_t)((dot ? dot : end) - at);
        opcode.parts[opcode.count++] = (gen_token){at, length};
        at += length + 1;
    }
    return opcode;
}

bool gen_bounds_opcode_has(const gen_bounds_opcode *opcode, const char *part)
{
    for (size_t i = 1; i < opcode->count; i++)
        if (gen_token_is(opcode->parts[i], part))
            return true;
    return false;
}

bool gen_bounds_opcode_is(const gen_bounds_opcode *opcode, const char *first)
{
    return opcode->count && gen_token_is(opcode->parts[0], first);
}

uint32_t gen_bounds_type_size(gen_token part)
{
    static const struct {
        const char *name;
        uint32_t size;
    } odd[] = {{"bf16", 2}, {"f16x2", 4}, {"bf16x2", 4}, {"pred", 1}};
    uint32_t bits = 0;

    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
        if (gen_token_is(part, odd[i].name))
            return odd[i].size;
    if (part.length < 2 || part.length > 4 || !strchr("busf", part.text[0]))
        return 0;
    for (size_t i = 1; i < part.length; i++) {
        if (part.text[i] < '0' || part.text[i] > '9')
            return 0;
        bits = 10 * bits + (uint32_t)(part.text[i] - '0');
    }
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : 0;
}

uint32_t gen_bounds_access_size(const gen_bounds_opcode *opcode)
{
    uint32_t size = 0;
    uint32_t count = 1;

    for (size_t i = 1; i < opcode->count; i++) {
        gen_token part = opcode->parts[i];
        uint32_t type = gen_bounds_type_size(part);
        size = type ? type : size;
        if (part.length == 2 && part.text[0] == 'v' && strchr("248", part.text[1]))
            count = (uint32_t)(part.text[1] - '0');
    }
    return size * count;
}

gen_ptx_space gen_bounds_space(const gen_bounds_opcode *opcode)
{
    static const struct {
        const char *name;
        gen_ptx_space space;
    } spaces[] = {{"global", GEN_PTX_GLOBAL},      {"shared", GEN_PTX_SHARED},
                  {"shared::cta", GEN_PTX_SHARED}, {"shared::cluster", GEN_PTX_SHARED},
                  {"local", GEN_PTX_LOCAL},        {"const", GEN_PTX_CONST},
                  {"param", GEN_PTX_PARAM},        {"param::entry", GEN_PTX_PARAM},
                  {"param::func", GEN_PTX_PARAM}};

    for (size_t i = 1; i < opcode->count; i++)
        for (size_t j = 0; j < sizeof(spaces) / sizeof(spaces[0]); j++)
            if (gen_token_is(opcode->parts[i], spaces[j].name))
                return spaces[j].space;
    return GEN_PTX_GENERIC;
}

static bool reads_time(const gen_ptx_statement *statement)
{
    static const char *const changing[] = {"%clock", "%globaltimer", "%pm"};

    for (size_t i = 1; i < statement->operand_count; i++)
        for (size_t j = 0; j < sizeof(changing) / sizeof(changing[0]); j++) {
            gen_token text = statement->operands[i].text;
            size_t length = strlen(changing[j]);
            if (text.length >= length && memcmp(text.text, changing[j], length) == 0)
                return true;
        }
    return false;
}

bool gen_bounds_is_computed(const gen_ptx_statement *statement)
{
    static const char *const pure[] = {
        "add", "sub",  "mul",  "mad",  "mul24", "mad24", "div",  "rem",  "abs",  "neg",
        "min", "max",  "and",  "or",   "xor",   "not",   "cnot", "lop3", "shl",  "shr",
        "shf", "bfe",  "bfi",  "prmt", "selp",  "slct",  "mov",  "cvt",  "cvta", "popc",
        "clz", "brev", "bmsk", "sad",  "bfind", "szext", "setp", "set",  "fma"};
    gen_bounds_opcode opcode;

    if (statement->kind != GEN_PTX_INSTRUCTION)
        return false;
    opcode = gen_bounds_opcode_of(statement);
    if (!opcode.count || gen_bounds_opcode_has(&opcode, "cc") || reads_time(statement))
        return false;
    if (gen_bounds_opcode_is(&opcode, "ld"))
        return gen_bounds_space(&opcode) == GEN_PTX_PARAM && statement->operand_count == 2 &&
               !statement->operands[1].reg;
    return GEN_TOKEN_IS_ANY(opcode.parts[0], pure);
}

bool gen_bounds_is_pure(const gen_ptx_statement *statement)
{
    return !statement->guard && gen_bounds_is_computed(statement);
}

/* Control, and barriers whose names say nothing else. */
static bool leaves(const gen_bounds_opcode *opcode)
{
    static const char *const leaving[] = {"bra",
                                          "brx",
                                          "ret",
                                          "exit",
                                          "trap",
                                          "brkpt",
                                          "bar",
                                          "vote",
                                          "barrier",
                                          "shfl",
                                          "match",
                                          "activemask",
                                          "redux",
                                          "elect",
                                          "mma",
                                          "wmma",
                                          "wgmma",
                                          "setmaxnreg",
                                          "ldmatrix",
                                          "stmatrix",
                                          "movmatrix",
                                          "fence",
                                          "membar",
                                          "mbarrier",
                                          "griddepcontrol",
                                          "cp",
                                          "tcgen05",
                                          "mapa",
                                          "call",
                                          "nanosleep",
                                          "clusterlaunchcontrol",
                                          "discard",
                                          "multimem",
                                          "addc",
                                          "subc",
                                          "madc",
                                          "alloca",
                                          "stacksave",
                                          "stackrestore",
                                          "tensormap"};

    return GEN_TOKEN_IS_ANY(opcode->parts[0], leaving);
}

bool gen_bounds_is_load_hint(const gen_ptx_statement *statement)
{
    static const char word[] = "used_bytes_mask";
    gen_token text = statement->text;

    for (size_t i = 0; statement->kind == GEN_PTX_VERBATIM && i + sizeof(word) <= text.length; i++)
        if (memcmp(text.text + i, word, sizeof(word) - 1) == 0)
            return true;
    return false;
}

bool gen_bounds_ends_region(const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode;

    if (statement->kind != GEN_PTX_INSTRUCTION)
        return statement->kind == GEN_PTX_CALL ||
               (statement->kind == GEN_PTX_VERBATIM && !gen_bounds_is_load_hint(statement));
    opcode = gen_bounds_opcode_of(statement);
    if (gen_bounds_opcode_is(&opcode, "cp") && !gen_bounds_opcode_has(&opcode, "bulk") &&
        gen_bounds_opcode_has(&opcode, "global"))
        return false; /* a copy of a thread */
    return !opcode.count || leaves(&opcode) || gen_bounds_opcode_has(&opcode, "sync") ||
           gen_bounds_opcode_has(&opcode, "aligned") || gen_bounds_opcode_has(&opcode, "async") ||
           gen_bounds_opcode_has(&opcode, "cc");
}

const gen_ptx_operand *gen_bounds_address(const gen_ptx_statement *statement)
{
    for (size_t i = 0; i < statement->operand_count; i++)
        if (statement->operands[i].kind == GEN_PTX_ADDRESS)
            return &statement->operands[i];
    return NULL;
}

static void visit_operand(const gen_ptx_operand *operand, gen_bounds_visit visit, void *context)
{
    if (operand->reg)
        visit(context, operand->reg);
    for (size_t i = 0; i < operand->item_count; i++)
        visit_operand(&operand->items[i], visit, context);
}

/* Stores have an address first. What has a register first and only reads it, such as a barrier, is
 * taken for a definition: that loses knowledge, but nothing wrong follows. */
static bool is_written(const gen_ptx_statement *statement, size_t index)
{
    return index == 0 && statement->operands[0].kind != GEN_PTX_ADDRESS &&
           statement->operands[0].kind != GEN_PTX_NUMBER;
}

void gen_bounds_each_written(const gen_ptx_statement *statement, gen_bounds_visit visit,
                             void *context)
{
    if (statement->operand_count && is_written(statement, 0))
        visit_operand(&statement->operands[0], visit, context);
}

void gen_bounds_each_read(const gen_ptx_statement *statement, gen_bounds_visit visit, void *context)
{
    if (statement->guard)
        visit(context, statement->guard);
    for (size_t i = 0; i < statement->operand_count; i++)
        if (!is_written(statement, i))
            visit_operand(&statement->operands[i], visit, context);
}
