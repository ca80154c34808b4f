#include "trial/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: custub_trial LIBRARY --stem STEM --unit UNIT [KERNEL…]\n"
    "                    [--device cpu|cuda] [--seconds S] [--launches N] [--seed X]\n"
    "                    [--again COMMAND] [--again-end WORDS] [--list] [--programs DIR]\n"
    "                    [--suggest [--contract-of] [--host FILE] [--tried FILE]]\n"
    "       custub_trial --device cuda --probe\n";

static bool refuse(const char *format, const char *what)
{
    fprintf(stderr, "custub_trial: ");
    fprintf(stderr, format, what);
    fprintf(stderr, "\n%s", usage);
    return false;
}

static bool read_number(const char *text, uint64_t *out)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

static bool read_seconds(const char *text, double *out)
{
    char *end;

    *out = strtod(text, &end);
    return end != text && !*end && *out > 0 && *out <= 86400;
}

static bool read_device(trial_options *options, const char *text)
{
    options->on_gpu = strcmp(text, "cuda") == 0;
    return options->on_gpu || strcmp(text, "cpu") == 0;
}

/* Reads an option and its value. */
static bool read_option(trial_options *options, const char *name, const char *value)
{
    if (!value)
        return refuse("'%s' needs a value", name);
    if (strcmp(name, "--stem") == 0)
        options->stem = value;
    else if (strcmp(name, "--unit") == 0)
        options->unit = value;
    else if (strcmp(name, "--again") == 0)
        options->again = value;
    else if (strcmp(name, "--again-end") == 0)
        options->again_end = value;
    else if (strcmp(name, "--programs") == 0)
        options->programs = value;
    else if (strcmp(name, "--device") == 0)
        return read_device(options, value) || refuse("--device is '%s'; give cpu or cuda", value);
    else if (strcmp(name, "--seconds") == 0)
        return read_seconds(value, &options->seconds) ||
               refuse("--seconds is '%s'; give a number above 0, at most 86400", value);
    else if (strcmp(name, "--launches") == 0)
        return read_number(value, &options->launches) ||
               refuse("--launches is '%s'; give a whole number", value);
    else if (strcmp(name, "--host") == 0)
        options->host = value;
    else if (strcmp(name, "--tried") == 0)
        options->tried = value;
    else if (strcmp(name, "--seed") == 0)
        return read_number(value, &options->seed) ||
               refuse("--seed is '%s'; give a whole number", value);
    else
        return refuse("unknown option '%s'", name);
    return true;
}

/* Reads a word that is an option without a value. */
static bool read_switch(trial_options *options, const char *word)
{
    const struct {
        const char *name;
        bool *is_given;
    } switches[] = {{"--list", &options->lists},
                    {"--probe", &options->probes},
                    {"--suggest", &options->suggests},
                    {"--contract-of", &options->declares}};

    for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
        if (strcmp(word, switches[i].name) != 0)
            continue;
        *switches[i].is_given = true;
        return true;
    }
    return false;
}

static bool check(const trial_options *options)
{
    if (options->probes)
        return true;
    if (options->on_gpu && options->suggests)
        return refuse("--suggest needs %s", "the CPU driver");
    if (!options->library || !options->stem || !options->unit)
        return refuse("%s is missing", !options->library ? "the library"
                                       : !options->stem  ? "--stem"
                                                         : "--unit");
    return true;
}

bool trial_options_read(trial_options *options, int argc, char **argv)
{
    *options = (trial_options){.seed = 1};
    options->kernels = calloc((size_t)argc + 1, sizeof(*options->kernels));
    if (!options->kernels)
        return refuse("there is no memory%s", "");
    for (int i = 1; i < argc; i++) {
        if (read_switch(options, argv[i]))
            continue;
        if (argv[i][0] == '-') {
            if (!read_option(options, argv[i], argv[i + 1]))
                return false;
            i++;
        } else if (!options->library)
            options->library = argv[i];
        else
            options->kernels[options->kernel_count++] = argv[i];
    }
    options->has_seconds = options->seconds > 0;
    if (!options->has_seconds)
        options->seconds = options->suggests ? 30 : 5;
    return check(options);
}
