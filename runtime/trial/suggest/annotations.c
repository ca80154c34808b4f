#include "trial/suggest/annotations.h"

#include "trial/suggest/shared_memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 44   /* of an annotation, before its evidence */
#define LINE  4096 /* more than all conditions of a kernel need */

static const char *annotation_of(const suggestion *s, uint32_t pointer)
{
    if (s->found.or_null[pointer])
        return hypothesis_is_sized(s->info, pointer) ? "CUSTUB_SIZED_BY_OR_NULL"
                                                     : "CUSTUB_COUNTED_BY_OR_NULL";
    return hypothesis_is_sized(s->info, pointer) ? "CUSTUB_SIZED_BY" : "CUSTUB_COUNTED_BY";
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(char out[LINE], const char *format, ...)
{
    const size_t length = strlen(out);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(out + length, LINE - length, format, arguments);
    va_end(arguments);
}

/* --- The annotations themselves --------------------------------------------------------------- */

/* "CUSTUB_THREADS(n, m)"; "" if there is none. */
static void axes_text(const suggestion *s, const char *name, const formula axes[3], char out[LINE])
{
    char text[FORMULA_TEXT];

    out[0] = '\0';
    for (size_t axis = 0; axis < 3 && axes[axis].count; axis++) {
        formula_text(&axes[axis], &s->variables, text);
        add(out, "%s%s", axis ? ", " : name, axis ? "" : "(");
        add(out, "%s", text);
    }
    if (out[0])
        add(out, ")");
}

static void condition_text(const suggestion *s, const char *name, const formula *f, char out[LINE])
{
    char text[FORMULA_TEXT];

    formula_text(f, &s->variables, text);
    snprintf(out, LINE, "%s(%s)", name, text);
}

static bool is_open_with_guess(const suggestion *s, uint32_t pointer)
{
    return s->counts[pointer].reason != REASON_NONE && s->counts[pointer].guess.count > 0;
}

/* What is added to a pointer, with a blank before each annotation. */
static void pointer_text(const suggestion *s, uint32_t pointer, char out[LINE])
{
    const hypothesis *h = &s->found;
    const formula *count =
        is_open_with_guess(s, pointer) ? &s->counts[pointer].guess : &h->counts[pointer];
    char text[FORMULA_TEXT];

    out[0] = '\0';
    if (count->count) {
        formula_text(count, &s->variables, text);
        add(out, " %s(%s)", annotation_of(s, pointer), text);
    }
    if (h->aligned[pointer])
        add(out, " CUSTUB_ALIGNED(%" PRIu32 ")", h->aligned[pointer]);
    if (h->highs[pointer].count) {
        formula_text(&h->highs[pointer], &s->variables, text);
        add(out, " CUSTUB_VALUES(%" PRId64 ", %s)", h->lows[pointer], text);
    }
    for (size_t i = 0; i < h->relation_count; i++) {
        if (h->relations[i].pointer == pointer && h->counts[pointer].count &&
            h->counts[h->relations[i].other].count) /* it compares the two */
            add(out, " CUSTUB_DISJOINT(%s)", s->info->pointers[h->relations[i].other].name);
    }
}

/* True if no count fits a pointer: then conditions, and the block, may be there for what the kernel
 * does with that pointer. */
static bool are_conditions_guessed(const suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (s->counts[i].reason == REASON_SHAPE || s->counts[i].reason == REASON_GUARD)
            return true;
    }
    return false;
}

/* --- Lines with evidence ---------------------------------------------------------------------- */

static void print_kernel_line(const suggestion *s, const char *annotation, bool is_guessed)
{
    if (!annotation[0])
        return;
    if (s->is_tried && !is_guessed)
        printf("    %-*s tried: %" PRIu64 " launches\n", WIDTH, annotation, s->launches);
    else
        printf("    %-*s guessed\n", WIDTH, annotation);
}

static void print_count(const suggestion *s, uint32_t pointer)
{
    const suggested_count *count = &s->counts[pointer];
    const char *name = s->info->pointers[pointer].name;
    char text[LINE], line[LINE];

    pointer_text(s, pointer, text);
    snprintf(line, sizeof(line), "%s%s", name, text);
    if (suggestion_is_unused(s, pointer))
        printf("    %-*s not used: no launch touched it\n", WIDTH, line);
    else if (is_open_with_guess(s, pointer))
        printf("    %-*s guessed: allocated by the program; %s\n", WIDTH, line, count->why);
    else if (count->reason != REASON_NONE)
        printf("    %-*s open: %s\n", WIDTH, name, count->why);
    else if (text[0] && s->is_tried)
        printf("    %-*s tried: %snever beyond in %" PRIu64
               " launches, last element touched in %" PRIu64 "\n",
               WIDTH, line, count->is_allocated ? "allocated by the program, " : "",
               count->launches, count->reaching);
    else if (text[0] && count->is_allocated)
        printf("    %-*s guessed: allocated by the program\n", WIDTH, line);
    else if (text[0])
        printf("    %-*s guessed: fits %zu launches, last element touched in %zu\n", WIDTH, line,
               count->fits.observations, count->fits.list[count->used].reached);
}

static const char *const words[] = {
    [SUGGESTION_WHOLE] = "a whole contract",
    [SUGGESTION_PART] = "a part of a contract",
    [SUGGESTION_NONE] = "no contract",
    [SUGGESTION_BROKEN] = "no contract",
};

void annotations_print(const suggestion *s, suggestion_result result)
{
    const hypothesis *h = &s->found;
    const bool is_guessed = are_conditions_guessed(s);
    char text[LINE];

    printf("%s:%" PRIu32 ": kernel '%s': %s", s->info->file, s->info->line, s->info->name,
           words[result]);
    if (s->is_tried)
        printf(", tried in %" PRIu64 " launches", s->launches);
    printf("%s%s\n", s->why[0] ? ": " : "", s->why);
    if (result == SUGGESTION_NONE && s->reason != REASON_NONE && s->reason != REASON_DATA)
        return;
    axes_text(s, "CUSTUB_THREADS", h->threads, text);
    if (s->threads_are_open)
        printf("    %-*s open: no expression of the parameters fits\n", WIDTH, "CUSTUB_THREADS");
    else
        print_kernel_line(s, text, s->threads_are_guessed);
    if (h->grid_stride && !s->threads_are_open)
        print_kernel_line(s, "CUSTUB_GRID_STRIDE", false);
    axes_text(s, "CUSTUB_BLOCK", h->block, text);
    print_kernel_line(s, text, is_guessed);
    if (h->shared.count) {
        condition_text(s, "CUSTUB_SHARED", &h->shared, text);
        print_kernel_line(s, text, false);
    } else if (shared_memory_is_sought(s)) {
        printf("    %-*s open: no expression fits\n", WIDTH, "CUSTUB_SHARED");
    }
    for (size_t i = 0; i < h->requirement_count; i++) {
        condition_text(s, "CUSTUB_REQUIRES", &h->requirements[i], text);
        print_kernel_line(s, text, is_guessed);
    }
    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        print_count(s, i);
}

/* --- A declaration ---------------------------------------------------------------------------- */

void annotations_print_declaration(const suggestion *s)
{
    const hypothesis *h = &s->found;
    const char *name = s->info->name;
    const bool is_c = strcmp(name, s->info->symbol) == 0;
    char text[LINE];

    if (!is_c)
        printf("A C++ kernel: give it its own name, namespace and parameters of the template.\n");
    printf("*/\n");
    axes_text(s, "CUSTUB_THREADS", h->threads, text);
    if (text[0])
        printf("%s\n", text);
    if (h->grid_stride)
        printf("CUSTUB_GRID_STRIDE\n");
    axes_text(s, "CUSTUB_BLOCK", h->block, text);
    if (text[0])
        printf("%s\n", text);
    if (h->shared.count) {
        condition_text(s, "CUSTUB_SHARED", &h->shared, text);
        printf("%s\n", text);
    }
    for (size_t i = 0; i < h->requirement_count; i++) {
        condition_text(s, "CUSTUB_REQUIRES", &h->requirements[i], text);
        printf("%s\n", text);
    }
    printf("%s__global__ void CUSTUB_CONTRACT_OF(%s)(", is_c ? "extern \"C\" " : "", name);
    for (uint32_t i = 0; i < s->info->param_count; i++) {
        const custub_param_info *param = &s->info->params[i];

        text[0] = '\0';
        for (uint32_t k = 0; k < s->info->pointer_count; k++) {
            if (s->info->pointers[k].param == i &&
                !(s->info->pointers[k].flags & CUSTUB_POINTER_FIELD))
                pointer_text(s, k, text);
        }
        printf("%s\n    %s %s%s", i ? "," : "", param->type, param->name, text);
    }
    printf(");\n\n");
}

/* --- For a patch ------------------------------------------------------------------------------ */

/* The annotations of the kernel itself that were tried, with a blank after each. */
static void kernel_text(const suggestion *s, char out[LINE])
{
    const hypothesis *h = &s->found;
    char text[LINE];

    out[0] = '\0';
    if (!s->threads_are_guessed && !s->threads_are_open) {
        axes_text(s, "CUSTUB_THREADS", h->threads, text);
        add(out, "%s%s", text, text[0] ? " " : "");
        add(out, "%s", h->grid_stride ? "CUSTUB_GRID_STRIDE " : "");
    }
    if (h->shared.count) {
        condition_text(s, "CUSTUB_SHARED", &h->shared, text);
        add(out, "%s ", text);
    }
    if (are_conditions_guessed(s))
        return;
    axes_text(s, "CUSTUB_BLOCK", h->block, text);
    add(out, "%s%s", text, text[0] ? " " : "");
    for (size_t i = 0; i < h->requirement_count; i++) {
        condition_text(s, "CUSTUB_REQUIRES", &h->requirements[i], text);
        add(out, "%s ", text);
    }
}

bool annotations_append(const suggestion *s, const char *path)
{
    FILE *file = fopen(path, "a");
    char text[LINE];

    if (!file)
        return false;
    kernel_text(s, text);
    if (s->is_tried && text[0])
        fprintf(file, "%s\t-1\t%.*s\n", s->info->name, (int)strlen(text) - 1, text);
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const custub_pointer_info *pointer = &s->info->pointers[i];

        pointer_text(s, i, text);
        if (s->is_tried && text[0] && s->counts[i].reason == REASON_NONE &&
            !(pointer->flags & CUSTUB_POINTER_FIELD))
            fprintf(file, "%s\t%" PRIu32 "\t%s\n", s->info->name, pointer->param, text + 1);
    }
    return fclose(file) == 0;
}
