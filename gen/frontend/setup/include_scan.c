#include "frontend/setup/include_scan.h"

#include "frontend/reader/frontend_options.h"
#include "support/plain_file.h"
#include "support/text.h"

#include <ctype.h>
#include <string.h>

#define MAX_FILES   512
#define MAX_HEADERS 64

typedef struct scan_walk {
    gen_include_scan *scan;
    gen_arena *arena;
    const char *files[MAX_FILES];
    size_t file_count;
} scan_walk;

static void scan_file(scan_walk *walk, const char *path);

/* The header's path in the project; null if the project does not have it. */
static const char *find_in_project(scan_walk *walk, const char *name, bool quoted,
                                   const char *includer)
{
    const gen_include_scan *scan = walk->scan;
    const char *slash = strrchr(includer, '/');
    const char *path;

    if (quoted) {
        path = slash ? gen_arena_format(walk->arena, "%.*s%s", (int)(slash - includer) + 1,
                                        includer, name)
                     : name;
        if (gen_plain_file_exists(path))
            return path;
    }
    for (size_t i = 0; i < scan->argument_count; i++) {
        const char *folder = gen_include_folder(scan->arguments, scan->argument_count, &i);
        if (!folder ||
            (scan->toolkit && strncmp(folder, scan->toolkit, strlen(scan->toolkit)) == 0))
            continue;
        path = gen_arena_format(walk->arena, "%s/%s", folder, name);
        if (gen_plain_file_exists(path))
            return path;
    }
    return NULL;
}

/* True if the toolkit has the header. Since CUDA 13, Thrust, CUB and libcu++ have a folder of their
 * own. */
static bool is_in_toolkit(const scan_walk *walk, const char *name)
{
    const char *folder = walk->scan->toolkit;

    if (!folder)
        return false;
    return gen_plain_file_exists(gen_arena_format(walk->arena, "%s/%s", folder, name)) ||
           gen_plain_file_exists(gen_arena_format(walk->arena, "%s/cccl/%s", folder, name));
}

static void add_toolkit_header(scan_walk *walk, const char *name)
{
    gen_include_scan *scan = walk->scan;

    if (!is_in_toolkit(walk, name))
        return; /* a system header */
    for (size_t i = 0; i < scan->header_count; i++)
        if (strcmp(scan->headers[i], name) == 0)
            return;
    if (scan->header_count < MAX_HEADERS)
        scan->headers[scan->header_count++] = name;
}

/* True for headers that the prelude always includes, and for custub's own, which include none. */
static bool is_of_prelude(const char *name)
{
    return strcmp(name, "stddef.h") == 0 || strcmp(name, "stdint.h") == 0 ||
           strcmp(name, "custub/kernel.h") == 0;
}

static void scan_include(scan_walk *walk, const char *rest, const char *includer)
{
    char close = *rest == '<' ? '>' : '"';
    const char *end;
    const char *name;
    const char *path;

    if (*rest != '<' && *rest != '"') {
        walk->scan->plain = false;
        return; /* a macro, which only the parser can resolve */
    }
    end = strchr(rest + 1, close);
    if (!end || memchr(rest, '\n', (size_t)(end - rest)))
        return;
    name = gen_arena_copy(walk->arena, rest + 1, (size_t)(end - rest) - 1);
    if (gen_is_generated_header(name)) {
        gen_generated_headers_add(&walk->scan->generated, walk->arena, name);
        walk->scan->plain = false;
        return;
    }
    path = find_in_project(walk, name, close == '"', includer);
    if (path) {
        scan_file(walk, path);
    } else {
        walk->scan->plain &= is_of_prelude(name);
        add_toolkit_header(walk, name);
    }
}

/* Notes a macro that changes the toolkit's headers, such as __CUDA_NO_HALF_OPERATORS__. */
static void scan_define(scan_walk *walk, const char *name)
{
    static const char *const starts[] = {"__CUDA", "CUDA_",   "_CCCL", "CCCL_",
                                         "CUB_",   "THRUST_", "__NV"};

    walk->scan->tuned |= GEN_TEXT_BEGINS(name, starts);
}

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* True for macros that no header of the system or the toolkit defines, or that do not depend on
 * these headers. */
static bool is_known_macro(const char *name, size_t length)
{
    static const char *const starts[] = {"__CUDA_ARCH", "__CUDACC", "__NVCC__", "__CUSTUB__",
                                         "__cplusplus", "CUSTUB_",  "defined"};
    static const char *const ends[] = {"_H", "_H_", "_CUH", "_CUH_", "_HPP", "_HPP_"};

    if (GEN_TEXT_BEGINS(name, starts))
        return true;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]) && *name != '_';
         i++) { /* an include guard */
        size_t end = strlen(ends[i]);
        if (length > end && strncmp(name + length - end, ends[i], end) == 0)
            return true;
    }
    return false;
}

/* True if the directive means the same without the headers' macros. `text` follows the "#". */
static bool is_plain_directive(const char *text)
{
    text = skip_blanks(text);
    if (*text == '\\' || *text == '/')
        return false; /* the name may be on the next line, or after a comment */
    if (!begins_with(text, "if") && !begins_with(text, "elif"))
        return true;
    text += strcspn(text, " \t(!\r\n");
    while (*text && *text != '\n') {
        size_t length = 0;
        if (*text == '\\')
            return false; /* continued on the next line */
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
        if (length && !isdigit((unsigned char)*text) && !is_known_macro(text, length))
            return false;
        text += length ? length : 1;
    }
    return true;
}

/* True if the file may work without the toolkit's headers. If a name from them is missing, clang
 * reports an error, but conditions on their macros must be found here. "%:" is the digraph of
 * "#". */
static bool is_plain(const char *text, size_t length)
{
    if (strlen(text) != length || strstr(text, "cuda") || strstr(text, "%:") ||
        strstr(text, "?\?="))
        return false;
    for (text = strchr(text, '#'); text; text = strchr(text + 1, '#'))
        if (!is_plain_directive(text + 1))
            return false;
    return true;
}

static void scan_line(scan_walk *walk, const char *line, const char *path)
{
    line = skip_blanks(line);
    if (*line != '#')
        return;
    line = skip_blanks(line + 1);
    if (strncmp(line, "include", 7) == 0)
        scan_include(walk, skip_blanks(line + 7), path);
    else if (strncmp(line, "define", 6) == 0)
        scan_define(walk, skip_blanks(line + 6));
}

static void scan_file(scan_walk *walk, const char *path)
{
    gen_diag scratch;
    const char *text;
    size_t length;

    for (size_t i = 0; i < walk->file_count; i++)
        if (strcmp(walk->files[i], path) == 0)
            return;
    if (walk->file_count == MAX_FILES) {
        walk->scan->tuned = true; /* too many files: assume the worst */
        walk->scan->plain = false;
        return;
    }
    walk->files[walk->file_count++] = path;
    gen_diag_initialize(&scratch, walk->arena);
    text = gen_plain_file_read(walk->arena, &scratch, path, &length);
    walk->scan->plain &= text && is_plain(text, length);
    while (text) {
        scan_line(walk, text, path);
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
}

void gen_include_scan_run(gen_include_scan *scan, gen_arena *arena, const char *path)
{
    scan_walk walk = {.scan = scan, .arena = arena};

    scan->header_count = 0;
    scan->generated = NULL;
    scan->headers = GEN_NEW_ARRAY(arena, const char *, MAX_HEADERS);
    scan->tuned = false;
    scan->plain = true;
    scan_file(&walk, path);
    scan->file_count = walk.file_count;
    scan->files = GEN_NEW_ARRAY(arena, const char *, walk.file_count);
    memcpy(scan->files, walk.files, walk.file_count * sizeof(walk.files[0]));
}
