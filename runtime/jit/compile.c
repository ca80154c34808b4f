#include "jit/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"

static custub_status begin_failure(const custubi_request *request, custub_error *error)
{
    const char *architecture = strchr(request->architecture, '=');

    custubi_error_begin(error, CUSTUB_ERROR_COMPILATION);
    custubi_error_name(error->file, request->program->name);
    custubi_error_append(error, "NVRTC %d.%d cannot compile %s", request->nvrtc->major,
                         request->nvrtc->minor, request->program->name);
    if (architecture)
        custubi_error_append(error, " for %s", architecture + 1);
    return CUSTUB_ERROR_COMPILATION;
}

static custub_status fail_call(const custubi_request *request, const char *call, int result,
                               custub_error *error)
{
    const char *text = request->nvrtc->get_error_string(result);

    begin_failure(request, error);
    custubi_error_note_call(error, call, result);
    custubi_error_append(error, ": %s: %s (%d)", call, text ? text : "unknown error", result);
    return CUSTUB_ERROR_COMPILATION;
}

/* --- The log --------------------------------------------------------------------------------- */

/* The line with the first error, else the log's first line. */
static const char *first_error(const char *log)
{
    for (const char *line = log; line; line = strchr(line, '\n')) {
        const char *end, *found;
        line += *line == '\n';
        end = strchr(line, '\n');
        found = strstr(line, "error");
        if (found && (!end || found < end))
            return line;
    }
    return log;
}

/* Appends a log as one line: all white space becomes one blank. */
static void append_flat(custub_error *error, const char *log)
{
    char *out = error->message + strlen(error->message);
    const char *end = error->message + sizeof(error->message) - 1;
    bool gap = false;

    for (; *log && out < end; log++) {
        if ((unsigned char)*log <= ' ') {
            gap = true;
            continue;
        }
        if (gap && out + 1 < end)
            *out++ = ' ';
        gap = false;
        *out++ = *log;
    }
    *out = '\0';
}

/* Notes the place of "scale.cu(12): error: ...". */
static void note_place(custub_error *error, const char *line)
{
    size_t length = strcspn(line, "(\n");

    if (line[length] != '(' || line[length + 1] < '0' || line[length + 1] > '9')
        return;
    error->line = (int32_t)strtol(line + length + 1, NULL, 10);
    snprintf(error->file, sizeof(error->file), "%.*s", (int)length, line);
}

static custub_status fail_with_log(const custubi_request *request, custubi_nvrtc_program program,
                                   int result, custub_error *error)
{
    const custubi_nvrtc *nvrtc = request->nvrtc;
    size_t size = 0;
    char *log = NULL;

    if (nvrtc->get_log_size(program, &size) == CUSTUBI_NVRTC_SUCCESS && size > 1)
        log = calloc(1, size + 1);
    if (!log || nvrtc->get_log(program, log) || !*log) {
        free(log);
        return fail_call(request, "nvrtcCompileProgram", result, error);
    }
    begin_failure(request, error);
    custubi_error_note_call(error, "nvrtcCompileProgram", result);
    note_place(error, first_error(log));
    custubi_error_append(error, ": ");
    append_flat(error, first_error(log));
    free(log);
    return CUSTUB_ERROR_COMPILATION;
}

/* --- The code -------------------------------------------------------------------------------- */

/* One kind of code that NVRTC may have made. */
typedef struct code_kind {
    const char *tag, *size_call, *call;
    size_t nothing; /* NVRTC returns this size if there is none */
    int (*get_size)(custubi_nvrtc_program program, size_t *size);
    int (*get)(custubi_nvrtc_program program, char *code);
} code_kind;

/* The size of this kind of code; 0: there is none. */
static size_t size_of(const code_kind *kind, custubi_nvrtc_program program, int *result)
{
    size_t size = 0;

    *result = kind->get_size ? kind->get_size(program, &size) : CUSTUBI_NVRTC_SUCCESS;
    return *result || size <= kind->nothing ? 0 : size;
}

static custub_status take(const custubi_request *request, const code_kind *kind, size_t size,
                          custubi_nvrtc_program program, custub_image *out, custub_error *error)
{
    char *data = malloc(size);
    int result;

    if (!data)
        return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY,
                                 "%s: no memory for %zu bytes of code", request->program->name,
                                 size);
    result = kind->get(program, data);
    if (result) {
        free(data);
        return fail_call(request, kind->call, result, error);
    }
    out->tag = kind->tag;
    out->data = data;
    out->size = size;
    return CUSTUB_OK;
}

static custub_status fail_without_code(const custubi_request *request, custub_error *error)
{
    begin_failure(request, error);
    custubi_error_append(error,
                         ": it made neither machine code nor PTX%s; an option asks for "
                         "something else, as -optix-ir does: leave it out",
                         request->nvrtc->get_ltoir ? " nor LTO-IR"
                                                   : ", and this version hands out no LTO-IR");
    return CUSTUB_ERROR_COMPILATION;
}

/* With -dlto NVRTC makes LTO-IR instead of the code that was asked for. */
static custub_status take_code(const custubi_request *request, custubi_nvrtc_program program,
                               custub_image *out, custub_error *error)
{
    const custubi_nvrtc *n = request->nvrtc;
    const code_kind kinds[] = {
        request->gives_ptx
            ? (code_kind){"ptx", "nvrtcGetPTXSize", "nvrtcGetPTX", 1, n->get_ptx_size, n->get_ptx}
            : (code_kind){"cubin", "nvrtcGetCUBINSize", "nvrtcGetCUBIN", 0, n->get_cubin_size,
                          n->get_cubin},
        {"ltoir", "nvrtcGetLTOIRSize", "nvrtcGetLTOIR", 0, n->get_ltoir_size,
         n->get_ltoir_size ? n->get_ltoir : NULL}};

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        int result;
        const size_t size = size_of(&kinds[i], program, &result);
        if (result)
            return fail_call(request, kinds[i].size_call, result, error);
        if (size && kinds[i].get)
            return take(request, &kinds[i], size, program, out, error);
    }
    return fail_without_code(request, error);
}

/* --- Names of kernels ------------------------------------------------------------------------ */

static custub_status add_names(const custubi_request *request, custubi_nvrtc_program program,
                               custub_error *error)
{
    for (const custub_jit_name *name = request->program->names; name && name->expression; name++) {
        int result = request->nvrtc->add_name(program, name->expression);
        if (result)
            return fail_call(request, "nvrtcAddNameExpression", result, error);
    }
    return CUSTUB_OK;
}

static custub_status fail_symbol(const custubi_request *request, const custub_jit_name *name,
                                 const char *found, custub_error *error)
{
    begin_failure(request, error);
    custubi_error_append(error,
                         ": '%s' is '%s', and the header was generated for '%s'; the types of "
                         "its arguments differ from those of the build",
                         name->expression, found, name->symbol);
    return CUSTUB_ERROR_COMPILATION;
}

/* Compares the lowered names with the build's symbols, by which a load finds kernels. */
static custub_status check_names(const custubi_request *request, custubi_nvrtc_program program,
                                 custub_error *error)
{
    for (const custub_jit_name *name = request->program->names; name && name->expression; name++) {
        const char *found = NULL;
        int result = request->nvrtc->get_lowered_name(program, name->expression, &found);
        if (result || !found)
            return fail_call(request, "nvrtcGetLoweredName", result, error);
        if (name->symbol && strcmp(name->symbol, found) != 0)
            return fail_symbol(request, name, found, error);
    }
    return CUSTUB_OK;
}

/* --- A compilation --------------------------------------------------------------------------- */

static custub_status run(const custubi_request *request, int option_count, int *result,
                         custub_image *out, custub_error *error)
{
    const custubi_nvrtc *nvrtc = request->nvrtc;
    custubi_nvrtc_program program = NULL;
    custub_status status;

    *result = nvrtc->create(&program, request->program->source, request->program->name,
                            request->header_count, request->headers, request->header_names);
    if (*result)
        return fail_call(request, "nvrtcCreateProgram", *result, error);
    status = add_names(request, program, error);
    if (!status) {
        *result = nvrtc->compile(program, option_count, request->options);
        if (*result)
            status = fail_with_log(request, program, *result, error);
    }
    if (!status)
        status = check_names(request, program, error);
    if (!status)
        status = take_code(request, program, out, error);
    nvrtc->destroy(&program);
    return status;
}

custub_status custubi_compile(const custubi_request *request, custub_image *out, bool *may_keep,
                              custub_error *error)
{
    custub_error failed = custub_error_none();
    int result = CUSTUBI_NVRTC_SUCCESS;
    custub_status status;

    memset(out, 0, sizeof(*out));
    *may_keep = !request->has_own_files;
    status = run(request, request->option_count, &result, out, &failed);
    if (result == CUSTUBI_NVRTC_INVALID_OPTION) { /* perhaps the last one */
        *may_keep = *may_keep && !request->has_other_includes;
        status = run(request, request->option_count - 1, &result, out, &failed);
    }
    if (status)
        *error = failed;
    return status;
}
