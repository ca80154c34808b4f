/* custub_trial: launches kernels at random within their contracts, and reports where a kernel and
 * its contract disagree. docs/TRIALS.md is the manual. */
#define _GNU_SOURCE /* secure_getenv */

#include "trial/suggest/suggestion.h"
#include "trial/trial.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTHING = 0, FOUND = 1, USAGE = 2, MACHINE = 3 };

static const void *find(void *handle, const trial_options *options, const char *what)
{
    char name[512];
    const void *symbol;

    snprintf(name, sizeof(name), "%s_custub_%s_%s", options->stem, what, options->unit);
    symbol = dlsym(handle, name);
    if (!symbol)
        fprintf(stderr, "custub_trial: %s has no '%s'\n", options->library, name);
    return symbol;
}

static bool open_library(const trial_options *options, trial_library *library)
{
    void *handle = dlopen(options->library, RTLD_NOW | RTLD_LOCAL);

    if (!handle) {
        fprintf(stderr, "custub_trial: %s\n", dlerror());
        return false;
    }
    library->info = find(handle, options, "library");
    library->images = find(handle, options, "images");
    return library->info && library->images;
}

/* What the processes that launch run with. Null: the variable is removed. */
typedef struct setting {
    const char *name, *value;
} setting;

static const setting on_both[] = {
    {"CUSTUB_BOUNDS_CHECKS", "measure"}, {"CUSTUB_CHECK", "whole"}, {NULL, NULL}};

static const setting on_cpu[] = {{"CUSTUB_DRIVER", "cpu"},
                                 {"CUSTUB_CPU_CHECK", TRIAL_CHECKS},
                                 {"CUSTUB_CPU_CHECK_LIMIT", NULL},
                                 {"CUSTUB_CPU_CHECK_LOG", NULL},
                                 {"CUSTUB_CPU_FAIL", NULL},
                                 {"CUSTUB_CPU_THREADS", "1"}, /* blocks keep their order */
                                 {NULL, NULL}};

static const setting on_gpu[] = {{"CUSTUB_DRIVER", "cuda"}, {NULL, NULL}};

static bool set(const setting *settings)
{
    for (; settings->name; settings++) {
        if ((settings->value ? setenv(settings->name, settings->value, 1)
                             : unsetenv(settings->name)) != 0)
            return false;
    }
    return true;
}

/* Seconds of one launch on the CPU: twice what the kernel gets, from 1 to 10. */
static bool set_timeout(double seconds)
{
    char text[16];

    snprintf(text, sizeof(text), "%d", seconds >= 5 ? 10 : seconds <= 0.5 ? 1 : (int)(2 * seconds));
    return setenv("CUSTUB_CPU_TIMEOUT", text, 1) == 0;
}

static bool set_environment(const trial_options *options)
{
    return set(on_both) && set(options->on_gpu ? on_gpu : on_cpu) && set_timeout(options->seconds);
}

/* Opens the driver in this process, which launches nothing: its children could not use it. */
static int probe(void)
{
    custub_error error = custub_error_none();

    custub_device_close(custub_device_open(0, &error), NULL);
    if (custub_failed(&error))
        printf("%s", error.message);
    return NOTHING;
}

static bool is_wanted(const trial_options *options, const char *name)
{
    for (size_t i = 0; i < options->kernel_count; i++) {
        if (strcmp(options->kernels[i], name) == 0)
            return true;
    }
    return options->kernel_count == 0;
}

/* False, after a message, if a kernel that was named is not there. */
static bool are_there(const trial_options *options, const custub_library_info *info)
{
    for (size_t i = 0; i < options->kernel_count; i++) {
        bool is_there = false;

        for (uint32_t k = 0; k < info->kernel_count; k++)
            is_there |= strcmp(options->kernels[i], info->kernels[k].name) == 0;
        if (!is_there) {
            fprintf(stderr, "custub_trial: %s has no kernel '%s'\n", info->file,
                    options->kernels[i]);
            return false;
        }
    }
    return true;
}

static int try_all(const trial_options *options, const trial_library *library, const char *folder)
{
    bool any = false;
    int status = NOTHING;

    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        const custub_kernel_info *kernel = &library->info->kernels[i];
        trial_result result;

        if (!is_wanted(options, kernel->name))
            continue;
        result = trial_run(options, library, kernel, folder);
        if (result == TRIAL_BROKEN)
            return MACHINE;
        if (result == TRIAL_FOUND)
            status = FOUND;
        any |= result != TRIAL_UNTRIED;
    }
    fflush(stdout);
    if (!any)
        fprintf(stderr, "custub_trial: no kernel of %s was tried\n", library->info->file);
    return any ? status : FOUND;
}

/* Makes the file, or removes what is in it. */
static bool empty(const char *path)
{
    FILE *file = fopen(path, "w");

    return file && fclose(file) == 0;
}

/* Suggesting is no test: what cannot be told is no finding. */
static int suggest_all(const trial_options *options, const trial_library *library,
                       const char *folder)
{
    suggestion_sums sums = {0};

    setenv("CUSTUB_CPU_TIMEOUT", "1", 1); /* launches are small */
    if (options->tried && !empty(options->tried)) {
        fprintf(stderr, "custub_trial: '%s' cannot be written\n", options->tried);
        return MACHINE;
    }
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        const custub_kernel_info *kernel = &library->info->kernels[i];

        if (is_wanted(options, kernel->name) &&
            suggestion_run(options, library, kernel, folder, &sums) == SUGGESTION_BROKEN)
            return MACHINE;
    }
    if (!options->declares)
        suggestion_print_sums(&sums);
    return NOTHING;
}

/* Removes the folder of the logs. */
static void remove_folder(const char *folder)
{
    char path[4096];

    for (size_t i = 0; i < TRIAL_WORKERS; i++) {
        snprintf(path, sizeof(path), "%s/log.%zu", folder, i);
        unlink(path);
    }
    rmdir(folder);
}

static int try_in_folder(const trial_options *options, const trial_library *library)
{
    const char *parent = secure_getenv("TMPDIR");
    char folder[4000];
    int status;

    snprintf(folder, sizeof(folder), "%s/custub_trial.XXXXXX", parent && *parent ? parent : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "custub_trial: no folder can be made: %s\n", folder);
        return MACHINE;
    }
    status = options->suggests ? suggest_all(options, library, folder)
                               : try_all(options, library, folder);
    remove_folder(folder);
    return status;
}

int main(int argc, char **argv)
{
    trial_library library;
    trial_options options;

    if (!trial_options_read(&options, argc, argv))
        return USAGE;
    if (!set_environment(&options))
        return MACHINE;
    if (options.probes)
        return probe();
    if (!open_library(&options, &library))
        return MACHINE;
    if (!are_there(&options, library.info))
        return USAGE;
    if (!options.lists)
        return try_in_folder(&options, &library);
    for (uint32_t i = 0; i < library.info->kernel_count; i++)
        puts(library.info->kernels[i].name);
    return NOTHING;
}
