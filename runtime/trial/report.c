#include "trial/report.h"

#include "check/evaluate.h"
#include "trial/launches/contents.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct writer {
    char *out;
    size_t size, length;
    const char *separator;
} writer;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add(writer *w, const char *format, ...)
{
    va_list arguments;
    int count;

    if (w->length >= w->size)
        return;
    va_start(arguments, format);
    count = vsnprintf(w->out + w->length, w->size - w->length, format, arguments);
    va_end(arguments);
    w->length += count > 0 ? (size_t)count : 0;
}

static void add_item(writer *w, const char *name, const char *value)
{
    add(w, "%s%s%s", w->separator, name, value);
    w->separator = ", ";
}

static void add_numbers(writer *w, const trial_subject *subject, const trial_candidate *candidate)
{
    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *number = &subject->numbers[i];
        char name[128], value[48];

        if (number->kind != TRIAL_ARGUMENT)
            continue;
        trial_number_name(subject, number, name, sizeof(name));
        snprintf(value, sizeof(value), " = %" PRId64, trial_number_get(candidate, subject, number));
        add_item(w, name, value);
    }
}

static void add_floats(writer *w, const trial_subject *subject, const trial_candidate *candidate)
{
    for (uint32_t i = 0; i < subject->info->param_count; i++) {
        const custub_param_info *param = &subject->info->params[i];
        char text[64], value[72];

        if (param->kind != CUSTUB_PARAM_SCALAR ||
            custubi_scalar_is_integer(custubi_scalar_of(param->scalar)))
            continue;
        trial_contents_text(candidate->arguments + param->offset, 0, (custub_scalar)param->scalar,
                            text, sizeof(text));
        snprintf(value, sizeof(value), " = %s", text);
        add_item(w, param->name, value);
    }
}

static void add_pointers(writer *w, const trial_subject *subject, const trial_candidate *candidate)
{
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        const custub_pointer_info *pointer = &subject->info->pointers[i];
        char value[160];

        if (candidate->nulls >> i & 1)
            snprintf(value, sizeof(value), " = null");
        else if (pointer->element_size > 1)
            snprintf(value, sizeof(value), ": %" PRIu64 " %s",
                     candidate->bytes[i] / pointer->element_size, pointer->element);
        else
            snprintf(value, sizeof(value), ": %" PRIu64 " bytes", candidate->bytes[i]);
        add_item(w, pointer->name, value);
    }
}

void trial_report_launch(const trial_subject *subject, const trial_candidate *candidate, char *out,
                         size_t size)
{
    writer w = {out, size, 0, ""};

    out[0] = '\0';
    add_numbers(&w, subject, candidate);
    add_floats(&w, subject, candidate);
    add_pointers(&w, subject, candidate);
    add(&w,
        "%sgrid (%" PRIu64 ",%" PRIu64 ",%" PRIu64 "), block (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")",
        w.separator, candidate->grid[0], candidate->grid[1], candidate->grid[2],
        candidate->block[0], candidate->block[1], candidate->block[2]);
    if (candidate->order)
        add(&w, ", blocks %s",
            candidate->order == 1 ? "from the last to the first" : "in another order");
    if (candidate->shared)
        add(&w, ", %" PRIu64 " bytes of dynamic shared memory", candidate->shared);
}

/* --- The command that repeats it -------------------------------------------------------------- */

static void print_quoted(const char *word)
{
    putchar('\'');
    for (; *word; word++) {
        if (*word == '\'')
            fputs("'\\'", stdout);
        putchar(*word);
    }
    putchar('\'');
}

static void print_command(const trial_options *options, const char *kernel, trial_seeds seeds)
{
    printf("    again: ");
    if (options->again) {
        printf("%s", options->again);
    } else {
        printf("custub_trial ");
        print_quoted(options->library);
        printf(" --stem %s --unit %s%s", options->stem, options->unit,
               options->on_gpu ? " --device cuda" : "");
    }
    printf(" %s --seed %" PRIu64 " --launches %" PRIu64, kernel, seeds.first, seeds.count);
    if (options->has_seconds && seeds.count > 1)
        printf(" --seconds %g", options->seconds);
    printf("%s%s\n", options->again_end ? " " : "", options->again_end ? options->again_end : "");
}

void trial_report_finding(const trial_options *options, const trial_subject *subject,
                          const trial_finding *finding, const trial_candidate *candidate,
                          trial_seeds seeds)
{
    char launch[2048];

    trial_report_launch(subject, candidate, launch, sizeof(launch));
    printf("%s%s\n    launch: %s\n", finding->is_note ? "note: " : "", finding->text, launch);
    if (finding->advice[0])
        printf("    to do: %s\n", finding->advice);
    print_command(options, subject->info->name, seeds);
}
