#define _XOPEN_SOURCE 700 /* getpid */

#include "frontend/unit/precompiled_header.h"

#include "frontend/unit/arguments.h"
#include "frontend/unit/diagnostics.h"
#include "frontend/unit/parse.h"
#include "support/hash.h"
#include "support/plain_file.h"
#include "support/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADERS_FILE "/custub-headers.cuh" /* not on disk */

static void hash_text(uint64_t *hash, const char *text)
{
    *hash = gen_hash_add(*hash, text, strlen(text));
    *hash = gen_hash_add(*hash, "\xff", 1); /* so that "a", "bc" differs from "ab", "c" */
}

/* Hashes everything that decides the precompiled header's content, except the files in it: clang
 * refuses one whose files have changed. */
static uint64_t key_of(gen_reader *reader, const gen_arguments *arguments, const char *includes)
{
    uint64_t hash = GEN_HASH_START;

    hash_text(&hash, gen_reader_text(reader, clang_getClangVersion()));
    hash = gen_hash_add(hash, reader->setup->prelude.Contents, reader->setup->prelude_head);
    hash_text(&hash, includes);
    for (size_t i = 0; i < arguments->count; i++)
        hash_text(&hash, arguments->data[i]);
    return hash;
}

bool gen_read_scan_includes(gen_reader *reader, gen_include_scan *scan)
{
    const gen_frontend_options *options = reader->options;

    if (reader->setup->toolkit <= 0 || gen_frontend_is_given_includes(options))
        return false;
    *scan = (gen_include_scan){.argument_count = options->clang_argument_count,
                               .arguments = options->clang_arguments};
    scan->toolkit = gen_arena_format(reader->arena, "%s/include", options->toolkit);
    gen_include_scan_run(scan, reader->arena, options->path);
    return true;
}

/* The #include lines of the toolkit's headers that the file includes, for use after the prelude.
 * Null if a precompiled header is not worth it, or might change the meaning. */
static const char *find_includes(gen_reader *reader)
{
    const char *includes = "";
    gen_include_scan scan;

    if (!reader->options->cache || !gen_read_scan_includes(reader, &scan) || scan.tuned)
        return NULL;
    for (size_t i = 0; i < scan.header_count; i++)
        includes = gen_arena_format(reader->arena, "%s#include <%s>\n", includes, scan.headers[i]);
    return includes;
}

typedef struct inclusion_walk {
    gen_reader *reader;
    gen_text names;
} inclusion_walk;

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    inclusion_walk *walk = data;
    const char *name = gen_reader_text(walk->reader, clang_getFileName(file));

    (void)stack;
    (void)depth;
    if (!strstr(name, "/custub-")) /* not one of the files that are not on disk */
        gen_text_printf(&walk->names, "%s\n", name);
}

static bool write_file(const char *path, const gen_text *text)
{
    FILE *file = fopen(path, "wb");
    bool fine;

    if (!file)
        return false;
    fine = fwrite(text->data, 1, text->length, file) == text->length;
    return fclose(file) == 0 && fine;
}

static const char *names_path(gen_reader *reader, const char *precompiled)
{
    return gen_arena_format(reader->arena, "%s.files", precompiled);
}

/* Saves under temporary names, then renames: another process may be making the same one. */
static bool save(gen_reader *reader, CXTranslationUnit unit, const char *precompiled)
{
    inclusion_walk walk = {.reader = reader};
    const char *temporary =
        gen_arena_format(reader->arena, "%s.tmp%ld", precompiled, (long)getpid());
    const char *names = gen_arena_format(reader->arena, "%s.names", temporary);
    bool fine;

    gen_text_initialize(&walk.names);
    clang_getInclusions(unit, visit_inclusion, &walk);
    fine = walk.names.length > 0 && !walk.names.failed && write_file(names, &walk.names) &&
           clang_saveTranslationUnit(unit, temporary, CXSaveTranslationUnit_None) ==
               CXSaveError_None &&
           rename(names, names_path(reader, precompiled)) == 0 &&
           rename(temporary, precompiled) == 0;
    gen_text_deinitialize(&walk.names);
    if (!fine) {
        unlink(names);
        unlink(temporary);
    }
    return fine;
}

static bool make(gen_reader *reader, const gen_arguments *arguments, const char *includes,
                 const char *precompiled)
{
    struct CXUnsavedFile headers = {HEADERS_FILE, includes, (unsigned long)strlen(includes)};
    const struct CXUnsavedFile prelude = reader->setup->prelude;
    gen_diag *diag = reader->diag;
    gen_diag scratch; /* errors in the headers are reported when the file itself is read */
    CXTranslationUnit unit;
    bool fine = false;

    gen_diag_initialize(&scratch, reader->arena);
    reader->diag = &scratch;
    reader->setup->prelude.Length = reader->setup->prelude_head;
    unit = gen_read_parse(reader, HEADERS_FILE, arguments, &headers,
                          CXTranslationUnit_SkipFunctionBodies |
                              CXTranslationUnit_ForSerialization | CXTranslationUnit_Incomplete);
    if (unit) {
        fine = !gen_read_diagnostics(reader, unit, true) && save(reader, unit, precompiled);
        gen_reader_dispose(reader, unit);
    }
    reader->setup->prelude = prelude;
    reader->diag = diag;
    return fine;
}

/* The names of the files in it, a line each; null if the precompiled header is not complete. */
static char *read_names(gen_reader *reader, const char *precompiled)
{
    gen_diag scratch;
    size_t length;

    gen_diag_initialize(&scratch, reader->arena);
    return gen_plain_file_read(reader->arena, &scratch, names_path(reader, precompiled), &length);
}

/* Takes the first line of *names; null after the last. */
static char *take_name(char **names)
{
    char *name = *names;
    size_t length = strcspn(name, "\n");

    *names += length + (name[length] == '\n');
    name[length] = '\0';
    return *name ? name : NULL;
}

/* True if it exists and none of its files has changed since. */
static bool is_current(gen_reader *reader, const char *precompiled)
{
    struct stat status;
    struct stat own;
    char *names = stat(precompiled, &own) == 0 ? read_names(reader, precompiled) : NULL;

    for (char *name; names && (name = take_name(&names)) != NULL;)
        if (stat(name, &status) != 0 || status.st_mtime > own.st_mtime)
            return false;
    return names != NULL;
}

const char *gen_read_pch(gen_reader *reader)
{
    const char *includes = find_includes(reader);
    gen_arguments arguments;
    const char *precompiled;

    if (!includes)
        return NULL;
    arguments = gen_read_arguments(reader, NULL, false);
    precompiled = gen_arena_format(reader->arena, "%s/custub-%016" PRIx64 ".pch",
                                   reader->options->cache, key_of(reader, &arguments, includes));
    if (is_current(reader, precompiled))
        return precompiled;
    mkdir(reader->options->cache, 0777); /* if this fails, saving fails too */
    return make(reader, &arguments, includes, precompiled) ? precompiled : NULL;
}

void gen_read_pch_dependencies(gen_reader *reader, const char *precompiled)
{
    char *names = read_names(reader, precompiled);

    for (char *name; names && (name = take_name(&names)) != NULL;)
        gen_reader_add_dependency(reader, name);
}
