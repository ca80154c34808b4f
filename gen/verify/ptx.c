#include "verify/ptx.h"

#include "support/body_scan.h"

#include <ctype.h>
#include <string.h>

typedef struct scanner {
    gen_arena *arena;
    gen_diag *diag;
    const char *path;
    gen_scan scan;
} scanner;

static const char letters[] = ".$%"; /* of words such as ".param", "%tid.x" and "$L__BB0_2" */

/* Reads the next word or sign. False at the end. */
static bool next(scanner *scan)
{
    gen_scan_advance(&scan->scan);
    while (gen_scan_at(&scan->scan, "\""))
        gen_scan_skip_quoted(&scan->scan);
    return !gen_scan_at_end(&scan->scan);
}

static bool at_end(const scanner *scan)
{
    return gen_scan_at_end(&scan->scan);
}

static bool at(const scanner *scan, const char *token)
{
    return gen_scan_at(&scan->scan, token);
}

#define MAX_SHOWN 100 /* bytes of a token in a message */

static bool fail(scanner *scan, const char *wanted)
{
    gen_token token = scan->scan.token;
    unsigned line = 1;

    for (const char *c = scan->scan.source; c < token.text; c++)
        line += *c == '\n';
    gen_diag_error(scan->diag, (gen_place){scan->path, line, 1}, "ptx-syntax",
                   "found '%.*s' instead of %s; give PTX as nvcc writes it",
                   token.length ? (int)(token.length < MAX_SHOWN ? token.length : MAX_SHOWN) : 11,
                   token.length ? token.text : "end of file", wanted);
    return false;
}

static bool read_number(scanner *scan, uint64_t *value)
{
    gen_token token = scan->scan.token;

    *value = 0;
    for (size_t i = 0; i < token.length; i++) {
        if (!isdigit((unsigned char)token.text[i]) || *value > (UINT64_MAX >> 8) / 10)
            return fail(scan, "a number");
        *value = *value * 10 + (uint64_t)(token.text[i] - '0');
    }
    if (!token.length)
        return fail(scan, "a number");
    next(scan);
    return true;
}

/* The size in bytes of a type such as ".u64"; 0 if it is not a type. */
static uint64_t type_size(const scanner *scan)
{
    static const char *const bits[] = {"8", "16", "32", "64", "128"};
    gen_token token = scan->scan.token;

    if (token.length < 3 || token.text[0] != '.' || !strchr("busf", token.text[1]))
        return 0;
    for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
        if (gen_token_is((gen_token){token.text + 2, token.length - 2}, bits[i]))
            return UINT64_C(1) << i;
    return 0;
}

/* .ptr [.space] [.align N]: the alignment is that of the pointee, not of the parameter. */
static bool read_pointer(scanner *scan, gen_ptx_param *param)
{
    for (next(scan); !at_end(scan) && *scan->scan.token.text == '.';) {
        uint64_t ignored;
        bool is_align = at(scan, ".align");
        param->is_shared |= at(scan, ".shared") || at(scan, ".local");
        next(scan);
        if (is_align && !read_number(scan, &ignored))
            return false;
    }
    return true;
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
        if (at_end(scan))
            return fail(scan, "a parameter's name");
        if (at(scan, ".ptr")) {
            if (!read_pointer(scan, param))
                return false;
        } else if (at(scan, ".align")) {
            next(scan);
            if (!read_number(scan, &align))
                return false;
        } else if (type_size(scan)) {
            element = type_size(scan);
            param->kind = scan->scan.token.text[1];
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
        param->kind = 'b';
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
    while (!at_end(scan) && !at(scan, "{") && !at(scan, ";")) {
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

static void read_register(gen_ptx_entry *entry, gen_token token)
{
    static const char *const names[] = {"%tid.", "%ctaid.", "%ntid.", "%nctaid."};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t length = strlen(names[i]);
        char component = token.length > length ? token.text[length] : '\0';
        if (component >= 'x' && component <= 'z' && memcmp(token.text, names[i], length) == 0) {
            uint32_t dimension = (uint32_t)(component - 'x') + 1;
            if (dimension > entry->dimensions)
                entry->dimensions = dimension;
            entry->threads |= i == 0 ? UINT32_C(1) << (dimension - 1) : 0;
            entry->blocks |= i == 1 ? UINT32_C(1) << (dimension - 1) : 0;
        }
    }
}

static bool read_body(scanner *scan, gen_ptx_entry *entry)
{
    unsigned depth = 0;

    entry->is_declaration = at(scan, ";");
    if (entry->is_declaration)
        return true;
    do {
        if (at_end(scan))
            return fail(scan, "'}'");
        if (at(scan, "{"))
            depth++;
        else if (at(scan, "}"))
            depth--;
        else
            read_register(entry, scan->scan.token);
        if (depth)
            next(scan);
    } while (depth);
    return true;
}

static bool read_entry(scanner *scan, gen_ptx_entry *entry)
{
    gen_token name;

    next(scan);
    name = scan->scan.token;
    if (!name.length || (!isalnum((unsigned char)*name.text) && !strchr("_$.%", *name.text)))
        return fail(scan, "the entry's name");
    entry->name = gen_arena_copy(scan->arena, name.text, name.length);
    next(scan);
    if (at(scan, "(") && !read_params(scan, entry))
        return false;
    return read_directives(scan, entry) && read_body(scan, entry);
}

bool gen_ptx_parse(gen_ptx_entry **entries, gen_arena *arena, gen_diag *diag, const char *path,
                   const char *text)
{
    scanner scan = {.arena = arena, .diag = diag, .path = path};
    bool is_ptx = false;

    *entries = NULL;
    gen_scan_begin_words(&scan.scan, text, (gen_source_range){0, strlen(text)}, letters);
    for (; !at_end(&scan); next(&scan)) {
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
