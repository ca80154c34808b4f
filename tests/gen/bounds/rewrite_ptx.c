/* Rewrites PTX for a plain description of its kernels, and says how many accesses have one origin,
 * several or none:
 *
 *     rewrite_ptx [-v] description table in.ptx out.ptx [in.ptx out.ptx …]
 *
 * A line of the description is `symbol name:offset name:offset …`: the pointers of a kernel, with
 * their offsets in bytes in its parameters. -v prints the notes. */
#include "bounds/bounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILES    64
#define MAX_POINTERS 512

static char *read_file(gen_arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text;
    long size;

    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    rewind(file);
    text = gen_arena_allocate(arena, (size_t)size + 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        exit(1);
    fclose(file);
    return text;
}

static void write_file(const char *path, const gen_text *text)
{
    FILE *file = fopen(path, "wb");

    if (text->failed || !file || fwrite(text->data, 1, text->length, file) != text->length ||
        fclose(file)) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
}

static void read_kernel(gen_arena *arena, char *line, gen_bounds_kernel *kernel)
{
    gen_bounds_pointer *pointers = GEN_NEW_ARRAY(arena, gen_bounds_pointer, MAX_POINTERS);

    kernel->symbol = strtok(line, " \n");
    for (char *word = strtok(NULL, " \n"); word && kernel->pointer_count < MAX_POINTERS;
         word = strtok(NULL, " \n")) {
        char *colon = strchr(word, ':');
        if (!colon)
            exit(2);
        *colon = '\0';
        pointers[kernel->pointer_count++] =
            (gen_bounds_pointer){word, strtoull(colon + 1, NULL, 10)};
    }
    kernel->pointers = pointers;
}

static gen_bounds_kernel *read_description(gen_arena *arena, char *text, size_t *count)
{
    gen_bounds_kernel *kernels = NULL;
    size_t capacity = 0;

    *count = 0;
    while (*text) {
        char *end = text + strcspn(text, "\n");
        bool is_last = !*end;
        *end = '\0';
        GEN_GROW(arena, kernels, *count, &capacity);
        memset(&kernels[*count], 0, sizeof(*kernels));
        if (*text)
            read_kernel(arena, text, &kernels[(*count)++]);
        text = is_last ? end : end + 1;
    }
    return kernels;
}

int main(int argc, char **argv)
{
    bool is_verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    char **files = argv + 3 + is_verbose;
    size_t file_count = argc > 4 + is_verbose ? (size_t)(argc - 3 - is_verbose) / 2 : 0;
    gen_text outs[MAX_FILES] = {{0}};
    gen_text table = {0};
    gen_bounds_counts counts;
    gen_arena arena;
    gen_diag diag;
    gen_bounds *bounds;
    gen_bounds_kernel *kernels;
    size_t count;

    if (!file_count || file_count > MAX_FILES) {
        fputs("rewrite_ptx [-v] description table in.ptx out.ptx …\n", stderr);
        return 2;
    }
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    kernels = read_description(&arena, read_file(&arena, argv[1 + is_verbose]), &count);
    bounds = gen_bounds_begin(&arena, &diag, kernels, count);
    for (size_t i = 0; i < file_count; i++)
        if (!gen_bounds_add(bounds, files[2 * i], read_file(&arena, files[2 * i])))
            break;
    if (!diag.errors) {
        gen_bounds_finish(bounds, outs, &table, &counts);
        for (size_t i = 0; i < file_count; i++)
            write_file(files[2 * i + 1], &outs[i]);
        write_file(argv[2 + is_verbose], &table);
        printf("%zu of one origin, %zu of several, %zu unknown; %zu regions, %zu groups; "
               "%zu of %zu loops are tested before they begin, %zu as a whole\n",
               counts.one, counts.several, counts.any, counts.regions, counts.groups,
               counts.tested_loops, counts.loops, counts.whole_loops);
    }
    if (is_verbose || diag.errors)
        gen_diag_print(&diag, stderr);
    for (size_t i = 0; i < file_count; i++)
        gen_text_deinitialize(&outs[i]);
    gen_text_deinitialize(&table);
    count = diag.errors;
    gen_arena_deinitialize(&arena);
    return count ? 1 : 0;
}
