#include "cases.h"

#include "../pairs.h"
#include "bench_public.h"
#include "case_buffer.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SOURCES = 256, MOST_ARGUMENTS = 32 };

struct cases {
    custub_error error;
    custub_device *device;
    CUstream stream;
    const char *project;
    const case_source *given;
    custub_library *plain[MOST_SOURCES];
    custub_library *checked[MOST_SOURCES];
    uint32_t sources;
    bool is_once;
    char **parts; /* of the names of the cases that run; all if there are none */
    int part_count;
    int launches;
    int failures;
};

/* A launch with its buffers. */
typedef struct launch_data {
    custub_argument arguments[MOST_ARGUMENTS];
    pair_buffer buffers[MOST_ARGUMENTS];
    uint32_t buffer_count;
} launch_data;

bool cases_are_small(const cases *c)
{
    return c->is_once;
}

static void load(cases *c)
{
    for (uint32_t i = 0; i < c->sources; i++) {
        const case_source *source = &c->given[i];
        const custub_load_options plain = {.images = source->images,
                                           .bounds_checks = CUSTUB_BOUNDS_CHECKS_OFF};
        const custub_load_options checked = {.images = source->images,
                                             .bounds_checks = pairs_checks()};

        c->plain[i] = custub_library_open_with(source->info, &plain, &c->error);
        c->checked[i] =
            c->is_once ? NULL : custub_library_open_with(source->info, &checked, &c->error);
        if (custub_failed(&c->error)) {
            printf("%s: %s\n", c->project, c->error.message);
            c->error = custub_error_none();
            c->failures++;
        }
    }
}

static void unload(cases *c)
{
    for (uint32_t i = 0; i < c->sources; i++) {
        custub_library_close(c->checked[i], &c->error);
        custub_library_close(c->plain[i], &c->error);
    }
}

void cases_open(cases *c, const char *project, const case_source *sources, uint32_t count)
{
    c->project = project;
    c->given = sources;
    c->sources = count < MOST_SOURCES ? count : MOST_SOURCES;
    load(c);
}

void cases_close(cases *c)
{
    unload(c);
    c->sources = 0;
}

static void open_context(cases *c)
{
    c->device = custub_device_open(0, &c->error);
    c->stream = custub_stream_create(&c->error);
}

static void close_context(cases *c)
{
    custub_stream_destroy(c->stream, &c->error);
    custub_device_close(c->device, &c->error);
}

/* A bad access of a kernel ends the context. Makes a new one for the cases that follow. */
static void renew_context(cases *c)
{
    custub_device_synchronize(c->device, &c->error);
    if (!custub_failed(&c->error))
        return;
    unload(c);
    close_context(c);
    c->error = custub_error_none();
    open_context(c);
    load(c);
}

/* Finds the one source that has a kernel of this name. If there is none, or another one, returns
 * false and says so in `reason`. */
static bool find_source(const cases *c, const char *name, uint32_t *at, char *reason, size_t size)
{
    bool is_found = false;

    snprintf(reason, size, "no such kernel");
    for (uint32_t i = 0; i < c->sources; i++) {
        if (!c->plain[i] || !custub_library_find(c->plain[i], name, NULL))
            continue;
        if (is_found) {
            snprintf(reason, size, "%s and %s both have it: put one of them into another project",
                     c->given[*at].info->file, c->given[i].info->file);
            return false;
        }
        is_found = true;
        *at = i;
    }
    return is_found;
}

static bool is_chosen(const cases *c, const char *name)
{
    for (int i = 0; i < c->part_count; i++) {
        if (strstr(name, c->parts[i]))
            return true;
    }
    return !c->part_count;
}

/* The pointer that is parameter `index`; null if it has no description. */
static const custub_pointer_info *pointer_of(const custub_kernel_info *info, uint32_t index)
{
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (info->pointers[i].param == index && info->params[index].kind == CUSTUB_PARAM_BUFFER)
            return &info->pointers[i];
    }
    return NULL;
}

static custub_argument make_buffer(cases *c, launch_data *data, const case_argument *argument,
                                   const custub_pointer_info *pointer)
{
    const uint64_t bytes = argument->count * case_buffer_element(pointer);
    pair_buffer *buffer = &data->buffers[data->buffer_count++];

    buffer->bytes = (bytes + 7) / 8 * 8;
    buffer->memory = custub_memory_create(buffer->bytes, 1, &c->error);
    buffer->kept = custub_memory_create(buffer->bytes, 1, &c->error);
    custub_memory_zero(custub_memory_of(buffer->memory, buffer->bytes, 1), c->stream, &c->error);
    custub_stream_synchronize(c->stream, &c->error);
    case_buffer_fill(buffer->memory, argument, pointer, &c->error);
    return custub_argument_buffer(CUSTUB_SCALAR_NONE, buffer->memory, argument->count);
}

static custub_argument make_argument(cases *c, launch_data *data, const case_argument *argument,
                                     const custub_pointer_info *pointer)
{
    switch (argument->kind) {
    case CASE_INTEGER:
        return custub_argument_i64(argument->integer);
    case CASE_REAL:
        return custub_argument_f64(argument->real);
    case CASE_STRUCT:
        return custub_argument_bytes(argument->bytes, argument->count);
    case CASE_SAME:
        return data->arguments[argument->count];
    case CASE_NULL:
        return custub_argument_buffer(CUSTUB_SCALAR_NONE, 0, 0);
    default:
        return make_buffer(c, data, argument, pointer);
    }
}

static void destroy_buffers(cases *c, launch_data *data)
{
    for (uint32_t i = 0; i < data->buffer_count; i++) {
        custub_memory_destroy(data->buffers[i].kept, &c->error);
        custub_memory_destroy(data->buffers[i].memory, &c->error);
    }
}

static void launch_once(cases *c, const pair *p)
{
    custub_kernel_launch(p->plain, &p->launch, p->argument_count, p->arguments, &c->error);
    custub_stream_synchronize(c->stream, &c->error);
    printf("%s\t%s\t%s\n", p->name, p->shape,
           custub_failed(&c->error) ? c->error.message : "launched");
    fflush(stdout);
    c->failures += custub_failed(&c->error);
    c->error = custub_error_none();
}

static void run(cases *c, pair *p, const case_argument *arguments)
{
    const custub_kernel_info *info = custub_kernel_describe(p->plain);
    launch_data data = {.buffer_count = 0};

    for (uint32_t i = 0; i < p->argument_count; i++) {
        const custub_pointer_info *pointer = i < info->param_count ? pointer_of(info, i) : NULL;
        data.arguments[i] = make_argument(c, &data, &arguments[i], pointer);
    }
    p->arguments = data.arguments;
    p->buffers = data.buffers;
    p->buffer_count = data.buffer_count;
    c->launches++;
    if (c->is_once)
        launch_once(c, p);
    else
        pairs_compare(p, &c->error);
    destroy_buffers(c, &data);
    if (c->is_once)
        renew_context(c);
}

void cases_run(cases *c, const char *kernel, custub_dim3 grid, custub_dim3 block, uint64_t shared,
               const case_argument *arguments, uint64_t count)
{
    char name[128], shape[96], reason[256];
    pair p = {.name = name,
              .shape = shape,
              .launch = custub_launch_in(c->stream),
              .argument_count = (uint32_t)count};
    uint32_t source;

    snprintf(name, sizeof(name), "%s/%s", c->project, kernel);
    snprintf(shape, sizeof(shape), "%llux%llux%llu of %llux%llux%llu", (unsigned long long)grid.x,
             (unsigned long long)grid.y, (unsigned long long)grid.z, (unsigned long long)block.x,
             (unsigned long long)block.y, (unsigned long long)block.z);
    if (!is_chosen(c, name))
        return;
    if (!find_source(c, kernel, &source, reason, sizeof(reason)) || count > MOST_ARGUMENTS) {
        printf("%s\t%s\t%s\n", name, shape, count > MOST_ARGUMENTS ? "too many arguments" : reason);
        c->failures++;
        return;
    }
    p.plain = custub_library_find(c->plain[source], kernel, NULL);
    p.checked = c->checked[source] ? custub_library_find(c->checked[source], kernel, NULL) : NULL;
    p.launch.grid = grid;
    p.launch.block = block;
    p.launch.shared = shared;
    run(c, &p, arguments);
}

int cases_run_all(cases_function *const *projects, bool is_once, char **parts, int part_count)
{
    cases c = {
        .error = custub_error_none(), .is_once = is_once, .parts = parts, .part_count = part_count};
    bool good = true;

    open_context(&c);
    if (custub_failed(&c.error)) {
        fprintf(stderr, "%s\n", c.error.message);
        return 1;
    }
    printf("# %s, driver for CUDA %d.%d.\n", custub_device_name(c.device),
           custub_driver_version() / 1000, custub_driver_version() % 1000 / 10);
    if (!is_once)
        pairs_begin(c.stream, &c.error);
    for (int i = 0; projects[i] && !custub_failed(&c.error); i++)
        projects[i](&c);
    if (!is_once)
        good = pairs_end(&c.error);
    close_context(&c);
    if (custub_failed(&c.error)) {
        fprintf(stderr, "%s\n", c.error.message);
        return 1;
    }
    if (is_once)
        printf("# %d launches, failures: %d\n", c.launches, c.failures);
    return !good || c.failures || !c.launches;
}
