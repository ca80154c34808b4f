#include "write/output.h"

#include "support/plain_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void gen_outputs_initialize(gen_outputs *outputs, gen_arena *arena)
{
    outputs->first = NULL;
    outputs->last = &outputs->first;
    outputs->arena = arena;
}

void gen_outputs_deinitialize(gen_outputs *outputs)
{
    for (gen_output *output = outputs->first; output; output = output->next)
        gen_text_deinitialize(&output->text);
    outputs->first = NULL;
}

gen_text *gen_outputs_add(gen_outputs *outputs, const char *path, bool is_named)
{
    gen_output *output = GEN_NEW(outputs->arena, gen_output);

    output->path = gen_arena_string(outputs->arena, path);
    output->is_named = is_named;
    gen_text_initialize(&output->text);
    *outputs->last = output;
    outputs->last = &output->next;
    return &output->text;
}

static bool fail(gen_diag *diag, const char *path, const char *what, int error)
{
    gen_diag_error(diag, (gen_place){path, 0, 0}, "file-unwritable", "%s: %s", what,
                   strerror(error));
    return false;
}

static bool has_content(const gen_output *output)
{
    FILE *file = gen_plain_file_open(output->path);
    const char *data = output->text.data;
    size_t left = output->text.length;
    char chunk[1 << 14];
    size_t count;
    bool same = file != NULL;

    while (file && same && (count = fread(chunk, 1, sizeof(chunk), file)) > 0) {
        same = count <= left && memcmp(chunk, data, count) == 0;
        data += same ? count : 0;
        left -= same ? count : 0;
    }
    if (file) {
        same = same && !ferror(file) && left == 0;
        fclose(file);
    }
    return same;
}

/* Makes the folders of a path. */
static bool make_folders(gen_arena *arena, gen_diag *diag, const char *path)
{
    char *folder = gen_arena_string(arena, path);

    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return fail(diag, folder, "cannot make the folder", errno);
        *slash = '/';
    }
    return true;
}

static const char *temporary_path(gen_arena *arena, const gen_output *output)
{
    return gen_arena_format(arena, "%s.tmp%ld", output->path, (long)getpid());
}

static bool write_temporary(gen_arena *arena, gen_diag *diag, gen_output *output)
{
    const char *path = temporary_path(arena, output);
    FILE *file;
    bool fine;

    if (!make_folders(arena, diag, output->path))
        return false;
    unlink(path);              /* an earlier process with the same id may have left it */
    file = fopen(path, "wbx"); /* "x": do not follow a link that someone put there */
    if (!file)
        return fail(diag, output->path, "cannot be written", errno);
    output->is_pending = true;
    fine = output->text.length == 0 ||
           fwrite(output->text.data, 1, output->text.length, file) == output->text.length;
    fine = fclose(file) == 0 && fine;
    return fine || fail(diag, output->path, "cannot be written", errno);
}

/* True for the null device, which discards what is written. */
static bool is_null(const gen_output *output)
{
    return gen_plain_file_is_null(output->path);
}

static bool is_standard_output(const gen_output *output)
{
    return strcmp(output->path, "-") == 0;
}

/* Check before writing: a folder in place of a file would end the writing halfway. Devices and
 * pipes must not be replaced. */
static bool is_replaceable(gen_diag *diag, const gen_output *output)
{
    struct stat status;

    if (stat(output->path, &status) != 0 || S_ISREG(status.st_mode))
        return true;
    if (S_ISDIR(status.st_mode))
        return fail(diag, output->path, "cannot be replaced", EISDIR);
    gen_diag_error(diag, (gen_place){output->path, 0, 0}, "file-unwritable",
                   "cannot be replaced: " GEN_PLAIN_FILE_FACT);
    return false;
}

static bool prepare(gen_outputs *outputs, gen_diag *diag)
{
    for (gen_output *output = outputs->first; output; output = output->next) {
        if (output->text.failed)
            return fail(diag, output->path, "too large", ENOMEM);
        if (!is_standard_output(output) && !is_null(output) && !has_content(output) &&
            (!is_replaceable(diag, output) || !write_temporary(outputs->arena, diag, output)))
            return false;
    }
    return true;
}

static bool write_standard_output(gen_diag *diag, const gen_text *text)
{
    if (fwrite(text->data, 1, text->length, stdout) == text->length && fflush(stdout) == 0)
        return true;
    return fail(diag, "standard output", "cannot be written", errno);
}

bool gen_outputs_write(gen_outputs *outputs, gen_diag *diag)
{
    bool fine = prepare(outputs, diag);

    for (gen_output *output = outputs->first; output; output = output->next)
        if (fine && is_standard_output(output) && output->text.length)
            fine = write_standard_output(diag, &output->text);
    for (gen_output *output = outputs->first; output; output = output->next) {
        const char *temporary = temporary_path(outputs->arena, output);
        if (!output->is_pending)
            continue;
        if (fine && rename(temporary, output->path) != 0)
            fine = fail(diag, output->path, "cannot be replaced", errno);
        if (!fine)
            unlink(temporary);
    }
    return fine;
}
