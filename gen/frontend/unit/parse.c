#include "frontend/unit/parse.h"

#include "command_line/memory_file.h"
#include "frontend/reader/header_owner.h"
#include "frontend/setup/arguments.h"
#include "frontend/setup/compiler_query.h"

#include <ctype.h>
#include <string.h>

/* The user's flags for a message: " '-std=c++99', '-DX'". Leaves out folders, which cannot be the
 * reason. */
static const char *user_flags(gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;
    const char *text = "";

    for (size_t i = 0; i < options->clang_argument_count; i++)
        if (!strchr(options->clang_arguments[i], '/'))
            text = gen_arena_format(reader->arena, "%s%s '%s'", text, *text ? "," : "",
                                    options->clang_arguments[i]);
    return text;
}

static struct CXUnsavedFile renamed(gen_reader *reader, const struct CXUnsavedFile *file)
{
    struct CXUnsavedFile result = *file;

    result.Contents = gen_query_rename(reader->setup->queries, reader->arena, file->Contents);
    return result;
}

static bool has_file(const struct CXUnsavedFile *files, size_t count, const char *name)
{
    while (count > 0 && strcmp(files[count - 1].Filename, name) != 0)
        count--;
    return count > 0;
}

CXTranslationUnit gen_read_parse(gen_reader *reader, const char *path,
                                 const gen_arguments *arguments, const struct CXUnsavedFile *others,
                                 size_t count, unsigned flags)
{
    CXTranslationUnit unit = NULL;
    const struct CXUnsavedFile *prelude = &reader->setup->prelude;
    unsigned long head = reader->setup->prelude_head;
    const gen_setup *setup = reader->setup;
    struct CXUnsavedFile *unsaved =
        GEN_NEW_ARRAY(reader->arena, struct CXUnsavedFile,
                      setup->queries->file_count + setup->blanked_count + count + 2);
    unsigned total = 2;
    enum CXErrorCode code;

    unsaved[0] = *prelude;
    unsaved[1] = (struct CXUnsavedFile){GEN_PRELUDE_REST_FILE, prelude->Contents + head,
                                        prelude->Length - head};
    for (size_t i = 0; i < count; i++)
        unsaved[total++] = renamed(reader, &others[i]);
    for (size_t i = 0; i < setup->blanked_count; i++)
        if (!has_file(unsaved, total, setup->blanked[i].Filename))
            unsaved[total++] = renamed(reader, &setup->blanked[i]);
    for (size_t i = 0; i < setup->queries->file_count; i++)
        if (!has_file(unsaved, total, setup->queries->files[i].Filename))
            unsaved[total++] = setup->queries->files[i];
    code = clang_parseTranslationUnit2(reader->index, path, arguments->data, (int)arguments->count,
                                       unsaved, total, flags, &unit);
    if (code == CXError_Success && unit)
        return unit;
    gen_diag_error(reader->diag, (gen_place){path, 0, 0}, "clang-failed",
                   "libclang could not parse it (error %d); check the flags%s", (int)code,
                   user_flags(reader));
    return NULL;
}

/* Parses with libclang's index, since only that can skip the bodies of system headers but not the
 * program's. With <cuda_fp16.h>, system bodies take most of the time. An index also completes
 * templates as a compiler does. Null if it fails. */
static CXTranslationUnit index_file(gen_reader *reader, const gen_arguments *arguments)
{
    CXIndexAction action = clang_IndexAction_create(reader->index);
    IndexerCallbacks callbacks;
    CXTranslationUnit unit = NULL;
    int code;

    memset(&callbacks, 0, sizeof(callbacks)); /* only the unit is needed, not the index */
    code = clang_indexSourceFile(action, NULL, &callbacks, sizeof(callbacks),
                                 CXIndexOpt_SkipParsedBodiesInSession |
                                     CXIndexOpt_IndexImplicitTemplateInstantiations |
                                     CXIndexOpt_SuppressRedundantRefs,
                                 reader->options->path, arguments->data, (int)arguments->count,
                                 NULL, 0, &unit, CXTranslationUnit_None);
    clang_IndexAction_dispose(action);
    if (code == 0)
        return unit;
    if (unit)
        gen_reader_dispose(reader, unit);
    return NULL;
}

/* The prelude must not be an unsaved file: an index frees these, and its unit then reads and frees
 * them again. */
static CXTranslationUnit parse_own_bodies(gen_reader *reader, gen_arguments arguments)
{
    const struct CXUnsavedFile *prelude = &reader->setup->prelude;
    const char **words = GEN_NEW_ARRAY(reader->arena, const char *, arguments.count);
    gen_memory_file file;
    CXTranslationUnit unit;

    if (!gen_memory_file_open(&file, reader->arena, prelude->Contents, prelude->Length))
        return NULL;
    for (size_t i = 0; i < arguments.count; i++)
        words[i] =
            strcmp(arguments.data[i], prelude->Filename) == 0 ? file.path : arguments.data[i];
    arguments.data = words;
    reader->prelude_path = file.path;
    unit = index_file(reader, &arguments);
    gen_memory_file_close(&file);
    return unit;
}

/* After a fatal error an index reports nothing more. */
bool gen_read_has_fatal_error(CXTranslationUnit unit)
{
    unsigned count = clang_getNumDiagnostics(unit);
    bool found = false;

    for (unsigned i = 0; i < count && !found; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        found = clang_getDiagnosticSeverity(diagnostic) == CXDiagnostic_Fatal;
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

/* True for a preprocessed file. Its markers, `# 12 "name" 3`, tell lines of system headers. */
static bool has_line_markers(const gen_model *model)
{
    for (const char *line = model->source; line; line = strchr(line, '\n')) {
        line += strspn(line, " \t\r\n");
        if (line[0] == '#' && line[1] == ' ' && isdigit((unsigned char)line[2]))
            return true;
    }
    return false;
}

CXTranslationUnit gen_read_parse_file(gen_reader *reader, const gen_arguments *arguments,
                                      bool precompiled)
{
    CXTranslationUnit unit = NULL;

    reader->setup->skips_bodies =
        !precompiled && !reader->setup->blanked_count && !reader->setup->queries->answers &&
        !gen_read_names_system_folder(reader) && !has_line_markers(reader->model);
    if (reader->setup->skips_bodies)
        unit = parse_own_bodies(reader, *arguments);
    if (unit && !gen_read_has_fatal_error(unit) && !gen_read_has_marked_header(reader, unit))
        return unit;
    if (unit)
        gen_reader_dispose(reader, unit);
    reader->setup->skips_bodies = false;
    return gen_read_parse(reader, reader->options->path, arguments, NULL, 0,
                          CXTranslationUnit_KeepGoing);
}
