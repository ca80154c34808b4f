#define _XOPEN_SOURCE 700 /* struct stat's nanoseconds, clock_gettime, getpid */

#include "frontend/unit/header_list.h"

#include "support/diag.h"
#include "support/hash.h"
#include "support/name_table.h"
#include "support/plain_file.h"
#include "support/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FORMAT "custub headers 1\n" /* the first line */

/* Nanoseconds. Some file systems count in seconds, and the system's clock for files lags. */
#define DOUBT INT64_C(2000000000)

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t gen_header_list_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds(now);
}

static bool read_stamp(gen_file_stamp *stamp, const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return false;
    stamp->size = (uint64_t)status.st_size;
    stamp->modified = nanoseconds(status.st_mtim);
    stamp->changed = nanoseconds(status.st_ctim);
    stamp->inode = (uint64_t)status.st_ino;
    return true;
}

/* A file that changed after `time`, or shortly before, may change again without a new date. */
static void clear_recent_change(gen_file_stamp *stamp, int64_t time)
{
    if (stamp->changed > time - DOUBT)
        stamp->changed = 0;
}

static uint64_t hash_of(const char *content, size_t length)
{
    return gen_hash_add(GEN_HASH_START, content, length);
}

/* --- From a unit ------------------------------------------------------------------------------ */

typedef struct collection {
    gen_header_list *list;
    CXTranslationUnit unit;
    gen_name_table known;
    int64_t started;
    bool failed;
} collection;

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    collection *to = data;
    gen_header_list *list = to->list;
    gen_header_entry entry = {0};
    CXString name = clang_getFileName(file);
    size_t length = 0;
    const char *content = clang_getFileContents(to->unit, file, &length);

    (void)stack;
    (void)depth;
    entry.path = gen_arena_string(list->arena, clang_getCString(name));
    clang_disposeString(name);
    if (strstr(entry.path, "/custub-") || gen_name_table_find(&to->known, entry.path))
        return; /* not on disk, or included before */
    if (!content || strchr(entry.path, '\n') || !read_stamp(&entry.stamp, entry.path)) {
        to->failed = true;
        return;
    }
    entry.hash = hash_of(content, length);
    clear_recent_change(&entry.stamp, to->started);
    GEN_GROW(list->arena, list->data, list->count, &list->capacity);
    list->data[list->count++] = entry;
    gen_name_table_put(&to->known, entry.path, list);
}

bool gen_header_list_collect(gen_header_list *list, CXTranslationUnit unit, int64_t started)
{
    collection to = {
        .list = list, .unit = unit, .known = {.arena = list->arena}, .started = started};

    clang_getInclusions(unit, add_file, &to);
    return !to.failed && list->count > 0;
}

uint64_t gen_header_list_hash(const gen_header_list *list)
{
    uint64_t hash = GEN_HASH_START;

    for (size_t i = 0; i < list->count; i++)
        hash = gen_hash_add(hash, &list->data[i].hash, sizeof(list->data[i].hash));
    return hash;
}

/* --- As a file -------------------------------------------------------------------------------- */

static bool write_file(const char *path, const gen_text *text)
{
    FILE *file = fopen(path, "wb");
    bool fine;

    if (!file)
        return false;
    fine = fwrite(text->data, 1, text->length, file) == text->length;
    return fclose(file) == 0 && fine;
}

bool gen_header_list_save(const gen_header_list *list, const char *path)
{
    const char *temporary = gen_arena_format(list->arena, "%s.tmp%ld", path, (long)getpid());
    gen_text text;
    bool fine;

    gen_text_initialize(&text);
    gen_text_puts(&text, FORMAT);
    for (size_t i = 0; i < list->count; i++) {
        const gen_header_entry *entry = &list->data[i];
        gen_text_printf(&text,
                        "%016" PRIx64 " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " %s\n",
                        entry->hash, entry->stamp.size, entry->stamp.modified, entry->stamp.changed,
                        entry->stamp.inode, entry->path);
    }
    fine = !text.failed && write_file(temporary, &text) && rename(temporary, path) == 0;
    gen_text_deinitialize(&text);
    if (!fine)
        unlink(temporary);
    return fine;
}

/* Reads a number and the blank after it. */
static bool read_number(uint64_t *number, const char **line, int base)
{
    char *end;

    *number = strtoull(*line, &end, base);
    if (end == *line || *end != ' ')
        return false;
    *line = end + 1;
    return true;
}

static bool read_entry(gen_header_entry *entry, const char *line)
{
    uint64_t modified;
    uint64_t changed;

    if (!read_number(&entry->hash, &line, 16) || !read_number(&entry->stamp.size, &line, 10) ||
        !read_number(&modified, &line, 10) || !read_number(&changed, &line, 10) ||
        !read_number(&entry->stamp.inode, &line, 10))
        return false;
    entry->stamp.modified = (int64_t)modified;
    entry->stamp.changed = (int64_t)changed;
    entry->path = line;
    return *line != '\0';
}

bool gen_header_list_load(gen_header_list *list, const char *path)
{
    gen_diag scratch;
    size_t length;
    char *line;

    gen_diag_initialize(&scratch, list->arena);
    line = gen_plain_file_read(list->arena, &scratch, path, &length);
    if (!line || strncmp(line, FORMAT, strlen(FORMAT)) != 0)
        return false;
    for (line += strlen(FORMAT); *line;) {
        char *end = strchr(line, '\n');
        gen_header_entry entry;
        if (!end)
            return false;
        *end = '\0';
        if (!read_entry(&entry, line))
            return false;
        GEN_GROW(list->arena, list->data, list->count, &list->capacity);
        list->data[list->count++] = entry;
        line = end + 1;
    }
    return list->count > 0;
}

/* --- Comparison ------------------------------------------------------------------------------- */

static bool has_content(const gen_header_list *list, const gen_header_entry *entry)
{
    gen_diag scratch;
    size_t length;
    const char *content;

    gen_diag_initialize(&scratch, list->arena);
    content = gen_plain_file_read(list->arena, &scratch, entry->path, &length);
    return content && hash_of(content, length) == entry->hash;
}

bool gen_header_list_is_current(gen_header_list *list, bool *refreshed)
{
    const int64_t now = gen_header_list_clock();

    *refreshed = false;
    for (size_t i = 0; i < list->count; i++) {
        gen_header_entry *entry = &list->data[i];
        gen_file_stamp stamp;
        /* clang compares size and date itself. */
        if (!read_stamp(&stamp, entry->path) || stamp.size != entry->stamp.size ||
            stamp.modified != entry->stamp.modified)
            return false;
        if (stamp.changed == entry->stamp.changed && stamp.inode == entry->stamp.inode)
            continue;
        if (!has_content(list, entry))
            return false;
        clear_recent_change(&stamp, now);
        *refreshed |= stamp.changed != 0;
        entry->stamp = stamp;
    }
    return true;
}
