/* A libnvrtc for tests. It compiles nothing: its code names what it was asked for. Environment
 * variables control it and make it fail:
 *     FAKE_NVRTC_COUNT    a file that gets one letter for each compilation
 *     FAKE_NVRTC_VERSION  "12.4"; 13.0 by default
 *     FAKE_NVRTC_ARCHS    "75 80 90" by default
 *     FAKE_NVRTC_NAMES    "f<int>=_Z1fIiEvT_ g=_Z1gv": the kernels and their lowered names
 *     FAKE_NVRTC_REFUSES  an option that is refused
 *     FAKE_NVRTC_LOG      the log of a compilation that fails
 *     FAKE_NVRTC_RESULT   the result of such a compilation, 6 by default
 *     FAKE_NVRTC_SLOW     set: a compilation takes 50 ms
 *     FAKE_NVRTC_PTX      the code, if it is PTX
 * With the option -dlto it gives only LTO-IR, with -optix-ir nothing.
 * FAKE_WITHOUT_CUBIN: a version before 11.1. */
#define _XOPEN_SOURCE 700

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))
#define CODE   65536

typedef struct fake_program {
    char code[CODE];
    char lowered[64]; /* the last one */
    bool is_lto, is_optix;
    const char *log;
} fake_program;

EXPORT int nvrtcVersion(int *major, int *minor);
EXPORT int nvrtcGetNumSupportedArchs(int *count);
EXPORT int nvrtcGetSupportedArchs(int *archs);
EXPORT int nvrtcCreateProgram(fake_program **out, const char *source, const char *name, int count,
                              const char *const *headers, const char *const *names);
EXPORT int nvrtcAddNameExpression(fake_program *program, const char *name);
EXPORT int nvrtcGetLoweredName(fake_program *program, const char *name, const char **lowered);
EXPORT int nvrtcDestroyProgram(fake_program **program);
EXPORT int nvrtcCompileProgram(fake_program *program, int count, const char *const *options);
EXPORT int nvrtcGetProgramLogSize(fake_program *program, size_t *size);
EXPORT int nvrtcGetProgramLog(fake_program *program, char *log);
EXPORT int nvrtcGetCUBINSize(fake_program *program, size_t *size);
EXPORT int nvrtcGetPTXSize(fake_program *program, size_t *size);
EXPORT int nvrtcGetPTX(fake_program *program, char *code);
EXPORT const char *nvrtcGetErrorString(int result);
#ifndef FAKE_WITHOUT_CUBIN
EXPORT int nvrtcGetCUBIN(fake_program *program, char *code);
EXPORT int nvrtcGetLTOIRSize(fake_program *program, size_t *size);
EXPORT int nvrtcGetLTOIR(fake_program *program, char *code);
#endif

static const char *setting(const char *name, const char *otherwise)
{
    const char *value = getenv(name);

    return value ? value : otherwise;
}

int nvrtcVersion(int *major, int *minor)
{
    return sscanf(setting("FAKE_NVRTC_VERSION", "13.0"), "%d.%d", major, minor) == 2 ? 0 : 11;
}

static int read_archs(int *archs)
{
    const char *text = setting("FAKE_NVRTC_ARCHS", "75 80 90");
    int count = 0;
    char *end;

    for (;; text = end) {
        long arch = strtol(text, &end, 10);
        if (end == text)
            return count;
        if (archs)
            archs[count] = (int)arch;
        count++;
    }
}

int nvrtcGetNumSupportedArchs(int *count)
{
    *count = read_archs(NULL);
    return 0;
}

int nvrtcGetSupportedArchs(int *archs)
{
    read_archs(archs);
    return 0;
}

static void add(fake_program *program, const char *text)
{
    size_t length = strlen(program->code);

    snprintf(program->code + length, sizeof(program->code) - length, "%s\n", text);
}

int nvrtcCreateProgram(fake_program **out, const char *source, const char *name, int count,
                       const char *const *headers, const char *const *names)
{
    fake_program *program = calloc(1, sizeof(*program));

    *out = program;
    if (!program)
        return 1;
    add(program, name);
    add(program, source);
    for (int i = 0; i < count; i++) {
        add(program, names[i]);
        if (strstr(source, headers[i])) /* the built-in ones are long */
            add(program, headers[i]);
    }
    return 0;
}

int nvrtcAddNameExpression(fake_program *program, const char *name)
{
    add(program, name);
    return *name ? 0 : 3;
}

int nvrtcGetLoweredName(fake_program *program, const char *name, const char **lowered)
{
    const char *found = strstr(setting("FAKE_NVRTC_NAMES", ""), name);

    if (!found || found[strlen(name)] != '=')
        return 10;
    found += strlen(name) + 1;
    snprintf(program->lowered, sizeof(program->lowered), "%.*s", (int)strcspn(found, " "), found);
    *lowered = program->lowered;
    return 0;
}

int nvrtcDestroyProgram(fake_program **program)
{
    free(*program);
    *program = NULL;
    return 0;
}

static void count_compilation(void)
{
    const char *path = getenv("FAKE_NVRTC_COUNT");
    FILE *file = path ? fopen(path, "a") : NULL;

    if (file) {
        fputc('x', file);
        fclose(file);
    }
}

int nvrtcCompileProgram(fake_program *program, int count, const char *const *options)
{
    const char *refused = setting("FAKE_NVRTC_REFUSES", "");
    const struct timespec pause = {0, 50000000};

    for (int i = 0; i < count; i++) {
        if (strcmp(options[i], refused) == 0) {
            program->log = "nvrtc: error: unrecognized option\n";
            return 5;
        }
        add(program, options[i]);
        program->is_lto |= strcmp(options[i], "-dlto") == 0;
        program->is_optix |= strcmp(options[i], "-optix-ir") == 0;
    }
    count_compilation();
    if (getenv("FAKE_NVRTC_SLOW"))
        nanosleep(&pause, NULL);
    program->log = getenv("FAKE_NVRTC_LOG");
    return program->log ? (int)strtol(setting("FAKE_NVRTC_RESULT", "6"), NULL, 10) : 0;
}

int nvrtcGetProgramLogSize(fake_program *program, size_t *size)
{
    *size = (program->log ? strlen(program->log) : 0) + 1;
    return 0;
}

int nvrtcGetProgramLog(fake_program *program, char *log)
{
    strcpy(log, program->log ? program->log : "");
    return 0;
}

int nvrtcGetCUBINSize(fake_program *program, size_t *size)
{
    *size = program->is_lto || program->is_optix ? 0 : strlen(program->code) + 1;
    return 0;
}

static const char *ptx_of(const fake_program *program)
{
    return setting("FAKE_NVRTC_PTX", program->code);
}

int nvrtcGetPTXSize(fake_program *program, size_t *size)
{
    *size = program->is_lto || program->is_optix ? 1 : strlen(ptx_of(program)) + 1;
    return 0;
}

int nvrtcGetPTX(fake_program *program, char *code)
{
    strcpy(code, ptx_of(program));
    return 0;
}

#ifndef FAKE_WITHOUT_CUBIN
int nvrtcGetCUBIN(fake_program *program, char *code)
{
    strcpy(code, program->code);
    return 0;
}

int nvrtcGetLTOIRSize(fake_program *program, size_t *size)
{
    *size = program->is_lto ? strlen(program->code) + 1 : 0;
    return 0;
}

int nvrtcGetLTOIR(fake_program *program, char *code)
{
    return nvrtcGetCUBIN(program, code);
}
#endif

const char *nvrtcGetErrorString(int result)
{
    return result == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_INTERNAL_ERROR";
}
