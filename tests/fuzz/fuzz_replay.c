/* Runs a fuzzer's target over files and folders, without a fuzzer: a test of the kept corpus.
 *
 *     fuzz_expr_replay PATH…
 */
#define _XOPEN_SOURCE 700 /* scandir */

#include "fuzz_target.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Returns how many files were run. */
static size_t run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t size = 0;
    size_t count;

    if (!file) {
        perror(path);
        exit(1);
    }
    do {
        data = realloc(data, size + 4096);
        if (!data)
            abort();
        count = fread(data + size, 1, 4096, file);
        size += count;
    } while (count > 0);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static size_t run_folder(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, alphasort);
    size_t runs = 0;

    for (int i = 0; i < count; i++) {
        char file[4096];
        snprintf(file, sizeof(file), "%s/%s", path, entries[i]->d_name);
        free(entries[i]);
        runs += run_file(file);
    }
    if (count >= 0)
        free(entries);
    return runs;
}

int main(int argc, char **argv)
{
    size_t runs = 0;

    for (int i = 1; i < argc; i++) {
        struct stat status;
        bool is_folder = stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode);
        runs += is_folder ? run_folder(argv[i]) : run_file(argv[i]);
    }
    printf("%zu inputs\n", runs);
    return runs ? 0 : 1;
}
