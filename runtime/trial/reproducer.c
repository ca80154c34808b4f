#include "trial/reproducer.h"

#include "trial/initializer.h"
#include "trial/launches/buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST (1 << 18) /* bytes of buffers in a program */

typedef struct writer {
    FILE *file;
    const trial_options *options;
    const trial_subject *subject;
    const trial_finding *finding;
    const trial_shown *shown;
} writer;

static bool has_memory(const writer *w, uint32_t i)
{
    return !(w->shown->launch.nulls >> i & 1);
}

static bool is_written(const writer *w, uint32_t i)
{
    return has_memory(w, i) && !(w->subject->info->pointers[i].flags & CUSTUB_POINTER_READ_ONLY);
}

static void put_bytes(FILE *file, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s%u", i ? ", " : "", bytes[i]);
}

/* --- Beginning -------------------------------------------------------------------------------- */

/* In a comment, on one line. */
static void put_comment(FILE *file, const char *text)
{
    for (; *text; text++)
        fputc(*text == '*' && text[1] == '/' ? '#' : *text, file);
}

static void put_beginning(const writer *w, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const int length = (int)(strlen(name) - strlen(".c"));
    const char *stem = w->options->stem;

    fputs("/* A finding of `custub try`:\n *\n * ", w->file);
    put_comment(w->file, w->finding->text);
    fprintf(w->file,
            "\n *\n"
            " * In the folder of this file, with custub's headers and library in the compiler's "
            "reach:\n *\n"
            " *     cc %s ./%s.trial.so -lcustub -lm -o %.*s\n"
            " *     %s ./%.*s\n"
            " */\n"
            "#define _POSIX_C_SOURCE 200809L\n\n"
            "#include \"%s.custub.h\"\n\n"
            "#include <custub/custub.h>\n\n"
            "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n",
            name, stem, length, name,
            w->subject->on_gpu
                ? "CUSTUB_DRIVER=cuda CUSTUB_BOUNDS_CHECKS=1"
                : "CUSTUB_DRIVER=cpu CUSTUB_CPU_THREADS=1 CUSTUB_CPU_CHECK=" TRIAL_CHECKS,
            length, name, stem);
}

/* --- Buffers ---------------------------------------------------------------------------------- */

static void put_contents(const writer *w, uint32_t i)
{
    const custub_pointer_info *pointer = &w->subject->info->pointers[i];
    const uint64_t bytes = trial_buffer_bytes(&w->shown->launch, pointer, i);
    unsigned char *image = malloc((size_t)bytes + 1);

    if (!image)
        return;
    trial_buffer_fill(w->subject, &w->shown->launch, i, image);
    fprintf(w->file, "/* %s */\n", pointer->name);
    trial_initializer_put(w->file, trial_contents_scalar(pointer), i, image, bytes);
    free(image);
}

static void put_make(const writer *w)
{
    fputs("/* Memory with `gap` bytes on both sides: a buffer that is no better aligned than the\n"
          " * contract says. */\n"
          "static CUdeviceptr make(const void *contents, uint64_t bytes, uint64_t gap, "
          "custub_error *error)\n"
          "{\n"
          "    const CUdeviceptr memory = custub_memory_create(bytes + 2 * gap, 1, error);\n"
          "    const CUdeviceptr buffer = custub_failed(error) ? 0 : memory + gap;\n\n"
          "    if (bytes)\n"
          "        custub_memory_upload(custub_memory_of(buffer, bytes, 1), contents, bytes, 0, "
          "error);\n"
          "    return buffer;\n"
          "}\n\n",
          w->file);
}

static void put_results(const writer *w)
{
    fputs("/* What buffers hold after a launch. */\ntypedef struct results {\n    int unused;\n",
          w->file);
    for (uint32_t i = 0; i < w->subject->info->pointer_count; i++) {
        if (is_written(w, i))
            fprintf(w->file,
                    "    before_%" PRIu32 "_type p%" PRIu32 "[sizeof(before_%" PRIu32
                    ") / sizeof(before_%" PRIu32 "[0])];\n",
                    i, i, i, i);
    }
    fputs("} results;\n\n", w->file);
}

/* --- The launch ------------------------------------------------------------------------------- */

static void put_pointers(const writer *w, const trial_candidate *c)
{
    const custub_kernel_info *info = w->subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (!has_memory(w, i))
            fprintf(w->file, "    const CUdeviceptr p%" PRIu32 " = 0;\n", i);
        else if (c->same_as[i] == i)
            fprintf(w->file,
                    "    const CUdeviceptr p%" PRIu32 " = make(before_%" PRIu32 ", %" PRIu64
                    ", %" PRIu64 ", error);\n",
                    i, i, trial_buffer_bytes(c, &info->pointers[i], i),
                    trial_buffer_gap(info, c, i));
    }
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (has_memory(w, i) && c->same_as[i] != i)
            fprintf(w->file, "    const CUdeviceptr p%" PRIu32 " = p%u;\n", i, c->same_as[i]);
    }
}

static void put_view(const writer *w, const trial_candidate *c, uint32_t param)
{
    const custub_kernel_info *info = w->subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];
        const uint64_t unit =
            pointer->flags & CUSTUB_POINTER_SIZED ? 1 : trial_buffer_element(pointer);

        if (pointer->param != param || pointer->flags & CUSTUB_POINTER_FIELD)
            continue;
        fprintf(w->file, "    args.%s.ptr = p%" PRIu32 ";\n    args.%s.count = %" PRIu64 ";\n",
                info->params[param].name, i, info->params[param].name,
                has_memory(w, i) ? trial_buffer_bytes(c, pointer, i) / unit : 0);
    }
}

/* A struct, by its bytes; then its pointers. */
static void put_bytes_of(const writer *w, const trial_candidate *c, uint32_t param)
{
    const custub_kernel_info *info = w->subject->info;
    const custub_param_info *p = &info->params[param];

    fprintf(w->file, "    memcpy(&args.%s, (const unsigned char[]){", p->name);
    put_bytes(w->file, c->arguments + p->offset, p->size);
    fprintf(w->file, "}, %" PRIu32 ");\n", p->size);
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];

        if (pointer->param == param && pointer->flags & CUSTUB_POINTER_FIELD)
            fprintf(w->file,
                    "    memcpy((char *)&args.%s + %" PRIu32 ", &p%" PRIu32 ", 8); /* %s */\n",
                    p->name, pointer->offset, i, pointer->name);
    }
}

static void put_arguments(const writer *w, const trial_candidate *c)
{
    const custub_kernel_info *info = w->subject->info;

    for (uint32_t i = 0; i < info->param_count; i++) {
        const custub_param_info *param = &info->params[i];

        if (param->kind == CUSTUB_PARAM_BUFFER)
            put_view(w, c, i);
        else if (param->kind == CUSTUB_PARAM_SCALAR) {
            fprintf(w->file, "    args.%s = ", param->name);
            trial_initializer_put_value(w->file, (custub_scalar)param->scalar,
                                        c->arguments + param->offset);
            fputs(";\n", w->file);
        } else
            put_bytes_of(w, c, i);
    }
}

static void put_downloads(const writer *w, const trial_candidate *c)
{
    const custub_kernel_info *info = w->subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const uint64_t bytes = trial_buffer_bytes(c, &info->pointers[i], i);

        if (is_written(w, i) && bytes)
            fprintf(w->file,
                    "    custub_memory_download(custub_memory_of(p%" PRIu32 ", %" PRIu64
                    ", 1), after->p%" PRIu32 ", %" PRIu64 ", 0, error);\n",
                    i, bytes, i, bytes);
    }
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (has_memory(w, i) && c->same_as[i] == i)
            fprintf(w->file,
                    "    custub_memory_destroy(p%" PRIu32 " ? p%" PRIu32 " - %" PRIu64
                    " : 0, NULL);\n",
                    i, i, trial_buffer_gap(info, c, i));
    }
}

static void put_launch(const writer *w, const char *function, const trial_candidate *c)
{
    const custub_kernel_info *info = w->subject->info;

    fprintf(w->file,
            "static void %s(const %s_kernels *kernels, results *after, custub_error *error)\n{\n",
            function, w->options->stem);
    put_pointers(w, c);
    fprintf(w->file, "    custub_launch launch = custub_launch_default();\n    %s_args args;\n\n",
            info->name);
    fputs("    memset(&args, 0, sizeof(args));\n", w->file);
    put_arguments(w, c);
    fprintf(w->file,
            "    launch.grid = custub_grid(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ");\n"
            "    launch.block = custub_block(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ");\n",
            c->grid[0], c->grid[1], c->grid[2], c->block[0], c->block[1], c->block[2]);
    if (c->shared)
        fprintf(w->file, "    launch.shared = %" PRIu64 ";\n", c->shared);
    if (!w->subject->on_gpu)
        fprintf(w->file, "    setenv(\"CUSTUB_CPU_BLOCK_ORDER\", \"%" PRIu64 "\", 1);\n", c->order);
    fprintf(w->file,
            "    launch_%s_args(kernels, &launch, &args, error);\n"
            "    custub_stream_synchronize(0, error);\n",
            info->name);
    put_downloads(w, c);
    fputs("    after->unused = 0;\n}\n\n", w->file);
}

/* --- The end ---------------------------------------------------------------------------------- */

static void put_comparison(const writer *w)
{
    const custub_kernel_info *info = w->subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (is_written(w, i) && w->shown->launch.bytes[i])
            trial_initializer_put_comparison(w->file, trial_contents_scalar(&info->pointers[i]), i,
                                             info->pointers[i].name);
    }
}

static void put_main(const writer *w)
{
    fprintf(w->file,
            "int main(void)\n{\n"
            "    static results first;\n%s"
            "    custub_error error = custub_error_none();\n"
            "    custub_device *device = custub_device_open(0, &error);\n"
            "    %s_kernels kernels = %s_load(&error);\n"
            "    int differences = 0;\n\n"
            "    launch_first(&kernels, &first, &error);\n%s"
            "    %s_unload(&kernels, NULL);\n"
            "    custub_device_close(device, NULL);\n"
            "    if (custub_failed(&error)) {\n"
            "        fprintf(stderr, \"%%s\\n\", error.message);\n"
            "        return 1;\n"
            "    }\n",
            w->shown->has_other ? "    static results second;\n" : "", w->options->stem,
            w->options->stem,
            w->shown->has_other ? "    launch_second(&kernels, &second, &error);\n" : "",
            w->options->stem);
    if (w->shown->has_other)
        put_comparison(w);
    fputs("    printf(\"%d differences\\n\", differences);\n    return differences > 0;\n}\n",
          w->file);
}

static uint64_t bytes_of(const writer *w)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < w->subject->info->pointer_count; i++)
        bytes += w->shown->launch.bytes[i];
    return bytes;
}

static void put_all(const writer *w, const char *path)
{
    put_beginning(w, path);
    for (uint32_t i = 0; i < w->subject->info->pointer_count; i++) {
        if (has_memory(w, i))
            put_contents(w, i);
    }
    put_results(w);
    put_make(w);
    put_launch(w, "launch_first", &w->shown->launch);
    if (w->shown->has_other)
        put_launch(w, "launch_second", &w->shown->other);
    put_main(w);
}

bool trial_reproducer_write(const char *path, const trial_options *options,
                            const trial_subject *subject, const trial_finding *finding,
                            const trial_shown *shown)
{
    writer w = {NULL, options, subject, finding, shown};

    if (bytes_of(&w) > LARGEST || subject->info->param_count == 0)
        return false;
    w.file = fopen(path, "w");
    if (!w.file)
        return false;
    put_all(&w, path);
    return fclose(w.file) == 0;
}
