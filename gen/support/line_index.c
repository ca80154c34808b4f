#define _POSIX_C_SOURCE 200809L /* fseeko, ftello */

#include "support/line_index.h"

/* The marks are this far apart; lines between them are read again. */
#define LINES_APART 64
#define BYTES_APART (1 << 16)

typedef struct mark {
    off_t offset;
    unsigned line;
} mark;

typedef struct marks {
    mark *data; /* ascending; the first is the beginning of the file */
    size_t count;
    size_t capacity;
} marks;

static void add(gen_arena *arena, marks *list, mark at)
{
    GEN_GROW(arena, list->data, list->count, &list->capacity);
    list->data[list->count++] = at;
}

static marks *marks_of(gen_line_index *index, const char *path)
{
    marks *list = gen_name_table_find(&index->files, path);

    if (list)
        return list;
    list = GEN_NEW(index->files.arena, marks);
    add(index->files.arena, list, (mark){0, 1});
    gen_name_table_put(&index->files, path, list);
    return list;
}

/* The last mark at or before the line. */
static mark mark_before(const marks *list, unsigned line)
{
    size_t begin = 0;
    size_t end = list->count;

    while (end - begin > 1) {
        size_t middle = begin + (end - begin) / 2;
        if (list->data[middle].line <= line)
            begin = middle;
        else
            end = middle;
    }
    return list->data[begin];
}

bool gen_line_index_seek(gen_line_index *index, const char *path, FILE *file, unsigned line)
{
    marks *list = marks_of(index, path);
    mark at = mark_before(list, line);
    int c;

    if (line == 0 || fseeko(file, at.offset, SEEK_SET) != 0)
        return false;
    while (at.line < line && (c = getc(file)) != EOF) {
        const mark *last = &list->data[list->count - 1];
        at.offset++;
        if (c != '\n')
            continue;
        at.line++;
        if (at.line > last->line &&
            (at.line >= last->line + LINES_APART || at.offset >= last->offset + BYTES_APART))
            add(index->files.arena, list, at);
    }
    return at.line == line;
}
