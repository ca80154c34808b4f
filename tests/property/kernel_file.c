#include "kernel_file.h"

#include "recording_driver.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The generator may run on another machine than the test. */
#if CHAR_MIN < 0
#define SIGN_OF_CHAR "-fsigned-char"
#else
#define SIGN_OF_CHAR "-funsigned-char"
#endif

#define STEM "made_up"

/* A function of a shared object, as POSIX has it for dlsym(). */
static void *function_of(void *handle, const char *name)
{
    return dlsym(handle, name);
}

static FILE *create(const kernel_file *file, const char *name)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/" STEM "%s", file->folder, name);
    return fopen(path, "w");
}

static bool write_texts(kernel_file *file)
{
    FILE *source = create(file, ".cu");
    FILE *adapter = create(file, "_adapter.c");

    if (source) {
        source_write(source, file->types, file->signatures, file->count, file->seed);
        fclose(source);
    }
    if (adapter) {
        adapter_write(adapter, STEM, file->signatures, file->count);
        fclose(adapter);
    }
    return source && adapter;
}

static bool run(const kernel_file *file, const char *command)
{
    char line[2048];

    snprintf(line, sizeof(line), "cd '%s' && %s", file->folder, command);
    if (system(line) == 0)
        return true;
    fprintf(stderr, "failed: %s\n", line);
    return false;
}

static bool build(const kernel_file *file)
{
    return run(file, PROPERTY_GENERATOR " gen " STEM ".cu -o . -- " SIGN_OF_CHAR
                                        " -I " PROPERTY_INCLUDE) &&
           run(file, PROPERTY_CC " -std=c11 -O1 -g0 -fPIC -shared -Wall -Wextra -Wpedantic "
                                 "-Wconversion -Werror " PROPERTY_SANITIZE " -I " PROPERTY_INCLUDE
                                 " " STEM "_adapter.c " STEM ".custub.c -o " STEM ".so");
}

static void remove_folder(const kernel_file *file)
{
    char line[128];

    snprintf(line, sizeof(line), "rm -rf '%s'", file->folder);
    if (system(line) != 0)
        fprintf(stderr, "cannot remove %s\n", file->folder);
}

static void program_driver(const device_model *device)
{
    recording_program *program;

    recording_reset();
    program = recording_programmed();
    program->static_shared = (int)device->static_shared;
    program->shared_opt_in = (int)device->shared_opt_in;
    program->max_threads = (int)device->max_threads;
    program->processors = (int)device->processors;
    program->processor_threads = (int)device->processor_threads;
    program->processor_blocks = (int)device->processor_blocks;
    program->pageable = device->is_pageable;
    program->clusters = device->has_clusters;
    program->cooperative = device->has_cooperative;
}

static bool load(kernel_file *file)
{
    char path[128];
    custub_error error = custub_error_none();
    custub_status (*load_kernels)(custub_error *);
    const custub_library_info *(*library)(void);

    snprintf(path, sizeof(path), "%s/" STEM ".so", file->folder);
    file->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!file->handle) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
    *(void **)&load_kernels = function_of(file->handle, "property_load");
    *(void **)&library = function_of(file->handle, "property_library");
    *(void **)&file->kernel = function_of(file->handle, "property_kernel");
    *(void **)&file->unload = function_of(file->handle, "property_unload");
    file->library = library();
    program_driver(file->device);
    recording_describe(file->library, NULL);
    file->opened = custub_device_open(0, &error);
    if (load_kernels(&error)) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    return true;
}

bool kernel_file_open(kernel_file *out, const file_types *types, signature *signatures,
                      unsigned count, uint64_t seed, const device_model *device)
{
    memset(out, 0, sizeof(*out));
    out->types = types;
    out->signatures = signatures;
    out->count = count;
    out->seed = seed;
    out->device = device;
    out->alive = recording_alive();
    snprintf(out->folder, sizeof(out->folder), "%s/custub-property-XXXXXX",
             getenv("TMPDIR") && strlen(getenv("TMPDIR")) < 32 ? getenv("TMPDIR") : "/tmp");
    if (!mkdtemp(out->folder)) {
        fprintf(stderr, "no folder for temporary files\n");
        return false;
    }
    if (write_texts(out) && build(out) && load(out))
        return true;
    kernel_file_close(out);
    return false;
}

bool kernel_file_close(kernel_file *file)
{
    size_t alive = file->alive;

    if (file->unload)
        file->unload();
    if (file->opened) {
        custub_device_close(file->opened, NULL);
        alive = recording_alive();
    }
    if (file->handle)
        dlclose(file->handle);
    if (!getenv("CUSTUB_PROPERTY_KEEP"))
        remove_folder(file);
    if (alive == file->alive)
        return true;
    fprintf(stderr, "%zu things of the driver's were not given back\n", alive - file->alive);
    return false;
}

kernel_launch *kernel_file_launch(const kernel_file *file, unsigned index)
{
    char name[32];
    kernel_launch *out;

    snprintf(name, sizeof(name), "property_launch%u", index);
    *(void **)&out = function_of(file->handle, name);
    return out;
}

kernel_prepare *kernel_file_prepare(const kernel_file *file, unsigned index)
{
    char name[32];
    kernel_prepare *out;

    snprintf(name, sizeof(name), "property_prepare%u", index);
    *(void **)&out = function_of(file->handle, name);
    return out;
}
