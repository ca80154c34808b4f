#include "checker/source_line.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- libdw ---------------------------------------------------------------------------------------
 *
 * These are declarations from <elfutils/libdw.h>. Its interface only grows; dwarf_next_lines() is
 * the newest function here, from elfutils 0.173.
 */

typedef struct Dwarf Dwarf;
typedef struct Dwarf_Lines Dwarf_Lines;
typedef struct Dwarf_Line Dwarf_Line;
typedef struct Dwarf_Files Dwarf_Files;

enum { READ = 0 /* DWARF_C_READ */ };

static struct {
    Dwarf *(*begin)(int file, int command);
    int (*end)(Dwarf *dwarf);
    Dwarf_Line *(*line)(Dwarf_Lines *lines, size_t index);
    int (*address)(Dwarf_Line *line, uint64_t *address);
    int (*number)(Dwarf_Line *line, int *number);
    int (*ends_sequence)(Dwarf_Line *line, bool *ends);
    const char *(*source)(Dwarf_Line *line, uint64_t *time, uint64_t *size);
    int (*folders)(Dwarf_Files *files, const char *const **folders, size_t *count);
    int (*next)(Dwarf *dwarf, uint64_t offset, uint64_t *next, void **unit, Dwarf_Files **files,
                size_t *file_count, Dwarf_Lines **lines, size_t *line_count);
} dw;

static char missing[256];

/* ISO C does not convert an object's address to a function's. */
static void find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof(symbol));
    if (!symbol && !missing[0])
        snprintf(missing, sizeof(missing), "libdw.so.1 has no %s()", name);
}

static void open_libdw(void)
{
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);

    if (!library) {
        snprintf(missing, sizeof(missing), "%s", dlerror());
        return;
    }
    find(library, "dwarf_begin", &dw.begin);
    find(library, "dwarf_end", &dw.end);
    find(library, "dwarf_onesrcline", &dw.line);
    find(library, "dwarf_lineaddr", &dw.address);
    find(library, "dwarf_lineno", &dw.number);
    find(library, "dwarf_lineendsequence", &dw.ends_sequence);
    find(library, "dwarf_linesrc", &dw.source);
    find(library, "dwarf_getsrcdirs", &dw.folders);
    find(library, "dwarf_next_lines", &dw.next);
}

static bool has_libdw(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, open_libdw);
    return !missing[0];
}

const char *cpu_check_lines_missing(void)
{
    return missing[0] ? missing : NULL;
}

/* --- Reading -------------------------------------------------------------------------------------
 */

/* The line for the addresses from here up to the next span. */
typedef struct span {
    uint64_t address;
    cpu_check_line line;
    size_t number; /* in the order in which they were read */
    bool ends;     /* a sequence of code ends here */
} span;

struct cpu_check_lines {
    Dwarf *dwarf; /* owns the names of files */
    span *spans;  /* sorted by address */
    size_t count;
    size_t capacity;
};

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* True for headers that the user did not write: custub's, the toolkit's and the compiler's.
 * `folder` is where the compiler ran, or null. It is left out, because its name says nothing about
 * the files in it. */
static bool is_passed_over(const char *folder, const char *path)
{
    static const char *const folders[] = {"/usr/include", "/usr/lib", "/usr/local/include",
                                          "/usr/local/lib", "/usr/local/cuda"};
    const size_t length = folder ? strlen(folder) : 0;
    const char *name;

    if (length > 0 && begins_with(path, folder) && path[length] == '/')
        path += length + 1;
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        if (begins_with(path, folders[i]))
            return true;
    }
    name = strrchr(path, '/');
    name = name ? name + 1 : path;
    return strcmp(path, "???") == 0 || strstr(path, "custub/cpu") ||
           (begins_with(name, "cuda_") && !strstr(name, ".cu")) || strstr(name, ".cpu.cpp");
}

/* The table of lines that the compiler wrote for one unit. */
typedef struct table {
    Dwarf_Lines *lines;
    size_t count;
    const char *folder; /* where the compiler ran; null: unknown */
} table;

static bool make_room(cpu_check_lines *lines, size_t count)
{
    const size_t capacity = 2 * lines->capacity + count;
    span *spans;

    if (lines->capacity - lines->count >= count)
        return true;
    spans = realloc(lines->spans, capacity * sizeof(*spans));
    if (!spans)
        return false;
    lines->spans = spans;
    lines->capacity = capacity;
    return true;
}

/* libdw has sorted the lines by address. */
static bool add_table(cpu_check_lines *lines, const table *t)
{
    static const cpu_check_line nothing = {"", 0};
    cpu_check_line last = nothing; /* the last line that was not passed over */
    const char *source = NULL;
    bool passes_over = false;

    if (!make_room(lines, t->count))
        return false;
    for (size_t i = 0; i < t->count; i++) {
        Dwarf_Line *line = dw.line(t->lines, i);
        span *s = &lines->spans[lines->count];
        const char *before = source;
        int number = 0;
        if (dw.address(line, &s->address) || dw.ends_sequence(line, &s->ends) ||
            dw.number(line, &number))
            continue;
        source = dw.source(line, NULL, NULL);
        if (source != before) /* consecutive lines mostly share a file */
            passes_over = !source || is_passed_over(t->folder, source);
        if (s->ends)
            last = nothing;
        else if (!passes_over)
            last = (cpu_check_line){source, (unsigned)number};
        s->line = last;
        s->number = lines->count++;
    }
    return true;
}

static bool read_tables(cpu_check_lines *lines)
{
    uint64_t offset = 0;
    uint64_t next;
    void *unit = NULL; /* where the iteration is */
    const char *const *folders;
    size_t folder_count;
    Dwarf_Files *files;
    size_t file_count;
    table t;

    while (dw.next(lines->dwarf, offset, &next, &unit, &files, &file_count, &t.lines, &t.count) ==
           0) {
        offset = next;
        if (!t.lines)
            continue;
        t.folder = NULL;
        if (files && dw.folders(files, &folders, &folder_count) == 0 && folder_count > 0)
            t.folder = folders[0];
        if (!add_table(lines, &t))
            return false;
    }
    return true;
}

/* --- The list ------------------------------------------------------------------------------------
 */

/* One sequence may begin where another one ends. The one that begins counts. */
static int compare_spans(const void *left, const void *right)
{
    const span *a = left;
    const span *b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (a->ends != b->ends)
        return a->ends ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

cpu_check_lines *cpu_check_lines_read(int file)
{
    cpu_check_lines *lines;

    if (!has_libdw())
        return NULL;
    lines = calloc(1, sizeof(*lines));
    if (!lines)
        return NULL;
    lines->dwarf = dw.begin(file, READ);
    if (!lines->dwarf || !read_tables(lines)) {
        cpu_check_lines_destroy(lines);
        return NULL;
    }
    if (lines->count > 0)
        qsort(lines->spans, lines->count, sizeof(*lines->spans), compare_spans);
    return lines;
}

void cpu_check_lines_destroy(cpu_check_lines *lines)
{
    if (!lines)
        return;
    if (lines->dwarf)
        dw.end(lines->dwarf);
    free(lines->spans);
    free(lines);
}

bool cpu_check_lines_find(const cpu_check_lines *lines, uint64_t address, cpu_check_line *out)
{
    size_t low = 0;
    size_t high = lines->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->spans[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || lines->spans[low - 1].line.line == 0)
        return false;
    *out = lines->spans[low - 1].line;
    return true;
}
