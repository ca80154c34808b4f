#include "include_scan.h"

#include "include_folder.h"
#include "source_file.h"

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

static bool is_readable(const char *path)
{
    FILE *file = fopen(path, "rb");

    if (file)
        fclose(file);
    return file != NULL;
}

/* Where the project has this header; null if it has not. */
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
        if (is_readable(path))
            return path;
    }
    for (size_t i = 0; i < scan->argument_count; i++) {
        const char *folder = gen_include_folder(scan->arguments, scan->argument_count, &i);
        if (!folder || strncmp(folder, scan->toolkit, strlen(scan->toolkit)) == 0)
            continue;
        path = gen_arena_format(walk->arena, "%s/%s", folder, name);
        if (is_readable(path))
            return path;
    }
    return NULL;
}

static void add_toolkit_header(scan_walk *walk, const char *name)
{
    gen_include_scan *scan = walk->scan;

    if (!is_readable(gen_arena_format(walk->arena, "%s/%s", scan->toolkit, name)))
        return; /* of the system */
    for (size_t i = 0; i < scan->header_count; i++)
        if (strcmp(scan->headers[i], name) == 0)
            return;
    if (scan->header_count < MAX_HEADERS)
        scan->headers[scan->header_count++] = name;
}

static void scan_include(scan_walk *walk, const char *rest, const char *includer)
{
    char close = *rest == '<' ? '>' : '"';
    const char *end;
    const char *name;
    const char *path;

    if (*rest != '<' && *rest != '"')
        return; /* a macro's: the parser resolves it */
    end = strchr(rest + 1, close);
    if (!end || memchr(rest, '\n', (size_t)(end - rest)))
        return;
    name = gen_arena_copy(walk->arena, rest + 1, (size_t)(end - rest) - 1);
    path = find_in_project(walk, name, close == '"', includer);
    if (path)
        scan_file(walk, path);
    else
        add_toolkit_header(walk, name);
}

/* Macros by which the toolkit's headers are tuned: __CUDA_NO_HALF_OPERATORS__ and the like. */
static void scan_define(scan_walk *walk, const char *name)
{
    static const char *const starts[] = {"__CUDA", "CUDA_",   "_CCCL", "CCCL_",
                                         "CUB_",   "THRUST_", "__NV"};

    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            walk->scan->tuned = true;
}

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
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
        walk->scan->tuned = true; /* too many to know */
        return;
    }
    walk->files[walk->file_count++] = path;
    gen_diag_initialize(&scratch, walk->arena);
    text = gen_source_file_read(walk->arena, &scratch, path, &length);
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
    scan->headers = GEN_NEW_ARRAY(arena, const char *, MAX_HEADERS);
    scan->tuned = false;
    scan_file(&walk, path);
}
