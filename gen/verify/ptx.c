#include "verify/ptx.h"

#include <ctype.h>
#include <string.h>

typedef struct scanner {
    gen_arena *arena;
    gen_diag *diag;
    const char *path;
    const char *at;
    unsigned line;
    const char *token; /* in the text; null at the end */
    size_t length;     /* of the token */
    unsigned token_line;
} scanner;

static void skip_blanks(scanner *scan)
{
    for (;;) {
        if (*scan->at == '\n') {
            scan->line++;
            scan->at++;
        } else if (isspace((unsigned char)*scan->at)) {
            scan->at++;
        } else if (scan->at[0] == '/' && scan->at[1] == '/') {
            while (*scan->at && *scan->at != '\n')
                scan->at++;
        } else if (scan->at[0] == '/' && scan->at[1] == '*') {
            for (scan->at += 2; *scan->at && !(scan->at[0] == '*' && scan->at[1] == '/');
                 scan->at++)
                scan->line += *scan->at == '\n';
            scan->at += *scan->at ? 2 : 0;
        } else {
            return;
        }
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' || c == '%';
}

static void skip_string(scanner *scan)
{
    for (scan->at++; *scan->at && *scan->at != '"'; scan->at++)
        scan->line += *scan->at == '\n';
    scan->at += *scan->at ? 1 : 0;
}

/* Reads the next word (".param", "%tid.x", "name_param_0", "16") or sign. */
static bool next(scanner *scan)
{
    const char *start;

    skip_blanks(scan);
    scan->token_line = scan->line;
    start = scan->at;
    if (!*start) {
        scan->token = NULL;
        scan->length = 0;
        return false;
    }
    if (*start == '"')
        skip_string(scan);
    else if (is_word(*start))
        while (is_word(*scan->at))
            scan->at++;
    else
        scan->at++;
    scan->token = start;
    scan->length = (size_t)(scan->at - start);
    return true;
}

static bool at(const scanner *scan, const char *token)
{
    return scan->length == strlen(token) && memcmp(scan->token, token, scan->length) == 0;
}

#define MAX_SHOWN 100 /* of a token in a message, in bytes */

static bool fail(scanner *scan, const char *wanted)
{
    gen_diag_error(scan->diag, (gen_place){scan->path, scan->token_line, 1}, "ptx-syntax",
                   "found '%.*s' instead of %s; give PTX as nvcc writes it",
                   scan->token ? (int)(scan->length < MAX_SHOWN ? scan->length : MAX_SHOWN) : 11,
                   scan->token ? scan->token : "end of file", wanted);
    return false;
}

static bool read_number(scanner *scan, uint64_t *value)
{
    if (!scan->token || !isdigit((unsigned char)scan->token[0]))
        return fail(scan, "a number");
    *value = 0;
    for (const char *c = scan->token; c < scan->token + scan->length; c++) {
        if (!isdigit((unsigned char)*c) || *value > (UINT64_MAX >> 8) / 10)
            return fail(scan, "a number");
        *value = *value * 10 + (uint64_t)(*c - '0');
    }
    next(scan);
    return true;
}

/* Bytes of a type such as ".u64"; 0 if it is not a type. */
static uint64_t type_size(const scanner *scan)
{
    static const char *const bits[] = {"8", "16", "32", "64", "128"};

    if (scan->length < 3 || scan->token[0] != '.' || !strchr("busf", scan->token[1]))
        return 0;
    for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
        if (scan->length == 2 + strlen(bits[i]) &&
            memcmp(scan->token + 2, bits[i], scan->length - 2) == 0)
            return UINT64_C(1) << i;
    return 0;
}

/* .param [.align N] .type [.ptr [.space] [.align N]] name [ '[' N ']' ] */
static bool read_param(scanner *scan, gen_ptx_param *param)
{
    uint64_t element = 0;
    uint64_t align = 0;
    uint64_t count = 1;

    if (!at(scan, ".param"))
        return fail(scan, "'.param'");
    next(scan);
    for (;;) {
        if (!scan->token)
            return fail(scan, "a parameter's name");
        if (at(scan, ".ptr")) { /* says the alignment of the pointee, not of the parameter */
            for (next(scan); scan->token && scan->token[0] == '.';) {
                uint64_t ignored;
                bool is_align = at(scan, ".align");
                next(scan);
                if (is_align && !read_number(scan, &ignored))
                    return false;
            }
        } else if (at(scan, ".align")) {
            next(scan);
            if (!read_number(scan, &align))
                return false;
        } else if (type_size(scan)) {
            element = type_size(scan);
            next(scan);
        } else {
            break;
        }
    }
    if (!element)
        return fail(scan, "a type");
    next(scan); /* the name */
    if (at(scan, "[")) {
        next(scan);
        if (!read_number(scan, &count))
            return false;
        if (!at(scan, "]"))
            return fail(scan, "']'");
        next(scan);
    }
    if (count > UINT64_C(1) << 32)
        return fail(scan, "a parameter of less than 4 GiB");
    param->size = element * count;
    param->align = align ? align : element;
    return true;
}

static bool read_params(scanner *scan, gen_ptx_entry *entry)
{
    size_t capacity = 0;
    uint64_t end = 0;

    next(scan);
    while (!at(scan, ")")) {
        gen_ptx_param *param;
        GEN_GROW(scan->arena, entry->params, entry->param_count, &capacity);
        param = &entry->params[entry->param_count++];
        if (!read_param(scan, param))
            return false;
        param->offset = (end + param->align - 1) / param->align * param->align;
        end = param->offset + param->size;
        if (at(scan, ","))
            next(scan);
        else if (!at(scan, ")"))
            return fail(scan, "',' or ')'");
    }
    next(scan);
    return true;
}

/* x [, y [, z]]; the default is 1. */
static bool read_triple(scanner *scan, uint64_t values[3])
{
    values[0] = values[1] = values[2] = 1;
    next(scan);
    for (size_t i = 0; i < 3; i++) {
        if (!read_number(scan, &values[i]))
            return false;
        if (!at(scan, ","))
            return true;
        next(scan);
    }
    return true;
}

static bool read_directives(scanner *scan, gen_ptx_entry *entry)
{
    while (scan->token && !at(scan, "{") && !at(scan, ";")) {
        bool fine = true;
        if (at(scan, ".maxntid")) {
            fine = read_triple(scan, entry->max_threads);
        } else if (at(scan, ".reqntid")) {
            fine = read_triple(scan, entry->required);
        } else if (at(scan, ".reqnctapercluster")) {
            fine = read_triple(scan, entry->cluster);
        } else if (at(scan, ".minnctapersm")) {
            next(scan);
            fine = read_number(scan, &entry->min_blocks);
        } else if (at(scan, ".maxclusterrank")) {
            next(scan);
            fine = read_number(scan, &entry->max_cluster);
        } else {
            next(scan);
        }
        if (!fine)
            return false;
    }
    return true;
}

static void read_register(gen_ptx_entry *entry, const scanner *scan)
{
    static const char *const names[] = {"%tid.", "%ctaid.", "%ntid.", "%nctaid."};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t length = strlen(names[i]);
        char component = scan->length > length ? scan->token[length] : '\0';
        if (component >= 'x' && component <= 'z' && memcmp(scan->token, names[i], length) == 0) {
            uint32_t dimension = (uint32_t)(component - 'x') + 1;
            if (dimension > entry->dimensions)
                entry->dimensions = dimension;
        }
    }
}

static bool read_body(scanner *scan, gen_ptx_entry *entry)
{
    unsigned depth = 0;

    if (at(scan, ";")) /* only a declaration */
        return true;
    do {
        if (!scan->token)
            return fail(scan, "'}'");
        if (at(scan, "{"))
            depth++;
        else if (at(scan, "}"))
            depth--;
        else
            read_register(entry, scan);
        if (depth)
            next(scan);
    } while (depth);
    return true;
}

static bool read_entry(scanner *scan, gen_ptx_entry *entry)
{
    if (!next(scan) || !is_word(scan->token[0]))
        return fail(scan, "the entry's name");
    entry->name = gen_arena_copy(scan->arena, scan->token, scan->length);
    next(scan);
    if (at(scan, "(") && !read_params(scan, entry))
        return false;
    return read_directives(scan, entry) && read_body(scan, entry);
}

bool gen_ptx_parse(gen_ptx_entry **entries, gen_arena *arena, gen_diag *diag, const char *path,
                   const char *text)
{
    scanner scan = {.arena = arena, .diag = diag, .path = path, .at = text, .line = 1};
    bool is_ptx = false;

    *entries = NULL;
    while (next(&scan)) {
        is_ptx |= at(&scan, ".version");
        if (!at(&scan, ".entry"))
            continue;
        *entries = GEN_NEW(arena, gen_ptx_entry);
        if (!read_entry(&scan, *entries))
            return false;
        entries = &(*entries)->next;
    }
    if (!is_ptx)
        gen_diag_error(diag, (gen_place){path, 0, 0}, "ptx-syntax",
                       "there is no .version, so this is not PTX; give PTX as nvcc writes it");
    return is_ptx;
}
