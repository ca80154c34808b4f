#include "check/element.h"

#include "contract/expression.h"
#include "model/vector_table.h"

#include <ctype.h>
#include <string.h>

/* --- The words of a type --------------------------------------------------------------------- */

/* The words in CUSTUB_ELEMENT, sorted by kind. */
typedef struct element_words {
    bool is_const;
    bool is_signed;
    bool is_unsigned;
    bool is_short;
    unsigned longs;
    const char *name; /* any other word, or null */
    bool is_unknown;  /* it has more words than a type can have */
} element_words;

static bool has(const char *begin, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(begin, word, length) == 0;
}

static void add_word(gen_arena *arena, element_words *words, const char *begin, size_t length)
{
    if (has(begin, length, "const"))
        words->is_const = true;
    else if (has(begin, length, "signed"))
        words->is_signed = true;
    else if (has(begin, length, "unsigned"))
        words->is_unsigned = true;
    else if (has(begin, length, "short"))
        words->is_short = true;
    else if (has(begin, length, "long"))
        words->longs++;
    else if (words->name)
        words->is_unknown = true;
    else
        words->name = gen_arena_copy(arena, begin, length);
}

static element_words read_words(gen_arena *arena, const char *text)
{
    element_words words = {0};

    while (*(text += strspn(text, " ")) != '\0') {
        size_t length = strcspn(text, " ");
        add_word(arena, &words, text, length);
        text += length;
    }
    words.is_unknown |= (words.is_signed && words.is_unsigned) || words.longs > 2 ||
                        (words.is_short && words.longs > 0);
    return words;
}

/* --- Types ----------------------------------------------------------------------------------- */

/* True if the file defines this name of <stdint.h> itself. */
static bool is_own(const gen_model *model, const char *name)
{
    const gen_own_integer *own = model->own_integers;

    while (own && strcmp(own->name, name) != 0)
        own = own->next;
    return own != NULL;
}

static bool set_scalar(gen_type *type, custub_scalar scalar, const char *c_name)
{
    const uint32_t bytes = gen_scalar_row_of(scalar)->bytes;

    type->kind = GEN_TYPE_SCALAR;
    type->scalar = scalar;
    type->c_name = c_name;
    type->size = bytes;
    type->align = bytes;
    return true;
}

/* Sets a type made of C's words for integers. Like nvcc, plain char follows the host. */
static bool set_integer(gen_type *type, const element_words *words)
{
    static const char *const c_names[][2] = {
        {"signed char", "unsigned char"},
        {"short", "unsigned short"},
        {"int", "unsigned int"},
        {"long", "unsigned long"},
        {"long long", "unsigned long long"},
    };
    const bool is_char = words->name && strcmp(words->name, "char") == 0;
    const size_t row = is_char ? 0 : words->is_short ? 1 : 2 + words->longs;
    const uint64_t bytes = row == 4 ? 8 : UINT64_C(1) << row;
    const bool is_plain = is_char && !words->is_signed && !words->is_unsigned;
    const bool is_unsigned = is_plain ? (char)-1 > 0 : words->is_unsigned;

    if ((words->name && !is_char && strcmp(words->name, "int") != 0) ||
        (is_char && (words->is_short || words->longs > 0)))
        return false;
    return set_scalar(type,
                      gen_scalar_find(is_unsigned ? GEN_SCALAR_UNSIGNED : GEN_SCALAR_SIGNED, bytes),
                      is_plain ? "char" : c_names[row][is_unsigned]);
}

static bool set_named(const gen_checker *check, gen_type *type, const char *name)
{
    custub_scalar scalar;

    if (strncmp(name, "std::", 5) == 0)
        name += 5;
    scalar = is_own(check->model, name) ? CUSTUB_SCALAR_NONE : gen_scalar_named(name);
    if (scalar == CUSTUB_SCALAR_NONE)
        return false;
    return set_scalar(type, scalar,
                      gen_scalar_row_of(scalar)->cuda_name ? gen_scalar_row_of(scalar)->c_name
                                                           : name);
}

/* Sets a vector type of CUDA's, which are the same in every file. */
static bool set_vector(const gen_checker *check, gen_type *type, const char *name)
{
    gen_record *vector = gen_vector_record(check->arena, name);
    gen_record **last = &check->model->records;

    if (!vector)
        return false;
    while (*last && !((*last)->vector && strcmp((*last)->vector, vector->vector) == 0))
        last = &(*last)->next;
    if (!*last)
        *last = vector;
    (*last)->by_value = (*last)->is_element = (*last)->is_used = true;
    type->kind = GEN_TYPE_RECORD;
    type->record = *last;
    type->size = vector->size;
    type->align = vector->align;
    return true;
}

/* False if custub knows no type by these words. */
static bool set_type(const gen_checker *check, gen_type *type, const element_words *words)
{
    const bool is_integer = words->is_signed || words->is_unsigned || words->is_short ||
                            words->longs > 0 || !words->name || strcmp(words->name, "char") == 0 ||
                            strcmp(words->name, "int") == 0;

    if (words->is_unknown)
        return false;
    if (is_integer)
        return set_integer(type, words);
    if (strcmp(words->name, "void") == 0)
        return true;
    return set_named(check, type, words->name) || set_vector(check, type, words->name);
}

/* "const float" without "const" */
static const char *spelling_of(gen_arena *arena, const char *text)
{
    char *spelling = gen_arena_string(arena, text);
    char *found;

    while ((found = strstr(spelling, "const ")) != NULL && (found == spelling || found[-1] == ' '))
        memmove(found, found + strlen("const "), strlen(found + strlen("const ")) + 1);
    found = strstr(spelling, " const");
    if (found && !found[strlen(" const")])
        *found = '\0';
    return spelling;
}

/* --- The rule -------------------------------------------------------------------------------- */

/* Makes an element of one byte and unknown type. */
static gen_type *make_void(const gen_checker *check)
{
    gen_type *type = GEN_NEW(check->arena, gen_type);

    *type = (gen_type){.kind = GEN_TYPE_VOID, .spelling = "void", .size = 1, .align = 1};
    return type;
}

/* The annotation's text. A parameter of the template is replaced by its argument: "const T" is
 * "const float". */
static const char *resolved_text(const gen_checker *check, const gen_pointer *pointer,
                                 const gen_annotation *annotation)
{
    const gen_template_arguments *arguments = pointer->scope
                                                  ? &pointer->scope->record->template_arguments
                                                  : &check->kernel->template_arguments;
    const char *text = annotation->text, *resolved = "";

    while (*(text += strspn(text, " ")) != '\0') {
        const size_t length = strcspn(text, " ");
        const char *word = gen_arena_copy(check->arena, text, length);
        const gen_template_argument *argument =
            gen_expr_find_argument(arguments, pointer->scope ? NULL : annotation->names, word);
        resolved = gen_arena_format(check->arena, "%s%s%s", resolved, *resolved ? " " : "",
                                    argument ? argument->text : word);
        text += length;
    }
    return resolved;
}

static const gen_type *read_element(const gen_checker *check, const gen_pointer *pointer,
                                    const gen_annotation *annotation)
{
    const char *text = resolved_text(check, pointer, annotation);
    const element_words words = read_words(check->arena, text);
    gen_type *type = make_void(check);

    type->is_const = words.is_const;
    if (set_type(check, type, &words)) {
        type->spelling = spelling_of(check->arena, text);
        return type;
    }
    gen_diag_error(check->diag, annotation->place, "element-type",
                   "%s: CUSTUB_ELEMENT(%s) does not name a scalar type of C's or CUDA's, a vector "
                   "type of CUDA's or void; give the size in bytes, CUSTUB_SIZED_BY(n * "
                   "sizeof(%s))",
                   gen_model_subject(check->arena, check->kernel, pointer, annotation), text,
                   spelling_of(check->arena, text));
    type->kind = GEN_TYPE_INCOMPLETE; /* so that its count causes no more errors */
    return type;
}

static const gen_annotation *find_element(const gen_annotation *annotation)
{
    while (annotation && annotation->kind != GEN_ANNOTATION_ELEMENT)
        annotation = annotation->next;
    return annotation;
}

static void set_element(gen_pointer *pointer, gen_arena *arena, const gen_type *element)
{
    gen_type *type = GEN_NEW(arena, gen_type);

    *type = (gen_type){.kind = GEN_TYPE_POINTER,
                       .spelling = pointer->type->spelling,
                       .size = 8,
                       .align = 8,
                       .is_restrict = pointer->type->is_restrict,
                       .mark = "*",
                       .element = element};
    pointer->type = type;
}

void gen_check_element(const gen_checker *check, gen_pointer *pointer, const gen_type *declared)
{
    const gen_annotation *given = find_element(pointer->annotations);
    const bool is_pointer = declared->kind == GEN_TYPE_POINTER;
    gen_type *element;

    pointer->type = declared;
    if (is_pointer && given && declared->element->kind != GEN_TYPE_VOID) {
        gen_diag_error(check->diag, given->place, "element-known",
                       "%s: CUSTUB_ELEMENT(%s) on '%s', whose elements have a type; remove it",
                       gen_model_subject(check->arena, check->kernel, pointer, given), given->text,
                       declared->spelling);
        return;
    }
    if (is_pointer && !given)
        return;
    element = GEN_NEW(check->arena, gen_type);
    *element = given ? *read_element(check, pointer, given) : *make_void(check);
    element->is_const |= is_pointer && declared->element->is_const;
    pointer->is_element_named = given != NULL;
    set_element(pointer, check->arena, element);
}
