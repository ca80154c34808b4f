#include "jit/inputs.h"

#include <stdio.h>
#include <string.h>

#include "jit/includes.h"
#include "platform/file.h"
#include "platform/platform.h"

/* --- Options --------------------------------------------------------------------------------- */

/* Options that make NVRTC neither read nor write a file. All others may, also those of later
 * versions. CUDA documentation: "NVRTC", section "Supported Compile Options". */
static const char *const known[] = {
    "gpu-architecture",
    "arch",
    "device-c",
    "dc",
    "device-w",
    "dw",
    "relocatable-device-code",
    "rdc",
    "extensible-whole-program",
    "ewp",
    "device-debug",
    "G",
    "generate-line-info",
    "lineinfo",
    "dopt",
    "Ofast-compile",
    "Ofc",
    "ptxas-options",
    "Xptxas",
    "maxrregcount",
    "ftz",
    "prec-sqrt",
    "prec-div",
    "fmad",
    "use_fast_math",
    "extra-device-vectorization",
    "modify-stack-limit",
    "dlink-time-opt",
    "dlto",
    "gen-opt-lto",
    "optix-ir",
    "jump-table-density",
    "jtd",
    "device-stack-protector",
    "define-macro",
    "D",
    "undefine-macro",
    "U",
    "std",
    "builtin-move-forward",
    "builtin-initializer-list",
    "disable-warnings",
    "w",
    "restrict",
    "device-as-default-execution-space",
    "default-device",
    "device-int128",
    "device-float128",
    "optimization-info",
    "opt-info",
    "version-ident",
    "dQ",
    "display-error-number",
    "err-no",
    "no-display-error-number",
    "no-err-no",
    "diag-error",
    "diag-suppress",
    "diag-warn",
    "brief-diagnostics",
    "brief-diag",
    "split-compile",
    "fdevice-syntax-only",
    "minimal",
    "frandom-seed",
    "no-source-include",
    "Werror",
    "no-lineinfo-inlined-at",
};

/* Options whose value may be the next element of the list, which they take whatever it is. */
static const char *const valued[] = {
    "-I",
    "--include-path",
    "-include",
    "--pre-include",
    "-D",
    "--define-macro",
    "-U",
    "--undefine-macro",
    "-std",
    "--std",
    "--gpu-architecture",
    "-arch",
    "-Xptxas",
    "--ptxas-options",
    "-maxrregcount",
    "--maxrregcount",
};

static bool needs_value(const char *option)
{
    for (size_t i = 0; i < sizeof(valued) / sizeof(valued[0]); i++)
        if (strcmp(option, valued[i]) == 0)
            return true;
    return false;
}

const char *custubi_inputs_incomplete(const char *const *options)
{
    const char *open = NULL;

    for (; options && *options; options++)
        open = !open && needs_value(*options) ? *options : NULL;
    return open;
}

static bool is_known(const char *option)
{
    const char *name = option + 1;
    size_t length;

    if (option[0] != '-')
        return false;
    name += *name == '-';
    if (option[1] == 'D' || option[1] == 'U') /* followed by the macro's name */
        return true;
    length = strcspn(name, "=");
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (strlen(known[i]) == length && strncmp(name, known[i], length) == 0)
            return true;
    return false;
}

/* True for assembler options that name a file of options. */
static bool names_options(const char *text)
{
    return strstr(text, "options-file") || strstr(text, "-optf");
}

/* True if no option of the program makes NVRTC read or write files. */
static bool are_known(const char *const *options)
{
    for (; options && *options; options++) {
        if (!is_known(*options) || names_options(*options))
            return false;
        if (needs_value(*options) && options[1] && names_options(*++options))
            return false;
    }
    return true;
}

bool custubi_inputs_have_lines(const char *const *options)
{
    static const char *const names[] = {"-G", "--device-debug", "-lineinfo",
                                        "--generate-line-info"};

    for (; options && *options; options++)
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            if (strncmp(*options, names[i], strlen(names[i])) == 0)
                return true;
    return false;
}

/* --- The environment ------------------------------------------------------------------------- */

static void append_variable(custubi_request *request, const char *name)
{
    const char *value = custubi_environment(name);

    custubi_request_append(request, value ? value : "");
}

/* Variables that NVRTC 12 and 13 read, and that change what they make. */
static bool add_environment(custubi_request *request)
{
    static const char *const names[] = {"NV_NVVM_VERSION", "NVVM_IR_VER_CHK",
                                        "LLVM_OVERRIDE_PRODUCER"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        append_variable(request, names[i]);
    if (request->is_rewritten || custubi_inputs_have_lines(request->program->options))
        append_variable(request, "PWD");
    return !custubi_environment("NVRTC_APPEND_FLAGS") &&
           !custubi_environment("NVRTC_PREPEND_FLAGS") && !custubi_environment("EDG_BASE") &&
           !custubi_environment("EDG_MODULES_PATH") && !custubi_environment("DUMP_KNOBS_TO_FILE");
}

/* --- Headers --------------------------------------------------------------------------------- */

static bool leaves_folder(const char *name)
{
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return true;
    }
    return name[0] == '/';
}

/* A header that is not among the texts must be the toolkit's, unless its name or an option leads
 * elsewhere. Size and date tell whether it changed. */
static bool add_include(const char *name, void *data)
{
    custubi_request *request = data;
    char path[2 * sizeof(request->nvrtc->include[0])];
    char text[64];

    if (custubi_request_has_header(request, name))
        return true;
    if (leaves_folder(name))
        return false;
    request->has_other_includes = true;
    for (size_t i = 0; i < 2 && request->nvrtc->include[i][0]; i++) {
        custubi_file_stamp stamp;
        snprintf(path, sizeof(path), "%s/%s", request->nvrtc->include[i] + strlen("-I"), name);
        stamp = custubi_file_stamp_of(path);
        snprintf(text, sizeof(text), "%llu %lld", (unsigned long long)stamp.size,
                 (long long)stamp.written);
        custubi_request_append(request, text);
    }
    return true;
}

static bool add_includes(custubi_request *request)
{
    const custub_jit_header *header = request->program->headers;

    if (!custubi_includes_visit(request->program->source, add_include, request))
        return false;
    for (; header && header->name; header++)
        if (!custubi_includes_visit(header->text, add_include, request))
            return false;
    return true;
}

void custubi_inputs_add(custubi_request *request)
{
    request->has_own_files = !are_known(request->program->options) || !add_environment(request) ||
                             !add_includes(request);
}
