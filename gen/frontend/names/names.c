#include "frontend/names/names.h"

#include "frontend/names/answer.h"
#include "frontend/names/question.h"
#include "frontend/setup/arguments.h"
#include "frontend/unit/parse.h"

#include <stdlib.h>
#include <string.h>

/* --- The text with the probes ---------------------------------------------------------------- */

static int compare_probes(const void *a, const void *b)
{
    const gen_probe *x = *(gen_probe *const *)a;
    const gen_probe *y = *(gen_probe *const *)b;
    int order = strcmp(x->file_name, y->file_name);

    if (order == 0)
        order = x->offset < y->offset ? -1 : x->offset > y->offset;
    return order ? order : x->number < y->number ? -1 : 1;
}

/* The file with its probes, and the values at the end of the source. */
static struct CXUnsavedFile write_file(gen_survey *all, const gen_probed_file *file,
                                       gen_probe *const *sorted)
{
    gen_reader *reader = all->reader;
    size_t length = 0;
    const char *source = clang_getFileContents(reader->unit, file->file, &length);
    size_t done = 0;
    gen_text text;
    struct CXUnsavedFile unsaved = {.Filename = file->name};

    gen_text_initialize(&text);
    for (size_t i = 0; i < all->probe_count; i++) {
        const gen_probe *probe = sorted[i];
        if (probe->file_name != file->name || probe->offset > length)
            continue;
        gen_text_append(&text, source + done, probe->offset - done);
        done = probe->offset;
        gen_probe_write(reader, &text, probe);
    }
    gen_text_append(&text, source + done, length - done);
    if (reader->main_file && clang_File_isEqual(file->file, reader->main_file))
        gen_text_puts(&text, all->values.data ? all->values.data : "");
    unsaved.Contents = gen_arena_copy(reader->arena, text.data ? text.data : "", text.length);
    unsaved.Length = (unsigned long)text.length;
    gen_text_deinitialize(&text);
    return unsaved;
}

static CXTranslationUnit parse(gen_survey *all)
{
    gen_reader *reader = all->reader;
    gen_arguments arguments = gen_read_arguments(reader, reader->setup->precompiled, true);
    const char **words = GEN_NEW_ARRAY(reader->arena, const char *, arguments.count + 1);
    gen_probe **sorted = GEN_NEW_ARRAY(reader->arena, gen_probe *, all->probe_count);
    struct CXUnsavedFile *files;

    gen_survey_name_file(all, reader->main_file);
    files = GEN_NEW_ARRAY(reader->arena, struct CXUnsavedFile, all->file_count);
    memcpy(sorted, all->probes, all->probe_count * sizeof(gen_probe *));
    qsort(sorted, all->probe_count, sizeof(gen_probe *), compare_probes);
    for (size_t i = 0; i < all->file_count; i++)
        files[i] = write_file(all, &all->files[i], sorted);
    memcpy(words, arguments.data, arguments.count * sizeof(*words));
    words[arguments.count++] = "-fno-access-control"; /* a class may name its private constants */
    arguments.data = words;
    gen_reader_dispose(reader, reader->unit);
    reader->prelude_path = GEN_PRELUDE_FILE;
    return gen_read_parse(reader, reader->options->path, &arguments, files, all->file_count,
                          CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_KeepGoing);
}

void gen_read_names(gen_reader *reader)
{
    gen_survey survey;
    CXTranslationUnit unit = NULL;

    gen_survey_ask(&survey, reader);
    if (survey.probe_count > 0)
        unit = parse(&survey);
    if (unit) {
        reader->unit = unit;
        reader->main_file = clang_getFile(unit, reader->options->path);
        gen_survey_answer(&survey);
    }
    gen_text_deinitialize(&survey.values);
    if (reader->unit)
        gen_reader_dispose(reader, reader->unit);
}
