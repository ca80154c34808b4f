/* Diagnostics as compilers print them. */
#include "support/diag.h"
#include "support/plain_file.h"
#include "support/terminal.h"
#include "support/text.h"

#include <string.h>

/* What a terminal obeys: bold places, and the colours of compilers. */
typedef struct colours {
    const char *place;
    const char *severities[3]; /* of note, warning and error */
    const char *caret;
    const char *end;
} colours;

static const colours plain = {"", {"", "", ""}, "", ""};
static const colours bright = {
    "\033[1m", {"\033[1;36m", "\033[1;35m", "\033[1;31m"}, "\033[1;32m", "\033[0m"};

/* Writes blanks for characters that a terminal obeys instead of showing, and `tab` for tabs. */
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

#define MAX_SHOWN 200 /* bytes of a source line */

/* The file whose lines are shown. Messages are sorted, so the next line is usually further down. */
typedef struct shown_file {
    const char *path;
    FILE *file; /* at the beginning of `line` */
    unsigned line;
} shown_file;

static void close_file(shown_file *shown)
{
    if (shown->file)
        fclose(shown->file);
}

/* False if the file cannot be read or has fewer lines. */
static bool seek_line(shown_file *shown, gen_place place)
{
    int c;

    if (!shown->path || strcmp(shown->path, place.file) != 0 || shown->line > place.line) {
        close_file(shown);
        *shown = (shown_file){place.file, gen_plain_file_open(place.file), 1};
    }
    while (shown->file && shown->line < place.line && (c = getc(shown->file)) != EOF)
        shown->line += c == '\n';
    return shown->file && shown->line == place.line;
}

/* Reads the beginning of the line, zero-terminated. Returns its length. */
static size_t read_line(char text[MAX_SHOWN + 1], FILE *file)
{
    long begin = ftell(file);
    size_t length = 0;
    int c;

    while (length < MAX_SHOWN && (c = getc(file)) != EOF && c != '\n' && c != '\r')
        text[length++] = (char)(c ? c : ' ');
    text[length] = '\0';
    fseek(file, begin, SEEK_SET);
    return length;
}

/* Writes the source line and a caret below the column, as compilers do; nothing if the file cannot
 * be read again. */
static void add_source(gen_text *out, shown_file *shown, gen_place place, const colours *shades)
{
    char text[MAX_SHOWN + 1];
    size_t length = place.line && seek_line(shown, place) ? read_line(text, shown->file) : 0;

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
    gen_text_printf(out, "%s^%s\n", shades->caret, shades->end);
}

static void add_diagnostic(gen_text *out, shown_file *shown, const gen_diagnostic *d,
                           const colours *shades)
{
    static const char *const names[] = {"note", "warning", "error"};

    gen_text_puts(out, shades->place);
    add_line(out, d->place.file ? d->place.file : "custub");
    if (d->place.file && d->place.line)
        gen_text_printf(out, ":%u", d->place.line);
    if (d->place.file && d->place.column)
        gen_text_printf(out, ":%u", d->place.column);
    gen_text_printf(out, ":%s %s%s:%s ", shades->end, shades->severities[d->severity],
                    names[d->severity], shades->end);
    add_line(out, d->text);
    if (d->id)
        gen_text_printf(out, " [%s]", d->id);
    gen_text_puts(out, "\n");
    if (d->place.file)
        add_source(out, shown, d->place, shades);
}

void gen_diag_print(const gen_diag *diag, FILE *stream)
{
    const colours *shades = gen_terminal_has_colours(stream) ? &bright : &plain;
    shown_file shown = {0};
    gen_text text;

    gen_text_initialize(&text);
    for (const gen_diagnostic *d = diag->first; d; d = d->next) {
        text.length = 0;
        add_diagnostic(&text, &shown, d, shades);
        fwrite(text.data, 1, text.length, stream); /* in one write: the stream may be unbuffered */
    }
    close_file(&shown);
    gen_text_deinitialize(&text);
}
