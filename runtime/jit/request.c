#include "jit/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "driver/result.h"
#include "jit/builtin_headers.h"
#include "jit/inputs.h"

#define OWN_OPTIONS 7 /* options that custub adds, at most */

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* --- The architecture ------------------------------------------------------------------------ */

static custub_status choose_architecture(custubi_request *request, custub_error *error)
{
    const custubi_nvrtc *nvrtc = request->nvrtc;
    int capability = 0, best = 0;
    custub_status status =
        custubi_driver_capability("finding what to compile for", &capability, error);

    if (status)
        return status;
    for (int i = 0; i < nvrtc->arch_count; i++)
        if (nvrtc->archs[i] <= capability)
            best = nvrtc->archs[i];
    if (!best)
        return custubi_error_set(error, CUSTUB_ERROR_COMPILATION,
                                 "%s: NVRTC %d.%d compiles for no architecture before sm_%d, the "
                                 "device is sm_%d: name an older NVRTC in CUSTUB_NVRTC",
                                 request->program->name, nvrtc->major, nvrtc->minor,
                                 nvrtc->archs[0], capability);
    request->gives_ptx = request->is_rewritten || best != capability;
    snprintf(request->architecture, sizeof(request->architecture), "--gpu-architecture=%s_%d",
             request->gives_ptx ? "compute" : "sm", best);
    return CUSTUB_OK;
}

/* --- Options and headers --------------------------------------------------------------------- */

/* The architecture that an option names, or that `next` names if it is the option's value; else
 * null. */
static const char *architecture_of(const char *option, const char *next)
{
    static const char *const names[] = {"--gpu-architecture", "-arch"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *rest = option + strlen(names[i]);
        if (!begins(option, names[i]))
            continue;
        if (*rest == '=')
            return rest + 1;
        if (!*rest)
            return next ? next : "";
    }
    return NULL;
}

static custub_status check_options(const custub_jit_program *program, custub_error *error)
{
    const char *incomplete = custubi_inputs_incomplete(program->options);

    if (!incomplete)
        return CUSTUB_OK;
    return custubi_error_set(error, CUSTUB_ERROR_COMPILATION,
                             "%s: the option '%.64s' has no value: write it after the option, or "
                             "as the next one of the list",
                             program->name, incomplete);
}

/* The PTX of the architecture that an option names, "sm_90a". */
static void replace_architecture(custubi_request *request, const char *named)
{
    const char *number = strchr(named, '_');

    request->gives_ptx = true;
    snprintf(request->architecture, sizeof(request->architecture),
             "--gpu-architecture=compute%.12s", number ? number : "");
    request->options[request->option_count++] = request->architecture;
}

/* Returns the architecture that the last option of this kind names, or null. */
static const char *add_given_options(custubi_request *request)
{
    const char *const *given = request->program->options;
    const char *architecture = NULL;

    for (; given && *given; given++) {
        const char *named = architecture_of(*given, given[1]);
        if (named)
            architecture = named;
        if (named && request->is_rewritten)
            given += named == given[1];
        else
            request->options[request->option_count++] = *given;
    }
    return architecture;
}

static bool names_language(const char *const *options)
{
    for (; options && *options; options++)
        if (begins(*options, "-std") || begins(*options, "--std"))
            return true;
    return false;
}

static custub_status add_options(custubi_request *request, custub_error *error)
{
    const custubi_nvrtc *nvrtc = request->nvrtc;
    const char *architecture;

    if (check_options(request->program, error))
        return CUSTUB_ERROR_COMPILATION;
    architecture = add_given_options(request);
    if (architecture && request->is_rewritten) {
        replace_architecture(request, architecture);
    } else if (architecture) {
        request->gives_ptx = begins(architecture, "compute_");
    } else {
        custub_status status = choose_architecture(request, error);
        if (status)
            return status;
        request->options[request->option_count++] = request->architecture;
    }
    if (request->is_rewritten && !custubi_inputs_have_lines(request->program->options))
        request->options[request->option_count++] = "-lineinfo";
    if (!names_language(request->program->options))
        request->options[request->option_count++] = "-std=c++17";
    request->options[request->option_count++] = "-default-device";
    for (size_t i = 0; i < 2 && nvrtc->include[i][0]; i++)
        request->options[request->option_count++] = nvrtc->include[i];
    request->options[request->option_count++] = CUSTUBI_NO_SOURCE_INCLUDE;
    return CUSTUB_OK;
}

bool custubi_request_has_header(const custubi_request *request, const char *name)
{
    for (int i = 0; i < request->header_count; i++)
        if (strcmp(request->header_names[i], name) == 0)
            return true;
    return false;
}

/* A program's header replaces a built-in one of the same name. */
static void add_headers(custubi_request *request, const custub_jit_header *header)
{
    for (; header && header->name; header++) {
        if (custubi_request_has_header(request, header->name))
            continue;
        request->header_names[request->header_count] = header->name;
        request->headers[request->header_count++] = header->text;
    }
}

/* --- The key --------------------------------------------------------------------------------- */

void custubi_request_append(custubi_request *request, const char *text)
{
    const size_t size = strlen(text) + 1;

    if (request->is_incomplete)
        return;
    if (request->key_room - request->key_size < size) {
        const size_t room = 2 * request->key_room + size;
        char *key = realloc(request->key, room);
        request->is_incomplete = !key;
        if (!key)
            return;
        request->key = key;
        request->key_room = room;
    }
    memcpy(request->key + request->key_size, text, size);
    request->key_size += size;
}

static void append_all(custubi_request *request)
{
    char versions[96];

    snprintf(versions, sizeof(versions),
             "custub %d, NVRTC %d.%d, driver %d, %d options, %d headers", 2, request->nvrtc->major,
             request->nvrtc->minor, custub_driver_version(), request->option_count,
             request->header_count);
    custubi_request_append(request, versions);
    for (int i = 0; i < request->option_count; i++)
        custubi_request_append(request, request->options[i]);
    custubi_request_append(request, request->program->name);
    custubi_request_append(request, request->program->source);
    for (int i = 0; i < request->header_count; i++) {
        custubi_request_append(request, request->header_names[i]);
        custubi_request_append(request, request->headers[i]);
    }
    for (const custub_jit_name *name = request->program->names; name && name->expression; name++) {
        custubi_request_append(request, name->expression);
        custubi_request_append(request, name->symbol ? name->symbol : "");
    }
    custubi_inputs_add(request);
}

/* --- The request ----------------------------------------------------------------------------- */

static size_t header_count(const custub_jit_header *headers)
{
    size_t count = 0;

    while (headers && headers[count].name)
        count++;
    return count;
}

static bool allocate(custubi_request *request)
{
    const custub_jit_program *program = request->program;
    size_t headers = header_count(program->headers) + header_count(custubi_builtin_headers);
    size_t options = OWN_OPTIONS;

    while (program->options && program->options[options - OWN_OPTIONS])
        options++;
    request->options = calloc(options + 2 * headers, sizeof(request->options[0]));
    if (!request->options)
        return false;
    request->header_names = request->options + options;
    request->headers = request->header_names + headers;
    return true;
}

static custub_status fail_memory(const custub_jit_program *program, custub_error *error)
{
    return custubi_error_set(error, CUSTUB_ERROR_OUT_OF_HOST_MEMORY, "%s: no memory to compile it",
                             program->name);
}

custub_status custubi_request_initialize(custubi_request *request,
                                         const custub_jit_program *program,
                                         const custubi_nvrtc *nvrtc, bool is_rewritten,
                                         custub_error *error)
{
    custub_status status;

    memset(request, 0, sizeof(*request));
    request->program = program;
    request->nvrtc = nvrtc;
    request->is_rewritten = is_rewritten;
    if (!allocate(request))
        return fail_memory(program, error);
    status = add_options(request, error);
    if (!status) {
        add_headers(request, program->headers);
        add_headers(request, custubi_builtin_headers);
        append_all(request);
        if (request->is_incomplete)
            status = fail_memory(program, error);
    }
    if (status)
        custubi_request_deinitialize(request);
    return status;
}

void custubi_request_deinitialize(custubi_request *request)
{
    free(request->options);
    free(request->key);
    request->options = NULL;
    request->key = NULL;
}
