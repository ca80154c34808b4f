/* What the message about a planted mistake has to say. */
#include "planted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct marked_line {
    const char *name;
    const char *file;
    int line;
} marked_line;

static const marked_line lines[] = {
#include "bounds_lines.h"
};

static const marked_line *line_of(const planted_mistake *row)
{
    const char *name = row->line ? row->line : row->kernel ? row->kernel : row->name;

    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
        if (strcmp(lines[i].name, name) == 0)
            return &lines[i];
    fail_msg("no line is marked %s", name);
    return NULL;
}

/* The part of the message behind the words, or fails. */
static const char *behind(const custub_error *error, const char *words)
{
    const char *at = strstr(error->message, words);

    if (!at)
        fail_msg("not \"%s\" in: %s", words, error->message);
    return at + strlen(words);
}

/* The index or offset that the message says. */
static int64_t place_said(const planted_mistake *row, const custub_error *error)
{
    char words[64];

    if (row->place == BYTE) {
        snprintf(words, sizeof(words), "'%s'", row->pointer);
        behind(error, words);
        return strtoll(behind(error, " at byte "), NULL, 10);
    }
    assert_string_equal(error->parameter, row->pointer);
    if (row->place == ELEMENT) {
        snprintf(words, sizeof(words), " %s[", row->pointer);
        return strtoll(behind(error, words), NULL, 10);
    }
    if (row->place == MISALIGNED)
        behind(error, ", which must be a multiple of ");
    snprintf(words, sizeof(words), " at %s + ", row->pointer);
    return strtoll(behind(error, words), NULL, 10);
}

/* The line itself, or if the access is in an inlined function of the toolkit, where that is called.
 * In code to debug nothing is inlined, and PTX does not tell who calls: then it is a line of a
 * header. */
static void compare_line(const planted_mistake *row, const custub_error *error)
{
    const marked_line *line = line_of(row);
    char words[64];

    if (strcmp(error->file, line->file) == 0 && error->line == line->line)
        return;
#ifdef BOUNDS_DEBUG
    if (strstr(error->file, ".h") && error->line > 0)
        return;
#endif
    snprintf(words, sizeof(words), ", called at %s:%d", line->file, line->line);
    behind(error, words);
}

void planted_compare(const planted_mistake *row, const custub_kernel *kernel,
                     const custub_error *error)
{
    char words[64];

    if (error->status != CUSTUB_ERROR_OUT_OF_BOUNDS)
        fail_msg("%s: %s", custub_status_name(error->status), error->message);
    print_message("%s\n", error->message);
    assert_string_equal(error->kernel, custub_kernel_describe(kernel)->name);
    compare_line(row, error);
    snprintf(words, sizeof(words), ") %s ", row->verb);
    behind(error, words);
    if (row->has_thread) {
        snprintf(words, sizeof(words), "block (%u,0,0), thread (%u,0,0) ",
                 (unsigned int)(row->thread / PLANTED_BLOCK),
                 (unsigned int)(row->thread % PLANTED_BLOCK));
        behind(error, words);
    }
    if (row->place != ANY) {
        int64_t said = place_said(row, error);
        if (said < row->first || said > row->last)
            fail_msg("not %lld to %lld in: %s", (long long)row->first, (long long)row->last,
                     error->message);
    }
}
