#define _XOPEN_SOURCE 700 /* getpid */

#include "frontend/unit/precompiled_header.h"

#include "frontend/setup/arguments.h"
#include "frontend/unit/diagnostics.h"
#include "frontend/unit/header_list.h"
#include "frontend/unit/parse.h"
#include "support/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADERS_FILE "/custub-headers.cuh" /* not on disk */

static void hash_text(uint64_t *hash, const char *text)
{
    *hash = gen_hash_add(*hash, text, strlen(text));
    *hash = gen_hash_add(*hash, "\xff", 1); /* distinguishes "a", "bc" from "ab", "c" */
}

/* Hashes everything that decides the precompiled header's content, except its files. */
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

/* The #include lines for the toolkit's headers in the file, for use after the prelude. Null if a
 * precompiled header is not worth it, or might change the meaning. */
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

/* For each key, the cache has the list of files, and a precompiled header whose name depends also
 * on their contents. So a list never belongs to a header that another process made from other
 * contents. */
typedef struct cached {
    const char *key;      /* the path, without an ending */
    gen_header_list list; /* or empty */
} cached;

static const char *list_path(gen_reader *reader, const cached *entry)
{
    return gen_arena_format(reader->arena, "%s.files", entry->key);
}

static const char *header_path(gen_reader *reader, const cached *entry)
{
    return gen_arena_format(reader->arena, "%s-%016" PRIx64 ".pch", entry->key,
                            gen_header_list_hash(&entry->list));
}

/* Saves under a temporary name, then renames, because another process may be making the same
 * header. */
static bool save(gen_reader *reader, CXTranslationUnit unit, const cached *entry)
{
    const char *path = header_path(reader, entry);
    const char *temporary = gen_arena_format(reader->arena, "%s.tmp%ld", path, (long)getpid());

    if (clang_saveTranslationUnit(unit, temporary, CXSaveTranslationUnit_None) ==
            CXSaveError_None &&
        rename(temporary, path) == 0)
        return gen_header_list_save(&entry->list, list_path(reader, entry));
    unlink(temporary);
    return false;
}

static bool make(gen_reader *reader, const gen_arguments *arguments, const char *includes,
                 cached *entry)
{
    const int64_t started = gen_header_list_clock();
    struct CXUnsavedFile headers = {HEADERS_FILE, includes, (unsigned long)strlen(includes)};
    const struct CXUnsavedFile prelude = reader->setup->prelude;
    gen_diag *diag = reader->diag;
    gen_diag scratch; /* errors in the headers are reported when the file itself is read */
    CXTranslationUnit unit;
    bool fine = false;

    gen_diag_initialize(&scratch, reader->arena);
    reader->diag = &scratch;
    reader->setup->prelude.Length = reader->setup->prelude_head;
    unit = gen_read_parse(reader, HEADERS_FILE, arguments, &headers, 1,
                          CXTranslationUnit_SkipFunctionBodies |
                              CXTranslationUnit_ForSerialization | CXTranslationUnit_Incomplete);
    if (unit) {
        fine = !gen_read_diagnostics(reader, unit, true) &&
               gen_header_list_collect(&entry->list, unit, started) && save(reader, unit, entry);
        gen_reader_dispose(reader, unit);
    }
    reader->setup->prelude = prelude;
    reader->diag = diag;
    return fine;
}

/* Finds the entry, and brings its list up to date. False if it is missing, or its files have
 * changed. */
static bool find(gen_reader *reader, cached *entry)
{
    bool refreshed;

    if (!gen_header_list_load(&entry->list, list_path(reader, entry)) ||
        access(header_path(reader, entry), R_OK) != 0 ||
        !gen_header_list_is_current(&entry->list, &refreshed))
        return false;
    if (refreshed) /* if this fails, only the next comparison is slower */
        gen_header_list_save(&entry->list, list_path(reader, entry));
    return true;
}

const char *gen_read_pch(gen_reader *reader, gen_header_list *files)
{
    const char *includes = find_includes(reader);
    gen_arguments arguments;
    cached entry = {.list = {.arena = reader->arena}};

    if (!includes)
        return NULL;
    arguments = gen_read_arguments(reader, NULL, false);
    entry.key = gen_arena_format(reader->arena, "%s/custub-%016" PRIx64, reader->options->cache,
                                 key_of(reader, &arguments, includes));
    if (!find(reader, &entry)) {
        if (entry.list.count) /* made of other contents */
            unlink(header_path(reader, &entry));
        entry.list.count = 0;
        mkdir(reader->options->cache, 0777); /* if this fails, saving fails too */
        if (!make(reader, &arguments, includes, &entry))
            return NULL;
    }
    *files = entry.list;
    return header_path(reader, &entry);
}

void gen_read_pch_dependencies(gen_reader *reader, const gen_header_list *files)
{
    for (size_t i = 0; i < files->count; i++)
        gen_reader_add_dependency(reader, files->data[i].path);
}
