#include "emit/assertions/undefine.h"

#include "support/name_table.h"

#include <ctype.h>
#include <string.h>

typedef struct undefinition {
    gen_text *out;
    gen_name_table names;          /* already written */
    const gen_name_table *defined; /* the macros to undefine; null: any name may be one */
} undefinition;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Undefines a word. If it is not a macro, even if it is a C++ keyword, that has no effect. */
static void undefine_word(undefinition *to, const char *word, size_t length)
{
    const char *name = gen_arena_copy(to->names.arena, word, length);

    if (isdigit((unsigned char)*word) ||
        strcmp(name, "defined") == 0 || /* these cannot be macros */
        gen_name_table_find(&to->names, name) ||
        (to->defined && !gen_name_table_find(to->defined, name)))
        return;
    gen_name_table_put(&to->names, name, to);
    gen_text_printf(to->out, "#undef %s\n", name);
}

/* Undefines all words of a text such as "struct ::a::array<int, 4>". */
static void undefine(undefinition *to, const char *text)
{
    static const char unnamed[] = "(anonymous namespace)";

    while (*text) {
        size_t length = 0;
        if (strncmp(text, unnamed, sizeof(unnamed) - 1) == 0) {
            text += sizeof(unnamed) - 1;
            continue;
        }
        while (is_word(text[length]))
            length++;
        if (length > 0)
            undefine_word(to, text, length);
        text += length > 0 ? length : 1;
    }
}

static void undefine_fields(undefinition *to, const gen_record *record)
{
    for (size_t i = 0; record->is_plain && i < record->field_count; i++)
        undefine(to, record->fields[i].name);
    for (size_t i = 0; !record->is_plain && i < record->readable_count; i++)
        undefine(to, record->readable[i].name);
}

void gen_emit_undefine(gen_text *out, const gen_model *model, gen_arena *arena, bool kernels)
{
    undefinition to = {.out = out, .names = {.arena = arena}};

    for (const gen_record *record = model->records; record; record = record->next)
        undefine_fields(&to, record);
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        if (kernels) {
            undefine(&to, kernel->written ? kernel->written : kernel->name);
            if (kernel->enclosing)
                undefine(&to, kernel->enclosing);
        }
        for (const gen_assumption *a = kernel->assumptions; a; a = a->next)
            undefine(&to, a->name);
    }
    for (const gen_global *global = model->globals; kernels && global; global = global->next) {
        if (!global->tag)
            continue;
        undefine(&to, global->name);
        undefine(&to, global->enclosing);
    }
}

/* Adds the names of all macros that a text defines. */
static void find_definitions(gen_name_table *defined, const char *text)
{
    static const char define[] = "define";

    while ((text = strstr(text, define))) {
        size_t length = 0;
        text += sizeof(define) - 1;
        text += strspn(text, " \t");
        while (is_word(text[length]))
            length++;
        if (length > 0)
            gen_name_table_put(defined, gen_arena_copy(defined->arena, text, length), defined);
    }
}

void gen_emit_undefine_defined(gen_text *out, const gen_model *model, gen_arena *arena,
                               const char *text)
{
    gen_name_table defined = {.arena = arena};
    undefinition to = {.out = out, .names = {.arena = arena}, .defined = &defined};

    find_definitions(&defined, model->source);
    for (const gen_image_file *file = model->image_files; file; file = file->next)
        find_definitions(&defined, file->text);
    for (const gen_macro_name *macro = model->option_macros; macro; macro = macro->next)
        gen_name_table_put(&defined, macro->name, &defined);
    undefine(&to, "extern static constexpr thread_local unsigned char sizeof alias __attribute__ "
                  "__asm__");
    undefine(&to, text);
}
