/* Finds where the program's headers are included, so that the CPU image can copy them there. */
#include "frontend/image/image_headers.h"

#include "frontend/reader/header_owner.h"
#include "frontend/reader/state.h"
#include "frontend/setup/compiler_query.h"
#include "support/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct inclusion_walk {
    gen_reader *reader;
    gen_name_table found; /* keys are the places of the #include directives that lead there */
    gen_inclusion **last; /* in the source itself */
} inclusion_walk;

gen_image_file *gen_read_image_file(gen_reader *reader, CXFile file)
{
    static const char owner;
    gen_name_table *known = gen_table_of_file(reader, &owner);
    const char *name;
    const char *text;
    char *copy;
    size_t length = 0;
    gen_image_file *found;

    if (!file || clang_File_isEqual(file, reader->main_file))
        return NULL;
    name = gen_reader_file_name(reader, file);
    found = gen_name_table_find(known, name);
    if (found)
        return found;
    if (gen_read_location_in_system(reader, clang_getLocationForOffset(reader->unit, file, 0)))
        return NULL;
    text = clang_getFileContents(reader->unit, file, &length);
    if (!text)
        return NULL;
    found = GEN_NEW(reader->arena, gen_image_file);
    found->name = gen_model_file_of((gen_place){name, 0, 0});
    found->text = copy = gen_arena_copy(reader->arena, text, length);
    gen_query_restore(copy);
    found->length = length;
    GEN_APPEND(gen_image_file, reader->model->image_files, found);
    gen_name_table_put(known, name, found);
    return found;
}

/* Finds the line of the directive around `position`. False if a comment or a continued line makes
 * the range uncertain. */
static bool find_directive(gen_inclusion *inclusion, const char *text, size_t length,
                           size_t position)
{
    size_t begin = position;
    size_t end = position;

    if (position > length)
        return false;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (begin < position && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    while (end < length && text[end] != '\n')
        end++;
    if (end > begin && text[end - 1] == '\r')
        end--;
    inclusion->begin = begin;
    inclusion->end = end;
    for (size_t i = begin; i + 1 < end; i++)
        if (text[i] == '/' && text[i + 1] == '*')
            return false;
    return begin < end && text[begin] == '#' && text[end - 1] != '\\';
}

/* A key such as "120 7 3300": the offsets of the directives from the source inward, without the
 * last `less`. Null if the first directive is not in the source. */
static const char *key_of(inclusion_walk *walk, const CXSourceLocation *stack, unsigned depth,
                          unsigned less)
{
    gen_text text;
    const char *key = NULL;
    CXFile file = NULL;

    clang_getFileLocation(stack[depth - 1], &file, NULL, NULL, NULL);
    if (!file || !clang_File_isEqual(file, walk->reader->main_file))
        return NULL;
    gen_text_initialize(&text);
    for (unsigned i = depth; i-- > less;) {
        unsigned offset = 0;
        clang_getFileLocation(stack[i], NULL, NULL, NULL, &offset);
        gen_text_printf(&text, "%u ", offset);
    }
    if (text.data)
        key = gen_arena_string(walk->reader->arena, text.data);
    gen_text_deinitialize(&text);
    return key;
}

static void add_inclusion(inclusion_walk *walk, gen_inclusion *parent, gen_inclusion *inclusion)
{
    gen_inclusion ***last = parent ? &parent->last : &walk->last;

    **last = inclusion;
    *last = &inclusion->next;
}

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    inclusion_walk *walk = data;
    const gen_model *model = walk->reader->model;
    const char *key = depth > 0 ? key_of(walk, stack, depth, 0) : NULL;
    gen_image_file *header;
    gen_inclusion *parent = NULL;
    gen_inclusion *inclusion;
    unsigned offset = 0;

    if (!key)
        return;
    if (depth > 1) {
        parent = gen_name_table_find(&walk->found, key_of(walk, stack, depth, 1));
        if (!parent) /* in a system header: asking clang about each would take long */
            return;
    }
    header = gen_read_image_file(walk->reader, file);
    if (!header)
        return;
    inclusion = GEN_NEW(walk->reader->arena, gen_inclusion);
    inclusion->last = &inclusion->inclusions;
    inclusion->file = header;
    clang_getFileLocation(stack[0], NULL, NULL, NULL, &offset);
    if (!find_directive(inclusion, parent ? parent->file->text : model->source,
                        parent ? parent->file->length : model->source_length, offset))
        return;
    add_inclusion(walk, parent, inclusion);
    gen_name_table_put(&walk->found, key, inclusion);
}

static unsigned long number_of(const char *architecture)
{
    return strtoul(architecture + strlen("sm_"), NULL, 10);
}

/* There is one image, for the highest architecture. */
void gen_read_inclusions(gen_reader *reader)
{
    inclusion_walk walk = {.reader = reader, .found = {.arena = reader->arena}};
    gen_model *model = reader->model;
    unsigned long number = number_of(model->architectures[reader->architecture]);

    for (size_t i = 0; i < model->architecture_count; i++)
        if (number_of(model->architectures[i]) > number)
            return;
    model->inclusions = NULL;
    walk.last = &model->inclusions;
    clang_getInclusions(reader->unit, visit_inclusion, &walk);
}
