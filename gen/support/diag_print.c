/* Diagnostics as compilers print them. */
#include "support/diag.h"
#include "support/line_index.h"
#include "support/plain_file.h"
#include "support/text.h"

#include <string.h>

/* Writes blanks for characters that a terminal would obey instead of showing, and `tab` for tabs.
 */
static void add_plain(gen_text *out, const char *text, size_t length, const char *tab)
{
    for (const char *end = text + length; text < end;) {
        size_t bytes = gen_text_plain_length(text);
        if (bytes)
            gen_text_append(out, text, bytes);
        else
            gen_text_puts(out, *text == '\t' ? tab : " ");
        text += bytes ? bytes : 1;
    }
}

/* Writes any text on one line. */
static void add_line(gen_text *out, const char *text)
{
    add_plain(out, text, strlen(text), " ");
}

#define MAX_SHOWN 200 /* of a source line, in bytes */

/* Reads the beginning of the next line, zero-terminated. Returns its length. */
static size_t read_line(char text[MAX_SHOWN + 1], FILE *file)
{
    size_t length = 0;
    int c;

    while (length < MAX_SHOWN && (c = getc(file)) != EOF && c != '\n' && c != '\r')
        text[length++] = (char)(c ? c : ' ');
    text[length] = '\0';
    return length;
}

/* Writes the source line and a caret below the column, as compilers do; nothing if the file cannot
 * be read again. */
static void add_source(gen_text *out, gen_line_index *lines, gen_place place)
{
    FILE *file = place.line ? gen_plain_file_open(place.file) : NULL;
    char text[MAX_SHOWN + 1];
    size_t length = 0;

    if (!file)
        return;
    if (gen_line_index_seek(lines, place.file, file, place.line))
        length = read_line(text, file);
    fclose(file);
    if (place.column == 0 || place.column > length)
        return;
    gen_text_puts(out, "    ");
    add_plain(out, text, length, "\t");
    gen_text_puts(out, "\n    ");
    for (const char *c = text; c + 1 < text + place.column;) {
        size_t bytes = gen_text_plain_length(c);
        gen_text_puts(out, *c == '\t' ? "\t" : " "); /* one column per UTF-8 character */
        c += bytes ? bytes : 1;
    }
    gen_text_puts(out, "^\n");
}

static void add_diagnostic(gen_text *out, gen_line_index *lines, const gen_diagnostic *d)
{
    static const char *const names[] = {"note", "warning", "error"};

    add_line(out, d->place.file ? d->place.file : "custub");
    if (d->place.file && d->place.line)
        gen_text_printf(out, ":%u:%u", d->place.line, d->place.column);
    gen_text_printf(out, ": %s: ", names[d->severity]);
    add_line(out, d->text);
    if (d->id)
        gen_text_printf(out, " [%s]", d->id);
    gen_text_puts(out, "\n");
    if (d->place.file)
        add_source(out, lines, d->place);
}

void gen_diag_print(const gen_diag *diag, FILE *stream)
{
    gen_line_index lines = {{.arena = diag->arena}};
    gen_text text;

    gen_text_initialize(&text);
    for (const gen_diagnostic *d = diag->first; d; d = d->next) {
        text.length = 0;
        add_diagnostic(&text, &lines, d);
        fwrite(text.data, 1, text.length, stream); /* in one write: the stream may be unbuffered */
    }
    gen_text_deinitialize(&text);
}
