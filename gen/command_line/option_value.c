#include "command_line/option_value.h"

#include <stdlib.h>
#include <string.h>

#define GEN_JIT_TAG "nvrtc"
#define MOST_JOBS   1024

bool gen_option_fail(gen_option_reader *reader, const char *text, const char *what)
{
    reader->error = gen_arena_format(reader->arena, "%s: %s", what, text);
    return false;
}

bool gen_option_take_architectures(gen_option_reader *reader, const char *list)
{
    while (list) {
        const char *comma = strchr(list, ',');
        size_t length = comma ? (size_t)(comma - list) : strlen(list);
        gen_words_add(&reader->options->named, reader->arena,
                      gen_arena_copy(reader->arena, list, length));
        list = comma ? comma + 1 : NULL;
    }
    return true;
}

bool gen_option_take_ptx(gen_option_reader *reader, const char *value)
{
    gen_options *options = reader->options;
    const char *equals = strchr(value, '=');
    gen_ptx_option *ptx = &options->ptx[options->ptx_count];

    if (!equals || !equals[1])
        return gen_option_fail(reader, "give --ptx ARCH=FILE", value);
    ptx->architecture = gen_arena_copy(reader->arena, value, (size_t)(equals - value));
    ptx->path = equals + 1;
    options->ptx_count++;
    return true;
}

bool gen_option_take_cubin(gen_option_reader *reader, const char *value)
{
    gen_words *cubins = &reader->options->cubins;
    const char *equals = strchr(value, '=');

    if (!equals || !equals[1])
        return gen_option_fail(reader, "give --cubin ARCH=FILE", value);
    gen_words_add(cubins, reader->arena,
                  gen_arena_copy(reader->arena, value, (size_t)(equals - value)));
    gen_words_add(cubins, reader->arena, equals + 1);
    return true;
}

/* "linked-" before the tag: several sources share the image. */
bool gen_option_take_image(gen_option_reader *reader, const char *value)
{
    static const char *const tags[] = {"fatbin",
                                       "cubin",
                                       "ptx",
                                       "fatbin-bounds",
                                       "cubin-bounds",
                                       "ptx-bounds",
                                       "bounds-table",
                                       GEN_JIT_TAG,
                                       "cpu-x86_64",
                                       "cpu-aarch64",
                                       "cpu-x86_64-check",
                                       "cpu-aarch64-check"};
    gen_words *images = &reader->options->images;
    size_t length = strcspn(value, "=");
    size_t skipped = strncmp(value, "linked-", strlen("linked-")) == 0 ? strlen("linked-") : 0;

    if (!value[length] || !value[length + 1])
        return gen_option_fail(reader, "give --image TAG=FILE", value);
    for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
        if (strlen(tags[i]) != length - skipped ||
            strncmp(tags[i], value + skipped, length - skipped) != 0)
            continue;
        gen_words_add(images, reader->arena, gen_arena_copy(reader->arena, value, length));
        gen_words_add(images, reader->arena, value + length + 1);
        reader->options->jit |= strcmp(tags[i], GEN_JIT_TAG) == 0;
        return true;
    }
    return gen_option_fail(
        reader,
        "the tag is not one of fatbin, cubin, ptx, fatbin-bounds, cubin-bounds, "
        "ptx-bounds, bounds-table, nvrtc, cpu-x86_64, cpu-aarch64, cpu-x86_64-check and "
        "cpu-aarch64-check",
        value);
}

bool gen_option_take_jit_option(gen_option_reader *reader, const char *value)
{
    gen_words_add(&reader->options->jit_options, reader->arena, value);
    return true;
}

/* An option of `try` that the program custub_trial takes. */
static bool pass_on(gen_option_reader *reader, const char *name, const char *value)
{
    gen_words_add(&reader->options->trial, reader->arena, name);
    gen_words_add(&reader->options->trial, reader->arena, value);
    return true;
}

bool gen_option_take_seconds(gen_option_reader *reader, const char *value)
{
    return pass_on(reader, "--seconds", value);
}

bool gen_option_take_launches(gen_option_reader *reader, const char *value)
{
    return pass_on(reader, "--launches", value);
}

bool gen_option_take_seed(gen_option_reader *reader, const char *value)
{
    return pass_on(reader, "--seed", value);
}

bool gen_option_take_device(gen_option_reader *reader, const char *value)
{
    gen_options *options = reader->options;

    options->on_gpu = strcmp(value, "cuda") == 0;
    if (!options->on_gpu && strcmp(value, "cpu") != 0)
        return gen_option_fail(reader, "give --device cpu or cuda", value);
    return pass_on(reader, "--device", value);
}

bool gen_option_take_contract_of(gen_option_reader *reader, const char *unused)
{
    (void)unused;
    gen_words_add(&reader->options->trial, reader->arena, "--contract-of");
    return true;
}

bool gen_option_take_refused(gen_option_reader *reader, const char *path)
{
    gen_words_add(&reader->options->refused, reader->arena, path);
    return true;
}

bool gen_option_take_jobs(gen_option_reader *reader, const char *value)
{
    char *end;
    unsigned long jobs = strtoul(value, &end, 10);

    if (*value < '0' || *value > '9' || *end || jobs < 1 || jobs > MOST_JOBS)
        return gen_option_fail(reader, "give -j a number from 1 to 1024", value);
    reader->options->jobs = (unsigned)jobs;
    return true;
}
