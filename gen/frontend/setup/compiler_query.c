#include "frontend/setup/compiler_query.h"

#include "command_line/memory_file.h"
#include "frontend/setup/arguments.h"
#include "frontend/setup/include_scan.h"
#include "frontend/setup/query_scan.h"
#include "support/plain_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MARK "custub_answer"

/* The questions, and the host compiler's answers. */
typedef struct inquiry {
    gen_query_scan scan;
    gen_text answers;          /* definitions */
    bool has[GEN_QUERY_COUNT]; /* the host compiler has the operator */
    const char **whole;        /* its answers to scan.whole */
    bool failed;
} inquiry;

/* --- The question ----------------------------------------------------------------------------- */

static bool is_asked_of_compiler(const inquiry *with, int index)
{
    bool of_attributes = index == GEN_QUERY_CPP_ATTRIBUTE || index == GEN_QUERY_C_ATTRIBUTE;

    return index < GEN_QUERY_ANSWERED && !(of_attributes && with->scan.hides_attributes);
}

static const char *question_of(const inquiry *with, gen_arena *arena)
{
    gen_text text;
    const char *question;

    gen_text_initialize(&text);
    for (int i = 0; i < GEN_QUERY_COUNT; i++) {
        gen_text_printf(&text, "#ifdef %s\n" MARK " has %d 1\n", gen_query_names[i], i);
        for (size_t k = 0; is_asked_of_compiler(with, i) && k < with->scan.operands.count; k++)
            gen_text_printf(&text, "#ifndef %s\n" MARK " %d %zu %s(%s)\n#endif\n",
                            with->scan.operands.data[k], i, k, gen_query_names[i],
                            with->scan.operands.data[k]);
        gen_text_puts(&text, "#endif\n");
    }
    for (size_t k = 0; k < with->scan.whole.count; k++) {
        const char *whole = with->scan.whole.data[k];
        gen_text_printf(&text, "#ifdef %.*s\n#if %s\n", (int)strcspn(whole, " \t("), whole, whole);
        if (strncmp(whole, "__has_include", strlen("__has_include")) == 0)
            gen_text_printf(&text, MARK " whole %zu 1\n#else\n" MARK " whole %zu 0\n", k, k);
        else
            gen_text_printf(&text, MARK " whole %zu %s\n#else\n" MARK " whole %zu 0\n", k, whole,
                            k);
        gen_text_puts(&text, "#endif\n#endif\n");
    }
    question = text.failed ? NULL : gen_arena_string(arena, text.data);
    gen_text_deinitialize(&text);
    return question;
}

/* The folders in which nvcc's host compiler looks for headers. */
static void add_folders(gen_words *command, gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;

    for (size_t i = 0; i < options->clang_argument_count; i++) {
        size_t first = i;
        if (gen_include_folder(options->clang_arguments, options->clang_argument_count, &i))
            for (; first <= i; first++)
                gen_words_add(command, reader->arena, options->clang_arguments[first]);
    }
    if (reader->setup->toolkit <= 0)
        return;
    gen_words_add(command, reader->arena,
                  gen_arena_format(reader->arena, "-I%s/include", options->toolkit));
    gen_words_add(command, reader->arena, "-isystem");
    gen_words_add(command, reader->arena,
                  gen_arena_format(reader->arena, "%s/include/cccl", options->toolkit));
}

/* Runs the command that asked for the macros, on another file. Null if there is no answer. */
static const char *ask(gen_reader *reader, const char *question)
{
    static const char *const ending[] = {"-E", "-P", "-w", "-x", "c++"};
    const gen_words *asked = &reader->options->host_compiler->question;
    gen_words command = {0};
    gen_memory_file file;
    gen_program program;
    const char *answer = NULL;

    if (!gen_memory_file_open(&file, reader->arena, question, strlen(question)))
        return NULL;
    for (size_t i = 0; i < asked->count && strcmp(asked->data[i], "-E") != 0; i++)
        gen_words_add(&command, reader->arena, asked->data[i]);
    add_folders(&command, reader);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        gen_words_add(&command, reader->arena, ending[i]);
    gen_words_add(&command, reader->arena, file.public_path);
    gen_words_add(&command, reader->arena, NULL);
    if (gen_program_start(&program, command.data))
        answer = gen_program_output(&program, reader->arena);
    gen_memory_file_close(&file);
    return answer;
}

/* --- The answer ------------------------------------------------------------------------------- */

/* The length of a number such as 201907 or 201907L; 0 for anything else. */
static size_t number_length(const char *text)
{
    size_t length = strspn(text, "0123456789");

    if (!length)
        return 0;
    length += text[length] == 'L';
    return text[length] == '\n' || !text[length] ? length : 0;
}

/* Reads an answer's line after the mark: an operator's number or a word, an index, a number. */
static void read_line(inquiry *with, gen_arena *arena, const char *line)
{
    bool is_has = strncmp(line, "has ", 4) == 0;
    bool is_whole = strncmp(line, "whole ", 6) == 0;
    char *end;
    size_t first = is_has || is_whole ? 0 : strtoul(line, &end, 10);
    size_t index = strtoul(is_has ? line + 4 : is_whole ? line + 6 : end, &end, 10);
    const char *value = end + strspn(end, " ");
    size_t length = number_length(value);

    if (!length) {
        with->failed = true; /* GCC before 10 answers only in conditions */
    } else if (is_has) {
        if (index < GEN_QUERY_COUNT)
            with->has[index] = true;
    } else if (is_whole) {
        if (index < with->scan.whole.count)
            with->whole[index] = gen_arena_copy(arena, value, length);
    } else if (first < GEN_QUERY_ANSWERED && index < with->scan.operands.count) {
        gen_text_printf(&with->answers, "#define custub_answer_%zu_%s %.*s\n", first,
                        with->scan.operands.data[index], (int)length, value);
    }
}

static void read_answer(inquiry *with, gen_arena *arena, const char *answer)
{
    for (const char *line = answer; line && *line; line = strchr(line, '\n')) {
        line += strspn(line, "\n");
        if (strncmp(line, MARK " ", strlen(MARK " ")) == 0)
            read_line(with, arena, line + strlen(MARK " "));
    }
    for (int i = 0; i < GEN_QUERY_ANSWERED; i++)
        if (with->has[i] && is_asked_of_compiler(with, i))
            gen_text_printf(&with->answers, "#define %s(x) custub_answer_%d_##x\n",
                            gen_query_new_names[i], i);
    /* nvcc compiles a file that includes the source. */
    gen_text_printf(&with->answers, "#define %s (%s + 1)\n", gen_query_new_names[GEN_QUERY_LEVEL],
                    gen_query_names[GEN_QUERY_LEVEL]);
}

/* --- The files -------------------------------------------------------------------------------- */

static gen_query_rewriting rewriting_of(const inquiry *with)
{
    gen_query_rewriting rewriting = {.from = gen_query_names,
                                     .to = gen_query_new_names,
                                     .whole = &with->scan.whole,
                                     .answers = with->whole};

    for (int i = 0; i < GEN_QUERY_COUNT; i++)
        rewriting.renamed[i] =
            i == GEN_QUERY_LEVEL || !with->has[i] || is_asked_of_compiler(with, i);
    return rewriting;
}

static void add_file(gen_compiler_queries *queries, gen_arena *arena, const char *path)
{
    gen_diag scratch;
    size_t length;
    const char *text;

    gen_diag_initialize(&scratch, arena);
    text = gen_plain_file_read(arena, &scratch, path, &length);
    if (!text || strlen(text) != length || !gen_query_is_asked(text))
        return;
    queries->files[queries->file_count++] =
        (struct CXUnsavedFile){path, text, (unsigned long)length};
}

static void find_files(gen_compiler_queries *queries, inquiry *with, gen_reader *reader)
{
    gen_include_scan scan = {.toolkit = "\n", /* no folder */
                             .argument_count = reader->options->clang_argument_count,
                             .arguments = reader->options->clang_arguments};

    if (reader->setup->toolkit > 0)
        scan.toolkit = gen_arena_format(reader->arena, "%s/include", reader->options->toolkit);
    gen_include_scan_run(&scan, reader->arena, reader->options->path);
    queries->files = GEN_NEW_ARRAY(reader->arena, struct CXUnsavedFile, scan.file_count);
    for (size_t i = 0; i < scan.file_count; i++)
        add_file(queries, reader->arena, scan.files[i]);
    for (int pass = 0; pass < 2; pass++) /* a macro may be used before the file that defines it */
        for (size_t i = 0; i < queries->file_count; i++)
            gen_query_scan_text(&with->scan, queries->files[i].Contents);
}

gen_compiler_queries *gen_read_compiler_queries(gen_reader *reader)
{
    gen_compiler_queries *queries = GEN_NEW(reader->arena, gen_compiler_queries);
    inquiry with = {.scan = {.arena = reader->arena}};
    const char *question;
    const char *answer;

    if (!reader->setup->macros)
        return queries;
    find_files(queries, &with, reader);
    if (queries->file_count == 0)
        return queries;
    gen_text_initialize(&with.answers);
    with.whole = GEN_NEW_ARRAY(reader->arena, const char *, with.scan.whole.count + 1);
    question = with.scan.pastes ? NULL : question_of(&with, reader->arena);
    answer = question ? ask(reader, question) : NULL;
    read_answer(&with, reader->arena, answer);
    if (answer && !with.failed && !with.answers.failed) {
        queries->rewriting = rewriting_of(&with);
        queries->rewriting.whole = &queries->whole;
        queries->whole = with.scan.whole;
        queries->answers = gen_arena_string(reader->arena, with.answers.data);
    }
    gen_text_deinitialize(&with.answers);
    for (size_t i = 0; i < queries->file_count; i++)
        queries->files[i].Contents =
            gen_query_rename(queries, reader->arena, queries->files[i].Contents);
    if (!queries->answers)
        queries->file_count = 0;
    return queries;
}

const char *gen_query_rename(const gen_compiler_queries *queries, gen_arena *arena,
                             const char *text)
{
    char *copy = gen_arena_string(arena, text);

    if (queries->answers)
        gen_query_rewrite(copy, &queries->rewriting);
    return copy;
}

void gen_query_restore(char *text)
{
    gen_query_rewriting back = {.from = gen_query_new_names, .to = gen_query_names};

    memset(back.renamed, true, sizeof(back.renamed));
    gen_query_rewrite(text, &back);
}
