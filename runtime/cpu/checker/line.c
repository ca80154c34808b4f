#include "checker/line.h"

#include <stdlib.h>
#include <string.h>

/* DWARF 4, "Line Number Information". What is cut off or makes no sense ends the search. */

enum { /* standard opcodes */
       OP_COPY = 1,
       OP_ADVANCE_PC = 2,
       OP_ADVANCE_LINE = 3,
       OP_SET_FILE = 4,
       OP_CONST_ADD_PC = 8,
       OP_FIXED_ADVANCE_PC = 9
};

enum { EXTENDED_END = 1, EXTENDED_SET_ADDRESS = 2 };

/* What is left to read; after a read beyond the end all further ones give 0. */
typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
    bool failed;
} reader;

typedef struct program {
    reader code;
    reader folders; /* tables of texts */
    reader files;
    const unsigned char *operands; /* of each standard opcode; opcode 1 first */
    unsigned char min_instruction;
    signed char line_base;
    unsigned char line_range;
    unsigned char opcode_base;
} program;

/* One row of the table that a program computes. */
typedef struct row {
    uint64_t address;
    uint64_t file;
    uint64_t line;
} row;

/* From this address on, up to the next one in the list. */
typedef struct span {
    uint64_t address;
    cpu_check_line line;
} span;

struct cpu_check_lines {
    span *spans; /* by address */
    size_t count;
    size_t capacity;
    bool failed; /* no memory */
};

/* A sequence that is being read. */
typedef struct sequence {
    cpu_check_lines *lines;
    cpu_check_line_skip *skip;
    bool has_last;
    row last;             /* before the current row */
    cpu_check_line other; /* the last row in a file that is not skipped */
    /* The file of the last row that was asked about: rows of a file follow each other. */
    uint64_t file;
    const char *file_text;
    bool file_is_skipped;
} sequence;

/* --- Reading -------------------------------------------------------------------------------------
 */

static uint64_t read_number(reader *r, size_t bytes)
{
    uint64_t value = 0;

    if (r->failed || (size_t)(r->end - r->at) < bytes) {
        r->failed = true;
        return 0;
    }
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)r->at[i] << 8 * i;
    r->at += bytes;
    return value;
}

static uint64_t read_unsigned(reader *r)
{
    uint64_t value = 0;
    unsigned shift = 0;

    for (;;) {
        uint64_t byte = read_number(r, 1);
        if (shift < 64)
            value |= (byte & 127) << shift;
        shift += 7;
        if (!(byte & 128))
            return value;
    }
}

static int64_t read_signed(reader *r)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint64_t byte;

    do {
        byte = read_number(r, 1);
        if (shift < 64)
            value |= (byte & 127) << shift;
        shift += 7;
    } while (byte & 128);
    if (byte & 64 && shift < 64)
        value |= ~(uint64_t)0 << shift;
    return (int64_t)value;
}

static const char *read_text(reader *r)
{
    const char *text = (const char *)r->at;
    const unsigned char *zero = r->failed ? NULL : memchr(r->at, 0, (size_t)(r->end - r->at));

    if (!zero) {
        r->failed = true;
        return "";
    }
    r->at = zero + 1;
    return text;
}

static const char *folder_name(const program *p, uint64_t number)
{
    reader r = p->folders;
    const char *name = "";

    for (uint64_t i = 0; i < number && !r.failed; i++) {
        name = read_text(&r);
        if (!*name)
            break;
    }
    return name;
}

static const char *file_name(const program *p, uint64_t number, const char **folder)
{
    reader r = p->files;

    *folder = "";
    for (uint64_t i = 1; !r.failed; i++) {
        const char *name = read_text(&r);
        uint64_t of_folder = read_unsigned(&r);
        if (!*name || r.failed)
            break;
        if (i == number) {
            *folder = folder_name(p, of_folder);
            return name;
        }
        read_unsigned(&r); /* time, size */
        read_unsigned(&r);
    }
    return "";
}

/* --- The program of one unit ---------------------------------------------------------------------
 */

/* Splits the next unit off. False at the end, or if the rest cannot be understood. */
static bool read_unit(reader *section, reader *unit)
{
    uint64_t length = read_number(section, 4);

    if (section->failed || length >= 0xfffffff0 || length > (size_t)(section->end - section->at))
        return false;
    unit->at = section->at;
    unit->end = section->at + length;
    unit->failed = false;
    section->at += length;
    return true;
}

static bool read_header(reader *unit, program *p)
{
    uint64_t version = read_number(unit, 2);
    uint64_t length = read_number(unit, 4);
    const unsigned char *begin;

    if (unit->failed || version < 2 || version > 4 || length > (size_t)(unit->end - unit->at))
        return false;
    begin = unit->at + length;
    p->min_instruction = (unsigned char)read_number(unit, 1);
    if (version >= 4)
        read_number(unit, 1); /* operations per instruction, of machines with long instructions */
    read_number(unit, 1);     /* whether rows begin statements */
    p->line_base = (signed char)read_number(unit, 1);
    p->line_range = (unsigned char)read_number(unit, 1);
    p->opcode_base = (unsigned char)read_number(unit, 1);
    if (unit->failed || p->line_range == 0 || p->opcode_base == 0)
        return false;
    p->operands = unit->at;
    for (unsigned i = 1; i < p->opcode_base; i++)
        read_number(unit, 1);
    p->folders = *unit;
    while (*read_text(unit) && !unit->failed) {
    }
    p->files = *unit;
    p->code = *unit;
    p->code.at = begin;
    return !unit->failed && unit->at <= begin;
}

static void add(cpu_check_lines *lines, uint64_t address, const cpu_check_line *line)
{
    if (lines->count == lines->capacity) {
        size_t capacity = lines->capacity ? 2 * lines->capacity : 1024;
        span *spans = realloc(lines->spans, capacity * sizeof(*spans));
        if (!spans) {
            lines->failed = true;
            return;
        }
        lines->spans = spans;
        lines->capacity = capacity;
    }
    lines->spans[lines->count].address = address;
    lines->spans[lines->count].line = *line;
    lines->count++;
}

/* The line of the last row that is not in a skipped file. */
static void look_at(sequence *s, const program *p, const row *current)
{
    const char *folder;

    if (current->file != s->file) {
        s->file = current->file;
        s->file_text = file_name(p, current->file, &folder);
        s->file_is_skipped = s->skip(folder, s->file_text);
    }
    if (s->file_is_skipped)
        return;
    s->other.file = s->file_text;
    s->other.line = (unsigned)current->line;
}

/* The last row covers what lies up to this one. */
static void emit_row(sequence *s, const program *p, const row *current, bool is_end)
{
    static const cpu_check_line nothing = {"", 0};

    if (s->has_last && s->last.address < current->address)
        add(s->lines, s->last.address, &s->other);
    if (is_end) {
        add(s->lines, current->address, &nothing);
        s->has_last = false;
        s->other = nothing;
        return;
    }
    look_at(s, p, current);
    s->last = *current;
    s->has_last = true;
}

static void run_extended(sequence *s, program *p, row *current)
{
    uint64_t length = read_unsigned(&p->code);
    const unsigned char *next = p->code.at;
    uint64_t opcode;

    if (p->code.failed || length == 0 || length > (size_t)(p->code.end - p->code.at)) {
        p->code.failed = true;
        return;
    }
    next += length;
    opcode = read_number(&p->code, 1);
    if (opcode == EXTENDED_END) {
        emit_row(s, p, current, true);
        memset(current, 0, sizeof(*current));
        current->file = 1;
        current->line = 1;
    } else if (opcode == EXTENDED_SET_ADDRESS && length >= 9) {
        current->address = read_number(&p->code, 8);
    }
    p->code.at = next;
}

static void run_standard(sequence *s, program *p, row *current, unsigned opcode)
{
    switch (opcode) {
    case OP_COPY:
        emit_row(s, p, current, false);
        return;
    case OP_ADVANCE_PC:
        current->address += read_unsigned(&p->code) * p->min_instruction;
        return;
    case OP_ADVANCE_LINE:
        current->line += (uint64_t)read_signed(&p->code);
        return;
    case OP_SET_FILE:
        current->file = read_unsigned(&p->code);
        return;
    case OP_CONST_ADD_PC:
        current->address += (uint64_t)((255 - p->opcode_base) / p->line_range) * p->min_instruction;
        return;
    case OP_FIXED_ADVANCE_PC:
        current->address += read_number(&p->code, 2);
        return;
    default:
        for (unsigned i = p->operands[opcode - 1]; i > 0; i--)
            read_unsigned(&p->code);
    }
}

static void run_program(cpu_check_lines *lines, cpu_check_line_skip *skip, program *p)
{
    sequence s = {.lines = lines, .skip = skip, .other = {"", 0}, .file = UINT64_MAX};
    row current = {0, 1, 1};

    while (!lines->failed && !p->code.failed && p->code.at < p->code.end) {
        unsigned opcode = (unsigned)read_number(&p->code, 1);
        if (opcode == 0) {
            run_extended(&s, p, &current);
        } else if (opcode < p->opcode_base) {
            run_standard(&s, p, &current, opcode);
        } else {
            unsigned step = opcode - p->opcode_base;
            current.address += (uint64_t)(step / p->line_range) * p->min_instruction;
            current.line += (uint64_t)(int64_t)(p->line_base + (int)(step % p->line_range));
            emit_row(&s, p, &current, false);
        }
    }
}

/* --- The list ------------------------------------------------------------------------------------
 */

/* Where one sequence ends another one may begin, which counts. */
static int compare_spans(const void *left, const void *right)
{
    const span *a = left;
    const span *b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->line.line > 0) - (b->line.line > 0);
}

cpu_check_lines *cpu_check_lines_read(const unsigned char *data, size_t size,
                                      cpu_check_line_skip *skip)
{
    cpu_check_lines *lines = calloc(1, sizeof(*lines));
    reader section = {data, data + size, false};
    reader unit;
    program p;

    while (lines && !lines->failed && read_unit(&section, &unit)) {
        if (read_header(&unit, &p))
            run_program(lines, skip, &p);
    }
    if (lines && lines->failed) {
        cpu_check_lines_destroy(lines);
        return NULL;
    }
    if (lines && lines->count > 0)
        qsort(lines->spans, lines->count, sizeof(*lines->spans), compare_spans);
    return lines;
}

void cpu_check_lines_destroy(cpu_check_lines *lines)
{
    if (!lines)
        return;
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
