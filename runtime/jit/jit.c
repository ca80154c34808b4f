#include "jit/jit.h"

#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "error/error.h"
#include "jit/compiled.h"
#include "jit/files.h"
#include "observe/activity.h"

static custub_status check_program(const custub_jit_program *program, custub_error *error)
{
    if (!program || !program->name || !program->source)
        return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                 "compiling a program: no name or no source");
    for (const custub_jit_header *header = program->headers; header && header->name; header++)
        if (!header->text)
            return custubi_error_set(error, CUSTUB_ERROR_INVALID_ARGUMENT,
                                     "%s: the header '%s' has no text", program->name,
                                     header->name);
    return CUSTUB_OK;
}

static custub_status check_driver(const custub_jit_program *program, custub_error *error)
{
    custub_status status = custub_driver_open(CUSTUB_DRIVER_DEFAULT, error);

    if (status || !custubi_driver_is_cpu())
        return status;
    return custubi_error_set(error, CUSTUB_ERROR_NO_IMAGE,
                             "%s: the CPU driver runs only images that the build made, not what is "
                             "compiled at run time; list the types in custub_add_jit_kernels()",
                             program->name);
}

static void compile(const custub_jit_program *program, bool is_rewritten, custub_image *out,
                    custub_origin *origin, custub_error *error)
{
    const custubi_nvrtc *nvrtc;
    custubi_request request;

    if (check_driver(program, error) || custubi_files_check(error))
        return;
    nvrtc = custubi_nvrtc_open(error);
    if (!nvrtc || custubi_request_initialize(&request, program, nvrtc, is_rewritten, error))
        return;
    custubi_compiled_get(&request, out, origin, error);
    custubi_request_deinitialize(&request);
}

static custub_image compile_program(const custub_jit_program *program, bool is_rewritten,
                                    custub_error *error)
{
    custub_image image = {NULL, NULL, 0};
    custub_error unwanted = custub_error_none(); /* a caller without a record */
    custubi_activity activity;

    if (!error)
        error = &unwanted;
    if (custub_failed(error) || check_program(program, error))
        return image;
    custubi_activity_begin(&activity, CUSTUB_ACTIVITY_COMPILATION, program->name, NULL);
    activity.seen.origin = CUSTUB_ORIGIN_COMPILED;
    compile(program, is_rewritten, &image, &activity.seen.origin, error);
    activity.seen.image = image.tag;
    activity.seen.bytes = image.size;
    custubi_activity_end(&activity, error->status, error);
    return image;
}

custub_image custub_jit_compile(const custub_jit_program *program, custub_error *error)
{
    return compile_program(program, false, error);
}

/* --- Programs as images ---------------------------------------------------------------------- */

typedef struct texts {
    const char *at, *end;
} texts;

/* The next text; null at the end. */
static const char *next_text(texts *from)
{
    const char *text = from->at;
    const char *zero = from->at < from->end ? memchr(text, '\0', (size_t)(from->end - text)) : NULL;

    if (!zero)
        return NULL;
    from->at = zero + 1;
    return text;
}

static size_t count_texts(const custub_image *image)
{
    texts from = {image->data, (const char *)image->data + image->size};
    size_t count = 0;

    while (next_text(&from))
        count++;
    return count;
}

/* False if the image is not such a program. Each array has room for all texts of its kind. */
static bool read_program(const custub_image *image, custub_jit_program *program,
                         const char **options, custub_jit_name *names, custub_jit_header *headers)
{
    texts from = {image->data, (const char *)image->data + image->size};
    const char *text;

    program->options = options;
    program->names = names;
    program->headers = headers;
    while ((text = next_text(&from)) != NULL && *text)
        *options++ = text;
    for (; (text = next_text(&from)) != NULL && *text; names++) {
        names->expression = text;
        names->symbol = next_text(&from);
        if (!names->symbol)
            return false;
    }
    program->name = next_text(&from);
    program->source = next_text(&from);
    while ((text = next_text(&from)) != NULL) {
        headers->name = text;
        headers->text = next_text(&from);
        if (!headers->text)
            return false;
        headers++;
    }
    return program->source != NULL && from.at == from.end;
}

/* Refuses code that no driver loads. */
static void check_loadable(const custub_jit_program *program, custub_image *image,
                           custub_error *error)
{
    if (!image->data || strcmp(image->tag, "ltoir") != 0)
        return;
    custubi_error_set(error, CUSTUB_ERROR_COMPILATION,
                      "%s: -dlto gives LTO-IR, which no driver loads: leave the option out, or "
                      "compile with custub_jit_compile() and link the result with custub_link()",
                      program->name);
    free((void *)image->data);
    memset(image, 0, sizeof(*image));
}

custub_image custubi_jit_compile_image(const custub_image *image, bool is_rewritten,
                                       custub_error *error)
{
    custub_image compiled = {NULL, NULL, 0};
    size_t count = count_texts(image);
    const char **options = calloc(count + 1, sizeof(*options));
    custub_jit_name *names = calloc(count / 2 + 1, sizeof(*names));
    custub_jit_header *headers = calloc(count / 2 + 1, sizeof(*headers));
    custub_jit_program program = {.name = 0};

    if (!options || !names || !headers)
        custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "no memory to compile kernels");
    else if (!read_program(image, &program, options, names, headers))
        custubi_error_set(error, CUSTUB_ERROR_NO_IMAGE,
                          "the image is not whole: its %zu bytes are no program for NVRTC",
                          image->size);
    else
        compiled = compile_program(&program, is_rewritten, error);
    check_loadable(&program, &compiled, error);
    free((void *)options);
    free(names);
    free(headers);
    return compiled;
}
