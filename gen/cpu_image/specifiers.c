#include "cpu_image/specifiers.h"

#include <string.h>

typedef struct specifier_writer {
    gen_text *out;
    gen_scan scan;
    size_t written;             /* the source is copied up to here */
    bool in_run;                /* inside a declaration's specifiers */
    bool has_word;              /* there is a specifier that `alignas` must precede */
    size_t run;                 /* where the specifiers begin, after `extern "C"` */
    gen_source_range alignment; /* their leading `alignas` */
    gen_source_range linkage;   /* the preceding `extern "C"`, or empty */
} specifier_writer;

static bool is_specifier(gen_token token)
{
    static const char *const words[] = {
        "static",          "extern",       "inline",     "const",        "volatile",
        "constexpr",       "unsigned",     "signed",     "void",         "__shared__",
        "__device__",      "__host__",     "__global__", "__constant__", "__managed__",
        "__forceinline__", "__noinline__", "__inline__"};

    return GEN_TOKEN_IS_ANY(token, words);
}

/* True for an attribute with arguments in parentheses. */
static bool is_attribute(gen_token token)
{
    static const char *const words[] = {"alignas",           "__align__",   "__attribute__",
                                        "__launch_bounds__", "__maxnreg__", "__cluster_dims__"};

    return GEN_TOKEN_IS_ANY(token, words);
}

static bool is_quote(const gen_scan *scan)
{
    return gen_scan_at(scan, "\"") || gen_scan_at(scan, "'");
}

/* Skips the parentheses that begin here. Returns their end. */
static size_t skip_parentheses(gen_scan *scan)
{
    size_t depth = 0;
    size_t end = gen_scan_offset(scan);

    while (!gen_scan_at_end(scan)) {
        if (is_quote(scan)) {
            gen_scan_skip_quoted(scan);
            continue;
        }
        depth += gen_scan_at(scan, "(");
        depth -= gen_scan_at(scan, ")");
        end = gen_scan_offset(scan) + scan->token.length;
        gen_scan_advance(scan);
        if (depth == 0)
            break;
    }
    return end;
}

static void append_up_to(specifier_writer *writer, size_t end)
{
    gen_text_append(writer->out, writer->scan.source + writer->written, end - writer->written);
    writer->written = end;
}

static void begin_run(specifier_writer *writer)
{
    if (writer->in_run)
        return;
    writer->in_run = true;
    writer->has_word = false;
    writer->run = gen_scan_offset(&writer->scan);
    writer->alignment = (gen_source_range){0, 0};
    writer->linkage = (gen_source_range){0, 0};
}

/* Omits the range, except its line ends. */
static void drop(specifier_writer *writer, gen_source_range range)
{
    if (range.begin >= range.end || range.begin < writer->written)
        return;
    append_up_to(writer, range.begin);
    for (; writer->written < range.end; writer->written++)
        if (writer->scan.source[writer->written] == '\n')
            gen_text_puts(writer->out, "\n");
}

/* Reads `extern`. clang requires the definition of an array to repeat its alignas(). */
static void read_extern(specifier_writer *writer)
{
    gen_scan *scan = &writer->scan;
    size_t begin = gen_scan_offset(scan);

    begin_run(writer);
    gen_scan_advance(scan);
    if (!gen_scan_at(scan, "\"")) {
        writer->has_word = true;
        drop(writer, writer->alignment);
        return;
    }
    gen_scan_skip_quoted(scan);
    writer->linkage = (gen_source_range){begin, gen_scan_offset(scan)};
    writer->run = writer->linkage.end;
    writer->has_word = false;
}

/* Reads `static`, which replaces a linkage. */
static void read_static(specifier_writer *writer)
{
    drop(writer, writer->linkage);
    writer->linkage = (gen_source_range){0, 0};
    writer->has_word = true;
    gen_scan_advance(&writer->scan);
}

/* Reads an attribute with an argument. Several alignas() move together. */
static void read_attribute(specifier_writer *writer)
{
    gen_scan *scan = &writer->scan;
    size_t begin = gen_scan_offset(scan);
    size_t end = begin;
    bool is_alignas = gen_scan_at(scan, "alignas");

    do {
        gen_scan_advance(scan);
        if (!gen_scan_at(scan, "(")) {
            writer->in_run = false;
            return;
        }
        end = skip_parentheses(scan);
    } while (is_alignas && gen_scan_at(scan, "alignas"));
    if (!is_alignas) {
        writer->has_word = true;
    } else if (!writer->has_word) {
        writer->alignment = (gen_source_range){begin, end};
    } else if (writer->run >= writer->written) {
        append_up_to(writer, writer->run);
        gen_text_append(writer->out, scan->source + begin, end - begin);
        gen_text_puts(writer->out, " ");
        append_up_to(writer, begin);
        writer->written = end;
    }
}

/* The end of the directive that begins at `begin`. */
static size_t end_of_directive(const gen_scan *scan, size_t begin)
{
    size_t end = begin;

    while (scan->source + end < scan->end && scan->source[end] != '\n')
        end += scan->source[end] == '\\' && scan->source + end + 1 < scan->end ? 2 : 1;
    return end;
}

/* Reads a directive. A condition that asks for nvcc is true, as it was for the front end. The image
 * does not define nvcc's macros, because the toolkit's headers would then declare things that only
 * nvcc knows. */
static void read_directive(specifier_writer *writer)
{
    gen_scan *scan = &writer->scan;
    size_t end = end_of_directive(scan, gen_scan_offset(scan));

    gen_scan_advance(scan);
    if (!gen_scan_at(scan, "if") && !gen_scan_at(scan, "ifdef") && !gen_scan_at(scan, "ifndef") &&
        !gen_scan_at(scan, "elif"))
        return;
    for (; !gen_scan_at_end(scan) && gen_scan_offset(scan) < end; gen_scan_advance(scan)) {
        if (!gen_scan_at(scan, "__CUDACC__") && !gen_scan_at(scan, "__NVCC__"))
            continue;
        append_up_to(writer, gen_scan_offset(scan));
        gen_text_puts(writer->out, "CUSTUB_CPU_NVCC");
        writer->written = gen_scan_offset(scan) + scan->token.length;
    }
}

void gen_emit_specifiers(gen_text *out, const char *source, gen_source_range range)
{
    specifier_writer writer = {.out = out, .written = range.begin};
    gen_scan *scan = &writer.scan;

    for (gen_scan_begin(scan, source, range); !gen_scan_at_end(scan);) {
        if (gen_scan_at(scan, "extern")) {
            read_extern(&writer);
        } else if (is_attribute(scan->token)) {
            begin_run(&writer);
            read_attribute(&writer);
        } else if (is_specifier(scan->token)) {
            begin_run(&writer);
            if (gen_scan_at(scan, "static")) {
                read_static(&writer);
                continue;
            }
            writer.has_word = true;
            gen_scan_advance(scan);
        } else {
            writer.in_run = false;
            if (gen_scan_at(scan, "#"))
                read_directive(&writer);
            else if (is_quote(scan))
                gen_scan_skip_quoted(scan);
            else
                gen_scan_advance(scan);
        }
    }
    append_up_to(&writer, range.end);
}
