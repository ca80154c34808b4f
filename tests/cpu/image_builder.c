#define _POSIX_C_SOURCE 200809L

#include "image_builder.h"

#include "cpu_image/cpu_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "%s: %s\n", what, name);
    abort();
}

static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *data = NULL;
    size_t capacity = 0;

    *size = 0;
    if (!file)
        return NULL;
    do {
        capacity = capacity ? capacity * 2 : 65536;
        data = realloc(data, capacity);
        if (!data)
            fail("out of memory", path);
        *size += fread(data + *size, 1, capacity - 1 - *size, file);
    } while (*size == capacity - 1);
    fclose(file);
    data[*size] = '\0';
    return data;
}

gen_model *sample_model(gen_arena *arena, const char *name, const sample_kernel *kernels,
                        size_t count)
{
    gen_model *model = GEN_NEW(arena, gen_model);
    gen_kernel **last = &model->kernels;
    size_t size;
    unsigned char *source;

    model->path = gen_arena_format(arena, "%s/%s", CPU_TEST_SAMPLES, name);
    source = read_file(model->path, &size);
    if (!source)
        fail("no such sample", model->path);
    model->file = name;
    model->stem = gen_arena_copy(arena, name, strcspn(name, "."));
    model->prefix = "";
    model->source = gen_arena_copy(arena, (const char *)source, size);
    model->source_length = size;
    model->kernel_count = count;
    free(source);
    for (size_t i = 0; i < count; i++) {
        gen_kernel *kernel = GEN_NEW(arena, gen_kernel);
        kernel->name = kernels[i].name;
        kernel->symbol = kernels[i].name;
        kernel->cpu.no_barrier = kernels[i].no_barrier;
        kernel->max_threads = kernels[i].max_threads;
        kernel->cpu.unfit = kernels[i].unfit;
        *last = kernel;
        last = &kernel->next;
    }
    return model;
}

void sample_add_unfit_body(gen_arena *arena, gen_model *model, const char *function,
                           const char *reason)
{
    gen_unfit_body *body = GEN_NEW(arena, gen_unfit_body);
    const char *head = strstr(model->source, gen_arena_format(arena, "%s(", function));
    const char *brace = head ? strchr(head, '{') : NULL;
    int depth = 0;

    if (!brace)
        fail("no such function", function);
    body->begin = (size_t)(brace - model->source);
    do {
        depth += *brace == '{';
        depth -= *brace == '}';
        brace++;
    } while (depth > 0);
    body->end = (size_t)(brace - model->source);
    body->function = function;
    body->reason = reason;
    body->next = model->unfit_bodies;
    model->unfit_bodies = body;
}

void sample_add_shared_array(gen_arena *arena, gen_model *model, const char *name,
                             const char *enclosing, const char *element)
{
    gen_shared_array *array = GEN_NEW(arena, gen_shared_array);

    array->name = name;
    array->enclosing = enclosing;
    array->element = element;
    array->next = model->shared_arrays;
    model->shared_arrays = array;
}

/* --- The compiler --------------------------------------------------------------------------------
 */

static bool run(const char *const *arguments)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0) {
        execvp(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* Builds an instrumented image like custub_add_kernels(), but without guards between variables. */
static bool compile_instrumented(const char *source, const char *image, const char *const *extra)
{
    char assembly[160];
    const char *first[48] = {CPU_TEST_CXX,
                             "-std=c++17",
                             "-Og",
                             "-g1",
                             "-gdwarf-4",
                             "-DCUSTUB_CPU_CHECKED",
                             "-fsanitize=thread",
                             "-fsanitize=alignment",
                             "-fno-builtin-malloc",
                             "-fno-builtin-free",
                             "-fno-inline",
                             "-fno-omit-frame-pointer",
                             "-fno-optimize-sibling-calls",
                             "-fdata-sections",
                             "-fno-common",
                             "-fno-math-errno",
                             "-fno-trapping-math",
                             "-fPIC",
                             "-fvisibility=hidden",
                             "-ffp-contract=off",
                             "-I",
                             CPU_TEST_INCLUDE,
                             "-S",
                             "-o",
                             assembly,
                             source};
    const char *second[] = {CPU_TEST_CXX,
                            "-gdwarf-4",
                            "-shared",
                            "-Wl,-Bsymbolic",
                            "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset,--wrap=malloc",
                            "-Wl,--wrap=free,--wrap=_Znwm,--wrap=_Znam,--wrap=_ZdlPv",
                            "-Wl,--wrap=_ZdaPv,--wrap=_ZdlPvm,--wrap=_ZdaPvm",
                            "-o",
                            image,
                            assembly,
                            NULL};
    size_t count = 0;
    bool done;

    snprintf(assembly, sizeof(assembly), "%s.s", image);
    while (first[count])
        count++;
    for (; extra && *extra && count < 46; extra++)
        first[count++] = *extra;
    done = run(first) && run(second);
    remove(assembly);
    return done;
}

static bool is_checked(void)
{
    const char *value = getenv("CUSTUB_CPU_CHECK");

    return value && *value && strcmp(value, "0") != 0;
}

static bool compile(const char *source, const char *image, const char *const *extra)
{
    const char *arguments[48] = {
        CPU_TEST_CXX,
        "-std=c++17",
        "-O3",
        "-shared",
        "-fPIC",
        "-fvisibility=hidden",
        "-fno-strict-aliasing",
        "-ffp-contract=off",
        "-fno-math-errno",
        "-fno-trapping-math",
        "-Wall",
        "-Wextra",
        "-Wno-unused-parameter",
        "-Werror",
        "-Wl,-Bsymbolic",
        "-I",
        CPU_TEST_INCLUDE,
        "-o",
    };
    size_t count = 0;

    while (arguments[count])
        count++;
    arguments[count++] = image;
    arguments[count++] = source;
    for (; extra && *extra && count < 46; extra++)
        arguments[count++] = *extra;
    return run(arguments);
}

static void write_file(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        fail("cannot write", path);
}

unsigned char *sample_build(const gen_model *model, const char *const *extra, size_t *size)
{
    char folder[] = "/tmp/custub cpu image XXXXXX";
    char source[128];
    char image[128];
    unsigned char *data = NULL;
    gen_arena arena;
    gen_text text;

    if (!mkdtemp(folder))
        fail("cannot create", folder);
    snprintf(source, sizeof(source), "%s/%.40s.cpu.cpp", folder, model->stem);
    snprintf(image, sizeof(image), "%s/image.so", folder);
    gen_arena_initialize(&arena);
    gen_text_initialize(&text);
    gen_emit_cpu(&text, model, &arena);
    write_file(source, text.data, text.length);
    gen_text_deinitialize(&text);
    gen_arena_deinitialize(&arena);
    if (is_checked() ? compile_instrumented(source, image, extra) : compile(source, image, extra))
        data = read_file(image, size);
    remove(source);
    remove(image);
    rmdir(folder);
    return data;
}
